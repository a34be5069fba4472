/**
 * Undo history as data: the moments before and after the present one, each with the changes between. Quick edits of one
 * field are merged into one change, and dropped if they cancel out.
 */
import { type Change, changesBetween, type Moment } from "./changes.js";

export interface HistoryEntry {
  /** The moment before the change (in `past`) or after it (in `future`). */
  readonly moment: Moment;
  readonly changes: readonly Change[];
  readonly atMs: number;
}

export interface History {
  /** The latest is last. */
  readonly past: readonly HistoryEntry[];
  readonly present: Moment;
  /** The next change to redo is last. */
  readonly future: readonly HistoryEntry[];
}

export const LONGEST_PAST = 200;
/** Changes of the same field within this time are merged; a change at time −∞ never is. */
export const QUICK_MS = 1000;

export const startHistory = (present: Moment): History => ({ past: [], present, future: [] });

/** Records a moment; without changes only the present moment is replaced. */
export function recorded(history: History, moment: Moment, atMs: number): History {
  const changes = changesBetween(history.present, moment);
  if (changes.length === 0) return { ...history, present: moment };
  const last = history.past.at(-1);
  if (last && history.future.length === 0 && shouldMerge(last, changes, moment, atMs)) {
    const combined = changesBetween(last.moment, moment);
    const before = history.past.slice(0, -1);
    const past = combined.length > 0 ? [...before, { ...last, changes: combined, atMs }] : before;
    return { past, present: moment, future: [] };
  }
  const past = [...history.past, { moment: history.present, changes, atMs }];
  return { past: past.slice(-LONGEST_PAST), present: moment, future: [] };
}

/** Whether to merge the changes: the same fields again within QUICK_MS, or the cell that was just opened is closed. */
function shouldMerge(last: HistoryEntry, changes: readonly Change[], moment: Moment, atMs: number): boolean {
  const fields = (list: readonly Change[]): string => list.map(({ field }) => field).join();
  if (fields(last.changes) !== fields(changes)) return false;
  const closes = fields(changes) === "cell" && changesBetween(last.moment, moment).length === 0;
  return closes || Math.abs(atMs - last.atMs) < QUICK_MS;
}

/** The history after one change is undone; undefined if there is none. */
export function undone({ past, present, future }: History): History | undefined {
  const last = past.at(-1);
  if (!last) return undefined;
  const entry = { moment: present, changes: last.changes, atMs: Number.NEGATIVE_INFINITY };
  return { past: past.slice(0, -1), present: last.moment, future: [...future, entry] };
}

/** The history after one change is redone; undefined if there is none. */
export function redone({ past, present, future }: History): History | undefined {
  const next = future.at(-1);
  if (!next) return undefined;
  const entry = { moment: present, changes: next.changes, atMs: Number.NEGATIVE_INFINITY };
  return { past: [...past, entry], present: next.moment, future: future.slice(0, -1) };
}
