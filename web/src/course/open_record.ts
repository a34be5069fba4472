/**
 * Finds the system that keeps the learner's record: an LRS that launched the lesson; else a SCORM run-time around the page;
 * else none.
 */
import type { Refusal } from "../module/refusal.js";
import { findLms } from "./lms.js";
import type { LearnerRecord, OnRefused } from "./record.js";
import { ScormRecord } from "./scorm_record.js";
import { readLaunch } from "./xapi/launch.js";
import { openSession } from "./xapi/session.js";
import { XapiRecord } from "./xapi/xapi_record.js";

/** The record, if there is one, and the reasons if a launch failed. */
export interface Opened {
  readonly record?: LearnerRecord;
  readonly refusals: readonly Refusal[];
}

/** `scorm` is the package's SCORM version, `lesson` the lesson's id. `refused` is called if data is not accepted later. */
export async function openRecord(
  page: Window,
  { scorm, lesson }: { scorm: string; lesson: string },
  refused: OnRefused,
): Promise<Opened> {
  const read = readLaunch(page.location.search);
  if (!read) return openScorm(page, scorm, refused);
  if ("refusals" in read) return read;
  try {
    const session = await openSession(read.launch, lesson, page.location.search);
    return { record: new XapiRecord(session, refused), refusals: [] };
  } catch (error) {
    return { refusals: [refusal("lms-not-opened", (error as Error).message)] };
  }
}

function openScorm(page: Window, version: string, refused: OnRefused): Opened {
  const lms = findLms(page, version);
  if (!lms) return { refusals: [] };
  if (lms.begin()) return { record: new ScormRecord(lms, refused), refusals: [] };
  return { refusals: [refusal("lms-not-begun", lms.error)] };
}

/** A refusal by an LMS, with its message. */
export const refusal = (code: string, got: string): Refusal => ({
  code,
  message: `LMS: got ${got}`,
  details: { got },
});
