/**
 * The judge of each gap runs an answer on the tensors of the trace, and compares the result with what the lesson computed: any
 * answer that gives the same numbers is right.
 */
import { rootOf, sumOf } from "../../draw/asides/arithmetic.js";
import { fillOf, headSize } from "../../draw/asides/row.js";
import { hasStep, indexAt, offsetOf, stepOf } from "../../draw/tensor_view.js";
import type { Core } from "../../module/page_entry.js";
import type { GapName } from "../../module/py_torch/python.js";
import { cellCount, range, sameShape } from "../../module/shape.js";
import type { Step, Tensor, Trace } from "../../module/types.js";
import { product, transposed, transposedLastTwo, viewed } from "../../operations/tensors.js";
import { isMasked } from "../entries.js";
import { hidingBit } from "../replay.js";
import type { Value } from "./expression.js";
import { type Fact, type FeedbackKey, right, type Verdict, wrong } from "./verdict.js";

/** An answer to a gap, and the trace on which it is judged. */
interface GapAnswer {
  readonly hu: Core;
  readonly trace: Trace;
  /** The answer as it was typed. */
  readonly text: string;
  /** The evaluated arguments of the answer; empty if it is a name. */
  readonly values: readonly Value[];
}

/** Sets what to say if PyTorch would raise an error from here on. */
type OnError = (feedback: FeedbackKey, facts: Readonly<Record<string, Fact>>) => void;
type Judge = (answer: GapAnswer, onError: OnError) => Verdict;

/** The verdict on an answer; an error that PyTorch would raise is a wrong one. */
export function judged(gap: GapName, answer: GapAnswer): Verdict {
  let says: Parameters<OnError> = ["range", {}];
  try {
    return JUDGES[gap](answer, (...said) => {
      says = said;
    });
  } catch (error) {
    if (!(error instanceof PyTorchError)) throw error;
    const [feedback, facts] = says;
    return wrong(error.message.startsWith("IndexError") ? "range" : feedback, facts, error.message);
  }
}

/** A judge of integers, as many as there should be. */
const ofIntegers =
  (
    count: number | undefined,
    judge: (given: readonly number[], answer: GapAnswer, onError: OnError) => Verdict,
  ): Judge =>
  (answer, onError) => {
    const { values } = answer;
    if (values.length !== (count ?? Math.max(1, values.length)))
      return wrong("count", { wants: count ?? 1, got: values.length });
    const fraction = values.find(({ value, isFloat }) => isFloat || !Number.isInteger(value));
    if (fraction) return wrong("float", { got: fraction.value });
    return judge(
      values.map(({ value }) => value),
      answer,
      onError,
    );
  };

/** A judge of one number. */
const ofNumber =
  (judge: (given: number, answer: GapAnswer) => Verdict): Judge =>
  (answer) => {
    const [first, ...more] = answer.values;
    return first && more.length === 0
      ? judge(first.value, answer)
      : wrong("count", { wants: 1, got: answer.values.length });
  };

const hasHeads = (trace: Trace): boolean => hasStep(trace, "q_heads");

/** q, k or v as the scores use them: split into heads if the lesson has heads. */
export const withHeads = (trace: Trace, x: "q" | "k" | "v"): Step =>
  stepOf(trace, hasHeads(trace) ? `${x}_heads` : x);

/** The first axis that is out of range, for the feedback; 0 if there is none. */
const firstOutOfRange = (given: readonly number[], axes: number): number =>
  given.find((axis) => axis < -axes || axis >= axes) ?? 0;

/** x.transpose(…), where PyTorch refuses only an axis. */
function judgeSwap(
  x: Tensor,
  given: readonly number[],
  want: Tensor & { readonly axes: readonly string[] },
  feedback: FeedbackKey,
  onError: OnError,
): Verdict {
  onError("range", { shape: x.shape, axis: firstOutOfRange(given, x.shape.length) });
  const [i = 0, j = 0] = given.map((axis) => axisOf(axis, x.shape.length));
  const got = transposed(x, i, j);
  const facts = { got: got.shape, want: want.shape };
  if (sameNumbers(got, want)) return right(want);
  if (i === j) return wrong("same_axes", facts);
  return wrong(sameShape(got.shape, want.shape) ? "same_shape" : feedback, facts);
}

