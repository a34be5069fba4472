/** A table as a wash of colour: cells without digits and hatching, for overviews and thumbnails. */
import { cellRect } from "../measure.js";
import type { CellMark, CellSize, Point } from "../picture.js";
import type { Scale } from "../scale.js";
import type { Slice } from "../tensor_view.js";
import { cellMark } from "./cells.js";

export function wash(
  { rows, cols, value, ref }: Omit<Slice, "ref"> & Partial<Pick<Slice, "ref">>,
  scale: Scale,
  at: Point,
  cell: CellSize,
  isShown: (row: number) => boolean = () => true,
): CellMark[] {
  const marks: CellMark[] = [];
  for (let row = 0; row < rows.size; row++)
    for (let col = 0; isShown(row) && col < cols.size; col++) {
      const { hatch: _, ...style } = scale(value(row, col));
      marks.push(cellMark(cellRect(at, cell, row, col), style, 0, 1, undefined, ref?.(row, col)));
    }
  return marks;
}
