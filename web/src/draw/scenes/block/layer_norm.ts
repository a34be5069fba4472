/**
 * Layer norm, a token at a time: its mean is subtracted, the rest is divided by its standard deviation, and each feature
 * is scaled by its weight and shifted by its bias. The explained row is worked out enlarged above the two matrices.
 */

import { pairLayout } from "../../layout/tables.js";
import { inputsOf, operand, thinned } from "../../operand.js";
import type { Scene } from "../../scene.js";
import { NORM_MOMENT, normLens, normLensHeight } from "../lenses/layer_norm_lens.js";
import { explainedPair, workedSweepAt } from "../sweep.js";

const MOMENT = { lit: NORM_MOMENT.light, land: NORM_MOMENT.land } as const;

export const layerNorm: Scene = (input, t) => {
  const { hu, step, theme, width } = input;
  const [source, scale, shift] = inputsOf(input);
  if (!shift) throw new Error(`${step.name}: got no bias, wants x, weight and bias`);
  const [x, result] = [thinned(operand(input, source)), thinned(operand(input, step))];
  const [weight, bias] = [thinned(operand(input, scale)), thinned(operand(input, shift))];
  const layout = pairLayout(input, { left: x, result }, { top: normLensHeight(input, result.rows.size) });
  const sweep = workedSweepAt(t, input, result);
  const lens = normLens({ hu, x, result, weight, bias, layout, theme, sweep });
  return explainedPair(layout, { left: x, result }, sweep, MOMENT, lens, theme, width);
};
