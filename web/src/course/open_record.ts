/** Finds whoever keeps the learner's record: an LRS that the address names, by a launch or for a class, else a SCORM run-time around the page, else nobody. */
import type { Refusal } from "../module/refusal.js";
import { findLms } from "./lms.js";
import type { LearnerRecord, Refused } from "./record.js";
import { ScormRecord } from "./scorm_record.js";
import { ClassRecord } from "./xapi/class_record.js";
import { readLaunch } from "./xapi/launch.js";
import { openSession } from "./xapi/session.js";
import { XapiRecord } from "./xapi/xapi_record.js";

/** The record, if there is one, and why a launch came to nothing. */
export interface Opened {
  readonly record?: LearnerRecord;
  readonly refusals: readonly Refusal[];
}

/** The version of SCORM is that of the package, the lesson its id. `refused` hears of what is not taken later. */
export async function openRecord(
  page: Window,
  { scorm, lesson }: { scorm: string; lesson: string },
  refused: Refused,
): Promise<Opened> {
  const read = readLaunch(page.location.search);
  if (!read) return openScorm(page, scorm, refused);
  if ("refusals" in read) return read;
  if ("classLaunch" in read)
    return { record: new ClassRecord(read.classLaunch, lesson, refused), refusals: [] };
  try {
    const session = await openSession(read.launch, lesson, page.location.search);
    return { record: new XapiRecord(session, refused), refusals: [] };
  } catch (error) {
    return { refusals: [refusal("lms-not-opened", (error as Error).message)] };
  }
}

function openScorm(page: Window, version: string, refused: Refused): Opened {
  const lms = findLms(page, version);
  if (!lms) return { refusals: [] };
  if (lms.begin()) return { record: new ScormRecord(lms, refused), refusals: [] };
  return { refusals: [refusal("lms-not-begun", lms.error)] };
}

/** A refusal of an LMS, with what it said. */
export const refusal = (code: string, got: string): Refusal => ({
  code,
  message: `LMS: got ${got}`,
  details: { got },
});
