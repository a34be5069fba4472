/** The rows of a table of scores or weights, and which of a row's keys the mask leaves open. */

import { maskedBit } from "../../draw/scale.js";
import type { StageStep } from "../../draw/scene.js";
import { indexAt, stepOf, valueAt } from "../../draw/tensor_view.js";
import { cellCount, range } from "../../module/shape.js";
import type { Step, Trace } from "../../module/types.js";
import { stepIn } from "./kit.js";

type Table = Pick<StageStep, "name" | "op" | "inputs" | "axes" | "shape" | "data">;

/** Enough rows to choose from, few enough to search without delay. */
const MOST_ROWS = 240;

/** The index of every row, or of evenly spaced rows if the table is large. */
export function rowsOf({ shape }: Table): number[][] {
  const front = shape.slice(0, -1);
  const count = cellCount(front);
  const shown = Math.min(count, MOST_ROWS);
  return range(shown).map((i) => indexAt(front, Math.floor((i * count) / shown)));
}

/** The masked_fill step that computed this table or its input, if there is one. */
function fillOf(trace: Trace, table: Table): Step | undefined {
  const step = stepIn(trace, table.op === "masked_fill" ? table.name : table.inputs[0]);
  return step?.op === "masked_fill" ? step : undefined;
}

/** The scores before the mask was applied. */
export function rawScores(trace: Trace, table: Table): Step {
  const filled = fillOf(trace, table);
  return stepOf(trace, (filled ?? table).inputs[0] ?? "");
}

/** The keys that the query of a row attends to; all keys if there is no mask. */
export function openKeys(trace: Trace, table: Table, row: readonly number[]): number[] {
  const keys = range(table.shape.at(-1) ?? 0);
  const filled = fillOf(trace, table);
  if (!filled) return keys;
  const mask = stepOf(trace, filled.inputs[1] ?? "");
  const masked = maskedBit(mask);
  // The mask has no axis of heads, and its other axes may have size 1.
  const at = row.filter((_, axis) => table.axes[axis] !== "H");
  const from = at.length - (mask.shape.length - 1);
  const maskRow = mask.shape.slice(0, -1).map((size, axis) => (size === 1 ? 0 : (at[axis + from] ?? 0)));
  return keys.filter((key) => valueAt(mask, [...maskRow, key]) !== masked);
}

/** Whether all masked keys of a row have a weight of exactly 0; with a fill such as −5 they keep some weight. */
export function hidesCompletely(trace: Trace, weights: Table, row: readonly number[]): boolean {
  const open = openKeys(trace, weights, row);
  return range(weights.shape.at(-1) ?? 0).every(
    (key) => open.includes(key) || valueAt(weights, [...row, key]) === 0,
  );
}
