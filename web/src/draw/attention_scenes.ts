/** The scenes of layers, heads and attention, and those that the page of all lessons shows. */
import { linear } from "./scenes/linear.js";
import { maskedFill } from "./scenes/masked_fill.js";
import { scaledDotProduct } from "./scenes/scaled_dot_product.js";
import { sinusoid } from "./scenes/sinusoid.js";
import { softmax } from "./scenes/softmax.js";
import { transpose } from "./scenes/transpose.js";
import { unsqueeze } from "./scenes/unsqueeze.js";
import { view } from "./scenes/view.js";
import { weightedSum } from "./scenes/weighted_sum.js";

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
