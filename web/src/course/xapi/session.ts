/** Opens a session with an LRS: reads what cmi5 requires before a lesson starts, and the progress of earlier visits. */
import { asObject, type UnknownFields } from "../../spec/as_object.js";
import { parseProgress } from "../progress.js";
import type { LearnerRecord } from "../record.js";
import { type Launch, listAddress } from "./launch.js";
import { fetchToken, Lrs, LrsError } from "./lrs.js";
import type { Context } from "./statement.js";
import type { Reached, Visit } from "./statements.js";

/** The id of the state document that stores the progress for the next visit. */
export const PROGRESS_STATE = "urn:heads-up:progress";
const LAUNCH_DATA = "LMS.LaunchData";
const PREFERENCES = "cmi5LearnerPreferences";

export interface Session {
  readonly lrs: Lrs;
  readonly visit: Visit;
  readonly earlier: LearnerRecord["earlier"];
  readonly reached: Reached;
  readonly languages: readonly string[];
  readonly isSilent: boolean;
  readonly returnUrl?: string | undefined;
}

/**
 * `search` is the query string of the page's URL. Throws an LrsError if the LRS refuses the session, or does not return the
 * progress of earlier visits.
 */
export async function openSession(launch: Launch, lesson: string, search: string): Promise<Session> {
  const { endpoint, actor, activityId, registration, access, course } = launch;
  const isCmi5 = "fetch" in access;
  const authorization = isCmi5 ? `Basic ${await fetchToken(access.fetch)}` : access.auth;
  const lrs = new Lrs({ endpoint, authorization, actor, activityId, registration });
  // Statements that the LRS does not let this learner read count as missing.
  const has = (verb: "completed" | "passed"): Promise<boolean> => lrs.has(verb).catch(() => false);
  const [data, preferences, kept, completed, passed] = await Promise.all([
    isCmi5 ? launchData(lrs) : undefined,
    isCmi5 ? lrs.profile(PREFERENCES).then(asObject, () => ({})) : {},
    lrs.state(PROGRESS_STATE).then(asObject),
    has("completed"),
    has("passed"),
  ]);
  return {
    lrs,
    visit: {
      ...{ actor, activityId, registration, lesson, course },
      template: data && (asObject(data["contextTemplate"]) as Context),
      masteryScore: scoreOf(data?.["masteryScore"]),
      seconds: Number(kept["seconds"]) || 0,
    },
    earlier: {
      ...parseProgress(JSON.stringify(kept)),
      step: typeof kept["step"] === "string" ? kept["step"] : "",
    },
    reached: {
      completed: completed || kept["completed"] === true,
      passed: passed || kept["passed"] === true,
    },
    languages: tagsOf(preferences),
    isSilent: ["Browse", "Review"].includes(String(data?.["launchMode"])),
    returnUrl: course ? listAddress(search, course) : pageOf(data?.["returnURL"]),
  };
}

/** The launch data, which a cmi5 LMS must write before the launch; without it there can be no session. */
async function launchData(lrs: Lrs): Promise<UnknownFields> {
  const data = await lrs.state(LAUNCH_DATA);
  if (data === undefined) throw new LrsError(`GET ${LAUNCH_DATA}: 404`, 404);
  return asObject(data);
}

/** A score from 0 to 1, which some LMSs write as text. */
function scoreOf(value: unknown): number | undefined {
  const score = typeof value === "string" && value.trim() ? Number(value) : value;
  return typeof score === "number" && score >= 0 && score <= 1 ? score : undefined;
}

const tagsOf = ({ languagePreference }: UnknownFields): string[] =>
  typeof languagePreference === "string" ? languagePreference.split(",").map((tag) => tag.trim()) : [];

/** The address of a page; undefined for others, such as `javascript:`. */
const pageOf = (value: unknown): string | undefined =>
  typeof value === "string" && /^https?:\/\//i.test(value) ? value : undefined;
