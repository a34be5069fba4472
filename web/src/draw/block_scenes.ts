/** The scenes of the operations that only the transformer block has, and of the bridges: loaded last. */
import { add } from "./scenes/add.js";
import { bend } from "./scenes/bend.js";
import { conv1d } from "./scenes/conv1d.js";
import { conventions } from "./scenes/conventions.js";
import { eq } from "./scenes/eq.js";
import { generation } from "./scenes/generation.js";
import { layerNorm } from "./scenes/layer_norm.js";
import { positionIds } from "./scenes/position_ids.js";
import { wrongView } from "./scenes/wrong_view.js";

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
  wrong_view: wrongView,
} as const;
