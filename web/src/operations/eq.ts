/** A padding mask in which 1 means ignore: ids == pad_id. */
import { comparedWithPadding, paintMask } from "./mask_bits.js";
import type { Operation } from "./operation.js";

export const eq: Operation = { formula: comparedWithPadding("="), questions: [paintMask] };
