/** The scenes that follow soon after a lesson's first: what is made of the data, and masks. */
export { embedding } from "./data/embedding.js";
export { logicalAnd } from "./masks/logical_and.js";
export { notEqual } from "./masks/not_equal.js";
export { tril } from "./masks/tril.js";
