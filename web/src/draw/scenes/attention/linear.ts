/** A linear layer, y = x Wᵀ + b. The weight is stored as in PyTorch, (out, in), and drawn transposed. */
import { inputsOf, operand } from "../../operand.js";
import type { Scene } from "../../scene.js";
import { sliceOf, transposed } from "../../tensor_view.js";
import { productMarks } from "./product.js";

export const linear: Scene = (input, t) => {
  const { step, focus } = input;
  const [x, weight, bias] = inputsOf(input);
  const product = {
    left: operand(input, x),
    above: operand(input, weight, transposed(sliceOf(weight, focus)), `${weight.name}ᵀ`),
    result: operand(input, step),
    bias: bias && operand(input, bias, sliceOf(bias, focus, -1, 0)),
  };
  return productMarks(product, input, t);
};
