/** The table of positions: sine and cosine of one angle in each pair of columns (Vaswani et al. 2017, section 3.5). */

import { sinusoid as scene } from "../draw/scenes/data/sinusoid.js";
import { range } from "../module/shape.js";
import { numberText, realText } from "../words/number_text.js";
import { detail, leaf, result, sign, type Writer } from "./arithmetic.js";
import { type Asker, choiceQuestion, largest, rowOf } from "./asking.js";
import {
  APPLIED,
  along,
  axis,
  cell,
  EQUALS,
  mfrac,
  mi,
  mn,
  mo,
  mrow,
  msup,
  mtable,
  name,
  PLUS,
} from "./mathml.js";
import type { Operation } from "./operation.js";

const firstRow: Asker = ({ step, pick }) => {
  if ((step.shape[1] ?? 0) < 2) return undefined;
  const options = [
    { word: "zero_one_by_turns" },
    { word: "all_zero", reason: "cosine_of_zero" },
    { word: "all_one", reason: "sine_of_zero" },
    { word: "one_zero_by_turns", reason: "sine_first" },
  ];
  return choiceQuestion("position_first_row", pick, options, {
    facts: { row: `${step.name}[0]` },
    lit: { name: step.name, index: [0, 1] },
  });
};

/** With more columns, finding one would be tedious. */
const MOST_COLUMNS = 16;

const slowestColumn: Asker = ({ step }) => {
  const [rows = 0, columns = 0] = step.shape;
  if (rows < 3 || columns < 6 || columns > MOST_COLUMNS) return undefined;
  const last = rows - 1;
  const [before, after] = [rowOf(step, [1]), rowOf(step, [last])];
  // Even columns only (the sines): a cosine near its maximum changes even less.
  const sines = range(Math.ceil(columns / 2)).map((i) =>
    Math.abs((after[2 * i] ?? 0) - (before[2 * i] ?? 0)),
  );
  const best = largest(sines.map((change) => -change));
  // After whole periods a fast column is back where it began.
  if (best !== sines.length - 1) return undefined;
  return {
    kind: "cell",
    of: "columns",
    key: "slowest_column",
    cells: sines.map((_, i) => ({ head: String(2 * i) })),
    answer: best,
    slips: [{ answer: 0, reason: "left_is_fast" }],
    facts: { tensor: step.name, last: String(last), answer: String(2 * best) },
    lit: { name: step.name, index: [last, 2 * best] },
  };
};

const arithmetic: Writer = (e) => {
  const [position, column] = [leaf(e, "position"), leaf(e, "column")];
  const { part = "" } = e.detail;
  const angle = realText(detail(e, "angle"));
  return [
    {
      key: "angle",
      pieces: [sign(`${numberText(position)} ÷ ${realText(detail(e, "period"))} =`)],
      result: angle,
    },
    result([sign(`${part}(${angle}) =`)], realText(e.value), {
      key: part === "sin" ? "even" : "odd",
      facts: { column },
    }),
  ];
};

export const sinusoid: Operation = {
  ms: 6000,
  scene,
  arithmetic,
  formula({ name: id }) {
    const p = along("P", "p");
    const pair = mrow(mn(2), along("D", "i"));
    const angle = mfrac(p, msup(mn(10000), mrow(pair, mo("/"), axis("D"))));
    const row = (column: string, part: string): string[] => [
      mrow(cell(name(id), p, column), EQUALS, mi(part), APPLIED, angle),
    ];
    return mtable(row(pair, "sin"), row(mrow(pair, PLUS, mn(1)), "cos"));
  },
  questions: [firstRow, slowestColumn],
};