const maskOf = (trace: Trace): Step => stepOf(trace, stepOf(trace, "masked_scores").inputs[1] ?? "");

/** The mask in a shape that broadcasts with the scores. */
function maskOnScores(trace: Trace): Tensor {
  const mask = maskOf(trace);
  const [batch = 1, ...rest] = mask.shape;
  return hasHeads(trace) ? viewed(mask, [batch, 1, ...rest]) : mask;
}

const maskedWith = (trace: Trace, scores: Tensor, fill: number, hides = hidingBit(trace)): Tensor =>
  isMasked(trace) ? filledWhere(scores, maskOnScores(trace), hides, fill) : scores;

/** The rows of a tensor along its last axis. */
const rowsOf = ({ shape, data }: Tensor): number[][] => {
  const size = shape.at(-1) ?? 1;
  return range(data.length / size).map((row) => [...data.subarray(row * size, (row + 1) * size)]);
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

/** Judges masked scores by the attention weights that softmax gives them. */
function judgeFilled(hu: Core, trace: Trace, masked: Tensor, feedback: FeedbackKey): Verdict {
  const attention = stepOf(trace, "attention");
  const got = hu.softmax(masked);
  if (sameNumbers(got, attention)) return right(attention);
  const [expected, actual] = [rowsOf(attention), rowsOf(got)];
  const isBroken = (rows: readonly number[][], row: number): boolean => !!rows[row]?.some(Number.isNaN);
  const changed = range(expected.length).filter((row) => isBroken(actual, row) !== isBroken(expected, row));
  const row = changed.find((at) => isBroken(actual, at)) ?? changed[0];
  if (row !== undefined)
    return wrong(isBroken(actual, row) ? "fill_nan" : "fill_even", { row: rowName(attention, row) });
  const bits = isMasked(trace) ? expanded(maskOnScores(trace), attention.shape).data : [];
  const leaked = (rows: readonly number[][], at: number): number => {
    const weights = rows[at] ?? [];
    const hidden = weights.filter((_, col) => bits[at * weights.length + col] === hidingBit(trace));
    return hidden.length === weights.length ? 0 : sumOf(hu, hidden);
  };
  const { row: leaking, most } = rowWithLargest(expected.length, (at) => leaked(actual, at));
  if (most > 0 && isClose(leaked(expected, leaking), 0))
    return wrong(feedback, { row: rowName(attention, leaking), weight: most });
  // The lesson's own fill leaves the hidden keys some weight, or the mask hides nothing.
  const { row: differing } = rowWithLargest(expected.length, (at) =>
    Math.max(...(actual[at] ?? []).map((weight, col) => Math.abs(weight - (expected[at]?.[col] ?? 0)))),
  );
  return wrong("fill_other", { row: rowName(attention, differing) });
}

function judgeWrongScale(
  hu: Core,
  trace: Trace,
  other: Tensor,
  facts: { readonly got: number; readonly want: number },
): Verdict {
  const attention = stepOf(trace, "attention");
  const largest = (weights: Tensor): number[] => rowsOf(weights).map((row) => Math.max(...row));
  const [expected, actual] = [
    largest(attention),
    largest(hu.softmax(maskedWith(trace, other, fillOf(trace)))),
  ];
  const { row, most } = rowWithLargest(expected.length, (at) =>
    Math.abs((actual[at] ?? 0) - (expected[at] ?? 0)),
  );
  const roots = { ...facts, root: rootOf(hu, facts.got), wantRoot: rootOf(hu, facts.want) };
  if (most > 1e-4) {
    const [before = 0, after = 0] = [expected[row], actual[row]];
    return wrong("scale_slip", { ...roots, row: rowName(attention, row), before, after });
  }
  const before = stepOf(trace, "scores").data;
  const { row: at } = rowWithLargest(before.length, (i) => Math.abs(before[i] ?? 0));
  return wrong("scale_scores", { ...roots, before: before[at] ?? 0, after: other.data[at] ?? 0 });
}

const LARGEST_FLOAT32 = 3.4028234663852886e38;
const MASK_AS_GIVEN = /^mask(\.bool\(\)|==(1|True)|!=(0|False)|>0|\.eq\((1|True)\)|\.ne\((0|False)\))?$/;
const MASK_INVERTED =
  /^(~mask|torch\.logical_not\(mask\)|mask(\.logical_not\(\)|==(0|False)|!=(1|True)|\.eq\((0|False)\)|\.ne\((1|True)\)))$/;

const FEEDBACK_BY_AXIS: Readonly<Record<string, FeedbackKey>> = { H: "dim_heads", B: "dim_batch" };

/** The steps that `attention @ …` may name. */
const FACTORS = new Map(
  Object.entries({ q: "q", k: "k", v: "v", x: "embedding", attention: "attention" } as const),
);

const JUDGES: Readonly<Record<GapName, Judge>> = {
  /** q.view(B, …): the same arguments are used for q, k and v, whose lengths may differ. */
  split: ofIntegers(undefined, (given, { trace }, onError) => {
    const [q, want, heads] = [stepOf(trace, "q"), stepOf(trace, "q_split"), stepOf(trace, "q_heads")];
    const sizes = [q.shape[0] ?? 1, ...given];
    onError("split_size", { got: sizes, count: q.data.length, q: q.shape });
    const got = viewShape(sizes, q.data.length);
    const facts = { got, want: want.shape, heads: trace.spec.numHeads, dK: want.shape[3] ?? 1 };
    if (!sameShape(got, want.shape))
      return wrong(sameShape(got, heads.shape) ? "split_heads" : "split_shape", facts);
    const other = (["k", "v"] as const)
      .map((x) => stepOf(trace, x))
      .find((x) => !sameShape(x.shape, q.shape));
    if (!other) return right(want);
    const lengths = { q: q.shape[1] ?? 1, k: other.shape[1] ?? 1, name: other.name };
    onError("split_keys", lengths);
    const shape = viewShape([other.shape[0] ?? 1, ...given], other.data.length);
    return sameShape(shape, stepOf(trace, `${other.name}_split`).shape)
      ? right(want)
      : wrong("split_keys", lengths);
  }),

  heads: ofIntegers(2, (given, { trace }, onError) =>
    judgeSwap(stepOf(trace, "q_split"), given, stepOf(trace, "q_heads"), "heads_shape", onError),
  ),

  /** A view follows, so if an axis has size 1, other swaps also keep the numbers in the right order. */
  merge: ofIntegers(2, (given, { trace }, onError) => {
    const [x, want] = [stepOf(trace, "values"), stepOf(trace, "values_merged")];
    const verdict = judgeSwap(x, given, want, "merge_shape", onError);
    if (verdict.right) return verdict;
    const [i = 0, j = 0] = given.map((axis) => axisOf(axis, x.shape.length));
    const got = viewed(transposed(x, i, j), want.shape);
    return sameNumbers(got, want) ? { ...right(want), feedback: "merge_accident" } : verdict;
  }),

  /** concat.view(B, -1, …) */
  concat: ofIntegers(1, (given, { trace }, onError) => {
    const [x, want] = [stepOf(trace, "values_merged"), stepOf(trace, "concat")];
    const sizes = [x.shape[0] ?? 1, -1, ...given];
    onError("concat_size", { got: sizes, count: x.data.length });
    const got = viewShape(sizes, x.data.length);
    const facts = { got, want: want.shape, heads: x.shape[2] ?? 1, dK: x.shape[3] ?? 1 };
    return sameShape(got, want.shape) ? right(want) : wrong("concat_shape", facts);
  }),

  /** q @ k.transpose(…) */
  keys: ofIntegers(2, (given, { hu, trace }, onError) => {
    const [q, k, want] = [withHeads(trace, "q"), withHeads(trace, "k"), stepOf(trace, "scores")];
    const axes = k.shape.length;
    onError("range", { shape: k.shape, axis: firstOutOfRange(given, axes) });
    const [i = 0, j = 0] = given.map((axis) => axisOf(axis, axes));
    const swapped = transposed(k, i, j);
    const facts = { q: q.shape, k: swapped.shape, want: want.shape };
    onError("keys_error", facts);
    const got = matmul(hu, q, swapped);
    if (sameNumbers(got, matmul(hu, q, transposedLastTwo(k)))) return right(want);
    const isSameShape = sameShape(got.shape, want.shape);
    return wrong(isSameShape ? "same_shape" : "keys_shape", { ...facts, got: got.shape });
  }),

  /** scores / math.sqrt(…) */
  scale: ofNumber((got, { hu, trace }) => {
    const isOneHead = trace.spec.lesson === "masked-self-attention";
    const size = isOneHead ? (stepOf(trace, "q").shape.at(-1) ?? 1) : headSize(trace);
    if (got < 0) return wrong("scale_negative", { got }, "ValueError: math domain error");
    if (got === 0) return wrong("scale_zero");
    const want = stepOf(trace, "scores");
    if (isClose(rootOf(hu, got), rootOf(hu, size))) return right(want);
    const other = hu.mul(want, hu.sqrt([size / got]));
    return sameNumbers(other, want) ? right(want) : judgeWrongScale(hu, trace, other, { got, want: size });
  }),

  /** mask.unsqueeze(…): the mask must broadcast with the scores and hide the same cells. */
  mask_axis: ofIntegers(1, ([axis = 0], { trace }, onError) => {
    const [mask, scores, want] = [maskOf(trace), stepOf(trace, "scores"), stepOf(trace, "masked_scores")];
    const axes = mask.shape.length + 1;
    const at = axis < 0 ? axis + axes : axis;
    const shape = mask.shape.toSpliced(at, 0, 1);
    onError("mask_error", { got: shape, scores: scores.shape, shape: mask.shape, axis });
    axisOf(axis, axes);
    const got = filledWhere(scores, viewed(mask, shape), hidingBit(trace), fillOf(trace));
    const letters = mask.axes.toSpliced(at, 0, "1");
    if (sameNumbers(got, want)) {
      const verdict = right({ axes: letters, shape });
      // Beside an axis that is 1 for any data, as in a padding mask alone, the new one may stand on either side.
      const fitsAnyData = letters.join() === mask.axes.toSpliced(1, 0, "1").join();
      return fitsAnyData ? verdict : { ...verdict, feedback: "mask_axis_accident", facts: { got: shape } };
    }
    const count = sameShape(got.shape, want.shape)
      ? got.data.filter((x: number, i: number) => !isClose(x, want.data[i] ?? Number.NaN)).length
      : 0;
    return wrong("mask_wrong", { got: shape, result: got.shape, count });
  }),

  /** masked_fill(…, fill): every fill that gives the same attention weights is right. */
  fill: ofNumber((got, { hu, trace }) =>
    Number.isFinite(got) && Math.abs(got) > LARGEST_FLOAT32
      ? wrong(
          "fill_overflow",
          { got },
          "RuntimeError: value cannot be converted to type float without overflow",
        )
      : judgeFilled(hu, trace, maskedWith(trace, stepOf(trace, "scores"), got), "fill_leak"),
  ),

  /** masked_fill(mask, …) or masked_fill(~mask, …). */
  ignore: ({ hu, trace, text }) => {
    const expression = text.replace(/\s/g, "").replace(/^\((.*)\)$/, "$1");
    const isInverted = MASK_INVERTED.test(expression);
    if (!isInverted && !MASK_AS_GIVEN.test(expression)) return wrong("unread", { got: text, names: "mask" });
    const masked = maskedWith(trace, stepOf(trace, "scores"), fillOf(trace), isInverted ? 0 : 1);
    return judgeFilled(hu, trace, masked, "ignore_inverted");
  },

  /** scores.softmax(dim=…) */
  dim: ofIntegers(1, ([axis = 0], { hu, trace }, onError) => {
    const scores = stepOf(trace, isMasked(trace) ? "masked_scores" : "scores");
    const attention = stepOf(trace, "attention");
    onError("range", { shape: scores.shape, axis });
    const at = axisOf(axis, scores.shape.length);
    const got = softmaxAlong(hu, scores, at);
    if (sameNumbers(got, attention)) return right(attention);
    const sums = rowsOf(got).map((row) => sumOf(hu, row));
    const { row } = rowWithLargest(sums.length, (i) => {
      const off = Math.abs((sums[i] ?? 1) - 1);
      return Number.isNaN(off) ? -1 : off;
    });
    const facts = { row: rowName(attention, row), sum: sums[row] ?? 0, size: scores.shape[at] ?? 1 };
    return wrong(FEEDBACK_BY_AXIS[scores.axes[at] ?? ""] ?? "dim_columns", facts);
  }),

  /** attention @ … */
  of: ({ hu, trace, text }, onError) => {
    const name = text.trim();
    const step = FACTORS.get(name);
    if (step === undefined) return wrong("unread", { got: text, names: [...FACTORS.keys()].join(", ") });
    const [attention, want] = [stepOf(trace, "attention"), stepOf(trace, "values")];
    const other = stepOf(trace, step);
    onError("of_error", { name, attention: attention.shape, other: other.shape });
    const got = matmul(hu, attention, other);
    if (sameNumbers(got, want)) return right(want);
    const facts = { name, got: got.shape, before: want.data[0] ?? 0, after: got.data[0] ?? 0 };
    return wrong(sameShape(got.shape, want.shape) ? "of_other" : "of_shape", facts);
  },

  /** L = x.size(…), the size of the causal mask that the class makes. */
  size: ofIntegers(1, ([axis = 0], { trace }, onError) => {
    const [x, scores, mask] = [stepOf(trace, "embedding"), stepOf(trace, "scores"), maskOf(trace)];
    onError("range", { shape: x.shape, axis });
    const at = axisOf(axis, x.shape.length);
    const [n, tokens] = [x.shape[at] ?? 1, x.shape[1] ?? 1];
    const facts = { axis, got: n, tokens, shape: x.shape };
    if (n === tokens) return at === 1 ? right(mask) : { ...right(mask), feedback: "size_accident", facts };
    onError("size_error", facts);
    broadcastShape([n, n], scores.shape);
    return wrong("size_open", facts);
  }),

  /** x.transpose(…) before conv1, which expects the features on axis 1. */
  channels: ofIntegers(2, (given, { trace }, onError) => {
    const step = stepOf(trace, "ff_1");
    const x = stepOf(trace, step.inputs[0] ?? "");
    const { shape: weight } = stepOf(trace, "conv1.weight");
    const want = { ...transposed(x, 1, 2), axes: ["B", "D", x.axes[1] ?? "L"] };
    const verdict = judgeSwap(x, given, want, "channels_shape", onError);
    if (verdict.right) return verdict;
    const [i = 0, j = 0] = given.map((axis) => axisOf(axis, 3));
    const { shape } = transposed(x, i, j);
    const [wants, channels] = [weight[1] ?? 1, shape[1] ?? 1];
    if (channels === wants) return verdict;
    const error = `RuntimeError: Given groups=1, weight of size [${[...weight.slice(0, 2), 1].join(", ")}], expected input[${shape.join(", ")}] to have ${wants} channels, but got ${channels} channels instead`;
    return wrong("channels_error", { got: shape, channels, wants }, error);
  }),

  /** layer(…): which sequence gives the queries, and which the keys and values. */
  call: ({ trace, text }, onError) => {
    const parts = text
      .split(",")
      .map((part) => part.trim())
      .filter((part, i, all) => part !== "" || i < all.length - 1);
    if (parts.length !== 3) return wrong("count", { wants: 3, got: parts.length });
    const names = argumentsInOrder(parts);
    if (!names) return wrong("unread", { got: text, names: SEQUENCES.join(", ") });
    const unknown = names.find((name) => !SEQUENCES.includes(name));
    if (unknown !== undefined) return wrong("call_names", { got: unknown });
    const result = stepOf(trace, trace.spec.outputProjection ? "output" : "concat");
    const [target, source] = [stepOf(trace, "target_embedding"), stepOf(trace, "embedding")];
    const letters = names.map((name) => (name === "embedding" ? "S" : "T")).join("");
    if (letters === "TSS" || sameNumbers(target, source)) return right(result);
    const [q = 1, k = 1, v = 1] = names.map((name) => stepOf(trace, name).shape[1] ?? 1);
    const [batch = 1, , width = 1] = result.shape;
    const facts = { got: [batch, q, width], want: result.shape, q, k, v };
    const { spec, steps } = trace;
    const [sentences, heads] = [spec.sequences.length, spec.numHeads];
    const mask = steps.find(({ name }) => name === "mask")?.shape;
    onError("call_mask", facts);
    if (mask) broadcastShape([mask[0] ?? 1, 1, ...mask.slice(1)], [sentences, heads, q, k]);
    onError("call_error", facts);
    if (k !== v)
      throw new PyTorchError(
        `RuntimeError: Expected size for first two dimensions of batch2 tensor to be: [${sentences * heads}, ${k}] but got: [${sentences * heads}, ${v}].`,
      );
    return wrong(FEEDBACK_BY_SEQUENCES[letters] ?? "call_mixed", facts);
  },
};

/** The sequences that an answer may name for q, k and v. T is the target, S the source. */
const SEQUENCES = ["target_embedding", "embedding"];

const FEEDBACK_BY_SEQUENCES: Readonly<Record<string, FeedbackKey>> = {
  SSS: "call_rows",
  STT: "call_turned",
  TTT: "call_source",
};

/** The arguments of q, k and v; undefined where Python refuses: one is given twice, or a positional one follows a keyword. */
function argumentsInOrder(parts: readonly string[]): readonly string[] | undefined {
  const given = parts.map((part, i) => {
    const [, keyword, name = ""] = /^(?:([qkv])\s*=\s*)?(.*)$/.exec(part) ?? [];
    return { name, hasKeyword: keyword !== undefined, letter: keyword ?? "qkv"[i] };
  });
  const hasLatePosition = given.some(({ hasKeyword }, i) => !hasKeyword && given[i - 1]?.hasKeyword);
  const named = new Map(given.map(({ letter, name }) => [letter, name]));
  return hasLatePosition || named.size < 3 ? undefined : [..."qkv"].map((letter) => named.get(letter) ?? "");
}

/** Its message is what PyTorch prints, such as "IndexError: Dimension out of range …". */
class PyTorchError extends Error {}

type Shape = readonly number[];

const listed = (shape: Shape): string => `[${shape.join(", ")}]`;

/** An axis counted from the front; `axes` is the number of axes. */
function axisOf(axis: number, axes: number): number {
  if (axis >= -axes && axis < axes) return axis < 0 ? axis + axes : axis;
  throw new PyTorchError(
    `IndexError: Dimension out of range (expected to be in range of [${-axes}, ${axes - 1}], but got ${axis})`,
  );
}

/** The shape of `view(sizes)` for a tensor with `count` numbers. */
function viewShape(sizes: Shape, count: number): Shape {
  const inferred = sizes.filter((size) => size === -1).length;
  if (inferred > 1) throw new PyTorchError("RuntimeError: only one dimension can be inferred");
  const bad = sizes.find((size) => size < -1);
  if (bad !== undefined) throw new PyTorchError(`RuntimeError: invalid shape dimension ${bad}`);
  const known = cellCount(sizes.filter((size) => size !== -1));
  const fits = inferred === 0 ? known === count : known > 0 && count % known === 0;
  if (!fits)
    throw new PyTorchError(`RuntimeError: shape '${listed(sizes)}' is invalid for input of size ${count}`);
  return sizes.map((size) => (size === -1 ? count / known : size));
}

/** The broadcast shape of two shapes. The error names the last axis that does not match, as PyTorch does. */
function broadcastShape(a: Shape, b: Shape): Shape {
  const length = Math.max(a.length, b.length);
  const at = (shape: Shape, axis: number): number => shape[axis - length + shape.length] ?? 1;
  const common = Array.from({ length }, (_, axis) => Math.max(at(a, axis), at(b, axis)));
  for (let axis = length - 1; axis >= 0; axis--) {
    const [sizeA, sizeB] = [at(a, axis), at(b, axis)];
    if (sizeA !== sizeB && sizeA !== 1 && sizeB !== 1)
      throw new PyTorchError(
        `RuntimeError: The size of tensor a (${sizeA}) must match the size of tensor b (${sizeB}) at non-singleton dimension ${axis}`,
      );
  }
  return common;
}

/** The tensor repeated along its axes of size 1. */
function expanded(x: Tensor, shape: Shape): Tensor {
  const from = [...Array.from({ length: shape.length - x.shape.length }, () => 1), ...x.shape];
  if (from.every((size, axis) => size === shape[axis])) return { ...x, shape } as Tensor;
  const DataArray = x.data.slice(0, 0).constructor as new (size: number) => Tensor["data"];
  const data = new DataArray(cellCount(shape));
  for (let offset = 0; offset < data.length; offset++) {
    const index = indexAt(shape, offset).map((i, axis) => (from[axis] === 1 ? 0 : i));
    data[offset] = x.data[offsetOf(from, index)] ?? Number.NaN;
  }
  return { shape, dtype: x.dtype, data } as Tensor;
}

/** a @ b: all axes but the last two broadcast. */
function matmul(hu: Core, a: Tensor, b: Tensor): Tensor {
  const batch = broadcastShape(a.shape.slice(0, -2), b.shape.slice(0, -2));
  const [rows = 1, inner = 1] = a.shape.slice(-2);
  const [height = 1, cols = 1] = b.shape.slice(-2);
  const count = cellCount(batch);
  if (inner !== height)
    throw new PyTorchError(
      `RuntimeError: Expected size for first two dimensions of batch2 tensor to be: [${count}, ${inner}] but got: [${count}, ${height}].`,
    );
  return product(
    hu,
    expanded(a, [...batch, rows, inner]),
    transposedLastTwo(expanded(b, [...batch, height, cols])),
  );
}

/** scores.masked_fill(mask == hides, fill), where mask and scores broadcast. */
function filledWhere(scores: Tensor, mask: Tensor, hides: number, fill: number): Tensor {
  const shape = broadcastShape(mask.shape, scores.shape);
  const [cells, bits] = [expanded(scores, shape), expanded(mask, shape)];
  const data = Float32Array.from(cells.data, (score, i) => (bits.data[i] === hides ? fill : score));
  return { shape, dtype: "float32", data };
}

/** scores.softmax(dim) along any axis. */
function softmaxAlong(hu: Core, scores: Tensor, axis: number): Tensor {
  const last = scores.shape.length - 1;
  return axis === last
    ? hu.softmax(scores)
    : transposed(hu.softmax(transposed(scores, axis, last)), axis, last);
}

const CLOSE = 1e-5;

/** Equal shapes, and equal numbers up to rounding; NaN equals NaN. */
function sameNumbers(a: Tensor, b: Tensor): boolean {
  if (!sameShape(a.shape, b.shape)) return false;
  return a.data.every((x: number, i: number) => isClose(x, b.data[i] ?? Number.NaN));
}

const isClose = (x: number, y: number): boolean =>
  Object.is(x, y) || x === y || Math.abs(x - y) <= CLOSE * (1 + Math.abs(y));
