/** The weights of a row of scores: exp of each, divided by their sum. */
import { dot, rowSums, sumOf } from "../draw/asides/arithmetic.js";
import { digits } from "../draw/scale.js";
import { softmax as scene } from "../draw/scenes/attention/softmax.js";
import { indexAt, stepOf, valueAt } from "../draw/tensor_view.js";
import { range } from "../module/shape.js";
import { realText } from "../words/number_text.js";
import { detail, inBrackets, inputRow, list, result, rowPieces, sign, type Writer } from "./arithmetic.js";
import {
  type Asker,
  cellText,
  choiceQuestion,
  focusOnCell,
  hidesCompletely,
  idsOf,
  numberQuestion,
  openKeys,
  rawScores,
  rowOf,
  rowsOf,
  tokensOf,
} from "./asking.js";
import { headsDiffer, lookLost, removedKey, saysSo } from "./ideas.js";
import {
  along,
  between,
  COMMA,
  cell,
  EQUALS,
  GAP,
  MINUS,
  mfrac,
  mi,
  mo,
  mrow,
  msub,
  mtable,
  munder,
  name,
  tokenAxes,
} from "./mathml.js";
import type { Operation } from "./operation.js";

/** Enough for exponentials that are shown with two decimals. */
const TOLERANCE = 0.01;

/** The weight of one of two keys, from their exponentials. */
const softmaxOfTwo: Asker = ({ hu, trace, step, pick }) => {
  const scores = rawScores(trace, step);
  const valuesOf = (row: readonly number[], of: typeof step): number[] =>
    openKeys(trace, step, row).map((key) => valueAt(of, [...row, key]));
  const powersOf = (row: readonly number[]): readonly number[] => hu.softmaxRow(valuesOf(row, scores)).powers;
  const rows = rowsOf(step).filter(
    (row) => openKeys(trace, step, row).length === 2 && hidesCompletely(trace, step, row),
  );
  // The larger exp is 1, and this is the smaller one as shown: undivided it has to be wrong, and so has an even share.
  const powerOf = (row: readonly number[]): number => Number(digits(Math.min(...powersOf(row))));
  const isClear = (row: readonly number[]): boolean => {
    const least = Math.min(...valuesOf(row, step));
    return least < 0.45 && powerOf(row) - least > 2 * TOLERANCE;
  };
  const row = pick.one(rows.filter(isClear));
  if (!row) return undefined;
  const keys = openKeys(trace, step, row);
  const [values, weights] = [valuesOf(row, scores), valuesOf(row, step)];
  const powers = powersOf(row);
  const answer = Math.min(...weights);
  const asked = weights.indexOf(answer);
  const cell = [...row, keys[asked] ?? 0];
  const slips = {
    divide_by_sum: powerOf(row),
    that_is_the_sum: sumOf(hu, powers),
    other_key: Math.max(...weights),
    powers_not_scores: (values[asked] ?? 0) / sumOf(hu, values),
    not_even: 0.5,
  };
  const label = cellText(scores.name, [...row, `[${keys.join(", ")}]`]);
  const rest = {
    facts: {
      cell: cellText(step.name, cell),
      row: cellText(step.name, row),
      power: digits(powers[asked] ?? 0),
    },
    given: [
      { label, values: values.map((x) => digits(x)) },
      { label: "exp(x − max)", values: powers.map((x) => digits(x)) },
    ],
    ...focusOnCell(trace, step, cell),
  };
  return numberQuestion("softmax_of_two", answer, slips, rest, TOLERANCE);
};

/** What are the weights of a row whose keys are all masked? */
const fullRow: Asker = ({ trace, step, pick }) => {
  const row = pick.one(rowsOf(step).filter((one) => openKeys(trace, step, one).length === 0));
  if (!row) return undefined;
  const weights = rowOf(step, row);
  const isBroken = weights.every((x) => Number.isNaN(x));
  if (!isBroken && (weights.length < 2 || weights.some((x) => Math.abs(x - 1 / weights.length) > 1e-6)))
    return undefined;
  const nan = { word: "all_nan", ...(isBroken ? {} : { reason: "finite_fill" }) };
  const even = { word: "all_even", ...(isBroken ? { reason: "infinite_fill" } : {}) };
  const options = [
    isBroken ? nan : even,
    isBroken ? even : nan,
    { word: "all_zero", reason: isBroken ? "nan_not_zero" : "row_sums_to_one" },
    { word: "unmasked", reason: "score_is_gone" },
  ];
  const filled = stepOf(trace, step.inputs[0] ?? "");
  return choiceQuestion(isBroken ? "full_row_nan" : "full_row_even", pick, options, {
    facts: {
      row: cellText(step.name, row),
      fill: digits(valueAt(filled, [...row, 0])),
      keys: String(weights.length),
      share: digits(1 / weights.length),
    },
    ...focusOnCell(trace, step, [...row, 0]),
  });
};

