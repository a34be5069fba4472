/** The lines around the rows that are being read and written. */
import { phase } from "../../../timeline/easing.js";
import { cellRect, type Rect } from "../../layout/rect.js";
import type { CellSize } from "../../marks/matrix.js";
import type { RectMark } from "../../picture.js";
import type { Point } from "../../point.js";
import type { Theme } from "../../theme.js";
import type { RowSweep } from "./row_sweep.js";

/** A line around cells that are read or written together. */
export const boxAround = ({ x, y, width, height }: Rect, theme: Theme, opacity = 1): RectMark => ({
  ...{ kind: "rect", x: x - 1, y: y - 1, width: width + 2, height: height + 2 },
  ...{ stroke: theme.accent, strokeWidth: 2, radius: 2, opacity },
});

export function rowBox(
  at: Point,
  cell: CellSize,
  row: number,
  columns: number,
  theme: Theme,
  opacity = 1,
): RectMark {
  const box = boxAround({ ...cellRect(at, cell, row, 0), width: columns * cell.width }, theme, opacity);
  return cell.height < 6 ? { ...box, strokeWidth: 1, radius: 0 } : box;
}

/** A matrix in which a row is boxed while it is read or written. */
interface BoxedMatrix {
  readonly at: Point;
  readonly columns: number;
}

/** Boxes around the explained row, or the front of the wave: one where it is read, one where it is written, dashed until it lands. */
export function rowBoxes(
  sweep: RowSweep,
  { lit, land }: { readonly lit: number; readonly land: number },
  [read, written]: readonly [BoxedMatrix, BoxedMatrix],
  cell: CellSize,
  theme: Theme,
): RectMark[] {
  const isExplaining = sweep.within > 0;
  const row = isExplaining ? sweep.slow : sweep.front;
  if (row < 0) return [];
  const opacity = isExplaining ? phase(sweep.within, 0, lit) : 1;
  const target = rowBox(written.at, cell, row, written.columns, theme, opacity);
  return [
    rowBox(read.at, cell, row, read.columns, theme, opacity),
    isExplaining && sweep.within < land ? { ...target, dash: [3, 3] } : target,
  ];
}
