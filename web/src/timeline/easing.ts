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
