/** Two masks in which 1 means attend, in one. */
import { logicalAnd as scene } from "../draw/scenes/masks/logical_and.js";
import { combined, maskShape, paintMask } from "./mask_bits.js";
import type { Operation } from "./operation.js";

export const logicalAnd: Operation = {
  ms: 4600,
  scene,
  formula: combined("∧"),
  questions: [maskShape, paintMask],
};
