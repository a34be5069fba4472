/** dim=-1 against dim=-2 on the same scores: either rows or columns sum to 1. The sums are at the edges. */
import { range } from "../../module/shape.js";
import { mono, stroke } from "../marks/marks.js";
import type { Mark } from "../picture.js";
import { digits, scaleOf, sequential } from "../scale.js";
import { sliceOf, stepOf } from "../tensor_view.js";
import { rowSums, softmaxOf } from "./arithmetic.js";
import { type Aside, centred, grid, MARGIN, SIZE } from "./aside.js";

const MAX_SIZE = 4;
const CELL_HEIGHT = 20;
const MIN_FILL_WIDTH = 38;
const SUMS_WIDTH = 34;
const GAP = 16;
const TITLE_HEIGHT = 16;
const ARROWS_HEIGHT = 20;

type Table = readonly (readonly number[])[];

const transposed = (table: Table): number[][] =>
  (table[0] ?? []).map((_, col) => table.map((row) => row[col] ?? Number.NaN));

export const softmaxDim: Aside = ({ hu, trace, step, focus, theme, width }) => {
  const source = stepOf(trace, step.inputs[0] ?? "");
  const slice = sliceOf(source, focus);
  const rows = range(Math.min(MAX_SIZE, slice.rows.size));
  const cols = range(Math.min(MAX_SIZE, slice.cols.size));
  if (rows.length < 2 || cols.length < 2) return undefined;
  const values = rows.map((r) => cols.map((c) => slice.value(r, c)));
  const softmax = (row: readonly number[]): number[] => softmaxOf(hu, row);
  /** The weights of a softmax over rows (dim −1) or over columns, with the sums of both. */
  const withSums = (isByColumn: boolean) => {
    const weights = isByColumn ? transposed(transposed(values).map(softmax)) : values.map(softmax);
    return { isByColumn, weights, ofRows: rowSums(hu, weights), ofColumns: rowSums(hu, transposed(weights)) };
  };
  const free = (width - 2 * MARGIN - GAP - 2 * SUMS_WIDTH) / (2 * cols.length);
  const cell = { width: Math.min(40, free), height: CELL_HEIGHT };
  const [blockWidth, blockHeight] = [cols.length * cell.width, rows.length * CELL_HEIGHT];
  // Nothing is beside the scores, so their cells can be wide enough for a fill.
  const scoreCell = { width: Math.max(cell.width, MIN_FILL_WIDTH), height: CELL_HEIGHT };
  const from = { x: (width - cols.length * scoreCell.width) / 2, y: MARGIN + TITLE_HEIGHT };
  const titleY = from.y + blockHeight + ARROWS_HEIGHT;
  const y = titleY + TITLE_HEIGHT;

  const arrowTo = (x: number, side: number): Mark => {
    const look = { width: 1, arrow: true };
    const start = { x: width / 2 + side * 14, y: titleY - ARROWS_HEIGHT + 4 };
    return stroke(start.x, start.y, x + blockWidth / 2, titleY - 2, theme.muted, look);
  };
  /** The weights, an outline around each group that sums to 1, and the sums of rows and columns; sums of 1 stand out. */
  const table = (
    x: number,
    { weights, ofRows, ofColumns, isByColumn }: ReturnType<typeof withSums>,
  ): Mark[] => {
    const groups = isByColumn
      ? cols.map((c) => ({ x: x + c * cell.width, y, width: cell.width, height: blockHeight }))
      : rows.map((r) => ({ x, y: y + r * CELL_HEIGHT, width: blockWidth, height: CELL_HEIGHT }));
    const sum = (value: number, at: number, line: number, bold: boolean): Mark => {
      const look = { size: Math.min(SIZE, cell.width / 3), align: "middle", bold } as const;
      return mono(digits(value), at, line, bold ? theme.accent : theme.muted, look);
    };
    return [
      centred(`dim=${isByColumn ? "-2" : "-1"}`, x + blockWidth / 2, y - 8, theme.ink, true),
      ...grid({ x, y, cell, values: weights, scale: sequential(theme), theme }),
      ...groups.map(
        (room): Mark => ({ kind: "rect", ...room, stroke: theme.accent, strokeWidth: 1.5, radius: 2 }),
      ),
      ...ofRows.map((row, r) =>
        sum(row, x + blockWidth + SUMS_WIDTH / 2, y + (r + 0.5) * CELL_HEIGHT, !isByColumn),
      ),
      ...ofColumns.map((col, c) => sum(col, x + (c + 0.5) * cell.width, y + blockHeight + 10, isByColumn)),
    ];
  };

  const [byRow, byColumn] = [withSums(false), withSums(true)];
  const [left, right] = [MARGIN, width - MARGIN - SUMS_WIDTH - blockWidth];
  const first = (sums: readonly number[]): string => digits(sums[0] ?? 0);
  return {
    ...{ width, height: y + blockHeight + 20 },
    marks: [
      centred(source.name, width / 2, MARGIN + 7, theme.ink, true),
      ...grid({ ...from, cell: scoreCell, values, scale: scaleOf(source, trace, theme), theme }),
      arrowTo(left, -1),
      ...table(left, byRow),
      arrowTo(right, 1),
      ...table(right, byColumn),
    ],
    facts: {
      ...{ rowOfRows: first(byRow.ofRows), rowOfColumns: first(byColumn.ofRows) },
      ...{ columnOfRows: first(byRow.ofColumns), columnOfColumns: first(byColumn.ofColumns) },
    },
  };
};
