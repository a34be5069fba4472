/** A causal mask in which 1 means attend: the lower triangle. */

import { tril as scene } from "../draw/scenes/masks/tril.js";
import { besideDiagonal } from "./arithmetic.js";
import { paintMask, triangle } from "./mask_bits.js";
import type { Operation } from "./operation.js";

export const tril: Operation = {
  ms: 3600,
  scene,
  arithmetic: besideDiagonal(0),
  formula: triangle("≤"),
  questions: [paintMask],
};
