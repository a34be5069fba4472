/** A cell that becomes another in its place: it closes like a shutter on the one and opens as the other. */

import type { Room } from "../layout/room.js";
import type { CellMark } from "../picture.js";
import type { CellStyle } from "../scale.js";
import type { Theme } from "../theme.js";
import { looseCell } from "./arithmetic_line.js";
import { inSteps } from "./matrix.js";

export function shutter(
  place: Room,
  [before, after]: readonly [CellStyle, CellStyle],
  p: number,
  theme: Theme,
): CellMark[] {
  if (p <= 0 || p >= 1) return [];
  const open = Math.abs(2 * p - 1) * place.height;
  const gap = { ...place, y: place.y + (place.height - open) / 2, height: open };
  const seen = looseCell(p < 0.5 ? before : after, gap, theme);
  const sized = seen.fontSize ? { ...seen, fontSize: inSteps(seen.fontSize) } : seen;
  return [{ kind: "cell", ...place, fill: theme.paper }, sized];
}
