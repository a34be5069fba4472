/** The lines around the rows that are being read and written. */
import { phase } from "../../../timeline/easing.js";
import { cellRoom, type Room } from "../../layout/room.js";
import type { CellSize } from "../../marks/matrix.js";
import type { RectMark } from "../../picture.js";
import type { Place } from "../../place.js";
import type { Theme } from "../../theme.js";
import type { RowSweep } from "./row_sweep.js";

/** A line around cells that are read or written together. */
export const boxAround = ({ x, y, width, height }: Room, theme: Theme, opacity = 1): RectMark => ({
  ...{ kind: "rect", x: x - 1, y: y - 1, width: width + 2, height: height + 2 },
  ...{ stroke: theme.accent, strokeWidth: 2, radius: 2, opacity },
});

export function rowBox(
  at: Place,
  cell: CellSize,
  row: number,
  columns: number,
  theme: Theme,
  opacity = 1,
): RectMark {
  const box = boxAround({ ...cellRoom(at, cell, row, 0), width: columns * cell.width }, theme, opacity);
  return cell.height < 6 ? { ...box, strokeWidth: 1, radius: 0 } : box;
}

/** A matrix of which a row is read or written. */
interface Rowed {
  readonly at: Place;
  readonly columns: number;
}

/** The explained row, or in the wave its front: where it is read, and where it is written, dashed until it lands. */
export function rowBoxes(
  act: RowSweep,
  { lit, land }: { readonly lit: number; readonly land: number },
  [read, written]: readonly [Rowed, Rowed],
  cell: CellSize,
  theme: Theme,
): RectMark[] {
  const now = act.within > 0;
  const row = now ? act.slow : act.front;
  if (row < 0) return [];
  const opacity = now ? phase(act.within, 0, lit) : 1;
  const target = rowBox(written.at, cell, row, written.columns, theme, opacity);
  return [
    rowBox(read.at, cell, row, read.columns, theme, opacity),
    now && act.within < land ? { ...target, dash: [3, 3] } : target,
  ];
}
