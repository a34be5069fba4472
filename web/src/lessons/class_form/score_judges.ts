/** Judges the arguments that decide the numbers: the factors of a product, the scale, the fill, the axis of softmax. */

import { rootOf, sumOf } from "../../draw/asides/arithmetic.js";
import { fillOf, headSize } from "../../draw/asides/row.js";
import { indexAt, stepOf } from "../../draw/tensor_view.js";
import type { Core } from "../../module/page_entry.js";
import { range, sameShape } from "../../module/shape.js";
import type { Step, Tensor, Trace } from "../../module/types.js";
import { transposed, transposedLastTwo, viewed } from "../../operations/tensors.js";
import { isMasked } from "../entries.js";
import { hidingBit } from "../replay.js";
import { firstOutOfRange, hasHeads, integers, isVerdict, maskOf, orPyTorchError } from "./layout_judges.js";
import { axisOf, expanded, filledWhere, isClose, matmul, sameNumbers, softmaxAlong } from "./pytorch_ops.js";
import { type FeedbackKey, type Judge, right, type Verdict, wrong } from "./verdict.js";

/** q, k or v as the scores use them: split into heads if the lesson has heads. */
export const withHeads = (trace: Trace, x: "q" | "k" | "v"): Step =>
  stepOf(trace, hasHeads(trace) ? `${x}_heads` : x);

/** q @ k.transpose(…) */
export const keys: Judge = (answer) => {
  const given = integers(answer, 2);
  if (isVerdict(given)) return given;
  const { hu, trace } = answer;
  const [q, k, want] = [withHeads(trace, "q"), withHeads(trace, "k"), stepOf(trace, "scores")];
  const axes = k.shape.length;
  return orPyTorchError("range", { shape: k.shape, axis: firstOutOfRange(given, axes) }, () => {
    const [i = 0, j = 0] = given.map((axis) => axisOf(axis, axes));
    const transposedKeys = transposed(k, i, j);
    const facts = { q: q.shape, k: transposedKeys.shape, want: want.shape };
    return orPyTorchError("keys_error", facts, () => {
      const got = matmul(hu, q, transposedKeys);
      if (sameNumbers(got, matmul(hu, q, transposedLastTwo(k)))) return right(want);
      return wrong(sameShape(got.shape, want.shape) ? "same_shape" : "keys_shape", {
        ...facts,
        got: got.shape,
      });
    });
  });
};

/** A function that tells whether the mask hides the score at an offset; undefined without a mask. */
function hiddenCells(trace: Trace): ((offset: number) => boolean) | undefined {
  if (!isMasked(trace)) return undefined;
  const scores = stepOf(trace, "scores");
  const mask = maskOf(trace);
  const [batch = 1, ...rest] = mask.shape;
  const shape = hasHeads(trace) ? [batch, 1, ...rest] : mask.shape;
  const bits = expanded(viewed(mask, shape), scores.shape);
  return (offset) => bits.data[offset] === hidingBit(trace);
}

const maskedWith = (trace: Trace, scores: Tensor, fill: number, hides = hidingBit(trace)): Tensor => {
  if (!isMasked(trace)) return scores;
  const mask = maskOf(trace);
  const [batch = 1, ...rest] = mask.shape;
  return filledWhere(scores, hasHeads(trace) ? viewed(mask, [batch, 1, ...rest]) : mask, hides, fill);
};

const rowsOf = ({
  shape,
  data,
}: Tensor): { readonly count: number; readonly size: number; at(row: number): number[] } => {
  const size = shape.at(-1) ?? 1;
  return {
    count: data.length / size,
    size,
    at: (row) => [...data.subarray(row * size, (row + 1) * size)],
  };
};

/** The index of a row as text, such as "attention[0, 0, 2]". */
const rowName = (attention: Step, row: number): string =>
  `attention[${indexAt(attention.shape.slice(0, -1), row).join(", ")}]`;

