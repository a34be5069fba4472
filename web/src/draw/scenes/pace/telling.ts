/** Which rows of a tensor are explained slowly: one row and its neighbour. */
import { phase } from "../../../timeline/easing.js";
import { type Rhythm, rhythm } from "./rhythm.js";

export interface RowRhythm {
  progress(row: number): number;
  /** The row explained now, or -1. */
  readonly slow: number;
  readonly within: number;
  /** The row explained last, or -1 before the first. */
  readonly last: number;
  /** The first row of the wave that is not there yet, or -1 outside the wave. */
  readonly front: number;
}

/** The row `first`, its neighbour below (or above, for the last row) second, then the rest from the top. */
export function rowRhythm(t: number, rows: number, first: number): RowRhythm {
  const beat: Rhythm = rhythm(t, rows);
  const second = first + 1 < rows ? first + 1 : Math.max(0, first - 1);
  const [low, high] = [Math.min(first, second), Math.max(first, second)];
  const rank = (row: number): number => {
    if (row === first) return 0;
    if (row === second) return 1;
    return row + 2 - (row > low ? 1 : 0) - (row > high ? 1 : 0);
  };
  const progress = (row: number): number => beat.progress(rank(row));
  let front = -1;
  if (beat.wave) {
    front = 0;
    while (front < rows - 1 && (front === first || front === second || progress(front) >= 0.5)) front++;
  }
  const slow = beat.slow < 0 ? -1 : beat.slow === 0 ? first : second;
  const last = slow >= 0 ? slow : progress(second) > 0 ? second : progress(first) > 0 ? first : -1;
  return { progress, slow, within: beat.within, last, front };
}

/** True while a row is being explained. */
export const isTelling = ({ slow, within }: RowRhythm): boolean => slow >= 0 && within > 0;

/** How far a row of the result has appeared: the explained row at `land`, the others with the wave. */
export const rowShown =
  ({ slow, progress }: RowRhythm, land: number) =>
  (row: number): number =>
    row === slow ? Number(progress(row) >= land) : phase(progress(row), 0, 1);
