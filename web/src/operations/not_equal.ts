/** A padding mask in which 1 means attend: ids != pad_id. */

import { answeredIds as scene } from "../draw/scenes/masks/compared_ids.js";
import { shapeText } from "../module/shape.js";
import { compared } from "./arithmetic.js";
import { askShape, shapeIn } from "./asking.js";
import { comparedWithPadding } from "./mask_bits.js";
import type { Operation } from "./operation.js";

const paddingMaskShape = askShape({
  key: "padding_mask_shape",
  axes: "B Q L",
  sizes: ({ step }) => (step.axes[1] === "1" ? {} : undefined),
  slips: [
    ["B L", "axis_for_queries"],
    ["B L L", "one_row_for_all"],
    ["1 L L", "own_row_each"],
    ["B L 1", "keys_are_last"],
  ],
  facts: (_, sizes) => ({ idsShape: shapeText(shapeIn("B L", sizes)) }),
});

export const notEqual: Operation = {
  ms: 4200,
  scene,
  arithmetic: compared("≠", 0),
  formula: comparedWithPadding("≠"),
  questions: [paddingMaskShape],
};
