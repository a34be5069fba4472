/** Confusions about scores and attention weights: how they are scaled, normalised, averaged and dropped. */

import { dot, scaled, softmaxOf, sumOf } from "../../draw/asides/arithmetic.js";
import { hasStep, sliceOf, stepOf } from "../../draw/tensor_view.js";
import { range } from "../../module/shape.js";
import { cellText, rowOf } from "../../operations/asking.js";
import {
  factorsAt,
  indexIn,
  mostVariedRow,
  rowIn,
  rowText,
  type Show,
  sizesOf,
  summed,
  valueIn,
  where,
  wholeText,
} from "./shown.js";

const largestAt = (values: readonly number[]): number => values.indexOf(Math.max(...values));

/** An output row if one head is fully masked and its result is 0, and if its result is NaN. */
export const needWeights: Show = ({ hu, trace, focus }) => {
  const { heads, dK } = sizesOf(trace);
  if (heads < 2 || !hasStep(trace, "output")) return undefined;
  const index = [focus.batch, 0];
  const joined = rowOf(stepOf(trace, "concat"), index);
  const [, weight = "", bias] = stepOf(trace, "output").inputs;
  const project = (lost: number): number[] => {
    const row = joined.map((value, i) => (i < dK ? lost : value));
    const x = { shape: [1, row.length], dtype: "float32", data: Float32Array.from(row) } as const;
    return [...hu.linear(x, stepOf(trace, weight), bias ? stepOf(trace, bias) : null).data];
  };
  return {
    facts: { row: cellText("output", index), heads, dK, others: joined.length - dK },
    rows: [
      { name: "without", cells: project(0) },
      { name: "with", cells: project(Number.NaN) },
    ],
  };
};

/** The cell with the largest difference between the heads of the sentence, and its average. */
export const averageWeights: Show = ({ hu, trace, focus }) => {
  const { heads, queries, keys } = sizesOf(trace);
  const step = stepOf(trace, "attention");
  const slices = range(heads).map((head) => sliceOf(step, { ...focus, head }));
  const cellsAt = (place: number): number[] =>
    slices.map((slice) => slice.value(Math.floor(place / keys), place % keys));
  const spread = range(queries * keys).map((place) => {
    const cells = cellsAt(place);
    // Weights of NaN differ by NaN, which `||` turns into 0.
    return Math.max(...cells) - Math.min(...cells) || 0;
  });
  const place = largestAt(spread);
  if (!spread[place]) return undefined;
  const [query, key] = [Math.floor(place / keys), place % keys];
  const cells = cellsAt(place);
  const facts = {
    heads,
    cell: cellText("attention", [focus.batch, ":", query, key]),
    average: hu.div([sumOf(hu, cells)], [heads]).data[0] ?? Number.NaN,
  };
  return { facts, rows: [summed(hu, "heads", cells)] };
};

/** The largest score of a row, divided by √d_k and by √d_model = √H · √d_k, and the weights that follow. */
export const sqrtDModel: Show = (input) => {
  const { hu, trace } = input;
  const { heads, dK, dModel } = sizesOf(trace);
  if (heads < 2 || heads * dK !== dModel) return undefined;
  const at = mostVariedRow(input);
  const scores = rowIn(trace, "scores", at);
  const key = largestAt(scores);
  const factors = factorsAt(trace, at);
  const product = dot(hu, factors.query, factors.key(key));
  const smaller = Array.from(hu.mul(scores, hu.sqrt([dK / dModel])).data);
  const [right, wrong] = [softmaxOf(hu, scores), softmaxOf(hu, smaller)];
  return {
    facts: {
      cell: cellText("scores", [...indexIn(stepOf(trace, "scores"), at), key]),
      dK,
      dModel,
      product,
      right: scores[key] ?? 0,
      wrong: smaller[key] ?? 0,
      rightWeight: right[key] ?? 0,
      wrongWeight: wrong[key] ?? 0,
    },
    rows: [summed(hu, "right", right), summed(hu, "wrong", wrong)],
  };
};

