/**
 * A tall table set in columns like a page of print: rows run downwards, then on to the next column. A table of
 * token vectors has more rows than fit the height of a stage; in columns every row can be seen and pointed at.
 */
import { range } from "../../module/shape.js";
import type { CellSize } from "../marks/matrix.js";
import { monoWidth } from "../text.js";
import { foldAround, foldIn, GAP, LARGEST_CELL } from "./rect.js";

export interface Panels {
  readonly cell: CellSize;
  /** The table's rows in page-column order; rows are left out only when there are too many. */
  readonly columns: readonly (readonly number[])[];
  readonly colAt: readonly number[];
  /** From one column's first cell to the next's. */
  readonly stride: number;
  readonly numbersWidth: number;
  readonly width: number;
  readonly height: number;
}

const COLUMN_GAP = 14;
const MIN_CELL = 3.2;
const MAX_COLUMNS = 12;

/** Rows in `keep` are drawn even where the table is folded. */
export function panelsOf(
  rows: number,
  cols: number,
  room: { width: number; height: number },
  numbered: boolean,
  keep: readonly number[],
): Panels {
  const numbersWidth = numbered ? monoWidth(String(rows - 1), 11) + 12 : 0;
  const colAt = foldIn(cols, room.width - numbersWidth, 96);
  const unfolded = bestColumns(rows, colAt.length, room, numbersWidth);
  const fits = unfolded.cell.height >= MIN_CELL && unfolded.cell.width >= MIN_CELL;
  const maxRows = Math.max(6, Math.floor(room.height / 12));
  const rowAt = fits ? range(rows) : foldedRows(rows, maxRows, keep);
  const { count, cell } = fits ? unfolded : bestColumns(rowAt.length, colAt.length, room, numbersWidth);
  const rowsPerColumn = Math.ceil(rowAt.length / count);
  const columns = Array.from({ length: Math.ceil(rowAt.length / rowsPerColumn) }, (_, p) =>
    rowAt.slice(p * rowsPerColumn, (p + 1) * rowsPerColumn),
  );
  const stride = numbersWidth + colAt.length * cell.width + COLUMN_GAP;
  return {
    cell,
    columns,
    colAt,
    stride,
    numbersWidth,
    width: columns.length * stride - COLUMN_GAP,
    height: rowsPerColumn * cell.height,
  };
}

/** The first rows, those to keep and the last, with gaps between. */
function foldedRows(rows: number, maxRows: number, keep: readonly number[]): readonly number[] {
  const kept = [...new Set(keep)].slice(0, Math.floor(maxRows / 3));
  const head = range(Math.max(1, maxRows - 2 * kept.length - 2));
  return foldAround(rows, [...head, ...kept, rows - 1]).filter(
    (row, i, all) => row !== GAP || i < all.length - 1,
  );
}

/** The number of page columns that gives the largest cells. */
function bestColumns(
  rows: number,
  cols: number,
  room: { width: number; height: number },
  numbersWidth: number,
): { count: number; cell: CellSize } {
  let best = { count: 1, cell: { width: 0, height: 0 } };
  let bestSize = -1;
  for (let count = 1; count <= Math.min(MAX_COLUMNS, rows); count++) {
    const width = Math.min(
      LARGEST_CELL.width,
      (room.width - count * numbersWidth - (count - 1) * COLUMN_GAP) / (count * cols),
    );
    const height = Math.min(LARGEST_CELL.height, room.height / Math.ceil(rows / count));
    const size = Math.min(width, 1.5 * height);
    if (size > bestSize + 0.01) {
      bestSize = size;
      best = { count, cell: { width, height } };
    }
  }
  return best;
}
