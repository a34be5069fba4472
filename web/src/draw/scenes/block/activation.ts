/** The activations and their plot: the axes in one scale, the identity line, the curve, and dots of numbers on it. */
import { monoSize, type Rect } from "../../layout/rect.js";
import type { Token } from "../../marks/arithmetic_line.js";
import { mono, stroke } from "../../marks/marks.js";
import type { Mark } from "../../picture.js";
import type { Point } from "../../point.js";
import { digits } from "../../scale.js";
import type { Theme } from "../../theme.js";

export interface Activation {
  readonly name: string;
  readonly rule: string;
  of(x: number): number;
  /** The arithmetic written between a number and its result. */
  line(x: Token, at: number, result: number): readonly Token[];
}

const activations: Readonly<Record<string, Activation>> = {
  gelu: {
    name: "gelu(x)",
    rule: "x · Φ(x)",
    of: (x) => x * normalCdf(x),
    // The core's result is x · Φ(x), so Φ(x) is the result divided by x.
    line: (x, at, result) => {
      const share = at === 0 ? 0.5 : result / at;
      return [x, { text: `× Φ(${digits(at)}) = ${digits(at)} × ${digits(share)} =` }];
    },
  },
  relu: {
    name: "relu(x)",
    rule: "max(0, x)",
    of: (x) => Math.max(0, x),
    line: (x) => [{ text: "max(0," }, x, { text: ") =" }],
  },
};

export function activationOf(op: string): Activation {
  const found = activations[op];
  if (!found) throw new Error(`op: got ${op}, wants one of ${Object.keys(activations).join(", ")}`);
  return found;
}

/** Φ by Abramowitz and Stegun 7.1.26, used only to draw the curve: its error of 1.5e-7 is not visible. */
function normalCdf(x: number): number {
  const z = Math.abs(x) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * z);
  const series =
    ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
  const erf = 1 - series * Math.exp(-z * z);
  return x < 0 ? (1 - erf) / 2 : (1 + erf) / 2;
}

/** The extent of the plot below the axis, as a fraction of its half width. */
export const BELOW = 0.3;
const SAMPLES = 48;

/** A plot from −reach to reach. */
export interface Plot extends Rect {
  readonly reach: number;
}

/** The place of a number and its result. NaN has no position on an axis and is shown at 0. */
export function placeOn({ x: left, y: top, width, height, reach }: Plot, x: number, y: number): Point {
  const unit = width / (2 * reach);
  return {
    x: left + ((Number.isNaN(x) ? 0 : x) + reach) * unit,
    y: top + height - ((Number.isNaN(y) ? 0 : y) + BELOW * reach) * unit,
  };
}

export function curve({ name, rule, of }: Activation, plot: Plot, theme: Theme): Mark[] {
  const { reach } = plot;
  const at = (x: number, y: number): Point => placeOn(plot, x, y);
  const line = (from: Point, to: Point, more = {}): Mark =>
    stroke(from.x, from.y, to.x, to.y, theme.muted, { width: 1, ...more });
  const points = Array.from({ length: SAMPLES + 1 }, (_, i) => {
    const x = reach * ((2 * i) / SAMPLES - 1);
    const { x: left, y: top } = at(x, of(x));
    return [left, top] as const;
  });
  const tick = (value: number, x: number, y: number, align: "start" | "end"): Mark =>
    mono(digits(value, 0), x, y, theme.muted, { size: 11, align });
  const origin = at(0, 0);
  const text = `${name} = ${rule}`;
  return [
    line(at(-reach, 0), at(reach, 0)),
    line({ x: origin.x, y: plot.y + plot.height }, { x: origin.x, y: plot.y }),
    line(at(-BELOW * reach, -BELOW * reach), at(reach, reach), { dash: [3, 4], opacity: 0.7 }),
    tick(-reach, plot.x, origin.y - 8, "start"),
    tick(reach, plot.x + plot.width, origin.y - 8, "end"),
    tick(reach, origin.x - 5, plot.y + 6, "end"),
    { kind: "line", points, color: theme.accent, width: 2.5 },
    mono(text, plot.x, plot.y - 11, theme.ink, { size: monoSize(text, plot.width), bold: true }),
  ];
}
