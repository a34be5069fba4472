/** All operations: those of the core by their names there, and the bridges, which only the page shows. */

import { pictureOf } from "../draw/frame.js";
import type { Picture, PlayedOp, SceneInput, StageStep } from "../draw/picture.js";
import { hasStep, stepOf } from "../draw/tensor_view.js";
import type { Explanation, Term, Trace } from "../module/types.js";
import { numberText, valueText } from "../words/number_text.js";
import { gelu, relu } from "./activations.js";
import type { Line, Piece } from "./arithmetic.js";
import { generation, opening, scaledDotProduct, weightedSum } from "./attention.js";
import { transpose, view, wrongView } from "./heads.js";
import { add, conv1d, layerNorm, linear } from "./layers.js";
import {
  conventions,
  eq,
  logicalAnd,
  logicalOr,
  maskedFill,
  notEqual,
  tril,
  triu,
  unsqueeze,
} from "./masks.js";
import type { Bridge, Operation } from "./operation.js";
import { constant, given, normal, uniform } from "./parameters.js";
import { softmax } from "./softmax.js";
import { embedding, pad, pieces, positionIds, sinusoid } from "./tokens.js";

export const operations: Readonly<Record<PlayedOp, Operation>> = {
  add,
  constant,
  conv1d,
  conventions,
  embedding,
  eq,
  gelu,
  generation,
  given,
  layer_norm: layerNorm,
  linear,
  logical_and: logicalAnd,
  logical_or: logicalOr,
  masked_fill: maskedFill,
  normal,
  not_equal: notEqual,
  opening,
  pad,
  pieces,
  position_ids: positionIds,
  relu,
  scaled_dot_product: scaledDotProduct,
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

/** Throws a RangeError for a name that no operation has. */
export function operationOf({ op }: { readonly op: string }): Operation {
  if (Object.hasOwn(operations, op)) return operations[op as PlayedOp];
  throw new RangeError(`op: got "${op}", wants one that the page plays`);
}

/** The picture of a step at time t, from 0 to 1. */
export const draw = (input: SceneInput, t: number): Picture => pictureOf(operationOf(input.step), input, t);

const bridges = new Map<string, Bridge>(
  Object.values(operations).flatMap(({ bridge }) => (bridge ? [[bridge.id, bridge]] : [])),
);

export const bridgeNamed = (id: string): Bridge | undefined => bridges.get(id);

/** The bridges of each trace, cached because pictures are cached by the identity of their step. */
const cache = new WeakMap<Trace, Map<string, StageStep | undefined>>();

/** The step or bridge of this name; undefined when this trace has neither. */
export function stageStep(trace: Trace, id: string): StageStep | undefined {
  const bridge = bridges.get(id);
  if (!bridge) return hasStep(trace, id) ? stepOf(trace, id) : undefined;
  const cached = cache.get(trace) ?? new Map<string, StageStep | undefined>();
  cache.set(trace, cached);
  if (!cached.has(id)) cached.set(id, bridge.of(trace));
  return cached.get(id);
}

/** The formula of a step, without the <math> element around it. */
export const formulaOf = (trace: Trace, step: StageStep): string => operationOf(step).formula(step, trace);

/** The arithmetic of the cell that is explained. */
export function arithmetic(trace: Trace, explanation: Explanation): readonly Line[] {
  const piece = (term: Term): Piece => {
    const step = trace.steps.find(({ name }) => name === term.name);
    return step ? { text: valueText(term.value, step.dtype), term } : { text: numberText(term.value) };
  };
  return operationOf(explanation).arithmetic?.(explanation, piece, trace) ?? [];
}
