/**
 * The dot product of every query with every key: scores[b, h, t, s] = q_heads[b, h, t] · k_heads[b, h, s] / √d_k. Scores without heads are
 * also divided by the √d_k of a head.
 */
import { inputsOf, operand } from "../../operand.js";
import type { Scene } from "../../scene.js";
import { sliceOf, transposed } from "../../tensor_view.js";
import { productMarks } from "./product.js";
import { inRole } from "./role.js";

export const scaledDotProduct: Scene = (input, t) => {
  const { trace, step, focus } = input;
  const [q, k] = inputsOf(input);
  const { dAttention, dModel, numHeads } = trace.spec;
  const product = {
    left: operand(input, q, sliceOf(q, focus), inRole("Q", q)),
    above: operand(input, k, transposed(sliceOf(k, focus)), `${inRole("K", k)}ᵀ`),
    result: operand(input, step),
    divisor: { text: `√${(dAttention ?? dModel) / numHeads}` },
  };
  return productMarks(product, input, t);
};
