/**
 * The arithmetic of one cell as lines of signs and numbers, made from its explanation. Lines contain no text in any
 * language; a line's `key` names the locale's sentence for it (`cell.<key>`).
 */

import { isReadable } from "../../module/readable.js";
import type { Explanation, Op, Term, Trace } from "../../module/types.js";
import { numberText, valueText } from "../../words/number_text.js";
import {
  add,
  eq,
  gelu,
  logicalAnd,
  logicalOr,
  maskedFill,
  notEqual,
  relu,
  same,
  tril,
  triu,
} from "./arithmetic/cells.js";
import type { Line, Piece, Writer } from "./arithmetic/line.js";
import { embedding, pad, positionIds, sentence, sinusoid } from "./arithmetic/origins.js";
import { layerNorm, linear, scaledDotProduct, softmax, weightedSum } from "./arithmetic/products.js";
import { readableNumber } from "./arithmetic/readable.js";

export type { Line, Piece } from "./arithmetic/line.js";

const writers: Readonly<Record<Op, Writer>> = {
  add,
  constant: sentence("constant"),
  conv1d: linear,
  embedding,
  eq,
  gelu,
  given: sentence("given"), // readable weights have their own lines
  layer_norm: layerNorm,
  linear,
  logical_and: logicalAnd,
  logical_or: logicalOr,
  masked_fill: maskedFill,
  normal: sentence("drawNormal"),
  not_equal: notEqual,
  pad,
  position_ids: positionIds,
  relu,
  scaled_dot_product: scaledDotProduct,
  sinusoid,
  softmax,
  transpose: same,
  tril,
  triu,
  uniform: sentence("drawUniform"),
  view: same,
  weighted_sum: weightedSum,
};

export function arithmetic(trace: Trace, explanation: Explanation): readonly Line[] {
  const piece = (term: Term): Piece => {
    const step = trace.steps.find(({ name }) => name === term.name);
    return step ? { text: valueText(term.value, step.dtype), term } : { text: numberText(term.value) };
  };
  const isMadeByFormula = explanation.op === "given" && isReadable(trace);
  return isMadeByFormula ? readableNumber(trace, explanation) : writers[explanation.op](explanation, piece);
}
