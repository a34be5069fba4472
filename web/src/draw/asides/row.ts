/** Rows of numbers, and what the figures look up in a trace: padding, fill, the row with the widest range of scores. */

import { range } from "../../module/shape.js";
import type { Trace } from "../../module/types.js";
import { isFill } from "../scale.js";
import { hasStep, type Slice, stepOf } from "../tensor_view.js";

export const rowOf = (slice: Slice, row: number): number[] =>
  range(slice.cols.size).map((col) => slice.value(row, col));

/** d_k is the size of a head, also in the block's warm-up, which has no heads yet. */
export const headSize = ({ spec }: Trace): number => (spec.dAttention ?? spec.dModel) / spec.numHeads;

/** The query of a token (not padding) whose scores differ most: its row shows softmax best. */
export function mostVariedQuery(trace: Trace, slice: Slice, batch: number): number {
  const padding = paddingOf(trace, queriesOf(trace), batch);
  const spread = range(slice.rows.size).map((row) => (padding[row] ? -1 : spreadOf(rowOf(slice, row))));
  return Math.max(0, spread.indexOf(Math.max(...spread)));
}

const spreadOf = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);

/** The name of the step with the queries' token ids. */
export const queriesOf = (trace: Trace): string => (hasStep(trace, "target_ids") ? "target_ids" : "ids");

/** The fill of this lesson, as a number. */
export const fillOf = ({ spec }: Trace): number =>
  spec.maskFill === "-inf" ? Number.NEGATIVE_INFINITY : spec.maskFill;

export const isMasked = (score: number): boolean => score === Number.NEGATIVE_INFINITY || isFill(score);

/** Which tokens of a sentence are padding. */
export function paddingOf(trace: Trace, ids: string, batch: number): boolean[] {
  const { shape, data } = stepOf(trace, ids);
  const length = shape[1] ?? 0;
  return range(length).map((i) => data[batch * length + i] === trace.spec.padId);
}

/** The sentence in focus if it has both tokens and padding, else the first sentence that does, else -1. */
export function paddedBatch(trace: Trace, ids: string, wanted: number): number {
  const isPadded = (batch: number): boolean => {
    const padding = paddingOf(trace, ids, batch);
    return padding.includes(true) && padding.includes(false);
  };
  return isPadded(wanted) ? wanted : range(stepOf(trace, ids).shape[0] ?? 0).findIndex(isPadded);
}

/** The first padded query of a sentence, or -1. A query whose weights are NaN, because −∞ masks all of its keys, does not count. */
export const paddedRow = (trace: Trace, weights: Slice, batch: number): number =>
  paddingOf(trace, queriesOf(trace), batch).findIndex(
    (isPadding, row) => isPadding && !rowOf(weights, row).some(Number.isNaN),
  );
