/** Where the two masks and their AND stand, with room for the arithmetic and the table of shapes. */

import { bandAbove, SIDE } from "../block.js";
import type { Place } from "../corner.js";
import type { CellSize } from "../matrix.js";
import { cellIn, type Room } from "../room.js";
import type { SceneInput } from "../scene.js";
import type { Slice } from "../tensor_view.js";
import { isNarrow } from "../text.js";
import { type ShapeRow, shapeTableSize } from "../written.js";

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

/** Three squares side by side over the arithmetic; on a narrow stage the operands above, the result below at the right. */
export function layoutOf(
  { width, height, step }: SceneInput,
  { result }: Operands,
  shapes: readonly ShapeRow[],
  titles: readonly string[],
): Layout {
  const { rows, cols } = result;
  const narrow = isNarrow(width);
  const across = narrow ? 2 : 3;
  const gap = narrow ? 14 : 40;
  const slot = (width - gap * across) / across;
  const wide = cellIn(slot, 1, 1, cols.size).width;
  const band = Math.max(
    ...[...titles, step.name].map((title) =>
      bandAbove(title, { rows, cols, rowLabel: "above", ...(narrow ? NAMELESS : {}) }, wide * cols.size),
    ),
  );
  const table = shapeTableSize(shapes);
  const foot = narrow ? 0 : table.height + WRITTEN + 24;
  const fit = cellIn(
    slot,
    (height - foot - (narrow ? 2 : 1) * (band + 10)) / (narrow ? 2 : 1),
    rows.size,
    cols.size,
  );
  const cell = {
    width: Math.min(fit.width, fit.height * 1.4),
    height: Math.min(fit.height, fit.width * 1.2),
  };
  const size = { width: cols.size * cell.width, height: rows.size * cell.height };
  const step_ = Math.max(size.width + gap, Math.min(slot + gap, 180));
  const x = (width - (across - 1) * step_ - size.width) / 2 - (narrow ? 1 : 0);
  if (narrow) {
    const top = (height - 2 * (size.height + band) - 10) / 2 + band;
    const below = top + size.height + 10 + band;
    const free = { x: 6, y: below - 10, width: x + step_ - 20 };
    return {
      cell,
      row: { x, y: top },
      square: { x: x + step_, y: top },
      result: { x: x + step_, y: below },
      table: free,
      room: { ...free, y: below + table.height, height: WRITTEN },
    };
  }
  const y = (height - foot - band - size.height) / 2 + band;
  const under = y + size.height + 20;
  return {
    cell,
    row: { x, y },
    square: { x: x + step_, y },
    result: { x: x + 2 * step_, y },
    room: {
      x: width * 0.5,
      y: under + (table.height - WRITTEN) / 2,
      width: width * 0.5 - SIDE,
      height: WRITTEN,
    },
    table: { x: Math.max(x, 12), y: under, width: width * 0.5 - x },
  };
}
