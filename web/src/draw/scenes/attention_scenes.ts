/** The scenes of layers, heads and attention, and those that the page of all lessons shows. */
export { linear } from "./attention/linear.js";
export { scaledDotProduct } from "./attention/scaled_dot_product.js";
export { softmax } from "./attention/softmax.js";
export { transpose } from "./attention/transpose.js";
export { view } from "./attention/view.js";
export { weightedSum } from "./attention/weighted_sum.js";
export { maskedFill } from "./masks/masked_fill.js";
export { unsqueeze } from "./masks/unsqueeze.js";
