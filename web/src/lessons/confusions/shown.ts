/**
 * The numbers of an answer, taken from a trace: facts for its sentence, and rows. Sums and products come from the core. A function for
 * each confusion: those about masks, then about fills, about scores and weights, about data and shapes.
 */
import { dot, scaled, softmaxOf, sumOf } from "../../draw/asides/arithmetic.js";
import {
  fillOf,
  headSize,
  mostVariedQuery,
  paddedBatch,
  paddedRow,
  paddingOf,
  queriesOf,
} from "../../draw/asides/row.js";
import type { Focus } from "../../draw/picture.js";
import { hasStep, sliceOf, stepOf, valueAt } from "../../draw/tensor_view.js";
import { shortNumber } from "../../module/number_text.js";
import type { Core } from "../../module/page_entry.js";
import { range, sameShape, shapeText } from "../../module/shape.js";
import type { Step, Trace } from "../../module/types.js";
import { cellText, idsOf, rowOf } from "../../operations/asking.js";
import { half, LARGEST_HALF, viewed } from "../../operations/tensors.js";
import { type Changes, hidingBit, replay } from "../replay.js";

export interface ShowInput {
  readonly hu: Core;
  readonly trace: Trace;
  /** The sentence and the head on the stage. */
  readonly focus: Focus;
}

/** Why some cells of a row are marked. */
type Mark = "padding" | "future" | "masked" | "dropped" | "other";

export interface Row {
  /** The key of its label: `rows.<name>` of the confusion's words. */
  readonly name: string;
  readonly cells: readonly number[];
  /** Whole numbers are shown without decimals. */
  readonly whole?: boolean;
  readonly mark?: { readonly as: Mark; readonly cells: readonly number[] };
  /** The sum of the cells, if the answer is about it. */
  readonly sum?: number;
}

export interface Shown {
  /** Values for the placeholders in its sentence and labels; numbers are formatted when rendered. */
  readonly facts: Readonly<Record<string, string | number>>;
  readonly rows: readonly Row[];
}

/** Returns undefined if the trace cannot show the answer. */
export type Show = (input: ShowInput) => Shown | undefined;

/** All digits of a whole number such as a seed, which would otherwise be rounded like any long number. */
const wholeText = (value: number): string => String(value).replace("-", "\u2212");

/** A row and its sum. */
const summed = (hu: Core, name: string, cells: readonly number[], mark?: Row["mark"]): Row => ({
  name,
  cells,
  sum: sumOf(hu, cells),
  ...(mark ? { mark } : {}),
});

const integers = (name: string, cells: readonly number[], mark?: Row["mark"]): Row => ({
  name,
  cells,
  whole: true,
  ...(mark ? { mark } : {}),
});

/** The positions where a list is true. */
const where = (flags: readonly boolean[]): number[] => range(flags.length).filter((i) => flags[i]);

/** The values at these positions. */
const valuesAt = (values: readonly number[], at: readonly number[]): number[] =>
  at.map((i) => values[i] ?? 0);

/** The index of a query's row in the scores or weights; `head` is ignored without heads. */
interface QueryRow {
  readonly batch: number;
  readonly head: number;
  readonly query: number;
}

const indexIn = ({ axes }: Step, { batch, head, query }: QueryRow): number[] =>
  axes.includes("H") ? [batch, head, query] : [batch, query];

const rowIn = (trace: Trace, name: string, at: QueryRow): number[] => {
  const step = stepOf(trace, name);
  return rowOf(step, indexIn(step, at));
};

/** `attention[0, 1, 2]`, as PyTorch would write the row. */
const rowText = (trace: Trace, name: string, at: QueryRow): string =>
  cellText(name, indexIn(stepOf(trace, name), at));

/** The vectors whose dot products are a row of scores: the query's, and that of each key. */
function factorsAt(trace: Trace, at: QueryRow): { query: number[]; key(i: number): number[] } {
  const [q = "", k = ""] = stepOf(trace, "scores").inputs;
  return {
    query: rowIn(trace, q, at),
    key: (i) => rowIn(trace, k, { ...at, query: i }),
  };
}

/** The query whose scores differ most in the sentence and head on the stage; never padding. */
const mostVariedRow = ({ trace, focus }: ShowInput): QueryRow => ({
  ...focus,
  query: mostVariedQuery(trace, sliceOf(stepOf(trace, "scores"), focus), focus.batch),
});

