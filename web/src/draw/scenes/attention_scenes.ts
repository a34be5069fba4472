/** The scenes of layers, heads and attention, and those that the page of all lessons shows. */
import { linear } from "./attention/linear.js";
import { scaledDotProduct } from "./attention/scaled_dot_product.js";
import { softmax } from "./attention/softmax.js";
import { transpose } from "./attention/transpose.js";
import { view } from "./attention/view.js";
import { weightedSum } from "./attention/weighted_sum.js";
import { sinusoid } from "./data/sinusoid.js";
import { maskedFill } from "./masks/masked_fill.js";
import { unsqueeze } from "./masks/unsqueeze.js";

export const attentionScenes = {
  linear,
  masked_fill: maskedFill,
  scaled_dot_product: scaledDotProduct,
  sinusoid,
  softmax,
  transpose,
  unsqueeze,
  view,
  weighted_sum: weightedSum,
} as const;
