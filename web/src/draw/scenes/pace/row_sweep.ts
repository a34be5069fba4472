/** A sweep over the rows of a tensor from the top. */
import { phase } from "../../../timeline/easing.js";
import type { Operand } from "../../operand.js";
import type { SceneInput } from "../../scene.js";
import { type Sweep, sweepAt, WHOLE_STEP } from "./sweep.js";

export interface RowSweep extends Sweep {
  /** The row explained last, or -1 before the first. */
  readonly last: number;
  /** The first row of the wave that has not appeared yet, or -1 outside the wave. */
  readonly front: number;
}

export function rowSweepAt(t: number, rows: number): RowSweep {
  const sweep = sweepAt(t, WHOLE_STEP, rows);
  const { lead, slow, wave, progress } = sweep;
  let front = wave ? lead.length : -1;
  while (wave && front < rows - 1 && progress(front) >= 0.5) front++;
  const last = slow >= 0 || progress(0) <= 0 ? slow : lead.length - 1;
  return { ...sweep, last, front };
}

/** A sweep whose last row stays worked out at the end, boxed: the first one, until the reader asks about another one. */
export function workedSweepAt(t: number, { row }: SceneInput, { rows, ref }: Operand): RowSweep {
  const sweep = rowSweepAt(t, rows.size);
  if (t < WHOLE_STEP.to) return sweep;
  const asked = Array.from({ length: rows.size }, (_, i) => ref(i, 0).index.at(-2)).indexOf(row);
  const last = asked < 0 ? sweep.last : asked;
  return { ...sweep, last, front: last };
}

/** How far a row of the result has appeared: the explained row at `land`, the others with the wave. */
export const rowShown =
  ({ slow, progress }: RowSweep, land: number) =>
  (row: number): number =>
    row === slow ? Number(progress(row) >= land) : phase(progress(row), 0, 1);
