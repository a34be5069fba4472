/** dim=-1 against dim=-2 on the same scores: either rows or columns sum to 1. The sums are at the edges. */

import { range } from "../../module/shape.js";
import type { Rect } from "../layout/rect.js";
import type { CellSize } from "../marks/cells.js";
import { mono, stroke } from "../marks/marks.js";
import type { Mark, Point } from "../picture.js";
import { digits, scaleOf, sequential } from "../scale.js";
import { sliceOf, stepOf } from "../tensor_view.js";
import type { Theme } from "../theme.js";
import { type Core, softmaxOf, sumsOf } from "./arithmetic.js";
import { type Aside, centred, grid, MARGIN, SIZE } from "./aside.js";

const MAX_SIZE = 4;
const CELL_HEIGHT = 20;
const MIN_FILL_WIDTH = 38;
const SUMS_WIDTH = 34;
const GAP = 16;
const TITLE_HEIGHT = 16;
const ARROWS_HEIGHT = 20;

type Table = readonly (readonly number[])[];

export const softmaxDim: Aside = ({ hu, trace, step, focus, theme, width }) => {
  const source = stepOf(trace, step.inputs[0] ?? "");
  const slice = sliceOf(source, focus);
  const [rows, cols] = [
    range(Math.min(MAX_SIZE, slice.rows.size)),
    range(Math.min(MAX_SIZE, slice.cols.size)),
  ];
  if (rows.length < 2 || cols.length < 2) return undefined;
  const values = rows.map((r) => cols.map((c) => slice.value(r, c)));
  const softmax = (row: readonly number[]): number[] => softmaxOf(hu, row);
  const byRow = withSums(hu, values.map(softmax));
  const byColumn = withSums(hu, transposed(transposed(values).map(softmax)));
  const cell = {
    width: Math.min(40, (width - 2 * MARGIN - GAP - 2 * SUMS_WIDTH) / (2 * cols.length)),
    height: CELL_HEIGHT,
  };
  const blockWidth = cols.length * cell.width;
  // Nothing is beside the scores, so their cells can be wide enough for a fill.
  const scoreCell = { width: Math.max(cell.width, MIN_FILL_WIDTH), height: CELL_HEIGHT };
  const from = { x: (width - cols.length * scoreCell.width) / 2, y: MARGIN + TITLE_HEIGHT };
  const y = from.y + rows.length * CELL_HEIGHT + ARROWS_HEIGHT + TITLE_HEIGHT;
  const [left, right] = [MARGIN, width - MARGIN - SUMS_WIDTH - blockWidth];
  const arrowTo = (x: number, side: number): Mark =>
    stroke(
      width / 2 + side * 14,
      y - TITLE_HEIGHT - ARROWS_HEIGHT + 4,
      x + blockWidth / 2,
      y - TITLE_HEIGHT - 2,
      theme.muted,
      {
        width: 1,
        arrow: true,
      },
    );
  return {
    width,
    height: y + rows.length * CELL_HEIGHT + 20,
    marks: [
      centred(source.name, width / 2, MARGIN + 7, theme.ink, true),
      ...grid({ ...from, cell: scoreCell, values, scale: scaleOf(source, trace.spec.padId, theme), theme }),
      arrowTo(left, -1),
      ...weightsTable({ ...byRow, x: left, y, cell, theme, isByColumn: false }),
      arrowTo(right, 1),
      ...weightsTable({ ...byColumn, x: right, y, cell, theme, isByColumn: true }),
    ],
    facts: {
      rowOfRows: digits(byRow.ofRows[0] ?? 0),
      rowOfColumns: digits(byColumn.ofRows[0] ?? 0),
      columnOfRows: digits(byRow.ofColumns[0] ?? 0),
      columnOfColumns: digits(byColumn.ofColumns[0] ?? 0),
    },
  };
};

const transposed = (table: Table): number[][] =>
  (table[0] ?? []).map((_, col) => table.map((row) => row[col] ?? Number.NaN));

/** A table with the sums of its rows and of its columns. */
interface WeightsWithSums {
  readonly weights: Table;
  readonly ofRows: readonly number[];
  readonly ofColumns: readonly number[];
}

const withSums = (hu: Core, weights: Table): WeightsWithSums => ({
  weights,
  ofRows: sumsOf(hu, weights),
  ofColumns: sumsOf(hu, transposed(weights)),
});

interface WeightsSpec extends WeightsWithSums, Point {
  readonly cell: CellSize;
  readonly theme: Theme;
  /** Whether softmax ran down the columns. */
  readonly isByColumn: boolean;
}

/** The weights, an outline around each group that sums to 1, and the sums of rows and columns; sums of 1 stand out. */
function weightsTable({ weights, ofRows, ofColumns, x, y, cell, theme, isByColumn }: WeightsSpec): Mark[] {
  const [width, height] = [ofColumns.length * cell.width, ofRows.length * cell.height];
  const groups = isByColumn
    ? ofColumns.map((_, c): Rect => ({ x: x + c * cell.width, y, width: cell.width, height }))
    : ofRows.map((_, r): Rect => ({ x, y: y + r * cell.height, width, height: cell.height }));
  const sum = (value: number, at: number, line: number, isGroupSum: boolean): Mark =>
    mono(digits(value), at, line, isGroupSum ? theme.accent : theme.muted, {
      size: Math.min(SIZE, cell.width / 3),
      align: "middle",
      bold: isGroupSum,
    });
  return [
    centred(`dim=${isByColumn ? "-2" : "-1"}`, x + width / 2, y - 8, theme.ink, true),
    ...grid({ x, y, cell, values: weights, scale: sequential(theme), theme }),
    ...groups.map(
      (room): Mark => ({ kind: "rect", ...room, stroke: theme.accent, strokeWidth: 1.5, radius: 2 }),
    ),
    ...ofRows.map((row, r) => sum(row, x + width + SUMS_WIDTH / 2, y + (r + 0.5) * cell.height, !isByColumn)),
    ...ofColumns.map((col, c) => sum(col, x + (c + 0.5) * cell.width, y + height + 10, isByColumn)),
  ];
}
