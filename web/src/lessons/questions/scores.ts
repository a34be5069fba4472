/** Questions about the scores: their shape, one of them computed by hand, their divisor, the effect of a mask. */

import { type Core, dot, softmaxOf } from "../../draw/asides/arithmetic.js";
import { digits } from "../../draw/scale.js";
import type { StageStep } from "../../draw/scene.js";
import { offsetOf, stepOf, valueAt } from "../../draw/tensor_view.js";
import { range } from "../../module/shape.js";
import type { Trace } from "../../module/types.js";
import {
  type Asker,
  cellText,
  choiceQuestion,
  factorsOf,
  idsOf,
  largest,
  numberQuestion,
  rowOf,
  shapeQuestion,
  tokenAxis,
  tokensOf,
} from "./kit.js";
import { openKeys, rowsOf } from "./rows.js";

export const scoresShape: Asker = ({ trace, step }) => {
  const factors = factorsOf(trace, step);
  if (!factors) return undefined;
  const { left: q, front, rows: queries, columns: keys, facts } = factors;
  const size = q.at(-1) ?? 1;
  const slips = [
    { answer: [...front, queries, size], reason: "size_is_summed" },
    { answer: [...front, size, size], reason: "rows_meet_rows" },
    { answer: [...front, keys, queries], reason: "queries_are_rows" },
    { answer: [...front.slice(0, 1), queries, keys], reason: "table_per_head" },
  ];
  return shapeQuestion("scores_shape", step, slips, { facts: { ...facts, size: String(size) } });
};

/** The most products that a learner should add up by hand. */
const MOST_PRODUCTS = 4;
/** Generous, because the numbers shown are rounded to two decimals. */
const TOLERANCE = 0.05;

export const score: Asker = ({ hu, trace, step, pick }) => {
  const [q, k] = step.inputs.map((name) => stepOf(trace, name));
  const size = q?.shape.at(-1) ?? 1;
  if (!q || !k || size < 2 || size > MOST_PRODUCTS) return undefined;
  // Near 0 a product that is not divided, or divided by d_k, would be within the tolerance.
  const least = (2 * TOLERANCE) / (1 - 1 / Math.sqrt(size));
  const clear = rowsOf(step)
    .flatMap((row) => range(step.shape.at(-1) ?? 0).map((key) => [...row, key]))
    .filter((cell) => Math.abs(valueAt(step, cell)) > least && Math.abs(valueAt(step, cell)) < 3);
  const cell = pick.one(clear);
  if (!cell) return undefined;
  const [row, keyRow] = [cell.slice(0, -1), [...cell.slice(0, -2), cell.at(-1) ?? 0]];
  const [query, key] = [rowOf(q, row), rowOf(k, keyRow)];
  const product = dot(hu, query, key);
  const slips = [
    { answer: product, reason: "not_scaled" },
    { answer: product / size, reason: "root_missing" },
    { answer: product * Math.sqrt(size), reason: "divide" },
    { answer: -valueAt(step, cell), reason: "sign" },
    ...singleProducts(hu, query, key).flatMap((single) =>
      [single, single / Math.sqrt(size)].map((answer) => ({ answer, reason: "sum_forgotten" })),
    ),
    ...mistakenCells(step, cell).map((other) => ({ answer: valueAt(step, other), reason: "wrong_row" })),
  ];
  const rest = {
    facts: { cell: cellText(step.name, cell), dK: String(size), dot: digits(product) },
    given: [
      { label: cellText(q.name, row), values: query.map((x) => digits(x)) },
      { label: cellText(k.name, keyRow), values: key.map((x) => digits(x)) },
    ],
    ...focusOnCell(trace, step, cell),
  };
  return numberQuestion("score", valueAt(step, cell), slips, rest, TOLERANCE);
};

/** The first and the last of the products that a dot product adds up. */
const singleProducts = (hu: Core, a: readonly number[], b: readonly number[]): number[] =>
  [0, a.length - 1].map((at) => dot(hu, a.slice(at, at + 1), b.slice(at, at + 1)));

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

/** The focus and the highlighted cell of a question about this cell. */
export const focusOnCell = (
  trace: Trace,
  step: Pick<StageStep, "name" | "axes">,
  index: readonly number[],
) => {
  const at = (letter: string): number => index[step.axes.indexOf(letter)] ?? 0;
  const head = step.axes.includes("H") && trace.spec.numHeads > 1 ? { head: at("H") } : {};
  return {
    focus: step.axes.includes("B") ? { batch: at("B"), ...head } : {},
    lit: { name: step.name, index },
  };
};

