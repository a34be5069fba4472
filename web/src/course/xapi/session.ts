/** Opens a session with an LRS: reads what cmi5 requires before a lesson starts, and the progress of earlier visits. */
import { asObject, type UnknownFields } from "../../spec/as_object.js";
import type { LearnerRecord } from "../record.js";
import { type Launch, listAddress } from "./launch.js";
import { fetchToken, Lrs, LrsError } from "./lrs.js";
import { doneIn } from "./state.js";
import type { Activity, Context } from "./statement.js";
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
      template: data && templateOf(data["contextTemplate"]),
      masteryScore: scoreOf(data?.["masteryScore"]),
      seconds: secondsOf(kept["seconds"]),
    },
    earlier: {
      ...doneIn(kept),
      step: typeof kept["step"] === "string" ? kept["step"] : "",
    },
    reached: {
      completed: completed || kept["completed"] === true,
      passed: passed || kept["passed"] === true,
    },
    languages: tagsOf(preferences),
    isSilent: data?.["launchMode"] === "Browse" || data?.["launchMode"] === "Review",
    returnUrl: course ? listAddress(search, course) : pageOf(data?.["returnURL"]),
  };
}

/** The launch data, which a cmi5 LMS must write before the launch; without it there can be no session. */
async function launchData(lrs: Lrs): Promise<UnknownFields> {
  const data = await lrs.state(LAUNCH_DATA);
  if (data === undefined) throw new LrsError(`GET ${LAUNCH_DATA}: 404`, 404);
  return asObject(data);
}

/** The LMS's context without what is no list of activities, because an LRS refuses every statement with it. */
function templateOf(value: unknown): Context {
  const { contextActivities, extensions, ...others } = fieldsOf(value);
  const lists = Object.entries(fieldsOf(contextActivities))
    .map(([name, given]) => [name, [given].flat().filter(isActivity)] as const)
    .filter(([, activities]) => activities.length > 0);
  return {
    ...others,
    ...(lists.length > 0 ? { contextActivities: Object.fromEntries(lists) } : {}),
    ...(extensions ? { extensions: fieldsOf(extensions) } : {}),
  };
}

const fieldsOf = (value: unknown): UnknownFields => (Array.isArray(value) ? {} : asObject(value));

const isActivity = (value: unknown): value is Activity => typeof asObject(value)["id"] === "string";

const secondsOf = (value: unknown): number => (typeof value === "number" && value >= 0 ? value : 0);

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
