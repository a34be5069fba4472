/** Scores: the dot product of every query with every key, divided by √d_k. */

import { dot, rootOf } from "../draw/asides/arithmetic.js";
import { headSize } from "../draw/asides/row.js";
import { digits } from "../draw/scale.js";
import type { StageStep } from "../draw/scene.js";
import { scaledDotProduct as scene } from "../draw/scenes/attention/product.js";
import { stepOf, valueAt } from "../draw/tensor_view.js";
import { range } from "../module/shape.js";
import type { Trace } from "../module/types.js";
import { realText } from "../words/number_text.js";
import { detail, products, result, sign, type Writer } from "./arithmetic.js";
import {
  type Asker,
  askShape,
  cellText,
  choiceQuestion,
  factorFacts,
  focusOnCell,
  idsOf,
  inputOf,
  largest,
  numberQuestion,
  rowOf,
  rowsOf,
  tokenAxis,
  tokenQuestion,
  tokensOf,
} from "./asking.js";
import { EQUALS, GAP, mfrac, mi, mrow, msqrt, msub } from "./mathml.js";
import { factor, k, stepNamed } from "./notation.js";
import type { Operation } from "./operation.js";
import { product } from "./tensors.js";

/** Q Kᵀ over √d_k. */
export function scaledProduct(step: Pick<StageStep, "inputs">, trace: Trace): string {
  const [query, key] = step.inputs.map((id) => stepNamed(trace, id));
  const dots = mrow(query ? factor(query) : "", GAP, key ? factor(key, true) : "");
  return mfrac(dots, msqrt(msub(mi("d", "axis-K"), k)));
}

/** The front axes of the scores, with heads or without, and the letters of the axes that follow. */
const scoresShape: Asker = (asking) => {
  const { step } = asking;
  const front = step.axes.length > 3 ? "B H" : "B";
  return askShape({
    key: "scores_shape",
    axes: `${front} Q S`,
    sizes: () => ({ d: inputOf(asking).shape.at(-1) ?? 1 }),
    slips: [
      [`${front} Q d`, "size_is_summed"],
      [`${front} d d`, "rows_meet_rows"],
      [`${front} S Q`, "queries_are_rows"],
      ["B Q S", "table_per_head"],
    ],
    facts: (_, { d }) => ({ ...factorFacts(asking), size: String(d) }),
  })(asking);
};

/** The most products that a learner should add up by hand. */
const MOST_PRODUCTS = 4;
/** Generous, because the numbers shown are rounded to two decimals. */
const TOLERANCE = 0.05;

export const score: Asker = ({ hu, trace, step, pick }) => {
  const [q, key] = step.inputs.map((name) => stepOf(trace, name));
  const size = q?.shape.at(-1) ?? 1;
  if (!q || !key || size < 2 || size > MOST_PRODUCTS) return undefined;
  // Near 0 a product that is not divided, or divided by d_k, would be within the tolerance.
  const least = (2 * TOLERANCE) / (1 - 1 / rootOf(hu, size));
  const clear = rowsOf(step)
    .flatMap((row) => range(step.shape.at(-1) ?? 0).map((at) => [...row, at]))
    .filter((cell) => Math.abs(valueAt(step, cell)) > least && Math.abs(valueAt(step, cell)) < 3);
  const cell = pick.one(clear);
  if (!cell) return undefined;
  const [row, keyRow] = [cell.slice(0, -1), [...cell.slice(0, -2), cell.at(-1) ?? 0]];
  const [a, b] = [rowOf(q, row), rowOf(key, keyRow)];
  const whole = dot(hu, a, b);
  // The first and the last of the products that the dot product adds up.
  const single = [0, size - 1].map((at) => dot(hu, a.slice(at, at + 1), b.slice(at, at + 1)));
  return numberQuestion(
    "score",
    valueAt(step, cell),
    [
      [whole, "not_scaled"],
      [whole / size, "root_missing"],
      [whole * rootOf(hu, size), "divide"],
      [-valueAt(step, cell), "sign"],
      ...single.flatMap((one) =>
        [one, one / rootOf(hu, size)].map((answer) => [answer, "sum_forgotten"] as const),
      ),
      ...mistakenCells(step, cell).map((other) => [valueAt(step, other), "wrong_row"] as const),
    ],
    {
      facts: { cell: cellText(step.name, cell), dK: String(size), dot: digits(whole) },
      given: [
        { label: cellText(q.name, row), values: a.map((x) => digits(x)) },
        { label: cellText(key.name, keyRow), values: b.map((x) => digits(x)) },
      ],
      ...focusOnCell(trace, step, cell),
    },
    TOLERANCE,
  );
};

