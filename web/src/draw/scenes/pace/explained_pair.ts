/** Animates a tensor and the result that is made from it row by row; the explained row is worked out above them. */
import { type Pair, type PairLayout, pairMarks } from "../../layout/pair.js";
import type { Operand } from "../../operand.js";
import type { Mark } from "../../picture.js";
import type { Theme } from "../../theme.js";
import { rowBoxes } from "./row_box.js";
import { type RowSweep, rowShown } from "./row_sweep.js";
import { restOpacityAt } from "./sweep.js";

/** Moments within the step: `lit` highlights the explained row, `land` shows its result. */
export function explainedPair(
  layout: PairLayout,
  pair: Pair<Operand>,
  sweep: RowSweep,
  { lit, land }: { readonly lit: number; readonly land: number },
  workedRow: readonly Mark[],
  theme: Theme,
  stageWidth: number,
): Mark[] {
  const restOpacity = restOpacityAt(theme, sweep.within, lit, land);
  const states = [
    { dim: (row: number) => (row === sweep.slow ? 1 : restOpacity) },
    { shown: rowShown(sweep, land) },
  ] as const;
  const boxed = [
    { at: layout.left, columns: pair[0].cols.size },
    { at: layout.right, columns: pair[1].cols.size },
  ] as const;
  // The worked row comes first, because the last mark of a number is the one that is framed when the reader asks about it.
  return [
    ...workedRow,
    ...pairMarks(layout, pair, states, theme, stageWidth),
    ...rowBoxes(sweep, { lit, land }, boxed, layout.cell, theme),
  ];
}