/** The mask of the scores; undefined where nothing is masked. */
const maskOf = (trace: Trace): Step | undefined =>
  hasStep(trace, "masked_scores") ? stepOf(trace, stepOf(trace, "masked_scores").inputs[1] ?? "") : undefined;

/** One query's row of a mask, whose axes may have size 1. */
function maskRow(mask: Step, { batch, query }: QueryRow): number[] {
  const [first = 1, second = 1] = mask.shape.slice(-3);
  return rowOf(mask, [first === 1 ? 0 : batch, second === 1 ? 0 : query]);
}

/** The numbers of sentences, heads, queries and keys, and the sizes of the vectors. */
function sizesOf(trace: Trace) {
  const { shape } = stepOf(trace, "scores");
  const [queries = 1, keys = 1] = shape.slice(-2);
  const { numHeads, dModel } = trace.spec;
  return { sentences: shape[0] ?? 1, heads: numHeads, queries, keys, dModel, dK: headSize(trace) };
}

const valueIn = (trace: Trace, name: string, index: readonly number[]): number =>
  valueAt(stepOf(trace, name), index);

/** The keys that a row of the mask hides. */
const hiddenIn = (trace: Trace, bits: readonly number[]): number[] =>
  where(bits.map((bit) => bit === hidingBit(trace)));

/** A query of the sentence on the stage that has both keys to attend to and keys to ignore. */
export const trueOrFalse: Show = ({ trace, focus }) => {
  const mask = maskOf(trace);
  if (!mask) return undefined;
  const rows = range(sizesOf(trace).queries).map((query) => maskRow(mask, { ...focus, query }));
  const hidden = rows.map((bits) => hiddenIn(trace, bits).length);
  const query = hidden.findIndex((count, i) => count > 0 && count < (rows[i]?.length ?? 0));
  const bits = rows[query];
  if (!bits) return undefined;
  const closed = hiddenIn(trace, bits);
  return {
    facts: {
      mask: mask.name,
      sentence: focus.batch + 1,
      query,
      bit: 1 - hidingBit(trace),
      open: bits.length - closed.length,
      hidden: closed.length,
    },
    rows: [integers("bits", bits, { as: "masked", cells: closed })],
  };
};

/** The first padded query of a sentence that still has keys to attend to. */
export const paddedQuery: Show = ({ hu, trace, focus }) => {
  const batch = paddedBatch(trace, queriesOf(trace), focus.batch);
  if (batch < 0 || !trace.spec.mask?.padding) return undefined;
  const query = paddedRow(trace, sliceOf(stepOf(trace, "attention"), { ...focus, batch }), batch);
  if (query < 0) return undefined;
  const at = { ...focus, batch, query };
  const weights = rowIn(trace, "attention", at);
  const padding = where(paddingOf(trace, "ids", batch));
  return {
    facts: {
      row: rowText(trace, "attention", at),
      sentence: batch + 1,
      query,
      sum: sumOf(hu, weights),
      tokens: weights.length - padding.length,
    },
    rows: [summed(hu, "weights", weights, { as: "padding", cells: padding })],
  };
};

/** How many keys each query may attend to: with the causal mask alone, and with both masks. */
export const isCausal: Show = ({ hu, trace, focus }) => {
  const mask = maskOf(trace);
  const { queries, keys } = sizesOf(trace);
  if (!mask || !trace.spec.mask?.causal) return undefined;
  const batch = Math.max(0, paddedBatch(trace, "ids", focus.batch));
  const open = range(queries).map(
    (query) => keys - hiddenIn(trace, maskRow(mask, { ...focus, batch, query })).length,
  );
  const causal = range(queries).map((query) => Math.min(query + 1, keys));
  const [both, alone] = [sumOf(hu, open), sumOf(hu, causal)];
  const cells = { queries, keys, cells: queries * keys, alone, hidden: queries * keys - alone };
  return {
    facts: { ...cells, sentence: batch + 1, both },
    rows: [
      { ...integers("causal", causal), sum: alone },
      {
        ...integers("both", open, { as: "padding", cells: where(open.map((n, i) => n !== causal[i])) }),
        sum: both,
      },
    ],
  };
};

