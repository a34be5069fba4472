/** Answered questions by lesson, and whether questions come first. */
import { asObject } from "../../spec/as_object.js";
import { answers, KeptText, practice } from "./kept_text.js";

/** `right` has names of the form `step.question`; `rounds` counts, by `step.place`, how often a question was asked again. */
interface LessonAnswers {
  readonly right: readonly string[];
  readonly rounds: Readonly<Record<string, number>>;
}

const NO_ANSWERS: LessonAnswers = { right: [], rounds: {} };

/** Stored text is not trusted. */
function lessonAnswers(value: unknown): LessonAnswers {
  const { right, rounds } = asObject(value);
  const counts = Object.entries(asObject(rounds)).filter(
    (entry): entry is [string, number] => Number.isInteger(entry[1]) && Number(entry[1]) > 0,
  );
  const names = Array.isArray(right) ? right.filter((name) => typeof name === "string") : [];
  return { right: names, rounds: Object.fromEntries(counts) };
}

const allAnswers = (): Readonly<Record<string, LessonAnswers>> =>
  Object.fromEntries(Object.entries(answers.now).map(([lesson, value]) => [lesson, lessonAnswers(value)]));

const keep = (lesson: string, given: LessonAnswers): void =>
  answers.keep({ ...allAnswers(), [lesson]: given });

const answersOf = (lesson: string): LessonAnswers => allAnswers()[lesson] ?? NO_ANSWERS;

export const isAnswered = (lesson: string, question: string): boolean =>
  answersOf(lesson).right.includes(question);

/** How many questions of a lesson were answered. */
export const answeredCount = (lesson: string): number => answersOf(lesson).right.length;

export function keepAnswered(lesson: string, question: string): void {
  const { right, rounds } = answersOf(lesson);
  if (!right.includes(question)) keep(lesson, { right: [...right, question], rounds });
}

/** Replaces the questions that count as answered, because a course has its own record of them. */
export const keepAllAnswered = (lesson: string, right: readonly string[]): void =>
  keep(lesson, { ...answersOf(lesson), right });

export const roundOf = (lesson: string, place: string): number => answersOf(lesson).rounds[place] ?? 0;

export function keepRound(lesson: string, place: string, round: number): void {
  const { right, rounds } = answersOf(lesson);
  keep(lesson, { right, rounds: { ...rounds, [place]: round } });
}

const OFF = "off";
const askFirst = new KeptText("ask-first");

/** Whether a step asks its question before it is played; on unless the reader has turned it off. */
export const asksFirst = (): boolean => askFirst.now !== OFF;

export const keepAsksFirst = (first: boolean): void => askFirst.keep(first ? undefined : OFF);

export function forgetAnswers(): void {
  answers.forget();
  practice.forget();
}
