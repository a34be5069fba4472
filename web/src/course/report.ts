/** The SCORM 1.2 and 2004 data that an LMS gets and stores for the next visit. Pure functions. */
import type { Answered } from "../lessons/questions/answered.js";
import type { Version } from "./lms.js";

/** A learner's progress in a lesson, over all visits. */
export interface Done {
  readonly seen: readonly string[];
  /** Questions answered right, as `step.question`. */
  readonly right: readonly string[];
  /** The learner's answer in own words, if there is one. */
  readonly why?: string | undefined;
}

/** What the LMS had when the lesson was opened. It only grows: a lesson that was completed stays so. */
export interface Earlier {
  readonly status: string;
  /** From 0 to 100; undefined if it had none. */
  readonly score?: number | undefined;
}

export interface Standing extends Done {
  readonly earlier: Earlier;
  /** The current step. */
  readonly step: string;
  /** All steps of the lesson, each as the names of its members (seeing one of them is enough), and all its questions. */
  readonly steps: readonly (readonly string[])[];
  readonly questions: readonly string[];
  /** Whether any question was answered, right or wrong. */
  readonly hasTried: boolean;
  /** Since the page was opened. */
  readonly seconds: number;
}

export type Values = readonly (readonly [name: string, value: string])[];

const countIn = (some: readonly string[], all: readonly string[]): number =>
  all.filter((one) => some.includes(one)).length;
const isSeen = (names: readonly string[], seen: readonly string[]): boolean =>
  names.some((name) => seen.includes(name));
const share = (count: number, of: number): number => (of === 0 ? 1 : count / of);
const rounded = (value: number): string => String(Math.round(value * 1e4) / 1e4);

/** An LMS with a passing score makes "passed" or "failed" of "completed". */
const OVER = ["completed", "passed", "failed"];

/** A lesson is completed when all its steps were seen; its score is the share of questions that were answered right. */
export function valuesOf(standing: Standing, version: Version): Values {
  const { step, steps, questions, seen, right, hasTried, earlier } = standing;
  const wasOver = OVER.includes(earlier.status);
  const progress = wasOver ? 1 : share(steps.filter((names) => isSeen(names, seen)).length, steps.length);
  const status = progress >= 1 ? "completed" : "incomplete";
  const score = Math.max(share(countIn(right, questions), questions.length), (earlier.score ?? 0) / 100);
  const kept = keep(standing);
  const percent = rounded(100 * score);
  if (version === "1.2")
    return [
      ["cmi.core.lesson_location", step],
      ...(wasOver ? [] : ([["cmi.core.lesson_status", status]] as const)),
      ...(hasTried ? scores("cmi.core.score", percent) : []),
      ["cmi.suspend_data", kept],
      ["cmi.core.exit", "suspend"],
      ["cmi.core.session_time", clock(standing.seconds)],
    ];
  return [
    ["cmi.location", step],
    ...(wasOver ? [] : ([["cmi.completion_status", status]] as const)),
    ["cmi.progress_measure", rounded(progress)],
    ...(hasTried ? ([["cmi.score.scaled", rounded(score)], ...scores("cmi.score", percent)] as const) : []),
    ["cmi.suspend_data", kept],
    ["cmi.exit", "suspend"],
    ["cmi.session_time", `PT${Math.floor(standing.seconds)}S`],
  ];
}

const scores = (prefix: string, raw: string): Values => [
  [`${prefix}.raw`, raw],
  [`${prefix}.min`, "0"],
  [`${prefix}.max`, "100"],
];

/** The kind of an answer in own words, which nobody marks. */
export const IN_WORDS = "text";

/** A value as one line: run-times refuse line breaks. */
const lineOf = (value: unknown): string =>
  (typeof value === "string" ? value : JSON.stringify(value)).replace(/\s+/g, " ");

/**
 * The n-th answer as a SCORM interaction. It is of the type "fill-in", since of the others run-times take only patterns of their
 * own syntax, in which "[5,1,10]" is three choices. An answer in own words has no pattern, for nobody marks it.
 */
export function interaction(answered: Answered, n: number, version: Version, now: Date): Values {
  const { step, question, kind, right, lesson } = answered;
  const isMarked = kind !== IN_WORDS;
  const at = `cmi.interactions.${n}`;
  const pattern = (most: number): Values =>
    isMarked ? [[`${at}.correct_responses.0.pattern`, lineOf(answered.expected).slice(0, most)]] : [];
  if (version === "1.2")
    return [
      [`${at}.id`, `${step}.${question}`],
      [`${at}.type`, "fill-in"],
      ...pattern(255),
      [`${at}.student_response`, lineOf(answered.answer).slice(0, 255)],
      [`${at}.result`, isMarked ? (right ? "correct" : "wrong") : "neutral"],
      [`${at}.time`, now.toTimeString().slice(0, 8)],
    ];
  return [
    [`${at}.id`, `urn:heads-up:${lesson}:${step}.${question}`],
    [`${at}.type`, isMarked ? "fill-in" : "long-fill-in"],
    ...pattern(250),
    [`${at}.learner_response`, lineOf(answered.answer).slice(0, isMarked ? 250 : 4000)],
    [`${at}.result`, isMarked ? (right ? "correct" : "incorrect") : "neutral"],
    // A time zone needs a fraction of a second before it, of at most two digits.
    [`${at}.timestamp`, `${now.toISOString().slice(0, 22)}Z`],
  ];
}

/** A duration in the format of SCORM 1.2, such as 0062:05:09. */
function clock(seconds: number): string {
  const two = (value: number): string => String(Math.floor(value)).padStart(2, "0");
  return `${two(seconds / 3600).padStart(4, "0")}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** SCORM 1.2 limits suspend_data to 4096 characters; a lesson needs at most half of them, the answer in own words a quarter. */
const keep = ({ seen, right, hasTried, why }: Standing): string =>
  JSON.stringify({ v: 1, seen, right, hasTried, why });

const NOTHING: Done & { hasTried: boolean } = { seen: [], right: [], hasTried: false };

/** Parses suspend_data; empty progress if it is damaged or from another program. */
export function keptOf(text: string): Done & { hasTried: boolean } {
  try {
    const kept: unknown = JSON.parse(text);
    if (typeof kept !== "object" || kept === null || !("v" in kept) || kept.v !== 1) return NOTHING;
    const { seen, right, hasTried, why } = kept as Readonly<Record<string, unknown>>;
    const names = (list: unknown): string[] =>
      Array.isArray(list) ? list.filter((one) => typeof one === "string") : [];
    const done = { seen: names(seen), right: names(right), hasTried: hasTried === true };
    return typeof why === "string" ? { ...done, why } : done;
  } catch {
    return NOTHING;
  }
}
