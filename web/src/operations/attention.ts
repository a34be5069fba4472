/** Attention: the scores, the weighted sum of the values, and the bridges that show all of it at once or token by token. */
import { dot, rootOf } from "../draw/asides/arithmetic.js";
import { headSize } from "../draw/asides/row.js";
import type { StageStep } from "../draw/picture.js";
import { digits, maskedBit } from "../draw/scale.js";
import { generation as generationScene } from "../draw/scenes/attention/generation.js";
import { scaledDotProduct as scaledDotProductScene } from "../draw/scenes/attention/product.js";
import { weightedSum as weightedSumScene } from "../draw/scenes/attention/weighted_sum.js";
import { opening as openingScene } from "../draw/scenes/opening.js";
import { hasStep, stepOf, valueAt } from "../draw/tensor_view.js";
import { range } from "../module/shape.js";
import type { Trace } from "../module/types.js";
import { realText } from "../words/number_text.js";
import { detail, products, result, sign, total } from "./arithmetic.js";
import {
  type Asker,
  cellText,
  focusOnCell,
  idsOf,
  largest,
  numberQuestion,
  numberText,
  rowOf,
  rowsOf,
  tokenAxis,
  tokenQuestion,
  tokensOf,
} from "./asking.js";
import { looksAt, roleOfValue, rolesSwapped, rootLeftOut, whatArrives } from "./ideas.js";
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
import { product, transposedLastTwo } from "./tensors.js";

/** Q Kᵀ over √d_k. */
function scaledProduct(step: Pick<StageStep, "inputs">, trace: Trace): string {
  const [query, key] = step.inputs.map((id) => stepNamed(trace, id));
  const dots = mrow(query ? factor(query) : "", GAP, key ? factor(key, true) : "");
  return mfrac(dots, msqrt(msub(mi("d", "axis-K"), k)));
}

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
    (at) => ({
      reason: ids[at] === padId ? "padding_is_a_vector" : "fits_itself",
      facts: { score: numberText(valueAt(step, [...row, at])) },
    }),
    {
      facts: { row: cellText(step.name, row), position: String(query) },
      ...focusOnCell(trace, step, [...row, query]),
    },
  );
};

/** How many rows would come out if the source asked and the target answered? */
const sourceAsks: Asker = ({ trace }) => {
  const { queries, keys } = tokensOf(trace);
  const [target = 1, source = 1] = [queries, keys].map(({ shape }) => shape[1] ?? 1);
  if (queries === keys || target === source) return undefined;
  return numberQuestion(
    "source_asks",
    source,
    { row_per_query: target, pairs_are_scores: target * source },
    { facts: { source: String(source), target: String(target) } },
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
  questions: { warmup_scores: [largestScore], scores: [score, rootLeftOut, rolesSwapped, sourceAsks] },
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
  questions: { values: [whatArrives] },
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
  questions: [looksAt, roleOfValue],
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

/** How many rows would be computed for one more token during generation if nothing were masked? */
const generationRows: Asker = ({ step, pick }) => {
  const length = step.shape[1] ?? 1;
  if (length < 3) return undefined;
  const known = 2 + pick.below(length - 2);
  return numberQuestion(
    "generation_rows",
    known + 1,
    { rows_above_change: 1, new_query_asks: known },
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
  endsLast: true,
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
