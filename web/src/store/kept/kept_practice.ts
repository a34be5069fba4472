/** What learners wrote in their own words, and when they answered which question; in localStorage, deleted with the answers. */

import { WHY_POINTS, type WhyPoint } from "../../lessons/questions/whys.js";
import type { LessonName } from "../../module/types.js";
import { asObject } from "../../spec/as_object.js";
import { practice } from "./kept_text.js";

/** An answer to the "why?" of a lesson. */
export interface KeptWhy {
  readonly text: string;
  /** The points of the model answer that the learner found in it. */
  readonly points: readonly WhyPoint[];
  /** Number of times it was compared with the model answer. */
  readonly tries: number;
}

const NOT_WRITTEN: KeptWhy = { text: "", points: [], tries: 0 };

/** Stored text is not trusted. */
export function keptWhy(lesson: LessonName): KeptWhy {
  const { text, points, tries } = asObject(asObject(practice.now["whys"])[lesson]);
  if (typeof text !== "string") return NOT_WRITTEN;
  const found = WHY_POINTS.filter((point) => Array.isArray(points) && points.includes(point));
  return { text, points: found, tries: Number.isInteger(tries) ? Number(tries) : 0 };
}

let areReported = false;

/** Records that answers are reported to a course. */
export function reportAnswers(): void {
  areReported = true;
}

/** Where an answer in own words goes: to the course, into the browser's storage, or nowhere beyond the page. */
export const whereKept = (): "reported" | "kept" | "unkept" =>
  areReported ? "reported" : practice.isStored ? "kept" : "unkept";

export const keepWhy = (lesson: LessonName, why: KeptWhy): void => keepUnder("whys", lesson, why);

/** The latest answer to a question. */
export interface Practised {
  readonly lesson: string;
  readonly step: string;
  readonly question: string;
  /** When it was answered, in milliseconds. */
  readonly at: number;
  /** Whether the first try was right. */
  readonly right: boolean;
}

export function practised(): Practised[] {
  return Object.values(asObject(practice.now["answered"])).flatMap((kept) => {
    const { lesson, step, question, at, right } = asObject(kept);
    if (typeof lesson !== "string" || typeof step !== "string" || typeof question !== "string") return [];
    return [{ lesson, step, question, at: timeOf(at), right: right === true }];
  });
}

/** How long after an answer its question may come back: long enough to have forgotten a little. */
export const REVIEW_AFTER_MS = 4 * 3600 * 1000;
/** The number of questions in a review. */
export const REVIEWED = 3;

export function keepPractised(answer: Practised): void {
  keepUnder("answered", `${answer.lesson} ${answer.step}.${answer.question}`, answer);
  keepReviewTime();
}

/** Postpones the review by some hours. */
export function putReviewOff(now: number): void {
  practice.keep({ ...practice.now, putOff: now });
  keepReviewTime();
}

/** The review is due once enough answers are old enough, and some hours after it was put off. */
function keepReviewTime(): void {
  const kept = practice.now;
  const times = practised()
    .map(({ at }) => at)
    .sort((a, b) => a - b);
  const last = times[REVIEWED - 1];
  const reviewAt = last === undefined ? undefined : Math.max(last, timeOf(kept["putOff"])) + REVIEW_AFTER_MS;
  practice.keep({ ...kept, reviewAt });
}

const timeOf = (kept: unknown): number => (typeof kept === "number" ? kept : 0);

function keepUnder(part: string, name: string, value: unknown): void {
  const kept = practice.now;
  practice.keep({ ...kept, [part]: { ...asObject(kept[part]), [name]: value } });
}
