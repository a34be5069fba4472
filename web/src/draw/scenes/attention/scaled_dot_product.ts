/**
 * Scores: every query meets every key; scores[b, h, t, s] = q_heads[b, h, t] · k_heads[b, h, s] / √d_k. Before there are
 * heads, they are still divided by the √d_k of a head.
 */
import { scaleOf } from "../../scale.js";
import type { Scene } from "../../scene.js";
import { sliceOf, stepOf } from "../../tensor_view.js";
import { productPicture, transposed } from "./product.js";
import { inRole } from "./role.js";

export const scaledDotProduct: Scene = (input, t) => {
  const { trace, step, focus, theme } = input;
  const [q, k] = step.inputs.map((name) => stepOf(trace, name));
  if (!q || !k) throw new Error(`${step.name} wants two inputs, has ${step.inputs.length}`);
  const { padId, dAttention, dModel, numHeads } = trace.spec;
  const dK = (dAttention ?? dModel) / numHeads;
  return productPicture(
    {
      left: { title: inRole("Q", q), slice: sliceOf(q, focus), scale: scaleOf(q, padId, theme) },
      above: {
        title: `${inRole("K", k)}ᵀ`,
        slice: transposed(sliceOf(k, focus)),
        scale: scaleOf(k, padId, theme),
      },
      result: { title: step.name, slice: sliceOf(step, focus), scale: scaleOf(step, padId, theme) },
      divisor: { text: `√${dK}` },
    },
    input,
    t,
  );
};
