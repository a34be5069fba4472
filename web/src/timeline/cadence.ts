/**
 * The rhythm of a repeated move: the first item slowly, the second faster, the rest in one wave.
 * A learner reads the rule from the first, checks it on the second and sees it everywhere in the rest.
 */
import { clamp01 } from "./easing.js";

const FIRST = 0.42;
const SECOND = 0.2;
/** How long each item of the wave takes, as a share of the wave's duration. */
const WAVE_WIDTH = 0.35;

/** When the i-th of n items starts and ends, as shares of the whole. */
export function cadenceSpan(i: number, n: number, waveWidth = WAVE_WIDTH): readonly [number, number] {
  if (n === 1) return [0, 1];
  if (i === 0) return [0, FIRST];
  if (n === 2) return [FIRST, 1];
  if (i === 1) return [FIRST, FIRST + SECOND];
  const start = FIRST + SECOND;
  const rest = 1 - start;
  const duration = rest * waveWidth;
  const delay = n === 3 ? 0 : ((i - 2) / (n - 3)) * (rest - duration);
  return [start + delay, start + delay + duration];
}

/** The progress of the i-th of n items at t: linear, 0…1. */
export function cadence(t: number, i: number, n: number): number {
  const [from, to] = cadenceSpan(i, n);
  return clamp01((t - from) / (to - from));
}

/** Like `cadence`, for moving things: even in the wave, each arrives before the next starts. */
export function oneByOne(t: number, i: number, n: number): number {
  const [from, to] = cadenceSpan(i, n, 1 / Math.max(1, n - 2));
  return clamp01((t - from) / (to - from));
}

/** The item being shown slowly at t (0 or 1), or -1 once the wave has begun. */
export function slowItem(t: number, n: number): number {
  if (t < 0 || t >= 1) return -1;
  if (n === 1 || t < FIRST) return 0;
  if (n === 2 || t < FIRST + SECOND) return 1;
  return -1;
}
