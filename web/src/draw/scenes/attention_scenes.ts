/** The scenes of layers and attention, and masked_fill, which the page of all lessons shows. */
export { linear, scaledDotProduct } from "./attention/product.js";
export { softmax } from "./attention/softmax.js";
export { weightedSum } from "./attention/weighted_sum.js";
export { maskedFill } from "./masks/masked_fill.js";
