/** The scenes of a lesson's first chapters: parameters, data, embeddings and masks. */
export { appear } from "./data/appear.js";
export { drawParameters } from "./data/draw_parameters.js";
export { embedding } from "./data/embedding.js";
export { pad } from "./data/pad.js";
export { positionIds } from "./data/position_ids.js";
export { eq } from "./masks/eq.js";
export { logicalAnd } from "./masks/logical_and.js";
export { notEqual } from "./masks/not_equal.js";
export { tril } from "./masks/tril.js";
