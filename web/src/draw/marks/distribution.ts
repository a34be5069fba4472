/**
 * Where random numbers fall: the density they are drawn from as a line, the draws so far as bars that fill up to it,
 * or as ticks where they are few. Every bar is scaled by the final count, so that the filling is seen.
 */

import type { Room } from "../layout/room.js";
import type { Mark } from "../picture.js";
import type { Place } from "../place.js";
import { mix } from "../scale.js";
import type { Theme } from "../theme.js";
import { mono, stroke } from "./marks.js";

export interface Distribution {
  readonly density: (x: number) => number;
  /** The axis runs from −reach to reach. */
  readonly reach: number;
  readonly marks: readonly { readonly at: number; readonly text: string }[];
  /** Beyond this no draw falls. */
  readonly bound?: number;
}

const FEW = 32;
/** Beyond this many draws the bars no longer change visibly. */
const ENOUGH = 4096;

export const uniformOf = (bound: number, low: string, high: string): Distribution => ({
  density: (x) => (Math.abs(x) <= bound ? 1 / (2 * bound) : 0),
  reach: bound * 1.3,
  bound,
  marks: [
    { at: -bound, text: low },
    { at: 0, text: "0" },
    { at: bound, text: high },
  ],
});

export const standardNormal: Distribution = {
  density: (x) => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI),
  reach: 3.4,
  marks: [-2, 0, 2].map((at) => ({ at, text: at < 0 ? `−${-at}` : String(at) })),
};

const AXIS = 20;

export const placeOn = ({ reach }: Distribution, room: Room, value: number): Place => ({
  x: room.x + room.width * (0.5 + Math.max(-1, Math.min(1, value / reach)) / 2),
  y: room.y + room.height - AXIS,
});

export function distributionMarks(
  own: Distribution,
  data: ArrayLike<number>,
  drawn: number,
  room: Room,
  theme: Theme,
): Mark[] {
  const base = room.y + room.height - AXIS;
  const top = room.y + 6;
  const peak = own.density(0) * 1.35;
  const high = (density: number): number => base - (base - top) * Math.min(1, density / peak);
  return [
    ...(data.length <= FEW
      ? ticks(own, data, drawn, room, base, theme)
      : bars(own, data, drawn, room, base, high, theme)),
    { kind: "line", points: outline(own, room, base, high), color: theme.muted, width: 1.5 },
    ...axisMarks(own, room, base, theme),
  ];
}

function axisMarks(own: Distribution, room: Room, base: number, theme: Theme): Mark[] {
  const line = { width: 1 };
  return [
    stroke(room.x, base, room.x + room.width, base, theme.muted, line),
    ...own.marks.flatMap(({ at, text }): Mark[] => {
      const { x } = placeOn(own, room, at);
      return [
        stroke(x, base, x, base + 4, theme.muted, line),
        mono(text, x, base + 12, theme.muted, { size: 11, align: "middle" }),
      ];
    }),
  ];
}

function outline(
  own: Distribution,
  room: Room,
  base: number,
  high: (density: number) => number,
): [number, number][] {
  const at = (x: number): number => placeOn(own, room, x).x;
  if (own.bound !== undefined) {
    const y = high(own.density(0));
    return [
      [at(-own.bound), base],
      [at(-own.bound), y],
      [at(own.bound), y],
      [at(own.bound), base],
    ];
  }
  return Array.from({ length: 61 }, (_, i): [number, number] => {
    const x = -own.reach + (i / 60) * 2 * own.reach;
    return [at(x), high(own.density(x))];
  });
}

function ticks(
  own: Distribution,
  data: ArrayLike<number>,
  drawn: number,
  room: Room,
  base: number,
  theme: Theme,
): Mark[] {
  return Array.from({ length: drawn }, (_, i): Mark => {
    const { x } = placeOn(own, room, data[i] ?? 0);
    return stroke(x, base - 14, x, base - 1, theme.accent, { width: 2 });
  });
}

function bars(
  own: Distribution,
  data: ArrayLike<number>,
  drawn: number,
  room: Room,
  base: number,
  high: (density: number) => number,
  theme: Theme,
): Mark[] {
  const all = Math.min(data.length, ENOUGH);
  const bins = Math.max(8, Math.min(32, Math.round(Math.sqrt(all))));
  const half = own.bound ?? own.reach;
  const width = (2 * half) / bins;
  const counts = new Array<number>(bins).fill(0);
  for (let i = 0; i < Math.min(drawn, all); i++) {
    const bin = Math.min(bins - 1, Math.max(0, Math.floor(((data[i] ?? 0) + half) / width)));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return counts.flatMap((count, bin): Mark[] => {
    if (count === 0) return [];
    const left = placeOn(own, room, -half + bin * width).x;
    const right = placeOn(own, room, -half + (bin + 1) * width).x;
    const y = high(count / all / width);
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
