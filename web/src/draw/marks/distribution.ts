/**
 * A plot of random draws: the density as a line, and the draws so far as a histogram, or as ticks if they are few.
 * Bars are scaled by the final count, so that they grow towards the density.
 */

import type { Rect } from "../layout/rect.js";
import type { Mark, Point } from "../picture.js";
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

export const uniformOf = (bound: number, low: string, yOf: string): Distribution => ({
  density: (x) => (Math.abs(x) <= bound ? 1 / (2 * bound) : 0),
  reach: bound * 1.3,
  bound,
  marks: [
    { at: -bound, text: low },
    { at: 0, text: "0" },
    { at: bound, text: yOf },
  ],
});

export const standardNormal: Distribution = {
  density: (x) => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI),
  reach: 3.4,
  marks: [-2, 0, 2].map((at) => ({ at, text: at < 0 ? `−${-at}` : String(at) })),
};

const AXIS_HEIGHT = 20;

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
  const base = room.y + room.height - AXIS_HEIGHT;
  const top = room.y + 6;
  const peak = distribution.density(0) * 1.35;
  const yOf = (density: number): number => base - (base - top) * Math.min(1, density / peak);
  return [
    ...(data.length <= MAX_TICKS
      ? ticks(distribution, data, drawn, room, base, theme)
      : bars(distribution, data, drawn, room, base, yOf, theme)),
    { kind: "line", points: outline(distribution, room, base, yOf), color: theme.muted, width: 1.5 },
    ...axisMarks(distribution, room, base, theme),
  ];
}

function axisMarks(distribution: Distribution, room: Rect, base: number, theme: Theme): Mark[] {
  const line = { width: 1 };
  return [
    stroke(room.x, base, room.x + room.width, base, theme.muted, line),
    ...distribution.marks.flatMap(({ at, text }): Mark[] => {
      const { x } = placeOn(distribution, room, at);
      return [
        stroke(x, base, x, base + 4, theme.muted, line),
        mono(text, x, base + 12, theme.muted, { size: 11, align: "middle" }),
      ];
    }),
  ];
}

function outline(
  distribution: Distribution,
  room: Rect,
  base: number,
  yOf: (density: number) => number,
): [number, number][] {
  const at = (x: number): number => placeOn(distribution, room, x).x;
  if (distribution.bound !== undefined) {
    const y = yOf(distribution.density(0));
    return [
      [at(-distribution.bound), base],
      [at(-distribution.bound), y],
      [at(distribution.bound), y],
      [at(distribution.bound), base],
    ];
  }
  return Array.from({ length: 61 }, (_, i): [number, number] => {
    const x = -distribution.reach + (i / 60) * 2 * distribution.reach;
    return [at(x), yOf(distribution.density(x))];
  });
}

function ticks(
  distribution: Distribution,
  data: ArrayLike<number>,
  drawn: number,
  room: Rect,
  base: number,
  theme: Theme,
): Mark[] {
  return Array.from({ length: drawn }, (_, i): Mark => {
    const { x } = placeOn(distribution, room, data[i] ?? 0);
    return stroke(x, base - 14, x, base - 1, theme.accent, { width: 2 });
  });
}

function bars(
  distribution: Distribution,
  data: ArrayLike<number>,
  drawn: number,
  room: Rect,
  base: number,
  yOf: (density: number) => number,
  theme: Theme,
): Mark[] {
  const total = Math.min(data.length, MAX_DRAWS);
  const bins = Math.max(8, Math.min(32, Math.round(Math.sqrt(total))));
  const half = distribution.bound ?? distribution.reach;
  const width = (2 * half) / bins;
  const counts = new Array<number>(bins).fill(0);
  for (let i = 0; i < Math.min(drawn, total); i++) {
    const bin = Math.min(bins - 1, Math.max(0, Math.floor(((data[i] ?? 0) + half) / width)));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return counts.flatMap((count, bin): Mark[] => {
    if (count === 0) return [];
    const left = placeOn(distribution, room, -half + bin * width).x;
    const right = placeOn(distribution, room, -half + (bin + 1) * width).x;
    const y = yOf(count / total / width);
    return [
      {
        kind: "rect",
        x: left + 0.5,
        y,
        width: right - left - 1,
        height: base - y,
        fill: mix(theme.paper, theme.accent, 0.4),
      },
    ];
  });
}
