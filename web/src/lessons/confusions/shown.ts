/** The numbers of an answer, taken from a trace: facts for its sentence, and rows. Sums and products come from the core. */

import { sumOf } from "../../draw/asides/arithmetic.js";
import { headSize, mostVariedQuery } from "../../draw/asides/row.js";
import type { Focus } from "../../draw/picture.js";
import { hasStep, sliceOf, stepOf, valueAt } from "../../draw/tensor_view.js";
import type { Core } from "../../module/page_entry.js";
import { range } from "../../module/shape.js";
import type { Step, Trace } from "../../module/types.js";
import { cellText, rowOf } from "../../operations/asking.js";
import { hidingBit } from "../replay.js";

export interface ShowInput {
  readonly hu: Core;
  readonly trace: Trace;
  /** The sentence and the head on the stage. */
  readonly focus: Focus;
}

/** Why some cells of a row are marked. */
export type Mark = "padding" | "future" | "masked" | "dropped" | "other";

export interface Row {
  /** The key of its label: `rows.<name>` of the confusion's words. */
  readonly name: string;
  readonly cells: readonly number[];
  /** Whole numbers are shown without decimals. */
  readonly whole?: boolean;
  readonly mark?: { readonly as: Mark; readonly cells: readonly number[] };
  /** The sum of the cells, if the answer is about it. */
  readonly sum?: number;
}

export interface Shown {
  /** Values for the placeholders in its sentence and labels; numbers are formatted when rendered. */
  readonly facts: Readonly<Record<string, string | number>>;
  readonly rows: readonly Row[];
}

/** Returns undefined if the trace cannot show the answer. */
export type Show = (input: ShowInput) => Shown | undefined;

/** All digits of a whole number such as a seed, which would otherwise be rounded like any long number. */
export const wholeText = (value: number): string => String(value).replace("-", "\u2212");

/** A row and its sum. */
export const summed = (hu: Core, name: string, cells: readonly number[], mark?: Row["mark"]): Row => ({
  name,
  cells,
  sum: sumOf(hu, cells),
  ...(mark ? { mark } : {}),
});

export const integers = (name: string, cells: readonly number[], mark?: Row["mark"]): Row => ({
  name,
  cells,
  whole: true,
  ...(mark ? { mark } : {}),
});

/** The positions where a list is true. */
export const where = (flags: readonly boolean[]): number[] => range(flags.length).filter((i) => flags[i]);

/** The values at these positions. */
export const valuesAt = (values: readonly number[], at: readonly number[]): number[] =>
  at.map((i) => values[i] ?? 0);

/** The index of a query's row in the scores or weights; `head` is ignored without heads. */
export interface QueryRow {
  readonly batch: number;
  readonly head: number;
  readonly query: number;
}

export const indexIn = ({ axes }: Step, { batch, head, query }: QueryRow): number[] =>
  axes.includes("H") ? [batch, head, query] : [batch, query];

export const rowIn = (trace: Trace, name: string, at: QueryRow): number[] => {
  const step = stepOf(trace, name);
  return rowOf(step, indexIn(step, at));
};

/** `attention[0, 1, 2]`, as PyTorch would write the row. */
export const rowText = (trace: Trace, name: string, at: QueryRow): string =>
  cellText(name, indexIn(stepOf(trace, name), at));

/** The vectors whose dot products are a row of scores: the query's, and that of each key. */
export function factorsAt(trace: Trace, at: QueryRow): { query: number[]; key(i: number): number[] } {
  const [q = "", k = ""] = stepOf(trace, "scores").inputs;
  return {
    query: rowIn(trace, q, at),
    key: (i) => rowIn(trace, k, { ...at, query: i }),
  };
}

/** The query whose scores differ most in the sentence and head on the stage; never padding. */
export const mostVariedRow = ({ trace, focus }: ShowInput): QueryRow => ({
  ...focus,
  query: mostVariedQuery(trace, sliceOf(stepOf(trace, "scores"), focus), focus.batch),
});

/** The mask of the scores; undefined where nothing is masked. */
export const maskOf = (trace: Trace): Step | undefined =>
  hasStep(trace, "masked_scores") ? stepOf(trace, stepOf(trace, "masked_scores").inputs[1] ?? "") : undefined;

/** One query's row of a mask, whose axes may have size 1. */
export function maskRow(mask: Step, { batch, query }: QueryRow): number[] {
  const [first = 1, second = 1] = mask.shape.slice(-3);
  return rowOf(mask, [first === 1 ? 0 : batch, second === 1 ? 0 : query]);
}

/** The numbers of sentences, heads, queries and keys, and the sizes of the vectors. */
export function sizesOf(trace: Trace) {
  const { shape } = stepOf(trace, "scores");
  const [queries = 1, keys = 1] = shape.slice(-2);
  const { numHeads, dModel } = trace.spec;
  return { sentences: shape[0] ?? 1, heads: numHeads, queries, keys, dModel, dK: headSize(trace) };
}

export const valueIn = (trace: Trace, name: string, index: readonly number[]): number =>
  valueAt(stepOf(trace, name), index);

/** The keys that a row of the mask hides. */
export const hiddenIn = (trace: Trace, bits: readonly number[]): number[] =>
  where(bits.map((bit) => bit === hidingBit(trace)));
