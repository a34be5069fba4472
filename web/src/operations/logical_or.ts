/** Two masks in which 1 means ignore, in one; a single mask is copied, with integers turned into bits. */

import { logicalAnd } from "../draw/scenes/masks/logical_and.js";
import { ofOne, result, sign, whole } from "./arithmetic.js";
import { bitOf, combined, paintMask } from "./mask_bits.js";
import { bracketed, EQUALS, mn, mo, mrow } from "./mathml.js";
import { inputsOf } from "./notation.js";
import type { Operation } from "./operation.js";

/** Combines two masks, or converts the integers of one mask to bits. */
const arithmetic = ofOne((e, first, piece) => {
  const [, second] = e.terms;
  return [
    second
      ? result([piece(first), sign(" ∨ "), piece(second), sign(" =")], whole(e), { key: "or" })
      : result([piece(first), sign(" > 0 →")], whole(e), { key: "positive" }),
  ];
});

export const logicalOr: Operation = {
  ms: 4600,
  scene: logicalAnd,
  arithmetic,
  formula(step, trace) {
    const [first, second] = inputsOf(step, trace);
    if (second || !first) return combined("∨")(step, trace);
    const bit = bitOf(first, step, trace);
    const isBit = first.dtype === "bool";
    return mrow(bitOf(step, step, trace), EQUALS, isBit ? bit : bracketed(bit, mo("&gt;"), mn(0)));
  },
  questions: [paintMask],
};
