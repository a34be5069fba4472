/** A causal mask in which 1 means ignore: the upper triangle. */
import { tril } from "../draw/scenes/masks/tril.js";
import { paintMask, triangle } from "./mask_bits.js";
import type { Operation } from "./operation.js";

export const triu: Operation = {
  ms: 3600,
  scene: tril,
  formula: triangle("&gt;"),
  questions: [paintMask],
};
