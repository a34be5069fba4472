/** The scenes that most lessons share, and that the page of all lessons shows. */
import { appear } from "./scenes/appear.js";
import { drawParameters } from "./scenes/draw_parameters.js";
import { embedding } from "./scenes/embedding.js";
import { linear } from "./scenes/linear.js";
import { logicalAnd, logicalOr } from "./scenes/logical_and.js";
import { maskedFill } from "./scenes/masked_fill.js";
import { notEqual } from "./scenes/not_equal.js";
import { pad } from "./scenes/pad.js";
import { scaledDotProduct } from "./scenes/scaled_dot_product.js";
import { sinusoid } from "./scenes/sinusoid.js";
import { softmax } from "./scenes/softmax.js";
import { transpose } from "./scenes/transpose.js";
import { tril, triu } from "./scenes/tril.js";
import { unsqueeze } from "./scenes/unsqueeze.js";
import { view } from "./scenes/view.js";
import { weightedSum } from "./scenes/weighted_sum.js";
import { wrongView } from "./scenes/wrong_view.js";

export const sharedScenes = {
  constant: appear,
  embedding,
  given: appear,
  linear,
  logical_and: logicalAnd,
  logical_or: logicalOr,
  masked_fill: maskedFill,
  normal: drawParameters,
  not_equal: notEqual,
  pad,
  scaled_dot_product: scaledDotProduct,
  sinusoid,
  softmax,
  transpose,
  tril,
  triu,
  uniform: drawParameters,
  unsqueeze,
  view,
  weighted_sum: weightedSum,
  wrong_view: wrongView,
} as const;
