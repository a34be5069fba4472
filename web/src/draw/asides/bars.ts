/** Weights as bars from 0 to 1. Masked keys and padding are hatched, to show why their bar is 0. */

import type { Room } from "../layout/room.js";
import { mono, stroke } from "../marks/marks.js";
import type { Mark } from "../picture.js";
import { digits, mix } from "../scale.js";
import type { Theme } from "../theme.js";
import { SIZE } from "./aside.js";

interface BarsSpec extends Room {
  readonly weights: readonly number[];
  readonly theme: Theme;
  /** The weight at the top of the room; default 1. */
  readonly most?: number;
  readonly hatched?: (i: number) => boolean;
  /** Weights to compare with, drawn as outlines. */
  readonly before?: readonly number[];
  /** Whether bars that are wide enough show their weight as digits. */
  readonly hasDigits?: boolean;
}

const WIDEST = 96;
/** A bar with digits is at least as wide as they are. */
const DIGITS_WIDTH = 25;
/** Room for the digits above a bar that reaches the top. */
const DIGITS = 12;

/** Where the i-th of so many bars stands. */
export function barAt(
  { x, width, weights }: Pick<BarsSpec, "x" | "width" | "weights">,
  i: number,
): { x: number; width: number } {
  const each = Math.min(WIDEST, width / weights.length);
  const gap = each > 6 ? 1.5 : 0.25;
  return { x: x + i * each + gap, width: each - 2 * gap };
}

export function bars(spec: BarsSpec): Mark[] {
  const { weights, theme, x, y, height, hatched, before } = spec;
  const base = y + height;
  const last = barAt(spec, weights.length - 1);
  const marks: Mark[] = weights.flatMap((weight, i): Mark[] => [
    ...(hatched?.(i) ? [ground(barAt(spec, i), y, height, theme)] : []),
    ...bar(spec, i, weight),
    ...(before ? [outline(spec, i, before[i] ?? 0)] : []),
  ]);
  return [...marks, stroke(x, base, last.x + last.width + 1, base, theme.muted, { width: 1 })];
}

const ground = (at: { x: number; width: number }, y: number, height: number, theme: Theme): Mark => ({
  kind: "cell",
  ...at,
  y,
  height,
  fill: theme.blank,
  hatch: theme.hatch,
});

function bar(spec: BarsSpec, i: number, weight: number): Mark[] {
  const { theme, y, height, hasDigits = false } = spec;
  const at = barAt(spec, i);
  const base = y + height;
  const says = (text: string, color: string, above: number): Mark[] =>
    hasDigits && at.width >= DIGITS_WIDTH - 3
      ? [mono(text, at.x + at.width / 2, above - 6, color, { size: 10, align: "middle" })]
      : [];
  if (Number.isNaN(weight)) return says("NaN", theme.positive, base);
  const high = heightOf(spec, weight);
  const fill = mix(theme.paper, theme.accent, 0.85);
  const mark: Mark = { kind: "rect", ...at, y: base - high, height: high, fill };
  return [...(high > 0 ? [mark] : []), ...says(weight === 0 ? "0" : digits(weight), theme.ink, base - high)];
}

const heightOf = ({ height, most = 1, hasDigits }: BarsSpec, weight: number): number =>
  Math.min(1, weight / most) * (height - (hasDigits ? DIGITS : 0));

function outline(spec: BarsSpec, i: number, weight: number): Mark {
  const { theme, y, height } = spec;
  const high = heightOf(spec, weight);
  return {
    kind: "rect",
    ...barAt(spec, i),
    y: y + height - high,
    height: high,
    stroke: theme.ink,
    dash: [2, 2],
  };
}

/** The height of the line above captioned bars. */
export const CAPTION = 18;

/** Bars with their digits under a line of facts that begins at `y`: the name at the left, the numbers at the right. */
export function captionedBars(name: string, facts: string, spec: BarsSpec, color = spec.theme.ink): Mark[] {
  const { x, y, width, theme } = spec;
  return [
    mono(name, x, y + 7, color, { size: SIZE, bold: true }),
    mono(facts, x + width, y + 7, theme.ink, { size: SIZE, align: "end" }),
    ...bars({ ...spec, y: y + CAPTION, hasDigits: true }),
  ];
}
