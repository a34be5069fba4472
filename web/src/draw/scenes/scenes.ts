/**
 * Which scene draws which operation. A scene has the name of its file: `weightedSum` is weighted_sum.ts, in the folder of
 * its subject (data, masks, attention, block). The scenes come in parts (*_scenes.ts), because no first picture needs all.
 */
import { type PlayedOp, played } from "../../timeline/durations.js";
import type { Scene } from "../scene.js";

const SCENE_OF = {
  // parameters and data
  normal: "drawParameters",
  uniform: "drawParameters",
  given: "appear",
  constant: "appear",
  pad: "pad",
  embedding: "embedding",
  sinusoid: "sinusoid",
  position_ids: "positionIds",
  // masks
  not_equal: "notEqual",
  eq: "eq",
  tril: "tril",
  triu: "tril",
  logical_and: "logicalAnd",
  logical_or: "logicalAnd",
  unsqueeze: "unsqueeze",
  conventions: "conventions",
  masked_fill: "maskedFill",
  // attention
  linear: "linear",
  view: "view",
  transpose: "transpose",
  wrong_view: "wrongView",
  scaled_dot_product: "scaledDotProduct",
  softmax: "softmax",
  weighted_sum: "weightedSum",
  generation: "generation",
  // the rest of a block
  add: "add",
  layer_norm: "layerNorm",
  conv1d: "conv1d",
  gelu: "bend",
  relu: "bend",
} as const satisfies Readonly<Record<PlayedOp, string>>;

type SceneName = (typeof SCENE_OF)[PlayedOp];
export type Scenes = Readonly<Record<SceneName, Scene>>;

export const sceneOf = (op: string): SceneName => SCENE_OF[played(op)];
