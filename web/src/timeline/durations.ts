/** How long a step plays at 1×, in milliseconds: long enough to read its rule once, at most ten seconds. */
import type { Op } from "../module/types.js";

/** Operations of the trace, and the bridges that only the page shows. */
const MS = {
  // Filling a tensor: random draws, given values, a formula, padding.
  normal: 2600,
  uniform: 2600,
  given: 2200,
  constant: 2200,
  sinusoid: 6000,
  pad: 3600,
  position_ids: 4200,
  // One rule per cell.
  embedding: 5000,
  not_equal: 4200,
  eq: 4200,
  tril: 3600,
  triu: 3600,
  logical_and: 4600,
  logical_or: 4600,
  masked_fill: 4600,
  add: 4600,
  gelu: 5000,
  relu: 4600,
  // The same numbers rearranged.
  view: 4000,
  unsqueeze: 3000,
  transpose: 4200,
  wrong_view: 5000,
  conventions: 4600,
  // Several moves per cell, each of which must be readable.
  linear: 8000,
  conv1d: 8000,
  scaled_dot_product: 8000,
  softmax: 8000,
  weighted_sum: 8000,
  layer_norm: 8000,
  generation: 9000,
  pieces: 8000,
  opening: 9000,
} as const satisfies Record<Op | BridgeOp, number>;

/** Operations of the bridges: pictures between two steps of the trace, made of the steps' numbers. */
export type BridgeOp = "opening" | "unsqueeze" | "wrong_view" | "conventions" | "generation" | "pieces";
export type PlayedOp = keyof typeof MS;
export const PLAYED_OPS = Object.keys(MS) as readonly PlayedOp[];

/** Narrows the name of an operation; throws a RangeError for one that the page does not play. */
export function playedOp(op: string): PlayedOp {
  if (!Object.hasOwn(MS, op)) throw new RangeError(`op: got "${op}", wants one that the page plays`);
  return op as PlayedOp;
}

export const msPerStep = (op: string): number => MS[playedOp(op)];

/** How long the finished result is held at the end of a step, so that it can be read before anything else moves. */
export const RESULT_MS = 400;

/** The moment of a scene that a step shows at t. The second half plays faster, so that the result comes early. */
export function sceneTime(op: string, t: number): number {
  const moves = 0.5 - RESULT_MS / msPerStep(op);
  return t <= 0.5 ? t : Math.min(1, 0.5 + ((t - 0.5) * 0.5) / moves);
}
