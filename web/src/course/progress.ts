/** A learner's progress in a lesson, and the text that stores it for the next visit. Pure functions. */
import type { Answered } from "../lessons/questions/answered.js";

/** What a learner has done in a lesson, over all visits. */
export interface Done {
  /** The names of the steps that were seen. */
  readonly seen: readonly string[];
  /** Questions answered right, as `step.question`. */
  readonly right: readonly string[];
  /** The learner's answer in their own words, if there is one. */
  readonly why?: string | undefined;
  /** Whether any question was answered, right or wrong. */
  readonly hasTried: boolean;
}

/** All questions of a lesson and all its steps, each step as the names of its members, of which it is enough to see one. */
export interface Lesson {
  readonly steps: readonly (readonly string[])[];
  readonly questions: readonly string[];
}

export interface Progress extends Done, Lesson {
  /** The current step. */
  readonly step: string;
  /** The time since the page was opened. */
  readonly seconds: number;
}

const isSeen = (names: readonly string[], seen: readonly string[]): boolean =>
  names.some((name) => seen.includes(name));

/** The share of the steps that were seen; 0 while the lesson has not loaded. */
export const shareSeen = ({ steps, seen }: Pick<Progress, "steps" | "seen">): number =>
  steps.length === 0 ? 0 : steps.filter((names) => isSeen(names, seen)).length / steps.length;

/** The share of the questions that were answered right; 1 if the lesson has none. */
export const shareRight = ({ questions, right }: Pick<Progress, "questions" | "right">): number =>
  questions.length === 0 ? 1 : questions.filter((name) => right.includes(name)).length / questions.length;

/** Rounded to four decimals, the most that SCORM and cmi5 accept. */
export const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;

/** The kind of an answer in the learner's own words, which is not marked. */
const IN_WORDS = "text";
export const isInWords = ({ kind }: Pick<Answered, "kind">): boolean => kind === IN_WORDS;

const isMask = (value: unknown): value is readonly (readonly boolean[])[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((row) => Array.isArray(row) && row.every((cell) => typeof cell === "boolean"));

/** An answer, or an expected answer, as text; a mask as `10 11`, one digit for each cell. */
export function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  return isMask(value) ? value.map((row) => row.map(Number).join("")).join(" ") : JSON.stringify(value);
}

/** The first `most` characters, without half a character: what LMSs send has to be UTF-8, which has no lone surrogates. */
export const cut = (text: string, most: number): string => text.slice(0, most).replace(/\p{Cs}/gu, "");

/**
 * The progress as text for the next visit, in at most `most` characters: the answer in the learner's own words, which the LMS
 * has received by itself, is shortened. The names fit, because longer ones are refused in a lesson file (fit_check.ts).
 */
export function progressText({ seen, right, hasTried, why = "" }: Done, most: number): string {
  const withWhy = (words: string): string =>
    JSON.stringify({ v: 1, seen, right, hasTried, why: words || undefined });
  const excess = withWhy(why).length - most;
  if (excess <= 0) return withWhy(why);
  const short = cut(why, Math.max(0, why.length - excess - 1));
  return withWhy(short && `${short}…`);
}

const NOTHING: Done = { seen: [], right: [], hasTried: false };

/** Parses what `progressText` wrote; empty progress if it is damaged or from another program. */
export function parseProgress(text: string): Done {
  try {
    const kept: unknown = JSON.parse(text);
    if (typeof kept !== "object" || kept === null || !("v" in kept) || kept.v !== 1) return NOTHING;
    const { seen, right, hasTried, why } = kept as Readonly<Record<string, unknown>>;
    const names = (list: unknown): string[] =>
      Array.isArray(list) ? list.filter((name) => typeof name === "string") : [];
    const done = { seen: names(seen), right: names(right), hasTried: hasTried === true };
    return typeof why === "string" ? { ...done, why } : done;
  } catch {
    return NOTHING;
  }
}
