/** From a step and a moment to a picture: the one table that says which scene draws which operation. */

import { type PlayedOp, played } from "../timeline/durations.js";
import type { Picture } from "./picture.js";
import type { Scene, SceneInput } from "./scene.js";
import { drawParameters } from "./scenes/draw_parameters.js";
import { embedding } from "./scenes/embedding.js";
import { linear } from "./scenes/linear.js";
import { logicalAnd } from "./scenes/logical_and.js";
import { maskedFill } from "./scenes/masked_fill.js";
import { notEqual } from "./scenes/not_equal.js";
import { pad } from "./scenes/pad.js";
import { scaledDotProduct } from "./scenes/scaled_dot_product.js";
import { softmax } from "./scenes/softmax.js";
import { transpose } from "./scenes/transpose.js";
import { tril } from "./scenes/tril.js";
import { unsqueeze } from "./scenes/unsqueeze.js";
import { view } from "./scenes/view.js";
import { weightedSum } from "./scenes/weighted_sum.js";

const scenes: Readonly<Record<PlayedOp, Scene>> = {
  embedding,
  linear,
  logical_and: logicalAnd,
  masked_fill: maskedFill,
  normal: drawParameters,
  not_equal: notEqual,
  pad,
  scaled_dot_product: scaledDotProduct,
  softmax,
  transpose,
  tril,
  uniform: drawParameters,
  unsqueeze,
  view,
  weighted_sum: weightedSum,
};

export function draw(input: SceneInput, t: number): Picture {
  return scenes[played(input.step.op)](input, t);
}
