/** Confusions about fill values: their effect on the softmax and its gradient. */

import { dot, softmaxOf, sumOf } from "../../draw/asides/arithmetic.js";
import { fillOf } from "../../draw/asides/row.js";
import { stepOf } from "../../draw/tensor_view.js";
import { shortNumber } from "../../module/number_text.js";
import { range } from "../../module/shape.js";
import { half, LARGEST_HALF } from "../../operations/tensors.js";
import {
  hiddenIn,
  maskOf,
  maskRow,
  mostVariedRow,
  type Row,
  rowIn,
  rowText,
  type Show,
  sizesOf,
  summed,
  valuesAt,
} from "./shown.js";

const INFINITE = Number.NEGATIVE_INFINITY;
const signed = (text: string): string => text.replaceAll("-", "\u2212");

/** The weights of a fully masked row, filled with −∞ and with a finite value. */
export const fullRow: Show = (input) => {
  const { hu, trace } = input;
  const at = mostVariedRow(input);
  const scores = rowIn(trace, "scores", at);
  const filled = (fill: number): number[] =>
    softmaxOf(
      hu,
      scores.map(() => fill),
    );
  const even = filled(-1e12);
  return {
    facts: { row: rowText(trace, "scores", at), keys: scores.length, even: even[0] ?? 0 },
    rows: [
      { name: "scores", cells: scores },
      summed(hu, "infinite", filled(INFINITE)),
      summed(hu, "finite", even),
    ],
  };
};

/**
 * A gradient of 0, multiplied by a row of NaN weights and by a row of finite weights, as the weighted sum of the values does in
 * its backward pass. The gradient of the scores stays finite, because that of `masked_fill` is 0 wherever a score was filled.
 */
export const nanGradient: Show = (input) => {
  const { hu, trace } = input;
  const { keys } = sizesOf(trace);
  const fill = (value: number): number[] => range(keys).map(() => value);
  const gradientOf = (weights: readonly number[]): number[] =>
    weights.map((weight) => dot(hu, [0], [weight]));
  const [lost, even] = [softmaxOf(hu, fill(INFINITE)), softmaxOf(hu, fill(-1e12))];
  return {
    facts: { keys, parameters: stepOf(trace, "w_v.weight").data.length, even: even[0] ?? 0 },
    rows: [
      { name: "weights", cells: lost },
      { name: "gradient", cells: gradientOf(lost) },
      { name: "finite", cells: gradientOf(even) },
    ],
  };
};

/** A finite fill that float16 cannot hold, and the weights of a fully masked row in float16. */
export const halfFill: Show = (input) => {
  const { hu, trace } = input;
  const at = mostVariedRow(input);
  const scores = rowIn(trace, "scores", at);
  const lessonFill = fillOf(trace);
  const fill = Number.isFinite(lessonFill) && half(hu, lessonFill) === INFINITE ? lessonFill : -1e12;
  const row = (value: number): number[] =>
    softmaxOf(
      hu,
      scores.map(() => half(hu, value)),
    );
  const least = row(-LARGEST_HALF);
  return {
    facts: {
      fill: signed(shortNumber(fill)),
      least: signed(String(-LARGEST_HALF)),
      keys: scores.length,
      even: least[0] ?? 0,
    },
    rows: [
      { name: "scores", cells: scores },
      { name: "halved", cells: scores.map((score) => half(hu, score)) },
      { name: "filled", cells: row(fill) },
      summed(hu, "least", least),
    ],
  };
};

/** The weight of later tokens for the first query: without a mask, with a weak fill, and with a correct one. */
export const lossZero: Show = ({ hu, trace, focus }) => {
  const { queries, keys } = sizesOf(trace);
  if (!trace.spec.mask?.causal || queries < 2) return undefined;
  const at = { ...focus, query: 0 };
  const scores = rowIn(trace, "scores", at);
  const later = range(keys).slice(1);
  const mark: Row["mark"] = { as: "future", cells: later };
  const filled = (fill: number): number[] => [scores[0] ?? 0, ...later.map(() => fill)];
  const rows = [scores, filled(-1), filled(-1e12)].map((row) => softmaxOf(hu, row));
  const [plain = [], weak = [], right = []] = rows;
  const share = (row: readonly number[]): number => sumOf(hu, valuesAt(row, later));
  return {
    facts: { sentence: focus.batch + 1, plain: share(plain), weak: share(weak), right: share(right) },
    rows: [
      summed(hu, "plain", plain, mark),
      summed(hu, "weak", weak, mark),
      summed(hu, "right", right, mark),
    ],
  };
};

/** The weights of a row whose masked scores are set to 0, and its weights with the fill. */
export const maskedIsZero: Show = ({ hu, trace, focus }) => {
  const mask = maskOf(trace);
  if (!mask) return undefined;
  const hiddenOf = (query: number): number[] => hiddenIn(trace, maskRow(mask, { ...focus, query }));
  const { queries, keys } = sizesOf(trace);
  const query = range(queries).findIndex((i) => hiddenOf(i).length > 0 && hiddenOf(i).length < keys);
  if (query < 0) return undefined;
  const at = { ...focus, query };
  const hidden = hiddenOf(query);
  const scores = rowIn(trace, "scores", at).map((score, i) => (hidden.includes(i) ? 0 : score));
  const leaking = softmaxOf(hu, scores);
  const right = rowIn(trace, "attention", at);
  const mark: Row["mark"] = { as: "masked", cells: hidden };
  return {
    facts: {
      sentence: focus.batch + 1,
      query,
      count: hidden.length,
      leak: sumOf(hu, valuesAt(leaking, hidden)),
      left: sumOf(hu, valuesAt(right, hidden)),
      row: rowText(trace, "attention", at),
    },
    rows: [
      { name: "zeroed", cells: scores, mark },
      summed(hu, "leaking", leaking, mark),
      summed(hu, "right", right, mark),
    ],
  };
};
