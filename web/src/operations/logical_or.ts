/** Two masks in which 1 means ignore, in one; a single mask is copied, with integers turned into bits. */
import { logicalAnd } from "../draw/scenes/masks/logical_and.js";
import { bitOf, combined, paintMask } from "./mask_bits.js";
import { bracketed, EQUALS, mn, mo, mrow } from "./mathml.js";
import { inputsOf } from "./notation.js";
import type { Operation } from "./operation.js";

export const logicalOr: Operation = {
  ms: 4600,
  scene: logicalAnd,
  formula(step, trace) {
    const [first, second] = inputsOf(step, trace);
    if (second || !first) return combined("∨")(step, trace);
    const bit = bitOf(first, step, trace);
    const isBit = first.dtype === "bool";
    return mrow(bitOf(step, step, trace), EQUALS, isBit ? bit : bracketed(bit, mo("&gt;"), mn(0)));
  },
  questions: [paintMask],
};
