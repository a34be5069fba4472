/** The scenes of layers and attention, and masked_fill, which the page of all lessons shows. */
export { linear } from "./attention/linear.js";
export { scaledDotProduct } from "./attention/scaled_dot_product.js";
export { softmax } from "./attention/softmax.js";
export { weightedSum } from "./attention/weighted_sum.js";
export { maskedFill } from "./masks/masked_fill.js";
