/** The scale beside the stage: from −r to r, from 0 to 1, what the bits look like. No words. */

import type { Mark } from "../picture.js";
import type { Place } from "../place.js";
import { digits, isFill, maskedBit, padOf, rangeOf, type Scale, scaleOf } from "../scale.js";
import type { StageStep } from "../scene.js";
import { monoWidth } from "../text.js";
import type { Theme } from "../theme.js";
import { mono } from "./marks.js";
import { cellMark } from "./matrix.js";

export const LEGEND_HEIGHT = 16;
const SIZE = 11;
const STEPS = 11;
const SWATCH = 26;

/** `x` is the left edge, `y` the top; what is drawn is never wider than `width`. */
export function legend(
  step: StageStep,
  padId: number,
  theme: Theme,
  x: number,
  y: number,
  width: number,
): Mark[] {
  const scale = scaleOf(step, padId, theme);
  const swatch = (value: number, at: number, wide = SWATCH): Mark =>
    cellMark({ x: at, y, width: wide, height: LEGEND_HEIGHT }, scale(value), SIZE);
  const masked = maskedBit(step);
  if (masked !== undefined) return [swatch(1 - masked, x), swatch(masked, x + SWATCH + 6)];
  if (step.dtype === "int32") return [swatch(padOf(step, padId), x)];
  const fill = step.data.find((value) => isFill(value));
  if (fill === undefined) return range(step, scale, theme, { x, y, width }).marks;
  const own = Math.max(SWATCH, monoWidth(digits(fill), SIZE) + 6);
  const { marks, end } = range(step, scale, theme, { x, y, width }, own + 8);
  return [...marks, swatch(fill, end + 8, own)];
}

/** All colours between the digits of lowest and highest value; `reserved` is kept free from `end`, the right edge, on. */
function range(
  step: StageStep,
  scale: Scale,
  theme: Theme,
  { x, y, width }: Place & { width: number },
  reserved = 0,
): { marks: Mark[]; end: number } {
  const most = rangeOf(step, theme);
  const [low, high] = step.op === "softmax" ? [0, 1] : [-most, most];
  const [lowText, highText] = step.op === "softmax" ? ["0", "1"] : [digits(low), digits(high)];
  const before = monoWidth(lowText, SIZE) + 5;
  const after = monoWidth(highText, SIZE) + 5;
  const long = Math.max(0, Math.min(STEPS * 12, width - before - after - reserved));
  const label = (text: string, at: number, align: "start" | "end"): Mark =>
    mono(text, at, y + LEGEND_HEIGHT / 2, theme.muted, { size: SIZE, align });
  const bar = { x: x + before, y: y + 2, width: long, height: LEGEND_HEIGHT - 4 };
  const colours = Array.from({ length: STEPS }, (_, i): Mark => {
    const at = { ...bar, x: bar.x + (i * long) / STEPS, width: long / STEPS };
    return cellMark(at, scale(low + ((high - low) * i) / (STEPS - 1)), 0);
  });
  const marks: Mark[] = [
    label(lowText, x + before - 5, "end"),
    ...colours,
    { kind: "rect", ...bar, stroke: theme.hairline },
    label(highText, bar.x + long + 5, "start"),
  ];
  return { marks, end: bar.x + long + after };
}
