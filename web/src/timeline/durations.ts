/** How long a step plays at 1×, in milliseconds: long enough to read its rule once, short enough to watch a whole lesson. */
import type { Op } from "../module/types.js";

/** The operations that the page's lessons have, and its own bridge. */
const MS = {
  // Filling in: what is drawn at random, what is padded.
  normal: 2600,
  uniform: 2600,
  pad: 3600,
  // One rule a cell.
  embedding: 5000,
  not_equal: 4200,
  tril: 3600,
  logical_and: 4600,
  masked_fill: 4600,
  // The same numbers arranged anew.
  view: 4000,
  unsqueeze: 3000,
  transpose: 4200,
  // Several moves a cell, each of them to be read.
  linear: 6000,
  scaled_dot_product: 6000,
  softmax: 6000,
  weighted_sum: 6000,
} as const satisfies Partial<Record<Op | "unsqueeze", number>>;

export type PlayedOp = keyof typeof MS;

/** A step's operation as one that is played; a lesson has no other steps on its stage. */
export function played(op: string): PlayedOp {
  if (!Object.hasOwn(MS, op)) throw new RangeError(`op: got "${op}", wants one that the page plays`);
  return op as PlayedOp;
}

export const msPerStep = (op: string): number => MS[played(op)];
