/** Two masks in which 1 means attend, in one. */
import { combined, maskShape, paintMask } from "./mask_bits.js";
import type { Operation } from "./operation.js";

export const logicalAnd: Operation = { formula: combined("∧"), questions: [maskShape, paintMask] };
