/** Questions about masks: their shapes, what broadcasts, and painting one. */

import { maskedBit } from "../../draw/scale.js";
import type { StageStep } from "../../draw/scene.js";
import { stepOf, valueAt } from "../../draw/tensor_view.js";
import { range, shapeText } from "../../module/shape.js";
import type { Trace } from "../../module/types.js";
import {
  type Asker,
  cellText,
  idsOf,
  numberQuestion,
  rowOf,
  shapeQuestion,
  tokenAxis,
  tokensOf,
} from "./kit.js";
import type { MaskQuestion } from "./question.js";

export const paddingMaskShape: Asker = ({ step }) => {
  if (step.axes[1] !== "1") return undefined;
  const [sentences = 0, , length = 0] = step.shape;
  const slips = [
    { answer: [sentences, length], reason: "axis_for_queries" },
    { answer: [sentences, length, length], reason: "one_row_for_all" },
    { answer: [1, length, length], reason: "own_row_each" },
    { answer: [sentences, length, 1], reason: "keys_are_last" },
  ];
  return shapeQuestion("padding_mask_shape", step, slips, {
    facts: { idsShape: shapeText([sentences, length]) },
  });
};

export const maskShape: Asker = ({ trace, step }) => {
  if (step.op !== "logical_and") return undefined;
  const [first, second] = step.inputs.map((name) => stepOf(trace, name).shape);
  if (!first || !second) return undefined;
  const slips = [
    { answer: first, reason: "both_stretch" },
    { answer: second, reason: "both_stretch" },
    { answer: [1, 1, step.shape[2] ?? 1], reason: "larger_size_stays" },
    { answer: [(first[0] ?? 1) + 1, ...step.shape.slice(1)], reason: "not_stacked" },
  ];
  const facts = { first: shapeText(first), second: shapeText(second) };
  return shapeQuestion("mask_shape", step, slips, { facts });
};

export const masksShape: Asker = ({ trace, step }) => {
  const [sentences = 1, , queries = 1, keys = 1] = step.shape;
  const slips = [
    { answer: [sentences, trace.spec.numHeads, queries, keys], reason: "heads_not_copied" },
    { answer: [sentences, queries, keys], reason: "one_axis_more" },
    { answer: [1, sentences, queries, keys], reason: "axis_at_one" },
    { answer: [sentences, queries, keys, 1], reason: "axis_at_one" },
  ];
  return shapeQuestion("masks_shape", step, slips, {
    facts: { mask: step.inputs[0] ?? "", before: shapeText([sentences, queries, keys]) },
  });
};

/** How many keys would a query attend to if the mask were given to a function of the other convention? */
export const invertedCount: Asker = ({ trace, step, pick }) => {
  const mask = stepOf(trace, step.inputs[0] ?? "");
  const [sentences = 1, queries = 1, keys = 1] = mask.shape;
  const rows = range(sentences).flatMap((b) => range(queries).map((i) => [b, i]));
  const ones = (row: readonly number[]): number => rowOf(mask, row).filter((bit) => bit === 1).length;
  const uneven = rows.filter((row) => ones(row) > 0 && ones(row) < keys && ones(row) * 2 !== keys);
  const row = pick.one(uneven);
  if (!row) return undefined;
  const slips = [
    { answer: keys - ones(row), reason: "true_attends_there" },
    { answer: keys, reason: "no_key_lost" },
    { answer: 0, reason: "no_error" },
  ];
  const bits = rowOf(mask, row);
  return numberQuestion("inverted_count", ones(row), slips, {
    facts: { row: cellText(mask.name, row), mask: mask.name, open: String(keys - ones(row)) },
    given: [{ label: cellText(mask.name, row), values: bits.map(String) }],
    focus: { batch: row[0] ?? 0 },
    lit: { name: mask.name, index: [...row, bits.indexOf(1)] },
  });
};

/** Of a mask with more rows or columns than this, only the corner is painted. */
const MOST_CELLS = 8;

export const paintMask: Asker = ({ trace, step, pick }): MaskQuestion | undefined => {
  const masked = maskedBit(step);
  const [sentences = 1, queries = 1, keys = 1] = step.shape.length === 2 ? [1, ...step.shape] : step.shape;
  const hides = hiddenBy(trace, step);
  if (masked === undefined || queries < 2 || !(hides.padding || hides.future)) return undefined;
  const ids = step.name.startsWith("demo") ? undefined : tokensOf(trace);
  const isPad = (of: "queries" | "keys", sentence: number, at: number): boolean =>
    ids !== undefined && valueAt(ids[of], [sentence, at]) === trace.spec.padId;
  const [rows, cols] = [range(Math.min(queries, MOST_CELLS)), range(Math.min(keys, MOST_CELLS))];
  const batch = range(sentences);
  // Prefer a sentence with both tokens and padding.
  const mixed = batch.filter((b) => !isPad("keys", b, 0) && cols.some((at) => isPad("keys", b, at)));
  const sentence = pick.one(hides.padding && mixed.length > 0 ? mixed : batch) ?? 0;
  const at = (row: number, col: number): number[] =>
    step.shape.length === 2 ? [row, col] : [sentence, row, col];
  const reason = (row: number, col: number): string => {
    const padding = hides.padding && isPad("keys", sentence, col);
    const future = hides.future && col > row;
    if (padding && future) return "cell_both";
    if (padding || future) return padding ? "cell_padding" : "cell_future";
    return hides.padding && isPad("queries", sentence, row) ? "cell_padded_query" : "cell_open";
  };
  const labels = (tokens: typeof ids, from: "queries" | "keys", places: readonly number[]): string[] =>
    tokens ? places.map((place) => String(idsOf(tokens[from], sentence)[place])) : places.map(String);
  return {
    kind: "mask",
    key: hides.padding ? (hides.future ? "paint_both" : "paint_padding") : "paint_causal",
    isCorner: rows.length < queries || cols.length < keys,
    rows: labels(ids, "queries", rows),
    cols: labels(ids, "keys", cols),
    tokens: ids && { rows: tokenAxis(ids.queries, sentence), cols: tokenAxis(ids.keys, sentence) },
    answer: rows.map((row) => cols.map((col) => valueAt(step, at(row, col)) !== masked)),
    reasons: rows.map((row) => cols.map((col) => reason(row, col))),
    facts: { tensor: step.name, sentence: String(sentence + 1), pad: String(trace.spec.padId) },
    focus: { batch: sentence },
    lit: { name: step.name, index: at(0, cols.length - 1) },
  };
};

/** Whether a mask hides padding, future positions, or both. */
function hiddenBy(trace: Trace, step: StageStep): { readonly padding: boolean; readonly future: boolean } {
  if (["not_equal", "eq"].includes(step.op)) return { padding: true, future: false };
  if (["tril", "triu"].includes(step.op)) return { padding: false, future: true };
  const { padding = false, causal = false } = trace.spec.mask ?? {};
  return { padding, future: causal };
}
