/** A rectangle on the stage, in its own pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Whether a point is in a box. */
export const inside = (m: Box, x: number, y: number): boolean =>
  x >= m.x && x < m.x + m.width && y >= m.y && y < m.y + m.height;