/** The first axis of an (N·H, L, S) mask: the sentence that each entry needs, and the one that `repeat` puts there. */
export const maskRepeat: Show = ({ trace }) => {
  const { sentences, heads, queries, keys } = sizesOf(trace);
  if (sentences < 2 || heads < 2) return undefined;
  const slots = range(sentences * heads);
  const needed = slots.map((slot) => Math.floor(slot / heads));
  const repeated = slots.map((slot) => slot % sentences);
  const wrong = where(slots.map((slot) => needed[slot] !== repeated[slot]));
  return {
    facts: {
      sentences,
      heads,
      slots: slots.length,
      wrong: wrong.length,
      shape: shapeText([slots.length, queries, keys]),
    },
    rows: [
      integers("slots", slots),
      integers("interleaved", needed),
      integers("repeated", repeated, { as: "other", cells: wrong }),
    ],
  };
};

/** The padding mask of the sentence on the stage, and how often broadcasting repeats it. */
export const broadcast: Show = ({ trace, focus }) => {
  const { sentences, heads, queries, keys } = sizesOf(trace);
  if (!stepOf(trace, "scores").axes.includes("H")) return undefined;
  const padding = paddingOf(trace, "ids", focus.batch);
  return {
    facts: {
      flat: shapeText([sentences, keys]),
      mask: shapeText([sentences, 1, 1, keys]),
      scores: shapeText([sentences, heads, queries, keys]),
      sentence: focus.batch + 1,
      sentences,
      queries,
      stored: sentences * keys,
      read: sentences * heads * queries * keys,
      times: heads * queries,
    },
    rows: [
      integers(
        "bits",
        padding.map((isPadding) => (isPadding ? 0 : 1)),
        { as: "padding", cells: where(padding) },
      ),
    ],
  };
};

/** The weight that a target token gives to the padding of its source, without and with the source's mask. */
export const sourceMask: Show = ({ hu, trace, focus }) => {
  if (!hasStep(trace, "target_ids")) return undefined;
  const { sentences, queries, keys } = sizesOf(trace);
  const batch = paddedBatch(trace, "ids", focus.batch);
  if (batch < 0) return undefined;
  const at = { ...focus, batch, query: 0 };
  const scores = rowIn(trace, "scores", at);
  const padding = paddingOf(trace, "ids", batch);
  const hidden = where(padding);
  const plain = softmaxOf(hu, scores);
  const masked = softmaxOf(
    hu,
    scores.map((score, i) => (padding[i] ? -1e12 : score)),
  );
  const mark: Row["mark"] = { as: "padding", cells: hidden };
  return {
    facts: {
      sentence: batch + 1,
      source: shapeText([sentences, 1, keys]),
      target: shapeText([sentences, 1, queries]),
      queries,
      keys,
      count: hidden.length,
      share: sumOf(hu, valuesAt(plain, hidden)),
    },
    rows: [summed(hu, "plain", plain, mark), summed(hu, "masked", masked, mark)],
  };
};

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

/** A row of weights, what a second softmax makes of them, and of a sure answer. */
export const softmaxTwice: Show = (input) => {
  const { hu, trace } = input;
  const at = mostVariedRow(input);
  const scores = rowIn(trace, "scores", at);
  const once = softmaxOf(hu, scores);
  const twice = softmaxOf(hu, once);
  const sure = softmaxOf(
    hu,
    scores.map((_, i) => Number(i === 0)),
  );
  return {
    facts: {
      row: rowText(trace, "scores", at),
      keys: scores.length,
      even: 1 / scores.length,
      once: Math.max(...once),
      twice: Math.max(...twice),
      sure: sure[0] ?? 0,
    },
    rows: [summed(hu, "once", once), summed(hu, "twice", twice), summed(hu, "sure", sure)],
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
      learned: sumOf(
        input.hu,
        layers.map(({ data }) => data.length),
      ),
      computed: stepOf(trace, "attention").data.length,
      row: rowText(trace, "attention", at),
    },
    rows: [
      summed(hu, "layer", rowOf(stepOf(trace, "w_q.weight"), [0])),
      summed(hu, "attention", rowIn(trace, "attention", at)),
    ],
  };
};

/** The tensor with another shape, as from `view`. */
const viewedAs = (step: Step, shape: readonly number[]): Step => ({ ...step, ...viewed(step, shape) });

