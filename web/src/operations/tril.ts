/** A causal mask in which 1 means attend: the lower triangle. */
import { paintMask, triangle } from "./mask_bits.js";
import type { Operation } from "./operation.js";

export const tril: Operation = { formula: triangle("≤"), questions: [paintMask] };
