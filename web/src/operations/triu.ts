/** A causal mask in which 1 means ignore: the upper triangle. */
import { paintMask, triangle } from "./mask_bits.js";
import type { Operation } from "./operation.js";

export const triu: Operation = { formula: triangle("&gt;"), questions: [paintMask] };
