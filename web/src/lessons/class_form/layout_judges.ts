/** Judges the arguments that decide a tensor's shape (view, transpose, unsqueeze, size), and those of layer(…). */

import { fillOf } from "../../draw/asides/row.js";
import { hasStep, stepOf } from "../../draw/tensor_view.js";
import { sameShape } from "../../module/shape.js";
import type { Step, Tensor, Trace } from "../../module/types.js";
import { transposed, viewed } from "../../operations/tensors.js";
import { hidingBit } from "../replay.js";
import {
  axisOf,
  broadcastShape,
  filledWhere,
  isClose,
  PyTorchError,
  sameNumbers,
  viewShape,
} from "./pytorch_ops.js";
import {
  type Fact,
  type FeedbackKey,
  type GapAnswer,
  type Judge,
  right,
  type Verdict,
  wrong,
} from "./verdict.js";

const QKV = ["q", "k", "v"] as const;

/** The verdict of `judge`; if PyTorch would raise an error, a wrong verdict with that error. */
export function orPyTorchError(
  feedback: FeedbackKey,
  facts: Readonly<Record<string, Fact>>,
  judge: () => Verdict,
): Verdict {
  try {
    return judge();
  } catch (error) {
    if (!(error instanceof PyTorchError)) throw error;
    return wrong(error.message.startsWith("IndexError") ? "range" : feedback, facts, error.message);
  }
}

/** The values as `count` integers, or a verdict that says what is wrong with them. */
export function integers({ values }: GapAnswer, count: number | undefined): readonly number[] | Verdict {
  if (count !== undefined && values.length !== count)
    return wrong("count", { wants: count, got: values.length });
  if (values.length === 0) return wrong("count", { wants: 1, got: 0 });
  const fraction = values.find(({ value, isFloat }) => isFloat || !Number.isInteger(value));
  return fraction ? wrong("float", { got: fraction.value }) : values.map(({ value }) => value);
}

export const isVerdict = (given: readonly number[] | Verdict): given is Verdict => !Array.isArray(given);

/** A judge of integers, as many as there should be. */
const ofIntegers =
  (count: number | undefined, judge: (given: readonly number[], trace: Trace) => Verdict): Judge =>
  (answer) => {
    const given = integers(answer, count);
    return isVerdict(given) ? given : judge(given, answer.trace);
  };

/** q.view(B, …): the same arguments are used for q, k and v, whose lengths may differ. */
export const split = ofIntegers(undefined, (given, trace) => {
  const [q, want, heads] = [stepOf(trace, "q"), stepOf(trace, "q_split"), stepOf(trace, "q_heads")];
  const shapeOf = (x: Step): readonly number[] => viewShape([x.shape[0] ?? 1, ...given], x.data.length);
  const sizes = [q.shape[0] ?? 1, ...given];
  return orPyTorchError("split_size", { got: sizes, count: q.data.length, q: q.shape }, () => {
    const got = shapeOf(q);
    const facts = { got, want: want.shape, heads: trace.spec.numHeads, dK: want.shape[3] ?? 1 };
    if (!sameShape(got, want.shape)) {
      return wrong(sameShape(got, heads.shape) ? "split_heads" : "split_shape", facts);
    }
    const other = QKV.map((x) => stepOf(trace, x)).find((x) => !sameShape(x.shape, q.shape));
    if (!other) return right(want);
    const keys = { q: q.shape[1] ?? 1, k: other.shape[1] ?? 1, name: other.name };
    return orPyTorchError("split_keys", keys, () =>
      sameShape(shapeOf(other), stepOf(trace, `${other.name}_split`).shape)
        ? right(want)
        : wrong("split_keys", keys),
    );
  });
});

function judgeSwap(
  x: Tensor,
  given: readonly number[],
  want: Tensor & { readonly axes: readonly string[] },
  feedback: FeedbackKey,
): Verdict {
  return orPyTorchError(feedback, { shape: x.shape, axis: firstOutOfRange(given, x.shape.length) }, () => {
    const [i = 0, j = 0] = given.map((axis) => axisOf(axis, x.shape.length));
    const got = transposed(x, i, j);
    const facts = { got: got.shape, want: want.shape };
    if (sameNumbers(got, want)) return right(want);
    if (i === j) return wrong("same_axes", facts);
    return wrong(sameShape(got.shape, want.shape) ? "same_shape" : feedback, facts);
  });
}

/** The first axis that is out of range, for the feedback; 0 if there is none. */
export const firstOutOfRange = (given: readonly number[], axes: number): number =>
  given.find((axis) => axis < -axes || axis >= axes) ?? 0;

export const heads = ofIntegers(2, (given, trace) =>
  judgeSwap(stepOf(trace, "q_split"), given, stepOf(trace, "q_heads"), "heads_shape"),
);

/** A view follows, so if an axis has size 1, other swaps also keep the numbers in the right order. */
export const merge = ofIntegers(2, (given, trace) => {
  const [x, want] = [stepOf(trace, "values"), stepOf(trace, "values_merged")];
  const verdict = judgeSwap(x, given, want, "merge_shape");
  if (verdict.right || verdict.error !== undefined) return verdict;
  const [i = 0, j = 0] = given.map((axis) => axisOf(axis, x.shape.length));
  const got = viewed(transposed(x, i, j), want.shape);
  return sameNumbers(got, want) ? { ...right(want), feedback: "merge_accident" } : verdict;
});

/** concat.view(B, -1, …) */
export const concat = ofIntegers(1, (given, trace) => {
  const [x, want] = [stepOf(trace, "values_merged"), stepOf(trace, "concat")];
  const sizes = [x.shape[0] ?? 1, -1, ...given];
  return orPyTorchError("concat_size", { got: sizes, count: x.data.length }, () => {
    const got = viewShape(sizes, x.data.length);
    const facts = { got, want: want.shape, heads: x.shape[2] ?? 1, dK: x.shape[3] ?? 1 };
    return sameShape(got, want.shape) ? right(want) : wrong("concat_shape", facts);
  });
});

