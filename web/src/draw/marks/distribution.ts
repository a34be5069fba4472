/**
 * A plot of random draws: the density as a line, and the draws so far as a histogram, or as ticks if they are few.
 * Bars are scaled by the final count, so that they grow towards the density.
 */
import { range } from "../../module/shape.js";
import type { Mark, Point, Rect } from "../picture.js";
import { mix } from "../scale.js";
import type { Theme } from "../theme.js";
import { mono, stroke } from "./marks.js";

export interface Distribution {
  readonly density: (x: number) => number;
  /** The axis runs from −reach to reach. */
  readonly reach: number;
  readonly marks: readonly { readonly at: number; readonly text: string }[];
  /** All draws lie within ±bound. */
  readonly bound?: number;
}

const MAX_TICKS = 32;
/** Beyond this many draws the bars no longer change visibly. */
const MAX_DRAWS = 4096;
const AXIS_HEIGHT = 20;
const CURVE_POINTS = 60;

export const uniformOf = (bound: number, low: string, high: string): Distribution => ({
  ...{ reach: bound * 1.3, bound, density: (x) => (Math.abs(x) <= bound ? 1 / (2 * bound) : 0) },
  marks: [low, "0", high].map((text, i) => ({ at: (i - 1) * bound, text })),
});

export const standardNormal: Distribution = {
  density: (x) => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI),
  reach: 3.4,
  marks: [-2, 0, 2].map((at) => ({ at, text: at < 0 ? `−${-at}` : String(at) })),
};

export const placeOn = ({ reach }: Distribution, room: Rect, value: number): Point => ({
  x: room.x + room.width * (0.5 + Math.max(-1, Math.min(1, value / reach)) / 2),
  y: room.y + room.height - AXIS_HEIGHT,
});

export function distributionMarks(
  distribution: Distribution,
  data: ArrayLike<number>,
  drawn: number,
  room: Rect,
  theme: Theme,
): Mark[] {
  const { density, reach, bound } = distribution;
  const [top, base] = [room.y + 6, room.y + room.height - AXIS_HEIGHT];
  const peak = density(0) * 1.35;
  const xOf = (value: number): number => placeOn(distribution, room, value).x;
  const yOf = (share: number): number => base - (base - top) * Math.min(1, share / peak);

  const ticks = (): Mark[] =>
    range(drawn).map((i) => {
      const x = xOf(data[i] ?? 0);
      return stroke(x, base - 14, x, base - 1, theme.accent, { width: 2 });
    });

  const bars = (): Mark[] => {
    const total = Math.min(data.length, MAX_DRAWS);
    const bins = Math.max(8, Math.min(32, Math.round(Math.sqrt(total))));
    const half = bound ?? reach;
    const width = (2 * half) / bins;
    const counts = new Array<number>(bins).fill(0);
    for (let i = 0; i < Math.min(drawn, total); i++) {
      const bin = Math.min(bins - 1, Math.max(0, Math.floor(((data[i] ?? 0) + half) / width)));
      counts[bin] = (counts[bin] ?? 0) + 1;
    }
    const fill = mix(theme.paper, theme.accent, 0.4);
    return counts.flatMap((count, bin): Mark[] => {
      const [left, right] = [xOf(-half + bin * width), xOf(-half + (bin + 1) * width)];
      const y = yOf(count / total / width);
      const bar = { x: left + 0.5, y, width: right - left - 1, height: base - y };
      return count === 0 ? [] : [{ kind: "rect", ...bar, fill }];
    });
  };

  /** A box for a bounded distribution, else a curve. */
  const outline = (): [number, number][] => {
    const box = [-1, -1, 1, 1].map((side, i): [number, number] => [
      xOf(side * (bound ?? 0)),
      i === 0 || i === 3 ? base : yOf(density(0)),
    ]);
    if (bound !== undefined) return box;
    return range(CURVE_POINTS + 1).map((i) => {
      const x = -reach + (i / CURVE_POINTS) * 2 * reach;
      return [xOf(x), yOf(density(x))];
    });
  };

  return [
    ...(data.length <= MAX_TICKS ? ticks() : bars()),
    { kind: "line", points: outline(), color: theme.muted, width: 1.5 },
    stroke(room.x, base, room.x + room.width, base, theme.muted, { width: 1 }),
    ...distribution.marks.flatMap(({ at, text }): Mark[] => [
      stroke(xOf(at), base, xOf(at), base + 4, theme.muted, { width: 1 }),
      mono(text, xOf(at), base + 12, theme.muted, { size: 11, align: "middle" }),
    ]),
  ];
}
