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
  /** The progress of the slow item: linear, 0…1; 0 if there is none. */
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

export function sweepAt(t: number, { from, to }: Span, count: number, first = 0, second = 1): Sweep {
  const [slowStart, slowEnd] = cadenceSpan(count > 2 ? 1 : 0, Math.max(count, 1));
  const halfTime = slowStart + (slowEnd - slowStart) * RULE_SHOWN;
  const time =
    t < 0.5 ? linearPhase(t, from, 0.5) * halfTime : halfTime + linearPhase(t, 0.5, to) * (1 - halfTime);
  const lead = leadItems(count, first, second);
  const rank = (item: number): number =>
    lead.includes(item) ? lead.indexOf(item) : item + lead.filter((l) => l > item).length;
  const progress = (item: number): number => (t <= from ? 0 : cadence(time, rank(item), count));
  const slow = t <= from || count === 0 ? -1 : (lead[slowItem(time, count)] ?? -1);
  const wave = time > 0 && time < 1 && slow < 0;
  return { slow, within: slow < 0 ? 0 : progress(slow), lead, wave, progress };
}

/** The items that go first: the requested ones, then the first of the others. */
function leadItems(count: number, first: number, second: number): readonly number[] {
  const requested = [...new Set([first, second])].filter((i) => i >= 0 && i < count);
  const others = [0, 1, 2].filter((i) => i < count && !requested.includes(i));
  return [...requested, ...others].slice(0, 2);
}

/** The number of items that have arrived, given that they arrive in order. A binary search, because testing thousands is slow. */
export function countArrived(count: number, hasArrived: (item: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (hasArrived(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first item of 0…count−1 that differs from the item `than`, or `than + 1` if all are equal. */
export function firstDiffering(count: number, than: number, of: (item: number) => unknown): number {
  for (let i = 0; i < count; i++) if (of(i) !== of(than)) return i;
  return than + 1;
}

/**
 * The opacity of all other items while one is explained. They are dimmed from 0 to `lit`, and return between `land` and
 * the end, when the result has arrived.
 */
export const restOpacityAt = (theme: Theme, within: number, lit: number, land: number): number =>
  1 - (1 - theme.rest) * phase(within, 0, lit) * (1 - phase(within, land, 1));
