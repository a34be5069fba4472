/** Time as data: pure functions from a step's time t (0…1) to the progress of each move (0…1). */

export const clamp01 = (x: number): number => (x < 0 ? 0 : x > 1 ? 1 : x);

/** Slow at both ends, so that the eye can follow where a move starts and where it lands. */
export function easeInOut(x: number): number {
  const c = clamp01(x);
  return c < 0.5 ? 4 * c * c * c : 1 - (-2 * c + 2) ** 3 / 2;
}

/** How much of [from, to] has passed at t, eased. */
export const phase = (t: number, from: number, to: number): number => easeInOut((t - from) / (to - from));

/** Like `phase` without easing, for counting. */
export const linearPhase = (t: number, from: number, to: number): number => clamp01((t - from) / (to - from));

export const lerp = (a: number, b: number, x: number): number => a + (b - a) * x;

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
