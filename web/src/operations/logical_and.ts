/** Two masks in which 1 means attend, in one. */

import { logicalAnd as scene } from "../draw/scenes/masks/logical_and.js";
import { ofTwo, result, sign, whole } from "./arithmetic.js";
import { combined, maskShape, paintMask } from "./mask_bits.js";
import type { Operation } from "./operation.js";

const arithmetic = ofTwo((e, a, b, piece) => [
  result([piece(a), sign(" ∧ "), piece(b), sign(" =")], whole(e), { key: "and" }),
]);

export const logicalAnd: Operation = {
  ms: 4600,
  scene,
  arithmetic,
  formula: combined("∧"),
  questions: [maskShape, paintMask],
};
