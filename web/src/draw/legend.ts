/** The scale beside the stage: from −r to r, from 0 to 1, what the bits look like. No words. */
import { cellMark } from "./matrix.js";
import type { Mark, TextMark } from "./picture.js";
import { digits, isFill, rangeOf, scaleOf } from "./scale.js";
import type { StageStep } from "./scene.js";
import { monoWidth } from "./text.js";
import type { Theme } from "./theme.js";

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
  const swatch = (value: number, at: number, text = true): Mark =>
    cellMark({ x: at, y, width: SWATCH, height: LEGEND_HEIGHT }, scale(value), text ? SIZE : 0);
  if (step.dtype === "bool") return [swatch(1, x), swatch(0, x + SWATCH + 6)];
  if (step.dtype === "int32") return [swatch(padId, x)];
  const [low, high] = step.op === "softmax" ? [0, 1] : [-rangeOf(step), rangeOf(step)];
  const [lowText, highText] = step.op === "softmax" ? ["0", "1"] : [digits(low), digits(high)];
  const fill = step.data.find((value) => isFill(value));
  const fillText = fill === undefined ? "" : digits(fill);
  const fillWidth = fill === undefined ? 0 : Math.max(SWATCH, monoWidth(fillText, SIZE) + 6);
  const label = (text: string, at: number, align: "start" | "end"): TextMark => ({
    kind: "text",
    x: at,
    y: y + LEGEND_HEIGHT / 2,
    text,
    size: SIZE,
    color: theme.muted,
    align,
    font: "mono",
  });
  const before = monoWidth(lowText, SIZE) + 5;
  const after = monoWidth(highText, SIZE) + 5;
  const ramp = Math.max(
    0,
    Math.min(STEPS * 12, width - before - after - (fillWidth > 0 ? fillWidth + 8 : 0)),
  );
  const marks: Mark[] = [label(lowText, x + before - 5, "end")];
  for (let i = 0; i < STEPS; i++) {
    const value = low + ((high - low) * i) / (STEPS - 1);
    marks.push(
      cellMark(
        { x: x + before + (i * ramp) / STEPS, y: y + 2, width: ramp / STEPS, height: LEGEND_HEIGHT - 4 },
        scale(value),
        0,
      ),
    );
  }
  marks.push({
    kind: "rect",
    x: x + before,
    y: y + 2,
    width: ramp,
    height: LEGEND_HEIGHT - 4,
    stroke: theme.hairline,
  });
  marks.push(label(highText, x + before + ramp + 5, "start"));
  if (fill !== undefined)
    marks.push(
      cellMark(
        { x: x + before + ramp + after + 8, y, width: fillWidth, height: LEGEND_HEIGHT },
        scale(fill),
        SIZE,
      ),
    );
  return marks;
}
