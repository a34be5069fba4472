/**
 * A matrix on its way to its transpose: every cell moves from (row, column) to (column, row). Cells have no digits while
 * they pass each other, because the digits would overlap.
 */

import { between, cellRect } from "../../layout/rect.js";
import { type CellSize, cellMark, type MatrixSpec, matrix } from "../../marks/matrix.js";
import type { Mark } from "../../picture.js";
import type { Point } from "../../point.js";
import { transposed } from "../../tensor_view.js";
import type { DrawnSlice } from "../../thin.js";

interface TransposingSpec extends Pick<MatrixSpec, "theme" | "scale" | "labels" | "labelSize" | "titleEnd"> {
  /** The matrix before the move. */
  readonly slice: DrawnSlice;
  /** Its names before and after. */
  readonly titles: readonly [string, string];
}

type Position = Point & { readonly cell: CellSize };

export function transposing(
  { slice, titles, ...base }: TransposingSpec,
  from: Position,
  to: Position,
  p: number,
): Mark[] {
  const { rows, cols } = slice;
  const after: DrawnSlice = transposed(slice);
  if (p <= 0) return matrix({ ...base, ...slice, ...from, title: titles[0] });
  if (p >= 1) return matrix({ ...base, ...after, ...to, title: titles[1] });
  // The labels are those of the nearer end; only the cells move.
  const labels =
    p < 0.5
      ? matrix({ ...base, ...slice, ...from, title: titles[0], shown: () => 0 })
      : matrix({ ...base, ...after, ...to, title: titles[1], shown: () => 0 });
  const marks = labels.filter((mark) => mark.kind !== "rect");
  for (let row = 0; row < rows.size; row++)
    for (let col = 0; col < cols.size; col++) {
      const at = between(cellRect(from, from.cell, row, col), cellRect(to, to.cell, col, row), p);
      const style = base.scale(slice.value(row, col));
      marks.push(cellMark(at, style, 0, 1, undefined, slice.ref(row, col)));
    }
  return marks;
}
