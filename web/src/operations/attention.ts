/** Attention: the scores, the weighted sum of the values, and the bridges that show all of it at once or token by token. */
import { dot, rootOf, sumOf } from "../draw/asides/arithmetic.js";
import { headSize } from "../draw/asides/row.js";
import type { StageStep } from "../draw/picture.js";
import { digits, maskedBit } from "../draw/scale.js";
import { generation as generationScene } from "../draw/scenes/attention/generation.js";
import { scaledDotProduct as scaledDotProductScene } from "../draw/scenes/attention/product.js";
import { weightedSum as weightedSumScene } from "../draw/scenes/attention/weighted_sum.js";
import { opening as openingScene, queryOf } from "../draw/scenes/opening.js";
import { hasStep, stepOf, valueAt } from "../draw/tensor_view.js";
import { range } from "../module/shape.js";
import type { Trace } from "../module/types.js";
import { realText } from "../words/number_text.js";
import { detail, products, result, sign, total } from "./arithmetic.js";
import {
  type Asker,
  askShape,
  cellText,
  choiceQuestion,
  factorFacts,
  focusOnCell,
  hidesCompletely,
  idsOf,
  inputOf,
  largest,
  numberQuestion,
  openKeys,
  rowOf,
  rowsOf,
  sizeOf,
  tokenAxis,
  tokenQuestion,
  tokensOf,
} from "./asking.js";
import {
  bracketed,
  cell,
  EQUALS,
  factor,
  GAP,
  inputsOf,
  k,
  letterOf,
  mfrac,
  mi,
  mo,
  mrow,
  msqrt,
  msub,
  munder,
  name,
  stepNamed,
  tokenAxes,
} from "./mathml.js";
import type { Operation } from "./operation.js";
import { mostAttended } from "./softmax.js";
import { product, transposedLastTwo } from "./tensors.js";

