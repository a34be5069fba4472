/** An attempt at one question: from an empty answer to one that is right or was shown. */
import type { Answered } from "../lessons/questions/answered.js";
import { readableAnswer, readableExpected } from "../lessons/questions/answers.js";
import { judge, type Verdict } from "../lessons/questions/judge.js";
import type { Answer, Question } from "../operations/question.js";

export type Painted = readonly (readonly boolean[])[];
export type MaskCell = readonly [row: number, col: number];

export interface Attempt {
  readonly answer: Answer | undefined;
  readonly tries: number;
  readonly verdict?: Verdict;
  /** Whether the input could not be read, or nothing was chosen. */
  readonly unread?: boolean;
  /** Whether the right answer was asked for. */
  readonly shown?: boolean;
  /** The cell of a mask that the keyboard acts on. */
  readonly at?: MaskCell;
  /** What a pressed pointer paints, and the mask before it was pressed. */
  readonly brush?: { readonly attends: boolean; readonly before: Painted } | undefined;
}

export const newAttempt = (question: Question | undefined): Attempt => ({
  answer: question?.kind === "mask" ? question.answer.map((row) => row.map(() => true)) : undefined,
  tries: 0,
});

/** The right answer, as a reader would enter it. */
export function withAnswerShown(question: Question, { tries }: Attempt): Attempt {
  const answer =
    question.kind === "shape"
      ? `(${question.answer.join(", ")})`
      : question.kind === "number"
        ? String(question.answer)
        : question.answer;
  return { answer, tries, shown: true };
}

/** Judges the answer. One that cannot be read does not count as a try. */
export function checked(question: Question, attempt: Attempt): Attempt {
  const { answer, tries } = attempt;
  const verdict = answer === undefined ? undefined : judge(question, answer);
  return verdict ? { answer, tries: tries + 1, verdict } : { ...attempt, unread: true };
}

/** No more input: the answer is right, or was shown. */
export const isSettled = ({ verdict, shown }: Attempt): boolean => verdict?.right === true || shown === true;

/** What is reported of an answer; null stands for none. */
export const reportOf = (
  place: Pick<Answered, "lesson" | "step" | "question">,
  question: Question,
  { answer, tries, verdict }: Pick<Attempt, "answer" | "tries" | "verdict">,
): Answered => ({
  ...place,
  kind: question.kind,
  right: verdict?.right === true,
  answer: answer === undefined ? null : readableAnswer(question, answer),
  expected: readableExpected(question),
  tries,
});
