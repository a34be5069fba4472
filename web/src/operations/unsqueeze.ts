/** The bridge that gives the mask an axis for the heads: (B, L, L) → (B, 1, L, L), so that every head reads the same mask. */
import { unsqueeze as scene } from "../draw/scenes/masks/unsqueeze.js";
import { hasStep, stepOf } from "../draw/tensor_view.js";
import { shapeText } from "../module/shape.js";
import { askShape, shapeIn } from "./asking.js";
import { bitOf } from "./mask_bits.js";
import { EQUALS, mrow } from "./mathml.js";
import type { Operation } from "./operation.js";

const masksShape = askShape({
  key: "masks_shape",
  axes: "B 1 Q K",
  sizes: ({ trace }) => ({ H: trace.spec.numHeads }),
  slips: [
    ["B H Q K", "heads_not_copied"],
    ["B Q K", "one_axis_more"],
    ["1 B Q K", "axis_at_one"],
    ["B Q K 1", "axis_at_one"],
  ],
  facts: ({ step }, sizes) => ({
    mask: step.inputs[0] ?? "",
    before: shapeText(shapeIn("B Q K", sizes)),
  }),
});

export const unsqueeze: Operation = {
  ms: 3000,
  scene,
  formula: (step, trace) =>
    mrow(
      bitOf(step, step, trace),
      EQUALS,
      bitOf({ name: step.inputs[0] ?? "", axes: step.axes.filter((_, at) => at !== 1) }, step, trace),
    ),
  questions: [masksShape],
  bridge: {
    id: "masks",
    of(trace) {
      const mask =
        hasStep(trace, "masked_scores") && stepOf(trace, stepOf(trace, "masked_scores").inputs[1] ?? "");
      if (!mask || !hasStep(trace, "q_heads")) return undefined;
      return {
        ...mask,
        name: "masks",
        op: "unsqueeze",
        madeBy: mask.op,
        inputs: [mask.name],
        axes: mask.axes.toSpliced(1, 0, "1"),
        shape: mask.shape.toSpliced(1, 0, 1),
      };
    },
  },
};
