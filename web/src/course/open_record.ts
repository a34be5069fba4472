/** Finds whoever keeps the learner's record: a SCORM run-time around the page, or nobody. */
import type { Refusal } from "../module/refusal.js";
import { findLms } from "./lms.js";
import type { LearnerRecord, Refused } from "./record.js";
import { ScormRecord } from "./scorm_record.js";

/** The record, if there is one, and why a launch came to nothing. */
export interface Opened {
  readonly record?: LearnerRecord;
  readonly refusals: readonly Refusal[];
}

/** The version of SCORM is that of the package. `refused` hears of what is not taken later. */
export async function openRecord(
  page: Window,
  { scorm }: { scorm: string },
  refused: Refused,
): Promise<Opened> {
  const lms = findLms(page, scorm);
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