/** The row for which `measure` is largest, and that measure. */
function rowWithLargest(
  count: number,
  measure: (row: number) => number,
): { readonly row: number; readonly most: number } {
  let [best, most] = [0, Number.NEGATIVE_INFINITY];
  for (const row of range(count)) {
    const value = measure(row);
    if (value > most) [best, most] = [row, value];
  }
  return { row: best, most };
}

/** scores / math.sqrt(…) */
export const scale: Judge = ({ hu, trace, values }) => {
  if (values.length !== 1) return wrong("count", { wants: 1, got: values.length });
  const size =
    trace.spec.lesson === "masked-self-attention" ? (stepOf(trace, "q").shape.at(-1) ?? 1) : headSize(trace);
  const got = values[0]?.value ?? Number.NaN;
  if (got < 0) return wrong("scale_negative", { got }, "ValueError: math domain error");
  if (got === 0) return wrong("scale_zero");
  const want = stepOf(trace, "scores");
  if (isClose(rootOf(hu, got), rootOf(hu, size))) return right(want);
  const other = hu.mul(want, hu.sqrt([size / got]));
  if (sameNumbers(other, want)) return right(want);
  return judgeWrongScale(hu, trace, other, { got, want: size });
};

function judgeWrongScale(
  hu: Core,
  trace: Trace,
  other: Tensor,
  facts: { readonly got: number; readonly want: number },
): Verdict {
  const attention = stepOf(trace, "attention");
  const [expected, actual] = [rowsOf(attention), rowsOf(hu.softmax(maskedWith(trace, other, fillOf(trace))))];
  const shift = (row: number): number =>
    Math.abs(Math.max(...actual.at(row)) - Math.max(...expected.at(row)));
  const { row, most } = rowWithLargest(expected.count, shift);
  const roots = { ...facts, root: rootOf(hu, facts.got), wantRoot: rootOf(hu, facts.want) };
  if (!(most > 1e-4)) {
    const before = stepOf(trace, "scores").data;
    const { row: at } = rowWithLargest(before.length, (i) => Math.abs(before[i] ?? 0));
    return wrong("scale_scores", { ...roots, before: before[at] ?? 0, after: other.data[at] ?? 0 });
  }
  const [before, after] = [Math.max(...expected.at(row)), Math.max(...actual.at(row))];
  return wrong("scale_slip", { ...roots, row: rowName(attention, row), before, after });
}

const LARGEST_FLOAT32 = 3.4028234663852886e38;

/** masked_fill(…, fill): every fill that gives the same attention weights is right. */
export const fill: Judge = ({ hu, trace, values }) => {
  if (values.length !== 1) return wrong("count", { wants: 1, got: values.length });
  const got = values[0]?.value ?? Number.NaN;
  if (Number.isFinite(got) && Math.abs(got) > LARGEST_FLOAT32)
    return wrong(
      "fill_overflow",
      { got },
      "RuntimeError: value cannot be converted to type float without overflow",
    );
  return judgeFilled(hu, trace, maskedWith(trace, stepOf(trace, "scores"), got), "fill_leak");
};

/** Judges masked scores by the attention weights that softmax gives them. */
function judgeFilled(hu: Core, trace: Trace, masked: Tensor, feedback: FeedbackKey): Verdict {
  const attention = stepOf(trace, "attention");
  const got = hu.softmax(masked);
  if (sameNumbers(got, attention)) return right(attention);
  const [expected, actual] = [rowsOf(attention), rowsOf(got)];
  const isBroken = (row: readonly number[]): boolean => row.some(Number.isNaN);
  const broken = range(expected.count).find((row) => isBroken(actual.at(row)) && !isBroken(expected.at(row)));
  if (broken !== undefined) return wrong("fill_nan", { row: rowName(attention, broken) });
  const recovered = range(expected.count).find(
    (row) => !isBroken(actual.at(row)) && isBroken(expected.at(row)),
  );
  if (recovered !== undefined) return wrong("fill_even", { row: rowName(attention, recovered) });
  const isHidden = hiddenCells(trace) ?? (() => false);
  const leaked = (row: number, rows = actual): number => {
    const hidden = range(expected.size).filter((col) => isHidden(row * expected.size + col));
    if (hidden.length === expected.size) return 0;
    return sumOf(
      hu,
      hidden.map((col) => rows.at(row)[col] ?? 0),
    );
  };
  const { row, most } = rowWithLargest(expected.count, (at) => leaked(at));
  if (most > 0 && isClose(leaked(row, expected), 0))
    return wrong(feedback, { row: rowName(attention, row), weight: most });
  // The lesson's own fill leaves the hidden keys some weight, or the mask hides nothing.
  const { row: differing } = rowWithLargest(expected.count, (at) => {
    const wanted = expected.at(at);
    return Math.max(...actual.at(at).map((weight, col) => Math.abs(weight - (wanted[col] ?? 0))));
  });
  return wrong("fill_other", { row: rowName(attention, differing) });
}

