/** The lines around the rows that are being read and written. */
import { phase } from "../../../timeline/easing.js";
import type { CellSize } from "../../marks/matrix.js";
import type { RectMark } from "../../picture.js";
import type { Place } from "../../place.js";
import type { Theme } from "../../theme.js";
import { isTelling, type RowRhythm } from "./telling.js";

export const rowBox = (
  at: Place,
  cell: CellSize,
  row: number,
  columns: number,
  theme: Theme,
  opacity = 1,
): RectMark => ({
  kind: "rect",
  x: at.x - 1,
  y: at.y + row * cell.height - 1,
  width: columns * cell.width + 2,
  height: cell.height + 2,
  stroke: theme.accent,
  strokeWidth: cell.height < 6 ? 1 : 2,
  radius: cell.height < 6 ? 0 : 2,
  opacity,
});

/** A matrix of which a row is read or written. */
interface Rowed {
  readonly at: Place;
  readonly columns: number;
}

/** The explained row, or in the wave its front: where it is read, and where it is written, dashed until it lands. */
export function rowBoxes(
  beat: RowRhythm,
  { lit, land }: { readonly lit: number; readonly land: number },
  [read, written]: readonly [Rowed, Rowed],
  cell: CellSize,
  theme: Theme,
): RectMark[] {
  const now = isTelling(beat);
  const row = now ? beat.slow : beat.front;
  if (row < 0) return [];
  const opacity = now ? phase(beat.within, 0, lit) : 1;
  const target = rowBox(written.at, cell, row, written.columns, theme, opacity);
  return [
    rowBox(read.at, cell, row, read.columns, theme, opacity),
    now && beat.within < land ? { ...target, dash: [3, 3] } : target,
  ];
}
