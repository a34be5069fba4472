/** Short constructors for common marks: monospaced text, a straight line, an empty place. */

import type { LineMark, Rect, RectMark, TextMark } from "../picture.js";

export const mono = (
  text: string,
  x: number,
  y: number,
  color: string,
  more: Partial<Omit<TextMark, "kind" | "text" | "x" | "y" | "color">> = {},
): TextMark => ({ kind: "text", text, x, y, color, size: 13, align: "start", font: "mono", ...more });

export const stroke = (
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  color: string,
  more: Partial<Omit<LineMark, "kind" | "points" | "color">> = {},
): LineMark => ({
  kind: "line",
  points: [
    [x1, y1],
    [x2, y2],
  ],
  color,
  width: 1.5,
  ...more,
});

/** A dashed frame where something will appear. */
export const emptyPlace = ({ x, y, width, height }: Rect, color: string, opacity = 1): RectMark => ({
  ...{ kind: "rect", x, y, width, height },
  ...{ stroke: color, strokeWidth: 1, dash: [3, 3], opacity },
});