const MASK_AS_GIVEN = /^mask(\.bool\(\)|==(1|True)|!=(0|False)|>0|\.eq\((1|True)\)|\.ne\((0|False)\))?$/;
const MASK_INVERTED =
  /^(~mask|torch\.logical_not\(mask\)|mask(\.logical_not\(\)|==(0|False)|!=(1|True)|\.eq\((0|False)\)|\.ne\((1|True)\)))$/;

/** masked_fill(mask, …) or masked_fill(~mask, …). */
export const ignore: Judge = ({ hu, trace, text }) => {
  const expression = text.replace(/\s/g, "").replace(/^\((.*)\)$/, "$1");
  const isInverted = MASK_INVERTED.test(expression);
  if (!isInverted && !MASK_AS_GIVEN.test(expression)) return wrong("unread", { got: text });
  const hides = isInverted ? 0 : 1;
  return judgeFilled(
    hu,
    trace,
    maskedWith(trace, stepOf(trace, "scores"), fillOf(trace), hides),
    "ignore_inverted",
  );
};

const FEEDBACK_BY_AXIS: Readonly<Record<string, FeedbackKey>> = { H: "dim_heads", B: "dim_batch" };

/** scores.softmax(dim=…) */
export const dim: Judge = (answer) => {
  const given = integers(answer, 1);
  if (isVerdict(given)) return given;
  const { hu, trace } = answer;
  const scores = stepOf(trace, isMasked(trace) ? "masked_scores" : "scores");
  const attention = stepOf(trace, "attention");
  const [axis = 0] = given;
  return orPyTorchError("range", { shape: scores.shape, axis }, () => {
    const at = axisOf(axis, scores.shape.length);
    const got = softmaxAlong(hu, scores, at);
    if (sameNumbers(got, attention)) return right(attention);
    const rows = rowsOf(got);
    const sum = (row: number): number => sumOf(hu, rows.at(row));
    const { row } = rowWithLargest(rows.count, (i) => (Number.isNaN(sum(i)) ? -1 : Math.abs(sum(i) - 1)));
    const facts = { row: rowName(attention, row), sum: sum(row), size: scores.shape[at] ?? 1 };
    return wrong(FEEDBACK_BY_AXIS[scores.axes[at] ?? ""] ?? "dim_columns", facts);
  });
};

/** attention @ … */
export const of: Judge = ({ hu, trace, text }) => {
  const name = text.trim();
  const stepNames: Readonly<Record<string, string>> = {
    q: "q",
    k: "k",
    v: "v",
    x: "embedding",
    attention: "attention",
  };
  const step = Object.hasOwn(stepNames, name) ? stepNames[name] : undefined;
  if (step === undefined) return wrong("unread", { got: text });
  const [attention, want] = [stepOf(trace, "attention"), stepOf(trace, "values")];
  const other = stepOf(trace, step);
  return orPyTorchError("of_error", { name, attention: attention.shape, other: other.shape }, () => {
    const got = matmul(hu, attention, other);
    if (sameNumbers(got, want)) return right(want);
    const facts = { name, got: got.shape, before: want.data[0] ?? 0, after: got.data[0] ?? 0 };
    return wrong(sameShape(got.shape, want.shape) ? "of_other" : "of_shape", facts);
  });
};
