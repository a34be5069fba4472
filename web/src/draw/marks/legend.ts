/** The legend beside the stage: the range of real numbers, of shares, or the two colours of bits. No words. */

import type { Trace } from "../../module/types.js";
import { monoWidth } from "../measure.js";
import type { Mark, Point, StageStep } from "../picture.js";
import {
  digits,
  isFill,
  type Kind,
  kindOf,
  maskedBit,
  padOf,
  rangeIn,
  type Scale,
  scaleOf,
  topOf,
} from "../scale.js";
import type { Theme } from "../theme.js";
import { cellMark } from "./cells.js";
import { mono } from "./marks.js";

export const LEGEND_HEIGHT = 16;
const FONT_SIZE = 11;
const BAR_CELLS = 11;
const SWATCH = 26;
/** Gap between two bars. */
const BAR_GAP = 16;

/** One bar of colours, from the lowest number to the highest. */
interface Bar {
  readonly scale: Scale;
  readonly ends: readonly [low: number, high: number];
  readonly texts: readonly [low: string, high: string];
  /** A mask fill, shown in a separate swatch after the bar. */
  readonly fill?: number | undefined;
}

/**
 * One bar for every scale on the stage: that of the step, and that of its inputs (`beside`) if they hold another kind of
 * number. `x` is the left edge, `y` the top; the legend is at most `width` wide.
 */
export function legend(
  step: StageStep,
  trace: Trace,
  theme: Theme,
  x: number,
  y: number,
  width: number,
  beside: readonly StageStep[] = [],
): Mark[] {
  const kind = kindOf(step);
  const scale = scaleOf(step, trace, theme);
  const swatch = (value: number, at: number): Mark =>
    cellMark({ x: at, y, width: SWATCH, height: LEGEND_HEIGHT }, scale(value), FONT_SIZE);
  if (kind === "bits") {
    const masked = maskedBit(step) ?? 0;
    return [swatch(1 - masked, x), swatch(masked, x + SWATCH + 6)];
  }
  if (kind === "ids") return [swatch(padOf(step, trace.spec.padId), x)];
  const bars = barsOf([...beside, step], trace, theme);
  const free = bars.reduce((rest, bar) => rest - textWidth(bar), width - BAR_GAP * (bars.length - 1));
  const length = Math.max(0, Math.min(BAR_CELLS * 12, free / bars.length));
  let left = x;
  return bars.flatMap((bar) => {
    const marks = barMarks(bar, { x: left, y }, length, theme);
    left += textWidth(bar) + length + BAR_GAP;
    return marks;
  });
}

/** Whether a legend needs room for two bars. */
export function hasTwoScales(step: StageStep, beside: readonly StageStep[]): boolean {
  const other = OTHER_SCALE[kindOf(step)];
  return beside.some((input) => kindOf(input) === other);
}
const OTHER_SCALE: Partial<Record<Kind, Kind>> = { shares: "reals", reals: "shares" };

const short = (value: number): string => digits(value).replace(/\.00$/, "");

/** Inputs first, as on the stage. */
function barsOf(parts: readonly StageStep[], trace: Trace, theme: Theme): Bar[] {
  const shares = parts.find((step) => kindOf(step) === "shares");
  const reals = parts.filter((step) => kindOf(step) === "reals");
  const bars: Bar[] = [];
  for (const kind of new Set(parts.map(kindOf)))
    if (kind === "shares" && shares) {
      const top = topOf(shares, theme);
      const ends = [0, top] as const;
      bars.push({ scale: scaleOf(shares, trace, theme), ends, texts: ["0", String(top)] });
    } else if (kind === "reals" && reals[0]) {
      const range = rangeIn(trace);
      const fill = reals.flatMap(({ data }) => data.find((value) => isFill(value)) ?? [])[0];
      const scale = scaleOf(reals[0], trace, theme);
      bars.push({ scale, ends: [-range, range], texts: [short(-range), short(range)], fill });
    }
  return bars;
}

const fillWidth = (fill: number | undefined): number =>
  fill === undefined ? 0 : Math.max(SWATCH, monoWidth(digits(fill), FONT_SIZE) + 6) + 8;

/** The width that a bar needs besides its colours. */
const textWidth = ({ texts, fill }: Bar): number =>
  texts.reduce((sum, text) => sum + monoWidth(text, FONT_SIZE) + 5, 0) + fillWidth(fill);

function barMarks({ scale, ends, texts, fill }: Bar, { x, y }: Point, length: number, theme: Theme): Mark[] {
  const [[low, high], [lowText, highText]] = [ends, texts];
  const label = (text: string, at: number, align: "start" | "end"): Mark =>
    mono(text, at, y + LEGEND_HEIGHT / 2, theme.muted, { size: FONT_SIZE, align });
  const left = x + monoWidth(lowText, FONT_SIZE) + 5;
  const bar = { x: left, y: y + 2, width: length, height: LEGEND_HEIGHT - 4 };
  const colours = Array.from({ length: BAR_CELLS }, (_, i): Mark => {
    const at = { ...bar, x: left + (i * length) / BAR_CELLS, width: length / BAR_CELLS };
    return cellMark(at, scale(low + ((high - low) * i) / (BAR_CELLS - 1)), 0);
  });
  const marks: Mark[] = [
    label(lowText, left - 5, "end"),
    ...colours,
    { kind: "rect", ...bar, stroke: theme.hairline },
    label(highText, left + length + 5, "start"),
  ];
  if (fill === undefined) return marks;
  const width = fillWidth(fill) - 8;
  const at = { x: left + length + monoWidth(highText, FONT_SIZE) + 13, y, width, height: LEGEND_HEIGHT };
  return [...marks, cellMark(at, scale(fill), FONT_SIZE)];
}
