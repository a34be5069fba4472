/** Points and boxes on the stage, in its own pixels. */
import type { Rect } from "../../draw/picture.js";

/** Whether a point is in a box. */
export const inside = (m: Rect, x: number, y: number): boolean =>
  x >= m.x && x < m.x + m.width && y >= m.y && y < m.y + m.height;
