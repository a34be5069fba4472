/** The two marks that labels are made of, in a line each: code-like text and a straight stroke. */
import type { LineMark, TextMark } from "../picture.js";

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
