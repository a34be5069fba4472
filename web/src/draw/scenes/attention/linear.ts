/** A linear layer, y = x Wᵀ + b. The weight is kept as PyTorch keeps it, (out, in), and stands here turned over. */
import { scaleOf } from "../../scale.js";
import type { Scene } from "../../scene.js";
import { sliceOf, stepOf } from "../../tensor_view.js";
import { productPicture, transposed } from "./product.js";

export const linear: Scene = (input, t) => {
  const { trace, step, focus, theme } = input;
  const [x, weight, bias] = step.inputs.map((name) => stepOf(trace, name));
  if (!x || !weight)
    throw new Error(`${step.name} wants an input and a weight, has ${step.inputs.length} inputs`);
  const padId = trace.spec.padId;
  return productPicture(
    {
      left: { title: x.name, slice: sliceOf(x, focus), scale: scaleOf(x, padId, theme) },
      above: {
        title: `${weight.name}ᵀ`,
        slice: transposed(sliceOf(weight, focus)),
        scale: scaleOf(weight, padId, theme),
      },
      result: { title: step.name, slice: sliceOf(step, focus), scale: scaleOf(step, padId, theme) },
      ...(bias
        ? {
            bias: {
              title: bias.name,
              slice: sliceOf(bias, focus, -1, 0),
              scale: scaleOf(bias, padId, theme),
            },
          }
        : {}),
    },
    input,
    t,
  );
};
