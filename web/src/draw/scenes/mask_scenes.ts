/** The scenes that make masks. */
export { eq } from "./masks/eq.js";
export { logicalAnd } from "./masks/logical_and.js";
export { notEqual } from "./masks/not_equal.js";
export { tril } from "./masks/tril.js";
