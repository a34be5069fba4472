/** The rows of a table of scores or weights, and which of a row's keys the mask leaves open. */
import { maskedBit } from "../../draw/scale.js";
import type { StageStep } from "../../draw/scene.js";
import { indexAt, stepOf, valueAt } from "../../draw/tensor_view.js";
import type { Step, Trace } from "../../module/types.js";
import { range, stepIn } from "./kit.js";

type Table = Pick<StageStep, "name" | "op" | "inputs" | "axes" | "shape" | "data">;

/** Enough rows to choose from, few enough to search without delay. */
const MOST_ROWS = 240;

/** The index of every row; of a large table, of evenly spread rows. */
export function rowsOf({ shape }: Table): number[][] {
  const front = shape.slice(0, -1);
  const count = front.reduce((product, size) => product * size, 1);
  const shown = Math.min(count, MOST_ROWS);
  return range(shown).map((i) => indexAt(front, Math.floor((i * count) / shown)));
}

/** The masked_fill step that computed this table or its input, if there is one. */
function fillOf(trace: Trace, table: Table): Step | undefined {
  const made = table.op === "masked_fill" ? stepIn(trace, table.name) : stepIn(trace, table.inputs[0]);
  return made?.op === "masked_fill" ? made : undefined;
}

/** The scores before a mask filled them. */
export function rawScores(trace: Trace, table: Table): Step {
  const filled = fillOf(trace, table);
  return stepOf(trace, (filled ?? table).inputs[0] ?? "");
}

/** The keys of a row that its query attends to: all of them where there is no mask. */
export function openKeys(trace: Trace, table: Table, row: readonly number[]): number[] {
  const all = range(table.shape.at(-1) ?? 0);
  const filled = fillOf(trace, table);
  if (!filled) return all;
  const mask = stepOf(trace, filled.inputs[1] ?? "");
  const masked = maskedBit(mask);
  // The mask has no axis of heads, and its other axes may have size 1.
  const at = row.filter((_, axis) => table.axes[axis] !== "H");
  const from = at.length - (mask.shape.length - 1);
  const held = mask.shape.slice(0, -1).map((size, axis) => (size === 1 ? 0 : (at[axis + from] ?? 0)));
  return all.filter((key) => valueAt(mask, [...held, key]) !== masked);
}

/** Whether all masked keys of a row have a weight of exactly 0: a fill value such as −5 would leave them some. */
export function hidesWholly(trace: Trace, weights: Table, row: readonly number[]): boolean {
  const open = openKeys(trace, weights, row);
  return range(weights.shape.at(-1) ?? 0).every(
    (key) => open.includes(key) || valueAt(weights, [...row, key]) === 0,
  );
}
