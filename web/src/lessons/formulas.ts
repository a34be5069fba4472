/**
 * One formula for each kind of step, as MathML Core. Matrix algebra is set in bold letters with the shape under each;
 * what happens to single cells is set with the names of the steps and coloured indices.
 */
import type { StageStep } from "../draw/scene.js";
import type { Trace } from "../module/types.js";
import { type PlayedOp, playedOp } from "../timeline/durations.js";
import { fill, generation, scores, softmax, weightedSum } from "./formulas/attention.js";
import {
  constant,
  gather,
  given,
  normal,
  pad,
  pieces,
  positionIds,
  sinusoid,
  uniform,
} from "./formulas/data.js";
import { transpose, view, wrongView } from "./formulas/heads.js";
import { add, conv1d, gelu, layerNorm, linear, relu } from "./formulas/layers.js";
import { and, conventions, eq, notEqual, or, tril, triu, unsqueeze } from "./formulas/masks.js";
import type { Formula } from "./formulas/notation.js";
import { opening } from "./formulas/opening.js";

const formulas: Readonly<Record<PlayedOp, Formula>> = {
  add,
  constant,
  conv1d,
  conventions,
  embedding: gather,
  eq,
  gelu,
  generation,
  given,
  layer_norm: layerNorm,
  linear,
  logical_and: and,
  logical_or: or,
  masked_fill: fill,
  normal,
  not_equal: notEqual,
  opening,
  pad,
  pieces,
  position_ids: positionIds,
  relu,
  scaled_dot_product: scores,
  sinusoid,
  softmax,
  transpose,
  tril,
  triu,
  uniform,
  unsqueeze,
  view,
  weighted_sum: weightedSum,
  wrong_view: wrongView,
};

/** The formula of a step, without the <math> element around it. */
export const formulaOf = (trace: Trace, step: StageStep): string => formulas[playedOp(step.op)](step, trace);
