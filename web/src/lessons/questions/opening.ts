/** Questions about the opening picture: which token gets the largest weight, and what do the weights add up to? */

import { sumOf } from "../../draw/asides/arithmetic.js";
import { queryOf } from "../../draw/scenes/opening.js";
import { stepOf } from "../../draw/tensor_view.js";
import { range } from "../../module/shape.js";
import { mostAttended } from "./attention.js";
import { type Asker, cellText, numberQuestion, rowOf, sizeOf } from "./kit.js";
import { openKeys } from "./rows.js";
import { focusOnCell } from "./scores.js";

/** Asks about the first sentence, or about another one if its weights are too similar. */
export const openingMostAttended: Asker = ({ hu, trace, pick }) => {
  const step = stepOf(trace, "attention");
  const heads = step.axes.includes("H") ? range(sizeOf(step, "H")).map((head) => [head]) : [[]];
  const rowsIn = (batch: number): number[][] => heads.map((head) => [batch, ...head, queryOf(trace, batch)]);
  const asking = { hu, trace, step, pick };
  return mostAttended(asking, rowsIn(0)) ?? mostAttended(asking, range(sizeOf(step, "B")).flatMap(rowsIn));
};

export const weightsSum: Asker = ({ hu, trace }) => {
  const step = stepOf(trace, "attention");
  const row = [0, ...(step.axes.includes("H") ? [0] : []), queryOf(trace, 0)];
  const keys = openKeys(trace, step, row).length;
  if (keys < 2 || Math.abs(sumOf(hu, rowOf(step, row)) - 1) > 1e-3) return undefined;
  const slips = [keys, 0].map((answer) => ({ answer, reason: "row_sums_to_one" }));
  const facts = { row: cellText(step.name, row), query: String(row.at(-1)), keys: String(keys) };
  return numberQuestion("weights_sum", 1, slips, { facts, ...focusOnCell(trace, step, [...row, 0]) }, 0.01);
};