/** Q Kᵀ over √d_k. */
function scaledProduct(step: Pick<StageStep, "inputs">, trace: Trace): string {
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
    slips: {
      size_is_summed: `${front} Q d`,
      rows_meet_rows: `${front} d d`,
      queries_are_rows: `${front} S Q`,
      table_per_head: "B Q S",
    },
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
    {
      not_scaled: whole,
      root_missing: whole / size,
      divide: whole * rootOf(hu, size),
      sign: -valueAt(step, cell),
      sum_forgotten: single.flatMap((one) => [one, one / rootOf(hu, size)]),
      wrong_row: mistakenCells(step, cell).map((other) => valueAt(step, other)),
    },
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

/** Scores: the dot product of every query with every key, divided by √d_k. */
export const scaledDotProduct: Operation = {
  ms: 8000,
  spoken: "score",
  scene: scaledDotProductScene,
  arithmetic: (e, piece) => {
    const dot = realText(detail(e, "dot"));
    return [
      ...products(e, piece),
      { pieces: [sign("Σ =")], result: dot },
      result([sign(`${dot} ÷ √${detail(e, "dK")} =`)], realText(e.value), { key: "scale" }),
    ];
  },
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

const valuesShape: Asker = (asking) => {
  const front = asking.step.axes.length > 3 ? "B H" : "B";
  return askShape({
    key: "values_shape",
    axes: `${front} Q d`,
    sizes: () => ({ S: inputOf(asking).shape.at(-1) ?? 1 }),
    slips: {
      keys_are_summed: `${front} Q S`,
      row_per_query: `${front} S d`,
      queries_are_rows: `${front} d Q`,
      vectors_are_mixed: `${front} Q`,
    },
    facts: factorFacts,
  })(asking);
};

/** Which key's value comes out unchanged? */
const copiesValue: Asker = (asking) => {
  const { trace, step, pick } = asking;
  const attention = inputOf(asking);
  const { keys } = tokensOf(trace);
  const row = pick.one(
    rowsOf(attention).filter((one) => {
      const open = openKeys(trace, attention, one);
      if (open.length !== 1 || !hidesCompletely(trace, attention, one)) return false;
      // A token that occurs twice may have the same value twice.
      const ids = idsOf(keys, one[0] ?? 0);
      const [id] = open.map((at) => ids[at]);
      return ids.indexOf(id ?? 0) === ids.lastIndexOf(id ?? 0);
    }),
  );
  if (!row || (attention.shape.at(-1) ?? 1) < 2) return undefined;
  const weights = rowOf(attention, row);
  const key = weights.indexOf(Math.max(...weights));
  const [sentence = 0] = row;
  return tokenQuestion(
    "copies_value",
    idsOf(keys, sentence).map((id) => ({ head: String(id) })),
    tokenAxis(keys, sentence),
    key,
    () => "weight_zero_adds_nothing",
    {
      facts: {
        row: cellText(step.name, row),
        weights: cellText(attention.name, row),
        value: cellText(step.inputs[1] ?? "", [...row.slice(0, -1), key]),
      },
      ...focusOnCell(trace, step, [...row, 0]),
    },
  );
};

/** The mean of the values, weighted by the attention. */
export const weightedSum: Operation = {
  ms: 8000,
  scene: weightedSumScene,
  arithmetic: (e, piece) => [...products(e, piece), total(e, "Σ =")],
  formula(step, trace) {
    const [weights, values] = inputsOf(step, trace);
    return mrow(factor(step), EQUALS, weights ? factor(weights) : "", GAP, values ? factor(values) : "");
  },
  compute: (hu, input) => product(hu, input(0), transposedLastTwo(input(1))),
  questions: { values: [valuesShape, copiesValue] },
};

/** Asks about the first sentence, or about another one if its weights are too similar. */
const openingMostAttended: Asker = ({ hu, trace, pick }) => {
  const step = stepOf(trace, "attention");
  const heads = step.axes.includes("H") ? range(sizeOf(step, "H")).map((head) => [head]) : [[]];
  const rowsIn = (batch: number): number[][] => heads.map((head) => [batch, ...head, queryOf(trace, batch)]);
  const asking = { hu, trace, step, pick };
  return mostAttended(asking, rowsIn(0)) ?? mostAttended(asking, range(sizeOf(step, "B")).flatMap(rowsIn));
};

/** What do the weights add up to? */
const weightsSum: Asker = ({ hu, trace }) => {
  const step = stepOf(trace, "attention");
  const row = [0, ...(step.axes.includes("H") ? [0] : []), queryOf(trace, 0)];
  const keys = openKeys(trace, step, row).length;
  if (keys < 2 || Math.abs(sumOf(hu, rowOf(step, row)) - 1) > 1e-3) return undefined;
  return numberQuestion(
    "weights_sum",
    1,
    { row_sums_to_one: [keys, 0] },
    {
      facts: { row: cellText(step.name, row), query: String(row.at(-1)), keys: String(keys) },
      ...focusOnCell(trace, step, [...row, 0]),
    },
    0.01,
  );
};

/** The number of characters that fit in a line of the code window. */
const LINE_WIDTH = 53;

/** The bridge that opens every lesson: all of attention on one sentence, before its separate steps. */
export const opening: Operation = {
  ms: 9000,
  spoken: "weight",
  scene: openingScene,
  /** softmax(Q Kᵀ / √d_k) V in one line. */
  formula({ label = "values", axes, inputs: [, values] }, trace) {
    const [scored, v] = [stepNamed(trace, "scores"), stepNamed(trace, values)];
    const share = bracketed(scored ? scaledProduct(scored, trace) : "");
    return mrow(factor({ name: label, axes }), EQUALS, mi("softmax"), share, GAP, v ? factor(v) : "");
  },
  questions: [openingMostAttended, weightsSum],
  bridge: {
    id: "opening",
    of(trace) {
      if (!hasStep(trace, "values")) return undefined;
      return { ...stepOf(trace, "values"), name: "opening", label: "values", op: "opening" };
    },
    /** Attention as one PyTorch call. Its mask is True where a query attends. */
    code(trace) {
      const hasHeads = stepOf(trace, "values").inputs[1] === "v_heads";
      const tensors = ["q", "k", "v"].map((name) => (hasHeads ? `${name}_heads` : name)).join(", ");
      const mask =
        hasStep(trace, "masked_scores") && stepOf(trace, stepOf(trace, "masked_scores").inputs[1] ?? "");
      const attend =
        mask && `${maskedBit(mask) === 1 ? "~" : ""}${mask.name}${hasHeads ? ".unsqueeze(1)" : ""}`;
      const oneLine = `    ${tensors}${attend ? `, ${attend}` : ""})`;
      const argumentLines = oneLine.length <= LINE_WIDTH ? [oneLine] : [`    ${tensors},`, `    ${attend})`];
      const code = [
        "# the whole of attention in one call",
        "values = F.scaled_dot_product_attention(",
        ...argumentLines,
      ];
      return { code, current: code.slice(1).map((_, i) => i + 1) };
    },
  },
};

/** How many rows are computed for one more token during generation? */
const generationRows: Asker = ({ step, pick }) => {
  const length = step.shape[1] ?? 1;
  if (length < 3) return undefined;
  const known = 2 + pick.below(length - 2);
  return numberQuestion(
    "generation_rows",
    1,
    { rows_above_stay: [known + 1, known, (known + 1) * (known + 1)], new_query_asks: 0 },
    {
      facts: { known: String(known), next: String(known + 1) },
      lit: { name: "values", index: [0, known, 0] },
    },
  );
};

/** The bridge to generation: the rows of a causal output, one token at a time, with a cache of keys and values. */
export const generation: Operation = {
  ms: 9000,
  scene: generationScene,
  /** The row of the newest token, which attends to itself and all earlier tokens. */
  formula({ inputs: [weights = "attention", values = "v"] }, trace) {
    const attention = trace.steps.find((step) => step.name === weights);
    const { i, j } = tokenAxes(attention ?? { axes: [] }, trace);
    return mrow(
      cell(name("values"), i),
      EQUALS,
      munder(mo("∑"), mrow(j, mo("≤"), i)),
      cell(name(weights), i, j),
      GAP,
      cell(letterOf(values), j),
    );
  },
  questions: [generationRows],
  bridge: {
    id: "generation",
    of(trace) {
      if (!trace.spec.mask?.causal || !hasStep(trace, "values")) return undefined;
      return { ...stepOf(trace, "values"), name: "generation", label: "values", op: "generation" };
    },
    code: ({ spec }) => ({
      code: [
        "k = v = torch.empty(0)  # the cache",
        "for x in embedding.split(1, dim=1):  # a token",
        "    k = torch.cat([k, w_k(x)], dim=1)",
        "    v = torch.cat([v, w_v(x)], dim=1)",
        // In two lines, because scores and softmax with a line for the mask would not fit in the window.
        ...(spec.mask?.padding
          ? [
              "    row = F.scaled_dot_product_attention(",
              "        w_q(x), k, v, padding_mask[..., :k.size(1)])",
            ]
          : [
              "    s = w_q(x) @ k.transpose(1, 2) / k.size(-1)**0.5",
              "    row = s.softmax(dim=-1) @ v  # = values[:, n-1]",
            ]),
      ],
      current: [2, 3, 4, 5],
    }),
  },
};
