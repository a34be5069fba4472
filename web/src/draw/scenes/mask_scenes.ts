/** The scenes of the masks, and of the position ids, which are drawn like the padding mask. */
export { notEqual, positionIds } from "./masks/answered_ids.js";
export { eq } from "./masks/eq.js";
export { logicalAnd } from "./masks/logical_and.js";
export { tril } from "./masks/tril.js";
export { unsqueeze } from "./masks/unsqueeze.js";