/** Along which axis do the weights add up to one? */
export const sumsToOne: Asker = ({ hu, trace, step, pick }) => {
  const letters: Readonly<Record<string, string>> = { B: "not_over_sentences", H: "not_over_heads" };
  const count = Math.min(step.data.length, 400);
  const cells = range(count).map((i) => indexAt(step.shape, Math.floor((i * step.data.length) / count)));
  const last = step.shape.length - 1;
  const through = (index: number[], axis: number): number[] =>
    range(step.shape[axis] ?? 1).map((i) => valueAt(step, index.with(axis, i)));
  const sums = step.shape.map((_, axis) => {
    const lines = cells.map((index) => through(index, axis));
    return rowSums(hu, lines);
  });
  const along = (cell: number, axis: number): number => sums[axis]?.[cell] ?? Number.NaN;
  const off = (cell: number, axis: number): boolean => Math.abs(along(cell, axis) - 1) > 0.02;
  const telling = range(cells.length).filter(
    (cell) => Math.abs(along(cell, last) - 1) < 1e-3 && off(cell, last - 1),
  );
  const cell = pick.one(telling);
  if (cell === undefined) return undefined;
  const index = cells[cell] ?? [];
  const slice = (axis: number): string => cellText(step.name, index.map(String).with(axis, ":"));
  const options = [
    { code: slice(last) },
    ...range(last)
      .reverse()
      .filter((axis) => (step.shape[axis] ?? 1) > 1 && off(cell, axis))
      .map((axis) => ({ code: slice(axis), reason: letters[step.axes[axis] ?? ""] ?? "not_over_queries" })),
  ];
  return choiceQuestion("sums_to_one", pick, options, {
    facts: { row: slice(last), column: slice(last - 1), columnSum: digits(along(cell, last - 1)) },
    ...focusOnCell(trace, step, index),
  });
};

/** How much of the weight does padding get without a mask? */
const paddingShare: Asker = ({ hu, trace, step, pick }) => {
  const { keys } = tokensOf(trace);
  const width = step.shape.at(-1) ?? 1;
  const rows = rowsOf(step)
    .filter((row) => openKeys(trace, step, row).length === width)
    .map((row) => {
      const padding = idsOf(keys, row[0] ?? 0).map((id) => Number(id === trace.spec.padId));
      return { row, padding, right: dot(hu, rowOf(step, row), padding) };
    });
  const picked = pick.one(rows.filter(({ right }) => right > 0.05 && right < 0.95));
  if (!picked) return undefined;
  const { row, padding, right } = picked;
  const options = [
    { code: digits(right) },
    { code: "0", reason: "no_mask_no_zero" },
    { code: digits(1 - right), reason: "that_is_the_tokens" },
    { code: digits(-right), reason: "weights_positive" },
  ].filter(({ code }, i) => i === 0 || Math.abs(Number(code) - right) > 0.02 || code.startsWith("\u2212"));
  return choiceQuestion("padding_share", pick, options, {
    facts: {
      ...{ row: cellText(step.name, row), keys: String(width) },
      count: String(padding.filter(Boolean).length),
    },
    ...focusOnCell(trace, step, [...row, padding.indexOf(1)]),
  });
};

const arithmetic: Writer = (e, piece) => {
  const { cells, own, at } = inputRow(e);
  const maximum = detail(e, "maximum");
  const sum = realText(detail(e, "sum"));
  const power = realText(list(e, "powers")[at] ?? Number.NaN);
  const exp = own ? [sign("exp("), piece(own), sign(` − ${inBrackets(maximum)})`)] : [];
  return [
    { key: "row", pieces: rowPieces(cells, piece), flow: true },
    { key: "maximum", pieces: [sign("max =")], result: realText(maximum) },
    { key: "exp", pieces: exp, result: power },
    { key: "rowSum", pieces: [sign("Σ exp =")], result: sum },
    result([sign(`${power} ÷ ${sum} =`)], realText(e.value), { key: "quotient" }),
  ];
};

export const softmax: Operation = {
  ms: 8000,
  spoken: "weight",
  scene,
  worksOutRow: true,
  arithmetic,
  formula(step, trace) {
    const { query, key, i, j } = tokenAxes(step, trace);
    const x = mi("x"); // the stage's letter; s would also be the index along S
    const m = msub(mi("m"), i);
    const running = along(key, `${key === query ? "j" : key.toLowerCase()}′`);
    const exp = (index: string): string =>
      mrow(mi("exp"), between("(", mrow(cell(x, i, index), MINUS, m), ")"));
    const share = mfrac(exp(j), mrow(munder(mo("∑"), running), exp(running)));
    const source = name(step.inputs[0] ?? "");
    return mtable(
      [mrow(cell(name(step.name), i, j), EQUALS, share)],
      [mrow(m, EQUALS, munder(mi("max"), running), GAP, cell(x, i, running), COMMA, GAP, x, EQUALS, source)],
    );
  },
  compute: (hu, input) => hu.softmax(input(0)),
  questions: {
    demo_attention: [softmaxOfTwo],
    warmup_attention: [saysSo],
    attention: [
      (asking) => headsDiffer(asking) ?? saysSo(asking),
      (asking) => lookLost(asking) ?? removedKey(asking),
      fullRow,
      paddingShare,
    ],
  },
};
