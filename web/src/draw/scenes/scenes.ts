/** Which scene draws which operation. */
import { type PlayedOp, playedOp } from "../../timeline/durations.js";
import type { Scene } from "../scene.js";
import { generation } from "./attention/generation.js";
import { transpose, view } from "./attention/heads.js";
import { linear, scaledDotProduct } from "./attention/product.js";
import { softmax } from "./attention/softmax.js";
import { weightedSum } from "./attention/weighted_sum.js";
import { wrongView } from "./attention/wrong_view.js";
import { add } from "./block/add.js";
import { bend } from "./block/bend.js";
import { conv1d } from "./block/conv1d.js";
import { layerNorm } from "./block/layer_norm.js";
import { embedding } from "./data/embedding.js";
import { pad } from "./data/pad.js";
import { appear, drawParameters } from "./data/parameters.js";
import { pieces } from "./data/pieces.js";
import { sinusoid } from "./data/sinusoid.js";
import { notEqual, positionIds } from "./masks/answered_ids.js";
import { conventions } from "./masks/conventions.js";
import { eq } from "./masks/eq.js";
import { logicalAnd } from "./masks/logical_and.js";
import { maskedFill } from "./masks/masked_fill.js";
import { tril } from "./masks/tril.js";
import { unsqueeze } from "./masks/unsqueeze.js";
import { opening } from "./opening.js";

const SCENES: Readonly<Record<PlayedOp, Scene>> = {
  opening,
  normal: drawParameters,
  uniform: drawParameters,
  given: appear,
  constant: appear,
  pad,
  embedding,
  pieces,
  conventions,
  position_ids: positionIds,
  eq,
  not_equal: notEqual,
  tril,
  triu: tril,
  logical_and: logicalAnd,
  logical_or: logicalAnd,
  unsqueeze,
  linear,
  scaled_dot_product: scaledDotProduct,
  masked_fill: maskedFill,
  softmax,
  weighted_sum: weightedSum,
  generation,
  view,
  wrong_view: wrongView,
  transpose,
  sinusoid,
  add,
  layer_norm: layerNorm,
  conv1d,
  gelu: bend,
  relu: bend,
};

export const sceneOf = (op: string): Scene => SCENES[playedOp(op)];
