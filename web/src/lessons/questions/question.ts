/**
 * A question on a step, as data: what is asked of which numbers, what is right, and which mistake every wrong answer
 * comes from. It has no words: `key` and `reason` are keys of the locales (`questions.asks`, `questions.reasons`),
 * `facts` what their {placeholders} stand for.
 */
import type { CellRef } from "../../draw/picture.js";
import type { Focus } from "../../draw/tensor_view.js";

export type Facts = Readonly<Record<string, string>>;

/** A row of numbers that stands with the question, under the name it has in the code. */
export interface Given {
  readonly label: string;
  readonly values: readonly string[];
}

interface Asked {
  /** Where its words stand in the locales: `questions.asks.<key>.{ask,right}`; one of its kind on a step. */
  readonly key: string;
  /** Its place among those that the step may have, by which it is asked anew of other numbers. */
  readonly place?: number;
  readonly facts: Facts;
  readonly given?: readonly Given[];
  /** The sentence and the head that it asks about. */
  readonly focus?: Partial<Focus>;
  /** The cell that shows the answer. */
  readonly lit?: CellRef;
}

/** A wrong answer that comes from a known mistake, and the reason that is given then. */
export interface Slip<T> {
  readonly answer: T;
  readonly reason: string;
}

/** The learner types the shape of a tensor. */
export interface ShapeQuestion extends Asked {
  readonly kind: "shape";
  readonly answer: readonly number[];
  readonly slips: readonly Slip<readonly number[]>[];
}

/** The learner types a number; right is what differs by at most `tolerance`. */
export interface NumberQuestion extends Asked {
  readonly kind: "number";
  readonly answer: number;
  readonly tolerance: number;
  readonly slips: readonly Slip<number>[];
}

/** What stands at a choice: code or numbers as they are, or words of the locale (`questions.options.<word>`). */
export interface Option {
  readonly code?: string;
  readonly word?: string;
  /** Why it is wrong; missing where it is right. */
  readonly reason?: string;
}

/** The learner chooses one of a few. */
export interface ChoiceQuestion extends Asked {
  readonly kind: "choice";
  readonly options: readonly Option[];
  readonly answer: number;
}

/** The learner chooses a cell in a row of them. */
export interface CellQuestion extends Asked {
  readonly kind: "cell";
  readonly of: "tokens" | "columns";
  /** What stands in each cell: a token's id or a column's number, and below it a number that is given. */
  readonly cells: readonly { readonly head: string; readonly value?: string }[];
  readonly answer: number;
  readonly slips: readonly Slip<number>[];
}

/** The learner paints which key each query attends to. */
export interface MaskQuestion extends Asked {
  readonly kind: "mask";
  /** Whether the whole mask is larger. */
  readonly isCorner: boolean;
  /** What stands at the edges: the tokens' ids, or positions. */
  readonly rows: readonly string[];
  readonly cols: readonly string[];
  /** True where the query of the row attends to the key of the column. */
  readonly answer: readonly (readonly boolean[])[];
  /** Why each cell is what it is. */
  readonly reasons: readonly (readonly string[])[];
}

export type Question = ShapeQuestion | NumberQuestion | ChoiceQuestion | CellQuestion | MaskQuestion;
export type QuestionKind = Question["kind"];

/** What a learner answers: typed text, the place of a choice or of a cell, or a painted mask. */
export type Answer = string | number | readonly (readonly boolean[])[];
