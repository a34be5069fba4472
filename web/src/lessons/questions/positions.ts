/** Questions about positions: the table of sines and cosines, the position numbers, the sum. */

import { stepOf, valueAt } from "../../draw/tensor_view.js";
import { range, shapeText } from "../../module/shape.js";
import {
  type Asker,
  type AskerInput,
  cellText,
  choiceQuestion,
  largest,
  numberQuestion,
  paddingOf,
  rowOf,
  shapeQuestion,
} from "./kit.js";
import type { CellQuestion } from "./question.js";

export const positionFirstRow: Asker = ({ step, pick }) => {
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

export const slowestColumn = ({ step }: AskerInput): CellQuestion | undefined => {
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

export const positionNumber: Asker = ({ trace, step, pick }) => {
  const ids = stepOf(trace, step.inputs[0] ?? "");
  const width = ids.shape[1] ?? 1;
  // Not the first position: counted from 0 it would be 0, which is also the number of padding.
  const at = pick.one(
    [...ids.data.keys()].filter((place) => ids.data[place] !== trace.spec.padId && place % width > 0),
  );
  if (at === undefined) return undefined;
  const index = [Math.floor(at / width), at % width];
  const id = valueAt(ids, index);
  const slips = [
    { answer: index[1] ?? 0, reason: "counted_from_one" },
    { answer: id, reason: "not_the_id" },
  ];
  return numberQuestion("position_number", valueAt(step, index), slips, {
    facts: { ids: cellText(ids.name, index), id: String(id), cell: cellText(step.name, index) },
    focus: { batch: index[0] ?? 0 },
    lit: { name: step.name, index },
  });
};

export const paddingPosition: Asker = ({ trace, step, pick }) => {
  const ids = stepOf(trace, step.inputs[0] ?? "");
  const place = pick.one(paddingOf(trace, ids));
  if (!place) return undefined;
  const slips = [
    { answer: place[1] + 1, reason: "padding_not_counted" },
    { answer: place[1], reason: "padding_not_counted" },
    { answer: trace.spec.padId, reason: "not_the_id" },
  ];
  return numberQuestion("padding_position", valueAt(step, place), slips, {
    facts: { ids: cellText(ids.name, place), cell: cellText(step.name, place) },
    focus: { batch: place[0] },
    lit: { name: step.name, index: place },
  });
};

export const sumShape: Asker = ({ step }) => {
  const [sentences = 0, length = 0, width = 0] = step.shape;
  const slips = [
    { answer: [sentences, length, 2 * width], reason: "added_not_joined" },
    { answer: [sentences, 2 * length, width], reason: "added_not_joined" },
    { answer: [2, sentences, length, width], reason: "added_not_joined" },
  ];
  const [first = "", second = ""] = step.inputs;
  return shapeQuestion("sum_shape", step, slips, {
    facts: { first, second, of: shapeText(step.shape) },
  });
};
