/** A causal mask in which 1 means ignore: the upper triangle. */

import { tril } from "../draw/scenes/masks/tril.js";
import { besideDiagonal } from "./arithmetic.js";
import { paintMask, triangle } from "./mask_bits.js";
import type { Operation } from "./operation.js";

export const triu: Operation = {
  ms: 3600,
  scene: tril,
  arithmetic: besideDiagonal(1),
  formula: triangle("&gt;"),
  questions: [paintMask],
};
