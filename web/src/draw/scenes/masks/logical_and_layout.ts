/** Where the two masks and their AND stand, with room for the arithmetic and the table of shapes. */

import { cellIn, type Place, type Room } from "../../layout/room.js";
import { bandAbove, SIDE } from "../../marks/block.js";
import type { CellSize } from "../../marks/matrix.js";
import { type ShapeRow, shapeTableSize } from "../../marks/written.js";
import type { SceneInput } from "../../scene.js";
import type { Slice } from "../../tensor_view.js";
import { isNarrow } from "../../text.js";

/** On a narrow stage only the table tells the shapes. */
export const NAMELESS = { shape: [] } as const;
const WRITTEN = 36;

export interface Layout {
  readonly cell: CellSize;
  readonly row: Place;
  readonly square: Place;
  readonly result: Place;
  readonly room: Room;
  readonly table: { readonly x: number; readonly y: number; readonly width: number };
}

export interface Operands {
  readonly row: Slice;
  readonly square: Slice;
  readonly result: Slice;
}

/** What the two arrangements have in common: three squares of one size, `across` of them side by side. */
interface Squares {
  readonly cell: CellSize;
  readonly size: CellSize;
  /** Room for the labels above a square, and for table and arithmetic under all. */
  readonly band: number;
  readonly foot: number;
  /** The first square's left edge, and from one square to the next. */
  readonly x: number;
  readonly stride: number;
}

export function layoutOf(
  input: SceneInput,
  operands: Operands,
  shapes: readonly ShapeRow[],
  titles: readonly string[],
): Layout {
  const table = shapeTableSize(shapes);
  const squares = squaresOf(input, operands, table, titles);
  return isNarrow(input.width) ? narrowLayout(input, squares, table) : wideLayout(input, squares, table);
}

function squaresOf(
  { width, height, step }: SceneInput,
  { result: { rows, cols } }: Operands,
  table: CellSize,
  titles: readonly string[],
): Squares {
  const narrow = isNarrow(width);
  const [across, down] = narrow ? [2, 2] : [3, 1];
  const gap = narrow ? 14 : 40;
  const slot = (width - gap * across) / across;
  const wide = cellIn(slot, 1, 1, cols.size).width;
  const labels = { rows, cols, rowLabel: "above", ...(narrow ? NAMELESS : {}) } as const;
  const band = Math.max(...[...titles, step.name].map((title) => bandAbove(title, labels, wide * cols.size)));
  const foot = narrow ? 0 : table.height + WRITTEN + 24;
  const fit = cellIn(slot, (height - foot - down * (band + 10)) / down, rows.size, cols.size);
  const cell = {
    width: Math.min(fit.width, fit.height * 1.4),
    height: Math.min(fit.height, fit.width * 1.2),
  };
  const size = { width: cols.size * cell.width, height: rows.size * cell.height };
  const stride = Math.max(size.width + gap, Math.min(slot + gap, 180));
  const x = (width - (across - 1) * stride - size.width) / 2 - (narrow ? 1 : 0);
  return { cell, size, band, foot, x, stride };
}

/** The operands above, the result below at the right; table and arithmetic at its left. */
function narrowLayout(
  { height }: SceneInput,
  { cell, size, band, x, stride }: Squares,
  table: CellSize,
): Layout {
  const top = (height - 2 * (size.height + band) - 10) / 2 + band;
  const below = top + size.height + 10 + band;
  const free = { x: 6, y: below - 10, width: x + stride - 20 };
  return {
    cell,
    row: { x, y: top },
    square: { x: x + stride, y: top },
    result: { x: x + stride, y: below },
    table: free,
    room: { ...free, y: below + table.height, height: WRITTEN },
  };
}

/** Three squares side by side over the table and the arithmetic. */
function wideLayout(
  { width, height }: SceneInput,
  { cell, size, band, foot, x, stride }: Squares,
  table: CellSize,
): Layout {
  const y = (height - foot - band - size.height) / 2 + band;
  const under = y + size.height + 20;
  return {
    cell,
    row: { x, y },
    square: { x: x + stride, y },
    result: { x: x + 2 * stride, y },
    room: {
      x: width * 0.5,
      y: under + (table.height - WRITTEN) / 2,
      width: width * 0.5 - SIDE,
      height: WRITTEN,
    },
    table: { x: Math.max(x, 12), y: under, width: width * 0.5 - x },
  };
}
