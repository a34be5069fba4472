/** What the operations on masks share: a mask's bit in a formula, painting a mask, and the shape of two combined ones. */
import { maskedBit } from "../draw/scale.js";
import type { StageStep } from "../draw/scene.js";
import { stepOf, valueAt } from "../draw/tensor_view.js";
import { range, shapeText } from "../module/shape.js";
import type { Trace } from "../module/types.js";
import { type Asker, askShape, idsOf, tokensOf as sentencesOf, tokenAxis } from "./asking.js";
import { bracketed, cell, EQUALS, mo, mrow, mtable, name } from "./mathml.js";
import { b, inputsOf, tableIndices, tokensOf } from "./notation.js";
import type { Operation } from "./operation.js";

/** One cell of a mask, written as the mask's name with the indices of `step`. */
export const bitOf = (
  { name: id, axes }: Pick<StageStep, "name" | "axes">,
  step: StageStep,
  trace: Trace,
): string => cell(name(id), ...tableIndices(axes, tokensOf(step, trace)));

/** A bit that says whether a token is padding. */
export const comparedWithPadding =
  (sign: string): Operation["formula"] =>
  (step, trace) =>
    mrow(
      bitOf(step, step, trace),
      EQUALS,
      bracketed(cell(name(step.inputs[0] ?? "ids"), b, tokensOf(step, trace).j), mo(sign), name("pad_id")),
    );

/** A bit that says on which side of the diagonal it is. */
export const triangle =
  (sign: string): Operation["formula"] =>
  (step, trace) => {
    const { i, j } = tokensOf(step, trace);
    return mrow(bitOf(step, step, trace), EQUALS, bracketed(j, mo(sign), i));
  };

/** Two masks in one. */
export const combined =
  (sign: string): Operation["formula"] =>
  (step, trace) => {
    const [first = "", second = ""] = inputsOf(step, trace).map((input) =>
      input ? bitOf(input, step, trace) : "",
    );
    return mtable([mrow(bitOf(step, step, trace), EQUALS, first)], [mrow(mo(sign), second)]);
  };

const shapesOf = (trace: Trace, { inputs }: StageStep): readonly (readonly number[])[] =>
  inputs.map((name) => stepOf(trace, name).shape);

export const maskShape = askShape({
  key: "mask_shape",
  axes: "B Q K",
  sizes({ trace, step }) {
    if (step.op !== "logical_and") return undefined;
    const [[a = 1, b = 1, c = 1] = [], [d = 1, e = 1, f = 1] = []] = shapesOf(trace, step);
    return { a, b, c, d, e, f, more: a + 1 };
  },
  slips: [
    ["a b c", "both_stretch"],
    ["d e f", "both_stretch"],
    ["1 1 K", "larger_size_stays"],
    ["more Q K", "not_stacked"],
  ],
  facts({ trace, step }) {
    const [first = [], second = []] = shapesOf(trace, step).map(shapeText);
    return { first: String(first), second: String(second) };
  },
});

/** Of a mask with more rows or columns than this, only the corner is painted. */
const MOST_CELLS = 8;

/** The learner paints a mask, or its corner. */
export const paintMask: Asker = ({ trace, step, pick }) => {
  const masked = maskedBit(step);
  const [sentences = 1, queries = 1, keys = 1] = step.shape.length === 2 ? [1, ...step.shape] : step.shape;
  const hides = hiddenBy(trace, step);
  if (masked === undefined || queries < 2 || !(hides.padding || hides.future)) return undefined;
  const ids = step.name.startsWith("demo") ? undefined : sentencesOf(trace);
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
  const labels = (from: "queries" | "keys", places: readonly number[]): string[] =>
    places.map((place) => String(ids ? idsOf(ids[from], sentence)[place] : place));
  return {
    kind: "mask",
    key: hides.padding ? (hides.future ? "paint_both" : "paint_padding") : "paint_causal",
    isCorner: rows.length < queries || cols.length < keys,
    rows: labels("queries", rows),
    cols: labels("keys", cols),
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
