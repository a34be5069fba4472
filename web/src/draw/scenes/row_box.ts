/** The line around a row that is being read or written. */
import type { Place } from "../corner.js";
import type { CellSize } from "../matrix.js";
import type { RectMark } from "../picture.js";
import type { Theme } from "../theme.js";

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
