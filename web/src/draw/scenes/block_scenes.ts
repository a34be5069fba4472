/** The scenes of the operations that only the transformer block has, and of the bridges: loaded last. */

import { generation } from "./attention/generation.js";
import { wrongView } from "./attention/wrong_view.js";
import { add } from "./block/add.js";
import { bend } from "./block/bend.js";
import { conv1d } from "./block/conv1d.js";
import { layerNorm } from "./block/layer_norm.js";
import { positionIds } from "./data/position_ids.js";
import { conventions } from "./masks/conventions.js";
import { eq } from "./masks/eq.js";

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
