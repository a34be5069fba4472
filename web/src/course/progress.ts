/** A learner's progress in a lesson: what counts, when it is complete, and the text that stores it. Pure functions. */
import { grouped, membersOf } from "../lessons/groups.js";
import type { LessonStep } from "../lessons/lesson.js";
import type { Answered } from "../lessons/questions/answered.js";
import { questionsOf } from "../lessons/questions/questions.js";
import type { Core } from "../module/page_entry.js";
import type { Trace } from "../module/types.js";

/** What a learner has done in a lesson, over all visits. */
export interface Done {
  /** The names of the steps that were played to their end. */
  readonly played: readonly string[];
  /** Questions answered, right or wrong, as `step.question`. */
  readonly answered: readonly string[];
  readonly right: readonly string[];
  /** The learner's answer in their own words, if there is one. */
  readonly why?: string | undefined;
}

/** What completes a lesson: every step was played, or every question was answered, right or wrong. */
export type Completion = "walked" | "answered";

/** The questions of a lesson and its steps, each step as the names of its members. Playing one member counts. */
export interface Lesson {
  readonly steps: readonly (readonly string[])[];
  readonly questions: readonly string[];
}

export interface Progress extends Done, Lesson {
  readonly completion: Completion;
  /** The current step. */
  readonly step: string;
  /** The time since the page was opened. */
  readonly seconds: number;
}

export function countedIn(hu: Core, trace: Trace, all: readonly LessonStep[]): Lesson {
  const steps = grouped(all);
  const questions = steps.flatMap((step) => {
    const builtIn = questionsOf(hu, trace, step);
    // A step of a lesson file may ask others.
    const asked = step.questions?.(trace, builtIn) ?? builtIn;
    return asked.map(({ key }) => `${step.id}.${key}`);
  });
  return {
    steps: steps.map((step) => membersOf(step).map(({ id }) => id)),
    questions: [...new Set(questions)],
  };
}

const share = <T>(all: readonly T[], isDone: (one: T) => boolean): number =>
  all.length === 0 ? 1 : all.filter(isDone).length / all.length;

/** The share of what completes the lesson; 0 while the lesson has not loaded. A lesson without questions is walked. */
export function shareDone({ completion, steps, questions, played, answered }: Progress): number {
  if (steps.length === 0) return 0;
  return completion === "answered" && questions.length > 0
    ? share(questions, (name) => answered.includes(name))
    : share(steps, (names) => names.some((name) => played.includes(name)));
}

/** The share of the questions that were answered right; 1 if the lesson has none. */
export const shareRight = ({ questions, right }: Progress): number =>
  share(questions, (name) => right.includes(name));

/** Whether there is a score: none before the first answer, or while the lesson has not loaded. */
export const hasScore = ({ answered, steps }: Progress): boolean => answered.length > 0 && steps.length > 0;

/** Rounded to four decimals, the most that SCORM and cmi5 accept. */
export const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;

/** Whether an answer is in the learner's own words, which is not marked. */
export const isInWords = ({ kind }: Pick<Answered, "kind">): boolean => kind === "text";

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
 * has received by itself, is shortened. The names fit, because longer ones are refused in a lesson file (fit_check.ts), and
 * each is written once: `wrong` are the questions that were not answered right yet.
 */
export function progressText({ played, answered, right, why = "" }: Done, most: number): string {
  const wrong = answered.filter((name) => !right.includes(name));
  const withWhy = (words: string): string =>
    JSON.stringify({ v: 2, played, right, wrong, why: words || undefined });
  const excess = withWhy(why).length - most;
  if (excess <= 0) return withWhy(why);
  const short = cut(why, Math.max(0, why.length - excess - 1));
  return withWhy(short && `${short}…`);
}

export const NOTHING_DONE: Done = { played: [], answered: [], right: [] };

/** Parses what `progressText` wrote; empty progress if it is damaged or from another program. */
export function parseProgress(text: string): Done {
  try {
    const kept: unknown = JSON.parse(text);
    if (typeof kept !== "object" || kept === null || !("v" in kept) || kept.v !== 2) return NOTHING_DONE;
    const { played, right, wrong, why } = kept as Readonly<Record<string, unknown>>;
    const names = (list: unknown): string[] =>
      Array.isArray(list) ? list.filter((name) => typeof name === "string") : [];
    const done = {
      ...{ played: names(played), right: names(right) },
      answered: [...names(right), ...names(wrong)],
    };
    return typeof why === "string" ? { ...done, why } : done;
  } catch {
    return NOTHING_DONE;
  }
}