/** Cells that are easily mistaken for this one: with row and column swapped, and in the next row. */
function mistakenCells({ shape }: Pick<StageStep, "shape">, cell: readonly number[]): number[][] {
  const [rows = 1, columns = 1] = shape.slice(-2);
  const [row = 0, column = 0] = cell.slice(-2);
  const others = [
    [column, row],
    [(row + 1) % rows, column],
  ] as const;
  return others
    .filter(([i, j]) => i < rows && j < columns && !(i === row && j === column))
    .map((place) => [...cell.slice(0, -2), ...place]);
}

const divisor: Asker = ({ hu, trace, step, pick }) => {
  const { numHeads, dModel, dAttention } = trace.spec;
  const dK = headSize(trace);
  const isWarmUp = step.name === "warmup_scores";
  const rootText = (value: number): string => {
    const root = rootOf(hu, value);
    return Number.isInteger(root) ? `√${value} = ${root}` : `√${value} ≈ ${digits(root)}`;
  };
  const modelReason = isWarmUp
    ? "d_k_later"
    : dAttention !== null && numHeads === 1
      ? "d_attention_not_d_model"
      : "d_k_not_d_model";
  const [width = 1] = step.shape.slice(-1);
  const wrong = [
    { value: dK, code: String(dK), reason: "root_missing" },
    { value: rootOf(hu, dModel), code: rootText(dModel), reason: modelReason },
    { value: rootOf(hu, width), code: rootText(width), reason: "not_the_length" },
    { value: 1, code: "1", reason: "divided_at_all" },
  ].filter(({ value }) => Math.abs(value - rootOf(hu, dK)) > 1e-9);
  const options = [{ code: rootText(dK) }, ...wrong.map(({ code, reason }) => ({ code, reason }))];
  const facts = { tensor: step.name, dK: String(dK), dModel: String(dModel), heads: String(numHeads) };
  return dAttention === null
    ? choiceQuestion("divisor", pick, options, { facts })
    : choiceQuestion("divisor_attention", pick, options, {
        facts: { ...facts, dAttention: String(dAttention) },
      });
};

/** Which score of a row is the largest in the warm-up, where each vector is also multiplied by itself? */
const largestScore: Asker = ({ trace, step, pick }) => {
  const { keys } = tokensOf(trace);
  const { padId } = trace.spec;
  const row = pick.one(
    rowsOf(step).filter((one) => largest(rowOf(step, one)) === one[1] && valueAt(keys, one) !== padId),
  );
  if (!row) return undefined;
  const [sentence = 0, query = 0] = row;
  const ids = idsOf(keys, sentence);
  return tokenQuestion(
    "largest_score",
    ids.map((id) => ({ head: String(id) })),
    tokenAxis(keys, sentence),
    query,
    (at) => (ids[at] === padId ? "padding_is_a_vector" : "fits_itself"),
    {
      facts: { row: cellText(step.name, row), position: String(query) },
      ...focusOnCell(trace, step, [...row, query]),
    },
  );
};

const arithmetic: Writer = (e, piece) => {
  const dot = realText(detail(e, "dot"));
  return [
    ...products(e, piece),
    { pieces: [sign("Σ =")], result: dot },
    result([sign(`${dot} ÷ √${detail(e, "dK")} =`)], realText(e.value), { key: "scale" }),
  ];
};

export const scaledDotProduct: Operation = {
  ms: 8000,
  scene,
  arithmetic,
  formula: (step, trace) => mrow(factor(step), EQUALS, scaledProduct(step, trace)),
  /** In the block's warm-up the vectors are longer than d_k, the size of a head. */
  compute(hu, input, _, trace) {
    const [q, key] = [input(0), input(1)];
    const size = headSize(trace);
    if (q.shape.at(-1) === size) return hu.scaledDotProductAttention(q, key, key).scores;
    return hu.div(product(hu, q, key), hu.sqrt([size]));
  },
  questions: { warmup_scores: [largestScore, divisor], scores: [scoresShape, score, divisor] },
};
