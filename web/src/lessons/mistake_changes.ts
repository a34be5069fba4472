/** How the wrong line of each exercise changes a trace; also how the right line does, if its result differs from the trace. */
import { fillOf, headSize } from "../draw/asides/row.js";
import { hasStep, indexAt, valueAt } from "../draw/tensor_view.js";
import type { Core } from "../module/page_entry.js";
import type { Step, Tensor, Trace } from "../module/types.js";
import {
  half,
  LARGEST_HALF,
  maskedFill,
  product,
  scaled,
  transposedLastTwo,
  viewed,
} from "../operations/tensors.js";
import { wrongView } from "./comparisons.js";
import { type Changes, hidingBit, type StepByName } from "./replay.js";

export type MakeChanges = (hu: Core, trace: Trace) => Changes;

const inputOf = (of: StepByName, { inputs }: Step, i = 0): Step => of(inputs[i] ?? "");

/** A tensor whose cells are read from other cells of `step`, or are 0 where `source` gives none. */
const gathered = (
  step: Step,
  source: (index: readonly number[]) => readonly number[] | undefined,
): Tensor => {
  const data = step.data.map((_: number, offset: number) => {
    const index = source(indexAt(step.shape, offset));
    return index ? valueAt(step, index) : 0;
  });
  return { shape: step.shape, dtype: step.dtype, data } as Tensor;
};

/** tril(…, diagonal=-1): every row equals the row above it in the right mask. */
const shiftedTriangle: MakeChanges = () => ({
  demo_mask: (_, step) => gathered(step, ([row = 0, col = 0]) => (row > 0 ? [row - 1, col] : undefined)),
});

const lateMask: MakeChanges = (hu, trace) => ({
  attention: (of) => maskedFill(hu, hu.softmax(of("scores")), of("mask"), 0, hidingBit(trace)),
});

const oneWrongView: MakeChanges = () => {
  const { q_heads } = wrongView;
  return q_heads ? { q_heads } : {};
};

const softmaxAxis: MakeChanges = (hu) => ({
  attention: (of, step) => transposedLastTwo(hu.softmax(transposedLastTwo(inputOf(of, step)))),
});

const lostTranspose: MakeChanges = () => ({ concat: (of, { shape }) => viewed(of("values"), shape) });

const invertedMask: MakeChanges = (hu, trace) => ({
  masked_scores: (of, step) =>
    maskedFill(hu, inputOf(of, step), inputOf(of, step, 1), fillOf(trace), 1 - hidingBit(trace)),
});

/** Scores and attention rounded to float16; softmax itself computes in float32. */
const inHalf =
  (fill: number): MakeChanges =>
  (hu, trace) => ({
    masked_scores: (of, step) =>
      maskedFill(hu, hu.half(inputOf(of, step)), inputOf(of, step, 1), half(hu, fill), hidingBit(trace)),
    attention: (of, step) => hu.half(hu.softmax(inputOf(of, step))),
  });

const copiedLayer: MakeChanges = (hu, trace) => ({
  k: (of, step) =>
    hu.linear(inputOf(of, step), of("w_q.weight"), hasStep(trace, "w_q.bias") ? of("w_q.bias") : null),
});

const forgottenMask: MakeChanges = (hu) => ({ attention: (of) => hu.softmax(of("scores")) });

/** The cosines overwrite the sines, and the odd columns stay 0. */
const twoSines: MakeChanges = (hu) => ({
  position_table: (_, { shape, dtype, data }) => {
    const cosine = ([pos = 0, col = 0]: readonly number[]): number =>
      col % 2 === 0 ? hu.sinusoid([pos, col], shape[1] ?? 1).cosine : 0;
    return {
      shape,
      dtype,
      data: data.map((_: number, offset: number) => cosine(indexAt(shape, offset))),
    } as Tensor;
  },
});

/** 1/d*0.5 where 1/d**0.5 was meant. */
const scaleSlip: MakeChanges = (hu, trace) => ({
  warmup_scores: (of, step) =>
    scaled(hu, product(hu, inputOf(of, step), inputOf(of, step, 1)), (1 / headSize(trace)) * 0.5),
});

const queryMask: MakeChanges = () => ({ attn_pad_mask: (_, step) => transposedLastTwo(step) });

export const changes = {
  shiftedTriangle,
  lateMask,
  wrongView: oneWrongView,
  softmaxAxis,
  lostTranspose,
  invertedMask,
  half: inHalf(-LARGEST_HALF),
  halfOverflow: inHalf(-1e12),
  copiedLayer,
  forgottenMask,
  twoSines,
  scaleSlip,
  queryMask,
} as const;
