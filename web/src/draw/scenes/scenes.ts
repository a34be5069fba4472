/**
 * Which scene draws which operation. A scene has the name of its file: `weightedSum` is weighted_sum.ts, in the folder of
 * its subject (data, masks, attention, block). Scenes are loaded in parts (*_scenes.ts), because the first picture never needs all of them.
 */
import { type PlayedOp, playedOp } from "../../timeline/durations.js";
import type { Scene } from "../scene.js";

/** The scene of each operation, grouped by the part that is loaded for it. */
const PARTS = {
  opening: { opening: "opening" },
  parameters: {
    normal: "drawParameters",
    uniform: "drawParameters",
    given: "appear",
    constant: "appear",
  },
  data: {
    pad: "pad",
    embedding: "embedding",
  },
  mask: {
    position_ids: "positionIds",
    eq: "eq",
    not_equal: "notEqual",
    tril: "tril",
    triu: "tril",
    logical_and: "logicalAnd",
    logical_or: "logicalAnd",
    unsqueeze: "unsqueeze",
  },
  attention: {
    linear: "linear",
    scaled_dot_product: "scaledDotProduct",
    masked_fill: "maskedFill",
    softmax: "softmax",
    weighted_sum: "weightedSum",
  },
  heads: {
    view: "view",
    transpose: "transpose",
  },
  positions: {
    sinusoid: "sinusoid",
  },
  block: {
    add: "add",
    layer_norm: "layerNorm",
    conv1d: "conv1d",
    gelu: "bend",
    relu: "bend",
  },
  dataBridge: {
    conventions: "conventions",
    pieces: "pieces",
  },
  attentionBridge: {
    wrong_view: "wrongView",
    generation: "generation",
  },
} as const;

const SCENE_OF = {
  ...PARTS.opening,
  ...PARTS.parameters,
  ...PARTS.data,
  ...PARTS.mask,
  ...PARTS.attention,
  ...PARTS.heads,
  ...PARTS.positions,
  ...PARTS.block,
  ...PARTS.dataBridge,
  ...PARTS.attentionBridge,
} satisfies Readonly<Record<PlayedOp, string>>;

type SceneName = (typeof SCENE_OF)[PlayedOp];
export type Scenes = Readonly<Record<SceneName, Scene>>;

export const sceneOf = (op: string): SceneName => SCENE_OF[playedOp(op)];

export type ScenePart = keyof typeof PARTS;
const partNames = Object.keys(PARTS) as ScenePart[];

/** The part to load for the scene of an operation. */
export const partOf = (op: string): ScenePart | undefined =>
  partNames.find((part) => playedOp(op) in PARTS[part]);
