/** Measuring: the size of cells and letters in a given room, and which rows and columns are drawn when not all fit. */
import { range } from "../../module/shape.js";
import { lerp } from "../../timeline/easing.js";
import type { CellSize } from "../marks/cells.js";
import type { Point } from "../picture.js";
import { monoWidth, SMALLEST_LABEL } from "../text.js";

/** A rectangle in CSS pixels. */
export interface Rect extends Point, CellSize {}

/** The rectangle of one cell of a matrix whose first cell is at `at`. */
export const cellRect = (at: Point, cell: CellSize, row: number, col: number): Rect => ({
  x: at.x + col * cell.width,
  y: at.y + row * cell.height,
  width: cell.width,
  height: cell.height,
});

/** The position of a cell that has moved this share of the way from one place to another. */
export const between = (from: Rect, to: Rect, p: number): Rect => ({
  x: lerp(from.x, to.x, p),
  y: lerp(from.y, to.y, p),
  width: lerp(from.width, to.width, p),
  height: lerp(from.height, to.height, p),
});

export const LARGEST_CELL: CellSize = { width: 72, height: 48 };
/** Below this a cell can neither be seen nor pointed at. */
const MIN_CELL = 3;
/** The largest size up to `wanted` at which a text fits a width, never below the readable 11. */
export const monoSize = (text: string, width: number, wanted = 13): number =>
  Math.max(SMALLEST_LABEL, Math.min(wanted, width / monoWidth(text, 1)));

export const fitCell = (
  width: number,
  height: number,
  rows: number,
  cols: number,
  largest: CellSize = LARGEST_CELL,
): CellSize => ({
  width: Math.min(largest.width, width / Math.max(cols, 1)),
  height: Math.min(largest.height, height / Math.max(rows, 1)),
});

/** Stands in for an index where rows or columns are left out. */
export const GAP = -1;

/** The indices of an axis that are drawn: all of them, or the first and the last with a gap between. */
function foldTo(size: number, maxCount: number): readonly number[] {
  const all = range(size);
  if (size <= maxCount) return all;
  const tail = Math.max(1, Math.floor(maxCount / 6));
  const head = Math.max(1, maxCount - tail - 1);
  return [...all.slice(0, head), GAP, ...all.slice(size - tail)];
}

/** The indices of an axis that fit a length in pixels. */
export const foldIn = (size: number, length: number, maxCount = 96): readonly number[] =>
  foldTo(size, Math.max(3, Math.min(maxCount, Math.floor(length / MIN_CELL))));

/** The chosen indices in order, with a gap wherever some are left out between, before or behind them. */
export function foldAround(size: number, kept: readonly number[]): readonly number[] {
  const shown: number[] = [];
  let next = 0;
  for (const i of [...new Set(kept)].filter((k) => k >= 0 && k < size).sort((a, b) => a - b)) {
    if (i > next) shown.push(GAP);
    shown.push(i);
    next = i + 1;
  }
  if (next < size) shown.push(GAP);
  return shown;
}
