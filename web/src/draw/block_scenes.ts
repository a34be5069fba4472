/** The scenes of the operations that only the transformer block has: the page loads them when it comes to that lesson. */
import { add } from "./scenes/add.js";
import { bend } from "./scenes/bend.js";
import { conv1d } from "./scenes/conv1d.js";
import { conventions } from "./scenes/conventions.js";
import { eq } from "./scenes/eq.js";
import { generation } from "./scenes/generation.js";
import { layerNorm } from "./scenes/layer_norm.js";
import { positionIds } from "./scenes/position_ids.js";

export const blockScenes = {
  add,
  conv1d,
  conventions,
  eq,
  gelu: bend,
  generation,
  layer_norm: layerNorm,
  position_ids: positionIds,
  relu: bend,
} as const;
