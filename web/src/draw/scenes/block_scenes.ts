/** The scenes of the operations that only the transformer block has, and of the bridges. */
export { generation } from "./attention/generation.js";
export { wrongView } from "./attention/wrong_view.js";
export { add } from "./block/add.js";
export { bend } from "./block/bend.js";
export { conv1d } from "./block/conv1d.js";
export { layerNorm } from "./block/layer_norm.js";
export { pieces } from "./data/pieces.js";
export { positionIds } from "./data/position_ids.js";
export { conventions } from "./masks/conventions.js";
export { eq } from "./masks/eq.js";
