/**
 * Values: every query takes the average of the value rows, weighted by attention, a whole row at a time. The weights of a
 * row sum to 1, so the weighted value rows fill exactly one row's height.
 */
import { cornerLayout, cornerMarks, thinnedCorner } from "../../layout/corner.js";
import { inputsOf, operand } from "../../operand.js";
import type { Scene } from "../../scene.js";
import { sliceOf } from "../../tensor_view.js";
import { AVERAGE_MOMENT, averageLens } from "../lenses/average_lens.js";
import { rowBoxes } from "../pace/row_box.js";
import { rowShown, rowSweep } from "../pace/row_sweep.js";
import { stepBack } from "../pace/sweep.js";
import { inRole } from "./role.js";

/** When the explained row stands out, and when its average is there. */
const MOMENT = { lit: AVERAGE_MOMENT.light, land: AVERAGE_MOMENT.land } as const;

export const weightedSum: Scene = (input, t) => {
  const { step, focus, theme, width } = input;
  const [attention, values] = inputsOf(input);
  const of = thinnedCorner({
    left: operand(input, attention),
    above: operand(input, values, sliceOf(values, focus), inRole("V", values)),
    result: operand(input, step),
  });
  const { left: weights, result } = of;
  const layout = cornerLayout(input, of);
  const act = rowSweep(t, weights.rows.size);
  const back = stepBack(theme, act.within, MOMENT.lit, MOMENT.land);
  // Rows without weight are dimmed.
  const counts = (row: number): boolean => act.within <= 0 || weights.value(act.slow, row) > 0;
  const states = {
    left: { dim: (row: number) => (row === act.slow ? 1 : back) },
    above: { dim: (row: number) => (counts(row) ? 1 : back) },
    result: { shown: rowShown(act, MOMENT.land) },
  };
  const boxed = [
    { at: layout.left, columns: weights.cols.size },
    { at: layout.result, columns: result.cols.size },
  ] as const;
  return [
    ...cornerMarks(layout, of, states, theme, width),
    ...rowBoxes(act, MOMENT, boxed, layout.cell, theme),
    ...(act.within > 0 ? averageLens({ ...of, layout, theme }, act) : []),
  ];
};