/** The second row of the first head: view and transpose put the second token there, view alone the first token. */
export const viewOrTranspose: Show = ({ trace, focus }) => {
  const { heads, queries, dK } = sizesOf(trace);
  if (heads < 2 || queries < 2) return undefined;
  const right = stepOf(trace, "q_heads");
  const wrong = viewedAs(stepOf(trace, "q"), right.shape);
  const index = [focus.batch, 0, 1];
  const equal = range(heads * queries).filter((i) => {
    const at = [focus.batch, Math.floor(i / queries), i % queries];
    return sameShape(rowOf(right, at), rowOf(wrong, at));
  });
  const place = Math.floor(1 / heads);
  return {
    facts: {
      row: cellText("q_heads", index),
      right: cellText("q", [focus.batch, 1, `0:${dK}`]),
      wrong: cellText("q", [focus.batch, place, `${dK}:${2 * dK}`]),
      place,
      rows: heads * queries,
      equal: equal.length,
    },
    rows: [
      { name: "right", cells: rowOf(right, index) },
      { name: "wrong", cells: rowOf(wrong, index) },
    ],
  };
};

/** The second row of the joined heads, with and without swapping the axes back. */
export const transposeBack: Show = ({ trace, focus }) => {
  const { heads, queries, dK } = sizesOf(trace);
  if (heads < 2 || queries < 2 * heads) return undefined;
  const right = stepOf(trace, "concat");
  const wrong = viewedAs(stepOf(trace, "values"), right.shape);
  const index = [focus.batch, 1];
  return {
    facts: {
      row: cellText("concat", index),
      values: shapeText(stepOf(trace, "values").shape),
      shape: shapeText(right.shape),
      heads,
      dK,
      first: heads,
      last: 2 * heads - 1,
    },
    rows: [
      { name: "right", cells: rowOf(right, index) },
      { name: "wrong", cells: rowOf(wrong, index) },
    ],
  };
};

/** The tokens that the first token attends to if the batch is the first axis, and if it is taken as the second. */
export const batchFirst: Show = ({ trace, focus }) => {
  const ids = stepOf(trace, "ids");
  const [sentences = 1, length = 1] = ids.shape;
  if (sentences < 2 || hasStep(trace, "target_ids")) return undefined;
  return {
    facts: {
      shape: shapeText(stepOf(trace, "embedding").shape),
      sentence: focus.batch + 1,
      sentences,
      length,
      right: shapeText([sentences, length, length]),
      wrong: shapeText([length, sentences, sentences]),
    },
    rows: [
      integers("right", idsOf(ids, focus.batch)),
      integers(
        "wrong",
        range(sentences).map((sentence) => valueAt(ids, [sentence, 0])),
      ),
    ],
  };
};

/** An output row of padding in training, and the zeros that PyTorch's fast path returns there in eval(). */
export const evalMode: Show = ({ hu, trace, focus }) => {
  const batch = paddedBatch(trace, queriesOf(trace), focus.batch);
  if (batch < 0 || !hasStep(trace, "output")) return undefined;
  const ids = stepOf(trace, queriesOf(trace));
  const [sentences = 1, length = 1] = ids.shape;
  const paddings = range(sentences).map((b) => paddingOf(trace, ids.name, b));
  // PyTorch takes the fast path only if no token comes after padding.
  if (paddings.some((padding) => padding.some((isPadding, i) => isPadding && padding[i + 1] === false)))
    return undefined;
  const lengths = paddings.map((padding) => length - where(padding).length);
  const index = [batch, paddingOf(trace, ids.name, batch).indexOf(true)];
  const row = rowOf(stepOf(trace, "output"), index);
  return {
    facts: {
      row: cellText("output", index),
      sentence: batch + 1,
      length: Math.max(...lengths),
      longer: length + 2,
      rows: sentences * length,
      count: sentences * length - sumOf(hu, lengths),
    },
    rows: [
      integers("lengths", lengths),
      { name: "train", cells: row },
      { name: "eval", cells: row.map(() => 0) },
    ],
  };
};

/** The embedding with the rows of padding set to 0, as with `padding_idx`. */
const withoutPadding = (trace: Trace): Changes => ({
  embedding: (_, step) => {
    const { padId } = trace.spec;
    const ids = stepOf(trace, "ids").data;
    const width = step.shape.at(-1) ?? 1;
    const data = Float32Array.from(step.data, (value, i) =>
      ids[Math.floor(i / width)] === padId ? 0 : value,
    );
    return { shape: step.shape, dtype: "float32", data };
  },
});

