/**
 * A question about a step, as data: the numbers it is about, the right answer, and the mistake behind each wrong answer. It
 * has no words: `key` and `reason` are keys of the locales (`questions.asks`, `questions.reasons`), and `facts` are the
 * values of their {placeholders}.
 */
import type { CellRef, Focus } from "../draw/picture.js";
import type { Change } from "../module/types.js";

export type Facts = Readonly<Record<string, string>>;

/** A row of numbers shown with the question, under its name in the code. */
export interface Given {
  readonly label: string;
  readonly values: readonly string[];
  /** The tensor whose columns these are, for their names. */
  readonly columnsOf?: string;
}

/** A token that is named in a sentence: by its word if that is known, else by its id, or by its position without either. */
export interface NamedToken {
  readonly axis?: TokenAxis;
  readonly at: number;
  readonly id?: string;
}
/** The tokens that fill {placeholders}. */
export type NamedTokens = Readonly<Record<string, NamedToken>>;

/** What the reason of one wrong answer says besides the facts of the question, and the cell to look at. */
export interface Detail {
  readonly facts?: Facts;
  readonly words?: NamedTokens;
  readonly look?: CellRef;
}

interface BaseQuestion {
  /** The key of its words in the locales: `questions.asks.<key>.{ask,right}`; unique within a step. */
  readonly key: string;
  /** Its index in the step's list of askers, used to ask it again about other numbers. */
  readonly place?: number;
  readonly facts: Facts;
  readonly words?: NamedTokens;
  readonly given?: readonly Given[];
  /** A cell to look at after a wrong answer, unless that answer has its own. */
  readonly look?: CellRef;
  /** The sentence and head that it is about. */
  readonly focus?: Partial<Focus>;
  /** The cell that shows the answer. */
  readonly lit?: CellRef;
  /** What the question supposes, where the reader can do it on the stage. */
  readonly change?: Change | undefined;
}

/** A wrong answer from a known mistake, and the explanation to give. */
export interface Slip<T> extends Detail {
  readonly answer: T;
  readonly reason: string;
}

/** The learner types the shape of a tensor. */
export interface ShapeQuestion extends BaseQuestion {
  readonly kind: "shape";
  readonly answer: readonly number[];
  readonly slips: readonly Slip<readonly number[]>[];
}

/** The learner types a number; it is right if it differs by at most `tolerance`. */
export interface NumberQuestion extends BaseQuestion {
  readonly kind: "number";
  readonly answer: number;
  readonly tolerance: number;
  readonly slips: readonly Slip<number>[];
}

/** A choice: words of the locale (`questions.options.<word>`), else code or numbers as they are, or a picture of a mask. */
export interface Option extends Detail {
  readonly code?: string;
  readonly word?: string;
  /** Rows are queries, columns keys; true = attend. */
  readonly picture?: readonly (readonly boolean[])[];
  /** Why it is wrong; missing where it is right. */
  readonly reason?: string;
}

/** The learner chooses one of a few options. */
export interface ChoiceQuestion extends BaseQuestion {
  readonly kind: "choice";
  readonly options: readonly Option[];
  readonly answer: number;
}

/** The tokens of a sentence along the axis with this letter; they are shown as words if these are known. */
export interface TokenAxis {
  readonly letter: string;
  readonly sentence: number;
}

/** The learner chooses a cell in a row of them. */
export interface CellQuestion extends BaseQuestion {
  readonly kind: "cell";
  readonly of: "tokens" | "columns";
  /** The contents of each cell: a token's id or a column's number, and optionally a number below it. */
  readonly cells: readonly { readonly head: string; readonly value?: string }[];
  readonly tokens?: TokenAxis | undefined;
  readonly answer: number;
  readonly slips: readonly Slip<number>[];
}

/** The learner paints the keys that each query must ignore. */
export interface MaskQuestion extends BaseQuestion {
  readonly kind: "mask";
  /** Whether this is only the corner of a larger mask. */
  readonly isCorner: boolean;
  /** The labels at the edges: token ids or positions. */
  readonly rows: readonly string[];
  readonly cols: readonly string[];
  readonly tokens?: { readonly rows: TokenAxis; readonly cols: TokenAxis } | undefined;
  /** True where the query of the row attends to the key of the column. */
  readonly answer: readonly (readonly boolean[])[];
  /** Why each cell is what it is. */
  readonly reasons: readonly (readonly string[])[];
}

export type Question = ShapeQuestion | NumberQuestion | ChoiceQuestion | CellQuestion | MaskQuestion;
export type QuestionKind = Question["kind"];

/** A learner's answer: typed text, the index of a choice or of a cell, or a painted mask. */
export type Answer = string | number | readonly (readonly boolean[])[];