export const maskOf = (trace: Trace): Step => stepOf(trace, stepOf(trace, "masked_scores").inputs[1] ?? "");

/** mask.unsqueeze(…): the mask must broadcast with the scores and hide the same cells. */
export const maskAxis = ofIntegers(1, (given, trace) => {
  const [mask, scores, want] = [maskOf(trace), stepOf(trace, "scores"), stepOf(trace, "masked_scores")];
  const axes = mask.shape.length + 1;
  const [axis = 0] = given;
  const at = axis < 0 ? axis + axes : axis;
  const shape = mask.shape.toSpliced(at, 0, 1);
  return orPyTorchError("mask_error", { got: shape, scores: scores.shape, shape: mask.shape, axis }, () => {
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
  });
});

/** L = x.size(…), the size of the causal mask that the class makes. */
export const size = ofIntegers(1, (given, trace) => {
  const [x, scores, mask] = [stepOf(trace, "embedding"), stepOf(trace, "scores"), maskOf(trace)];
  const [axis = 0] = given;
  return orPyTorchError("range", { shape: x.shape, axis }, () => {
    const at = axisOf(axis, x.shape.length);
    const n = x.shape[at] ?? 1;
    const tokens = x.shape[1] ?? 1;
    const facts = { axis, got: n, tokens, shape: x.shape };
    if (n === tokens) return at === 1 ? right(mask) : { ...right(mask), feedback: "size_accident", facts };
    return orPyTorchError("size_error", facts, () => {
      broadcastShape([n, n], scores.shape);
      return wrong("size_open", facts);
    });
  });
});

/** x.transpose(…) before conv1, which expects the features on axis 1. */
export const channels = ofIntegers(2, (given, trace) => {
  const step = stepOf(trace, "ff_1");
  const x = stepOf(trace, step.inputs[0] ?? "");
  const { shape: weight } = stepOf(trace, "conv1.weight");
  const want = { ...transposed(x, 1, 2), axes: ["B", "D", x.axes[1] ?? "L"] };
  const verdict = judgeSwap(x, given, want, "channels_shape");
  if (verdict.right || verdict.feedback === "range") return verdict;
  const [i = 0, j = 0] = given.map((axis) => axisOf(axis, 3));
  const { shape } = transposed(x, i, j);
  const wants = weight[1] ?? 1;
  if (shape[1] === wants) return verdict;
  const error = `RuntimeError: Given groups=1, weight of size [${[...weight.slice(0, 2), 1].join(", ")}], expected input[${shape.join(", ")}] to have ${wants} channels, but got ${shape[1]} channels instead`;
  return wrong("channels_error", { got: shape, channels: shape[1] ?? 1, wants }, error);
});

export const hasHeads = (trace: Trace): boolean => hasStep(trace, "q_heads");

/** The sequences that an answer may name for q, k and v. T is the target, S the source. */
const NAMES = ["target_embedding", "embedding"];

/** layer(…): which sequence gives the queries, and which the keys and values. */
export const call: Judge = ({ trace, text }) => {
  const parts = text
    .split(",")
    .map((part) => part.trim())
    .filter((part, i, all) => part !== "" || i < all.length - 1);
  if (parts.length !== 3) return wrong("count", { wants: 3, got: parts.length });
  const names = argumentsInOrder(parts);
  if (!names) return wrong("unread", { got: text });
  const unknown = names.find((name) => !NAMES.includes(name));
  if (unknown !== undefined) return wrong("call_names", { got: unknown });
  const result = stepOf(trace, trace.spec.outputProjection ? "output" : "concat");
  const [target, source] = [stepOf(trace, "target_embedding"), stepOf(trace, "embedding")];
  const letters = names.map((name) => (name === "embedding" ? "S" : "T")).join("");
  if (letters === "TSS" || sameNumbers(target, source)) return right(result);
  const lengths = names.map((name) => stepOf(trace, name).shape[1] ?? 1);
  const [q = 1, k = 1, v = 1] = lengths;
  const [batch = 1, , width = 1] = result.shape;
  const facts = { got: [batch, q, width], want: result.shape, q, k, v };
  return orPyTorchError("call_mask", facts, () => {
    raiseUnlessMaskFits(lengths, trace);
    return orPyTorchError("call_error", facts, () => {
      raiseUnlessValuesFit(lengths, trace);
      return wrong(FEEDBACK_BY_SEQUENCES[letters] ?? "call_mixed", facts);
    });
  });
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

const FEEDBACK_BY_SEQUENCES: Readonly<Record<string, FeedbackKey>> = {
  SSS: "call_rows",
  STT: "call_turned",
  TTT: "call_source",
};

/** Raises PyTorch's error if the mask does not broadcast to the scores. */
function raiseUnlessMaskFits([q = 1, k = 1]: readonly number[], { spec, steps }: Trace): void {
  const mask = steps.find(({ name }) => name === "mask");
  if (!mask) return;
  const [batch = 1, ...rest] = mask.shape;
  broadcastShape([batch, 1, ...rest], [spec.sequences.length, spec.numHeads, q, k]);
}

/** Raises PyTorch's error unless there are as many values as keys. */
function raiseUnlessValuesFit([, k = 1, v = 1]: readonly number[], { spec }: Trace): void {
  if (k === v) return;
  const count = spec.sequences.length * spec.numHeads;
  throw new PyTorchError(
    `RuntimeError: Expected size for first two dimensions of batch2 tensor to be: [${count}, ${k}] but got: [${count}, ${v}].`,
  );
}