/** The weight that the first query still gives to padding whose embedding is all zeros. */
export const paddingIdx: Show = ({ hu, trace, focus }) => {
  const batch = paddedBatch(trace, "ids", focus.batch);
  if (batch < 0) return undefined;
  const of = replay(hu, trace, withoutPadding(trace));
  const at = { ...focus, batch, query: 0 };
  const padding = where(paddingOf(trace, "ids", batch));
  const place = padding[0] ?? 0;
  const scores = of("scores");
  const weights = softmaxOf(
    hu,
    rowOf(scores, scores.axes.includes("H") ? [batch, focus.head, 0] : [batch, 0]),
  );
  return {
    facts: {
      sentence: batch + 1,
      place,
      row: rowText(trace, "attention", at),
      count: padding.length,
      share: sumOf(hu, valuesAt(weights, padding)),
    },
    rows: [
      { name: "embedding", cells: rowOf(of("embedding"), [batch, place]) },
      { name: "key", cells: rowOf(of("k"), [batch, place]) },
      summed(hu, "weights", weights, { as: "padding", cells: padding }),
    ],
  };
};

/** Two positions of a sentence with the same token, preferably in the sentence `wanted`. */
function repeatedToken(
  trace: Trace,
  wanted: number,
): { batch: number; first: number; second: number } | undefined {
  const ids = stepOf(trace, "ids");
  const sentences = range(ids.shape[0] ?? 0).sort((a, b) => Number(b === wanted) - Number(a === wanted));
  for (const batch of sentences) {
    const row = idsOf(ids, batch);
    const first = row.findIndex((id, i) => id !== trace.spec.padId && row.indexOf(id, i + 1) > i);
    if (first >= 0) return { batch, first, second: row.indexOf(row[first] ?? -1, first + 1) };
  }
  return undefined;
}

export const sameToken: Show = ({ trace, focus }) => {
  const pair = trace.spec.positionalEncoding ? undefined : repeatedToken(trace, focus.batch);
  if (!pair) return undefined;
  const { batch, first, second } = pair;
  const q = stepOf(trace, hasStep(trace, "target_ids") ? "k" : "q");
  const row = (place: number): number[] => rowOf(q, [batch, place]);
  const weights = (query: number): number[] => rowIn(trace, "attention", { ...focus, batch, query });
  const hasEqualWeights = !trace.spec.mask?.causal && !hasStep(trace, "target_ids");
  return {
    facts: {
      sentence: batch + 1,
      id: valueAt(stepOf(trace, "ids"), [batch, first]),
      first,
      second,
      firstRow: cellText(q.name, [batch, first]),
      secondRow: cellText(q.name, [batch, second]),
    },
    rows: [
      { name: "first", cells: row(first) },
      { name: "second", cells: row(second) },
      ...(hasEqualWeights
        ? [
            { name: "firstWeights", cells: weights(first) },
            { name: "secondWeights", cells: weights(second) },
          ]
        : []),
    ],
  };
};

/** A sentence, what is put in of it, and what is to be said at each place. */
export const targetsShifted: Show = ({ trace, focus }) => {
  const ids = trace.spec.sequences[focus.batch] ?? [];
  const [first, second] = ids;
  if (first === undefined || second === undefined) return undefined;
  return {
    facts: { sentence: focus.batch + 1, count: ids.length, first, second },
    rows: [integers("ids", ids), integers("inputs", ids.slice(0, -1)), integers("targets", ids.slice(1))],
  };
};

/** The first row of the embedding table, drawn from this seed and from one beside it. */
export const otherNumbers: Show = ({ hu, trace }) => {
  const table = stepOf(trace, "embedding.weight");
  if (table.op === "given") return undefined;
  const width = table.shape[1] ?? 1;
  const { seed } = trace.spec;
  const other = seed < Number.MAX_SAFE_INTEGER ? seed + 1 : seed - 1;
  const draw = (from: number): number[] => [...hu.randn(from, table.shape).data.subarray(0, width)];
  return {
    facts: { seed: wholeText(seed), other: wholeText(other), cell: cellText("embedding.weight", [0]) },
    rows: [
      { name: "own", cells: rowOf(table, [0]) },
      { name: "again", cells: draw(seed) },
      { name: "other", cells: draw(other) },
    ],
  };
};
