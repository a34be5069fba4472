/** The scenes of the transformer block's layers. */
export { add } from "./block/add.js";
export { bend } from "./block/bend.js";
export { conv1d } from "./block/conv1d.js";
export { layerNorm } from "./block/layer_norm.js";
