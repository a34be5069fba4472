/**
 * The time of a scene that repeats one rule over many items, such as cells, rows or tokens: which item is shown slowly now,
 * and the progress of each. The two items that show the rule best go first; the rest follow in one wave. Halfway, which is
 * also the still of reduced motion, the second one has its rule written out.
 */
import { cadence, cadenceSpan, slowItem } from "../../../timeline/cadence.js";
import { linearPhase, phase } from "../../../timeline/easing.js";
import type { Theme } from "../../theme.js";

export interface Sweep {
  /** The item shown slowly, or -1 before the sweep and in its wave. */
  readonly slow: number;
  /** How far the slow item has come: linear, 0…1; 0 where there is none. */
  readonly within: number;
  /** The items that go first. */
  readonly lead: readonly number[];
  /** True once the slow items are over and the rest follows. */
  readonly wave: boolean;
  progress(item: number): number;
}

/** Starts before and ends after ½. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Nearly the whole step: before it only the inputs are shown, after it the result is complete. */
export const WHOLE_STEP: Span = { from: 0.05, to: 0.97 };
/** Progress of the slow item at t = ½: its rule is written, its result has not started to move. */
export const RULE_SHOWN = 0.72;

export function sweep(t: number, { from, to }: Span, count: number, first = 0, second = 1): Sweep {
  const [begins, ends] = cadenceSpan(count > 2 ? 1 : 0, Math.max(count, 1));
  const half = begins + (ends - begins) * RULE_SHOWN;
  const time = t < 0.5 ? linearPhase(t, from, 0.5) * half : half + linearPhase(t, 0.5, to) * (1 - half);
  const lead = leading(count, first, second);
  const rank = (item: number): number =>
    lead.includes(item) ? lead.indexOf(item) : item + lead.filter((l) => l > item).length;
  const progress = (item: number): number => (t <= from ? 0 : cadence(time, rank(item), count));
  const slow = t <= from || count === 0 ? -1 : (lead[slowItem(time, count)] ?? -1);
  const wave = time > 0 && time < 1 && slow < 0;
  return { slow, within: slow < 0 ? 0 : progress(slow), lead, wave, progress };
}

/** The items that go first: those asked for, else the first that stand. */
function leading(count: number, first: number, second: number): readonly number[] {
  const asked = [...new Set([first, second])].filter((i) => i >= 0 && i < count);
  const others = [0, 1, 2].filter((i) => i < count && !asked.includes(i));
  return [...asked, ...others].slice(0, 2);
}

/** How many of the items, which come in order, have arrived: found by halving, because asking each of thousands is slow. */
export function countArrived(count: number, hasArrived: (item: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (hasArrived(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first item of 0…count−1 that differs from the item `than`, or its neighbour where all are alike. */
export function differing(count: number, than: number, of: (item: number) => unknown): number {
  for (let i = 0; i < count; i++) if (of(i) !== of(than)) return i;
  return than + 1;
}

/**
 * While one item is explained the others are dimmed until the wave. `lit` is when the explained one stands out, `land`
 * when its result is there.
 */
export const stepBack = (theme: Theme, within: number, lit: number, land: number): number =>
  1 - (1 - theme.rest) * phase(within, 0, lit) * (1 - phase(within, land, 1));
