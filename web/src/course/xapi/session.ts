/** Opens a session with an LRS: what cmi5 has a lesson read before it begins, and what earlier visits left. */
import { keptOf } from "../progress.js";
import type { LearnerRecord } from "../record.js";
import { type Launch, listAddress } from "./launch.js";
import { Lrs, LrsError, tokenFrom } from "./lrs.js";
import type { Context } from "./statement.js";
import type { Reached, Visit } from "./statements.js";

/** The state document with what is kept for the next visit. */
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

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null ? (value as Fields) : {};

/** The search is that of the page's address. Throws an LrsError if the LRS does not let the session begin, or does not tell what earlier visits left. */
export async function openSession(launch: Launch, lesson: string, search: string): Promise<Session> {
  const { endpoint, actor, activityId, registration, access, course } = launch;
  const isCmi5 = "fetch" in access;
  const authorization = isCmi5 ? `Basic ${await tokenFrom(access.fetch)}` : access.auth;
  const lrs = new Lrs({ endpoint, authorization, actor, activityId, registration });
  // What the LRS does not let this learner read counts as missing.
  const has = (verb: "completed" | "passed"): Promise<boolean> => lrs.has(verb).catch(() => false);
  const [data, preferences, kept, completed, passed] = await Promise.all([
    isCmi5 ? launchData(lrs) : undefined,
    isCmi5 ? lrs.profile(PREFERENCES).then(fieldsOf, () => ({})) : {},
    lrs.state(PROGRESS_STATE).then(fieldsOf),
    has("completed"),
    has("passed"),
  ]);
  return {
    lrs,
    visit: {
      ...{ actor, activityId, registration, lesson, course },
      template: data && (fieldsOf(data["contextTemplate"]) as Context),
      masteryScore: scoreOf(data?.["masteryScore"]),
      seconds: Number(kept["seconds"]) || 0,
    },
    earlier: { ...keptOf(JSON.stringify(kept)), step: typeof kept["step"] === "string" ? kept["step"] : "" },
    reached: {
      completed: completed || kept["completed"] === true,
      passed: passed || kept["passed"] === true,
    },
    languages: tagsOf(preferences),
    isSilent: ["Browse", "Review"].includes(String(data?.["launchMode"])),
    returnUrl: course ? listAddress(search, course) : pageOf(data?.["returnURL"]),
  };
}

/** cmi5 has the LMS write it before it launches; without it a session has no name. */
async function launchData(lrs: Lrs): Promise<Fields> {
  const data = await lrs.state(LAUNCH_DATA);
  if (data === undefined) throw new LrsError(`GET ${LAUNCH_DATA}: 404`, 404);
  return fieldsOf(data);
}

/** Some LMSs write the number as text. */
function scoreOf(value: unknown): number | undefined {
  const score = typeof value === "string" && value.trim() ? Number(value) : value;
  return typeof score === "number" && score >= 0 && score <= 1 ? score : undefined;
}

const tagsOf = ({ languagePreference }: Fields): string[] =>
  typeof languagePreference === "string" ? languagePreference.split(",").map((tag) => tag.trim()) : [];

/** Only a page: an address such as `javascript:` is none. */
const pageOf = (value: unknown): string | undefined =>
  typeof value === "string" && /^https?:\/\//i.test(value) ? value : undefined;
