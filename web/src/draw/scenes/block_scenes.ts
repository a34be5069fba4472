/** The scenes of the operations that only the transformer block has. */
export { add } from "./block/add.js";
export { bend } from "./block/bend.js";
export { conv1d } from "./block/conv1d.js";
export { layerNorm } from "./block/layer_norm.js";
export { positionIds } from "./data/position_ids.js";
export { eq } from "./masks/eq.js";