/** One score, scaled before the product and after it. */
export const scaleQ: Show = (input) => {
  const { hu, trace } = input;
  const { dK } = sizesOf(trace);
  const at = mostVariedRow(input);
  const key = largestAt(rowIn(trace, "scores", at));
  const factors = factorsAt(trace, at);
  const vector = factors.key(key);
  const short = Array.from(hu.div(factors.query, hu.sqrt([dK])).data);
  const index = [...indexIn(stepOf(trace, "scores"), at), key];
  return {
    facts: {
      cell: cellText("scores", index),
      dK,
      product: dot(hu, factors.query, vector),
      after: valueIn(trace, "scores", index),
      before: dot(hu, short, vector),
    },
    rows: [
      { name: "query", cells: factors.query },
      { name: "short", cells: short },
      { name: "key", cells: vector },
    ],
  };
};

/** A row and a column of weights normalised over keys, and a row of weights normalised over queries. */
export const softmaxDim: Show = (input) => {
  const { hu, trace, focus } = input;
  const { query } = mostVariedRow(input);
  const slice = sliceOf(stepOf(trace, "scores"), focus);
  const [rows, cols] = [range(slice.rows.size), range(slice.cols.size)];
  const overKeys = rows.map((i) =>
    softmaxOf(
      hu,
      cols.map((j) => slice.value(i, j)),
    ),
  );
  const overQueries = cols.map((j) =>
    softmaxOf(
      hu,
      rows.map((i) => slice.value(i, j)),
    ),
  );
  const right = overKeys[query] ?? [];
  const column = overKeys.map((row) => row[0] ?? 0);
  const wrong = overQueries.map((col) => col[query] ?? 0);
  return {
    facts: {
      row: rowText(trace, "scores", { ...focus, query }),
      rightSum: sumOf(hu, right),
      columnSum: sumOf(hu, column),
      wrongSum: sumOf(hu, wrong),
    },
    rows: [summed(hu, "right", right), summed(hu, "column", column), summed(hu, "wrong", wrong)],
  };
};

/**
 * A row of weights after dropout with p = 0.5: a weight is kept if a random number drawn with the lesson's seed is positive.
 * The row is the first one that loses a weight and keeps another; weights of 0, as of masked keys, do not count.
 */
export const dropout: Show = (input) => {
  const { hu, trace } = input;
  const { queries, keys } = sizesOf(trace);
  const draws = hu.randn(trace.spec.seed, [keys]).data;
  const first = mostVariedRow(input);
  const found = [first, ...range(queries).map((query) => ({ ...first, query }))]
    .map((at) => {
      const weights = rowIn(trace, "attention", at);
      const open = where(weights.map((weight) => weight > 0));
      return { at, weights, open, dropped: open.filter((key) => (draws[key] ?? 0) <= 0) };
    })
    .find(({ open, dropped }) => dropped.length > 0 && dropped.length < open.length);
  if (!found) return undefined;
  const { at, weights, open, dropped } = found;
  const kept = scaled(hu, weights, 2);
  const after = kept.map((weight, i) => (dropped.includes(i) ? 0 : weight));
  return {
    facts: {
      row: rowText(trace, "attention", at),
      seed: wholeText(trace.spec.seed),
      open: open.length,
      count: dropped.length,
      before: sumOf(hu, weights),
      after: sumOf(hu, after),
    },
    rows: [summed(hu, "before", weights), summed(hu, "after", after, { as: "dropped", cells: dropped })],
  };
};

/** A row of a layer's weight, a row of attention weights, and how many numbers there are of each kind. */
export const twoWeights: Show = (input) => {
  const { hu, trace } = input;
  const at = mostVariedRow(input);
  const layers = trace.steps.filter(({ name }) => /^w_.\.weight$/.test(name));
  return {
    facts: {
      learned: layers.reduce((total, { data }) => total + data.length, 0),
      computed: stepOf(trace, "attention").data.length,
      row: rowText(trace, "attention", at),
    },
    rows: [
      summed(hu, "layer", rowOf(stepOf(trace, "w_q.weight"), [0])),
      summed(hu, "attention", rowIn(trace, "attention", at)),
    ],
  };
};
