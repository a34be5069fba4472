/** dim=-1 against dim=-2 on the same scores: either rows or columns sum to 1. The sums are at the edges. */

import type { Room } from "../layout/room.js";
import { mono, stroke } from "../marks/marks.js";
import type { CellSize } from "../marks/matrix.js";
import type { Mark } from "../picture.js";
import type { Place } from "../place.js";
import { digits, scaleOf, sequential } from "../scale.js";
import { sliceOf, stepOf } from "../tensor_view.js";
import type { Theme } from "../theme.js";
import { type Core, softmaxOf, sumsOf } from "./arithmetic.js";
import { type Aside, centred, MARGIN, SIZE } from "./aside.js";
import { grid } from "./grid.js";
import { range } from "./row.js";

const MOST = 4;
const CELL = 20;
const FILL = 38;
const SUMS = 34;
const GAP = 16;
const TITLE = 16;
const ARROWS = 20;

type Table = readonly (readonly number[])[];

export const softmaxDim: Aside = ({ hu, trace, step, focus, theme, width }) => {
  const source = stepOf(trace, step.inputs[0] ?? "");
  const slice = sliceOf(source, focus);
  const [rows, cols] = [range(Math.min(MOST, slice.rows.size)), range(Math.min(MOST, slice.cols.size))];
  if (rows.length < 2 || cols.length < 2) return undefined;
  const values = rows.map((r) => cols.map((c) => slice.value(r, c)));
  const softmax = (row: readonly number[]): number[] => softmaxOf(hu, row);
  const byRow = withSums(hu, values.map(softmax));
  const byColumn = withSums(hu, turned(turned(values).map(softmax)));
  const cell = {
    width: Math.min(40, (width - 2 * MARGIN - GAP - 2 * SUMS) / (2 * cols.length)),
    height: CELL,
  };
  const block = cols.length * cell.width;
  // The scores have the line to themselves, so their cells can be wide enough for a fill.
  const wide = { width: Math.max(cell.width, FILL), height: CELL };
  const from = { x: (width - cols.length * wide.width) / 2, y: MARGIN + TITLE };
  const y = from.y + rows.length * CELL + ARROWS + TITLE;
  const [left, right] = [MARGIN, width - MARGIN - SUMS - block];
  const arrowTo = (x: number, side: number): Mark =>
    stroke(width / 2 + side * 14, y - TITLE - ARROWS + 4, x + block / 2, y - TITLE - 2, theme.muted, {
      width: 1,
      arrow: true,
    });
  return {
    width,
    height: y + rows.length * CELL + 20,
    marks: [
      centred(source.name, width / 2, MARGIN + 7, theme.ink, true),
      ...grid({ ...from, cell: wide, values, scale: scaleOf(source, trace.spec.padId, theme), theme }),
      arrowTo(left, -1),
      ...weighed({ ...byRow, x: left, y, cell, theme, isUpright: false }),
      arrowTo(right, 1),
      ...weighed({ ...byColumn, x: right, y, cell, theme, isUpright: true }),
    ],
    facts: {
      rowOfRows: digits(byRow.ofRows[0] ?? 0),
      rowOfColumns: digits(byColumn.ofRows[0] ?? 0),
      columnOfRows: digits(byRow.ofColumns[0] ?? 0),
      columnOfColumns: digits(byColumn.ofColumns[0] ?? 0),
    },
  };
};

const turned = (table: Table): number[][] =>
  (table[0] ?? []).map((_, col) => table.map((row) => row[col] ?? Number.NaN));

/** A table with the sums of its rows and of its columns. */
interface Summed {
  readonly weights: Table;
  readonly ofRows: readonly number[];
  readonly ofColumns: readonly number[];
}

const withSums = (hu: Core, weights: Table): Summed => ({
  weights,
  ofRows: sumsOf(hu, weights),
  ofColumns: sumsOf(hu, turned(weights)),
});

interface Weighed extends Summed, Place {
  readonly cell: CellSize;
  readonly theme: Theme;
  /** Whether softmax ran down the columns. */
  readonly isUpright: boolean;
}

/** The weights, an outline around each group that sums to 1, and the sums of rows and columns; sums of 1 stand out. */
function weighed({ weights, ofRows, ofColumns, x, y, cell, theme, isUpright }: Weighed): Mark[] {
  const [width, height] = [ofColumns.length * cell.width, ofRows.length * cell.height];
  const shares = isUpright
    ? ofColumns.map((_, c): Room => ({ x: x + c * cell.width, y, width: cell.width, height }))
    : ofRows.map((_, r): Room => ({ x, y: y + r * cell.height, width, height: cell.height }));
  const sum = (value: number, at: number, line: number, isOne: boolean): Mark =>
    mono(digits(value), at, line, isOne ? theme.accent : theme.muted, {
      size: Math.min(SIZE, cell.width / 3),
      align: "middle",
      bold: isOne,
    });
  return [
    centred(`dim=${isUpright ? "-2" : "-1"}`, x + width / 2, y - 8, theme.ink, true),
    ...grid({ x, y, cell, values: weights, scale: sequential(theme), theme }),
    ...shares.map(
      (room): Mark => ({ kind: "rect", ...room, stroke: theme.accent, strokeWidth: 1.5, radius: 2 }),
    ),
    ...ofRows.map((row, r) => sum(row, x + width + SUMS / 2, y + (r + 0.5) * cell.height, !isUpright)),
    ...ofColumns.map((col, c) => sum(col, x + (c + 0.5) * cell.width, y + height + 10, isUpright)),
  ];
}
