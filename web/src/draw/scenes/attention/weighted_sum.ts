/**
 * Values: every query takes the average of the value rows, weighted by attention, a whole row at a time. The weights of a
 * row sum to 1, so the weighted value rows fill exactly one row's height.
 */
import { cornerLayout, matricesOf, thinnedCorner } from "../../layout/tables.js";
import { inputsOf, operand } from "../../operand.js";
import type { Scene } from "../../scene.js";
import { sliceOf } from "../../tensor_view.js";
import { AVERAGE_MOMENT, averageLens } from "../lenses/average_lens.js";
import { restOpacityAt, rowBoxes, rowShown, rowSweepAt } from "../sweep.js";
import { inRole } from "./product.js";

/** When the explained row is highlighted, and when its average has arrived. */
const MOMENT = { lit: AVERAGE_MOMENT.light, land: AVERAGE_MOMENT.land } as const;

export const weightedSum: Scene = (input, t) => {
  const { hu, step, focus, theme, width } = input;
  const [attention, values] = inputsOf(input);
  const operands = thinnedCorner({
    left: operand(input, attention),
    above: operand(input, values, sliceOf(values, focus), inRole("V", values)),
    result: operand(input, step),
  });
  const { left: weights } = operands;
  const layout = cornerLayout(input, operands);
  const sweep = rowSweepAt(t, weights.rows.size);
  const restOpacity = restOpacityAt(theme, sweep.within, MOMENT.lit, MOMENT.land);
  // Rows without weight are dimmed.
  const hasWeight = (row: number): boolean => sweep.within <= 0 || weights.value(sweep.slow, row) > 0;
  const states = {
    left: { dim: (row: number) => (row === sweep.slow ? 1 : restOpacity) },
    above: { dim: (row: number) => (hasWeight(row) ? 1 : restOpacity) },
    result: { shown: rowShown(sweep, MOMENT.land) },
  };
  return [
    ...matricesOf(layout, operands, states, theme, width),
    ...rowBoxes(sweep, MOMENT, layout, operands, theme),
    ...(sweep.within > 0 ? averageLens({ hu, ...operands, layout, theme }, sweep) : []),
  ];
};