export const divisor: Asker = ({ trace, step, pick }) => {
  const { numHeads, dModel, dAttention } = trace.spec;
  const dK = (dAttention ?? dModel) / numHeads;
  const right = Math.sqrt(dK);
  const [width = 1] = step.shape.slice(-1);
  const codeOf = (value: number, root: boolean): string =>
    root && !Number.isInteger(Math.sqrt(value))
      ? `√${value} ≈ ${digits(Math.sqrt(value))}`
      : root
        ? `√${value} = ${Math.sqrt(value)}`
        : String(value);
  const wrong = [
    { value: dK, root: false, reason: "root_missing" },
    { value: dModel, root: true, reason: modelRootReason(step, trace.spec) },
    { value: width, root: true, reason: "not_the_length" },
    { value: 1, root: false, reason: "divided_at_all" },
  ].filter(({ value, root }) => Math.abs((root ? Math.sqrt(value) : value) - right) > 1e-9);
  const options = [
    { code: codeOf(dK, true) },
    ...wrong.map(({ value, root, reason }) => ({ code: codeOf(value, root), reason })),
  ];
  const facts = { tensor: step.name, dK: String(dK), dModel: String(dModel), heads: String(numHeads) };
  return dAttention === null
    ? choiceQuestion("divisor", pick, options, { facts })
    : choiceQuestion("divisor_attention", pick, options, {
        facts: { ...facts, dAttention: String(dAttention) },
      });
};

/** Why √d_model is wrong: the warm-up multiplies whole vectors, and d_attention may set the size of queries and keys. */
function modelRootReason(
  { name }: Pick<StageStep, "name">,
  { numHeads, dAttention }: Trace["spec"],
): "d_k_later" | "d_attention_not_d_model" | "d_k_not_d_model" {
  if (name === "warmup_scores") return "d_k_later";
  return dAttention !== null && numHeads === 1 ? "d_attention_not_d_model" : "d_k_not_d_model";
}

/** Which score of a row is the largest in the warm-up, where each vector is also multiplied by itself? */
export const largestScore: Asker = ({ trace, step, pick }) => {
  const { keys } = tokensOf(trace);
  const rows = rowsOf(step).filter((row) => {
    const [sentence = 0, query = 0] = row;
    return largest(rowOf(step, row)) === query && valueAt(keys, [sentence, query]) !== trace.spec.padId;
  });
  const row = pick.one(rows);
  if (!row) return undefined;
  const [sentence = 0, query = 0] = row;
  const ids = idsOf(keys, sentence);
  return {
    kind: "cell",
    of: "tokens",
    key: "largest_score",
    cells: ids.map((id) => ({ head: String(id) })),
    tokens: tokenAxis(keys, sentence),
    answer: query,
    slips: ids.flatMap((id, at) =>
      at === query
        ? []
        : [{ answer: at, reason: id === trace.spec.padId ? "padding_is_a_vector" : "fits_itself" }],
    ),
    facts: { row: cellText(step.name, row), position: String(query) },
    ...focusOnCell(trace, step, [...row, query]),
  };
};

/** What does a masked score become? */
export const maskedBecomes: Asker = ({ hu, trace, step, pick }) => {
  const scores = stepOf(trace, step.inputs[0] ?? "");
  const filled = rowsOf(step).flatMap((row) => {
    const open = openKeys(trace, step, row);
    return open.length === 0
      ? []
      : range(step.shape.at(-1) ?? 0)
          .filter((key) => !open.includes(key))
          .map((key) => [...row, key]);
  });
  const cell = pick.one(filled.filter((one) => Math.abs(valueAt(scores, one)) > 0.05));
  // A weaker fill leaves some weight; this question is not about that.
  const [, left = 0] = cell ? softmaxOf(hu, [0, valueAt(step, cell)]) : [];
  if (!cell || left > 0) return undefined;
  const before = valueAt(scores, cell);
  const options = [
    { code: digits(step.data[offsetOf(step.shape, cell)] ?? Number.NaN) },
    { code: "0", reason: "times_zero" },
    { code: digits(before), reason: "mask_inverted" },
    { code: digits(-Math.abs(before)), reason: "not_negated" },
    { word: "taken_out", reason: "places_stay" },
  ];
  return choiceQuestion("masked_becomes", pick, options, {
    facts: { score: cellText(scores.name, cell), before: digits(before) },
    ...focusOnCell(trace, step, cell),
  });
};
