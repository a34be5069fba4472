/**
 * A tall table set in columns like a page of print: row after row downwards, then on to the next column. A table of
 * token vectors has more rows than a stage is high; set so, every one of them can be seen and pointed at.
 */
import type { CellSize } from "../marks/matrix.js";
import { monoWidth } from "../text.js";
import { foldAround, foldIn, GAP, LARGEST_CELL } from "./room.js";

export interface Panels {
  readonly cell: CellSize;
  /** The table's rows in page-column order; rows are left out only when there are too many. */
  readonly columns: readonly (readonly number[])[];
  readonly colAt: readonly number[];
  /** From one column's first cell to the next's. */
  readonly stride: number;
  readonly numbers: number;
  readonly width: number;
  readonly height: number;
}

const BETWEEN = 14;
const THINNEST = 3.2;
const MOST_COLUMNS = 12;

/** Rows in `keep` are drawn even where the table is folded. */
export function panelsOf(
  rows: number,
  cols: number,
  room: { width: number; height: number },
  numbered: boolean,
  keep: readonly number[],
): Panels {
  const numbers = numbered ? monoWidth(String(rows - 1), 11) + 12 : 0;
  const colAt = foldIn(cols, room.width - numbers, 96);
  const whole = best(rows, colAt.length, room, numbers);
  const fits = whole.cell.height >= THINNEST && whole.cell.width >= THINNEST;
  const most = Math.max(6, Math.floor(room.height / 12));
  const rowAt = fits ? Array.from({ length: rows }, (_, i) => i) : foldedRows(rows, most, keep);
  const { count, cell } = fits ? whole : best(rowAt.length, colAt.length, room, numbers);
  const each = Math.ceil(rowAt.length / count);
  const columns = Array.from({ length: Math.ceil(rowAt.length / each) }, (_, p) =>
    rowAt.slice(p * each, (p + 1) * each),
  );
  const stride = numbers + colAt.length * cell.width + BETWEEN;
  return {
    cell,
    columns,
    colAt,
    stride,
    numbers,
    width: columns.length * stride - BETWEEN,
    height: each * cell.height,
  };
}

/** The first rows, those to keep and the last, with gaps between. */
function foldedRows(rows: number, most: number, keep: readonly number[]): readonly number[] {
  const kept = [...new Set(keep)].slice(0, Math.floor(most / 3));
  const head = Array.from({ length: Math.max(1, most - 2 * kept.length - 2) }, (_, i) => i);
  return foldAround(rows, [...head, ...kept, rows - 1]).filter(
    (row, i, all) => row !== GAP || i < all.length - 1,
  );
}

/** How many columns of the page give the largest cells. */
function best(
  rows: number,
  cols: number,
  room: { width: number; height: number },
  numbers: number,
): { count: number; cell: CellSize } {
  let found = { count: 1, cell: { width: 0, height: 0 } };
  let score = -1;
  for (let count = 1; count <= Math.min(MOST_COLUMNS, rows); count++) {
    const width = Math.min(
      LARGEST_CELL.width,
      (room.width - count * numbers - (count - 1) * BETWEEN) / (count * cols),
    );
    const height = Math.min(LARGEST_CELL.height, room.height / Math.ceil(rows / count));
    const own = Math.min(width, 1.5 * height);
    if (own > score + 0.01) {
      score = own;
      found = { count, cell: { width, height } };
    }
  }
  return found;
}
