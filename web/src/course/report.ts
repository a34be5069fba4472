/** The SCORM 1.2 and 2004 data that an LMS receives and stores for the next visit. Pure functions. */
import type { Answered } from "../lessons/questions/answered.js";
import type { Version } from "./lms.js";
import {
  cut,
  isInWords,
  type Progress,
  progressText,
  rounded,
  shareRight,
  shareSeen,
  textOf,
} from "./progress.js";
import { questionIri } from "./xapi/statement.js";

/** The result that the LMS had when the lesson was opened. Results only improve: a completed lesson stays completed. */
export interface EarlierResult {
  readonly status: string;
  /** From 0 to 100; undefined if it had none. */
  readonly score?: number | undefined;
}

export interface ReportedProgress extends Progress {
  readonly earlier: EarlierResult;
}

export type Values = readonly (readonly [name: string, value: string])[];

/** The statuses of a completed lesson. An LMS with a passing score changes "completed" to "passed" or "failed". */
const COMPLETED = ["completed", "passed", "failed"];

/** How many characters `cmi.suspend_data` may have. */
const MOST_KEPT: Readonly<Record<Version, number>> = { "1.2": 4096, "2004": 64_000 };

/** A lesson is completed when all its steps were seen; its score is the share of questions that were answered right. */
export function valuesOf(reported: ReportedProgress, version: Version): Values {
  const { step, earlier } = reported;
  // A page that is closed before its lesson has loaded knows no steps and no questions.
  const isLoaded = reported.steps.length > 0;
  const hasTried = reported.hasTried && isLoaded;
  const wasCompleted = COMPLETED.includes(earlier.status);
  const progress = wasCompleted ? 1 : shareSeen(reported);
  const status = progress >= 1 ? "completed" : "incomplete";
  const score = Math.max(shareRight(reported), (earlier.score ?? 0) / 100);
  const kept = progressText(reported, MOST_KEPT[version]);
  const percent = String(rounded(100 * score));
  if (version === "1.2")
    return [
      ["cmi.core.lesson_location", step],
      ...(wasCompleted ? [] : ([["cmi.core.lesson_status", status]] as const)),
      ...(hasTried ? scores("cmi.core.score", percent) : []),
      ["cmi.suspend_data", kept],
      ["cmi.core.exit", "suspend"],
      ["cmi.core.session_time", clock(reported.seconds)],
    ];
  return [
    ["cmi.location", step],
    ...(wasCompleted ? [] : ([["cmi.completion_status", status]] as const)),
    ...(isLoaded ? ([["cmi.progress_measure", String(rounded(progress))]] as const) : []),
    ...(hasTried
      ? ([["cmi.score.scaled", String(rounded(score))], ...scores("cmi.score", percent)] as const)
      : []),
    ["cmi.suspend_data", kept],
    ["cmi.exit", "suspend"],
    ["cmi.session_time", `PT${Math.floor(reported.seconds)}S`],
  ];
}

const scores = (prefix: string, raw: string): Values => [
  [`${prefix}.raw`, raw],
  [`${prefix}.min`, "0"],
  [`${prefix}.max`, "100"],
];

/** A value on one line, because run-times refuse line breaks. */
const lineOf = (value: unknown, most: number): string => cut(textOf(value).replace(/\s+/g, " "), most);

/**
 * The n-th answer as a SCORM interaction. Its type is "fill-in", because for other types run-times accept only patterns in a
 * special syntax, in which "[5,1,10]" means three choices. An answer in the learner's own words has no pattern, because it is
 * not marked.
 */
export function interaction(answered: Answered, n: number, version: Version, now: Date): Values {
  const { step, question, right, lesson } = answered;
  const isMarked = !isInWords(answered);
  const at = `cmi.interactions.${n}`;
  const pattern = (most: number): Values =>
    isMarked ? [[`${at}.correct_responses.0.pattern`, lineOf(answered.expected, most)]] : [];
  if (version === "1.2")
    return [
      [`${at}.id`, `${step}.${question}`],
      [`${at}.type`, "fill-in"],
      ...pattern(255),
      [`${at}.student_response`, lineOf(answered.answer, 255)],
      [`${at}.result`, isMarked ? (right ? "correct" : "wrong") : "neutral"],
      [`${at}.time`, now.toTimeString().slice(0, 8)],
    ];
  return [
    [`${at}.id`, questionIri(lesson, step, question)],
    [`${at}.type`, isMarked ? "fill-in" : "long-fill-in"],
    ...pattern(250),
    [`${at}.learner_response`, lineOf(answered.answer, isMarked ? 250 : 4000)],
    [`${at}.result`, isMarked ? (right ? "correct" : "incorrect") : "neutral"],
    // Before a time zone there must be a fraction of a second, with at most two digits.
    [`${at}.timestamp`, `${now.toISOString().slice(0, 22)}Z`],
  ];
}

/** A duration in the format of SCORM 1.2, such as 0062:05:09. */
function clock(seconds: number): string {
  const two = (value: number): string => String(Math.floor(value)).padStart(2, "0");
  return `${two(seconds / 3600).padStart(4, "0")}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`;
}
