/** Replaces a cell in place: it closes vertically like a shutter and opens with the new value. */

import type { Rect } from "../layout/rect.js";
import type { CellMark } from "../picture.js";
import type { CellStyle } from "../scale.js";
import type { Theme } from "../theme.js";
import { looseCell } from "./arithmetic_line.js";
import { roundToHalf } from "./matrix.js";

export function shutter(
  place: Rect,
  [before, after]: readonly [CellStyle, CellStyle],
  p: number,
  theme: Theme,
): CellMark[] {
  if (p <= 0 || p >= 1) return [];
  const open = Math.abs(2 * p - 1) * place.height;
  const gap = { ...place, y: place.y + (place.height - open) / 2, height: open };
  const visible = looseCell(p < 0.5 ? before : after, gap, theme);
  const sized = visible.fontSize ? { ...visible, fontSize: roundToHalf(visible.fontSize) } : visible;
  return [{ kind: "cell", ...place, fill: theme.paper }, sized];
}
