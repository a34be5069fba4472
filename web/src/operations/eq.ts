/** A padding mask in which 1 means ignore: ids == pad_id. */
import { eq as scene } from "../draw/scenes/masks/eq.js";
import { comparedWithPadding, paintMask } from "./mask_bits.js";
import type { Operation } from "./operation.js";

export const eq: Operation = {
  ms: 4200,
  scene,
  formula: comparedWithPadding("="),
  questions: [paintMask],
};
