/**
 * The time of a scene that repeats one rule over many cells or rows. Halfway, which is also the still of reduced motion,
 * an item stands with its rule written out whole; the wave of the rest fills the second half.
 */
import { cadence, cadenceSpan, slowItem } from "../../../timeline/cadence.js";
import { linearPhase, phase } from "../../../timeline/easing.js";
import type { Theme } from "../../theme.js";

/** Before `from` only the inputs are shown; after `to` the result is complete. */
const SWEEP = { from: 0.05, to: 0.97 } as const;
/** Progress of the slow item at t = ½: its rule is written, its result has not started to move. */
export const RULE_STANDS = 0.72;

export interface Rhythm {
  /** How far item i has come, 0…1, linear. */
  progress(i: number): number;
  /** The item explained now, or -1. */
  readonly slow: number;
  /** How far the slow item has come. */
  readonly within: number;
  /** True once the slow items are over and the rest follows. */
  readonly wave: boolean;
}

export function rhythm(t: number, count: number): Rhythm {
  const [from, to] = cadenceSpan(count > 2 ? 1 : 0, count);
  const half = from + (to - from) * RULE_STANDS;
  const time =
    t < 0.5 ? linearPhase(t, SWEEP.from, 0.5) * half : half + linearPhase(t, 0.5, SWEEP.to) * (1 - half);
  const progress = (i: number): number => cadence(time, i, count);
  const slow = t <= SWEEP.from ? -1 : slowItem(time, count);
  return { progress, slow, within: slow < 0 ? 0 : progress(slow), wave: time > 0 && time < 1 && slow < 0 };
}

/**
 * While one item is explained the others are dimmed until the wave. `lit` is when the explained one stands out, `land`
 * when its result is there.
 */
export const stepBack = (theme: Theme, within: number, lit: number, land: number): number =>
  1 - (1 - theme.rest) * phase(within, 0, lit) * (1 - phase(within, land, 1));
