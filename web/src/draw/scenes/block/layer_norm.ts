/**
 * Layer norm, a token at a time: its own mean is taken off, what is left is divided by its own spread, and each feature
 * is scaled by its weight and shifted by its bias. The row that is explained is worked out large above the two matrices.
 */

import { pairLayout } from "../../layout/pair.js";
import { matrix } from "../../marks/matrix.js";
import type { Mark } from "../../picture.js";
import { scaleOf } from "../../scale.js";
import type { Scene, SceneInput } from "../../scene.js";
import { sliceOf, stepOf } from "../../tensor_view.js";
import { thin } from "../../thin.js";
import { NORM_MOMENT, type NormLens, normLens, normLensHeight } from "../lenses/layer_norm_lens.js";
import { stepBack } from "../pace/rhythm.js";
import { rowBoxes } from "../pace/row_box.js";
import { rowRhythm, rowShown } from "../pace/telling.js";

const MOMENT = { lit: NORM_MOMENT.light, land: NORM_MOMENT.land } as const;

export const layerNorm: Scene = (input, t) => {
  const { theme, width, height } = input;
  const lens = lensOf(input, t);
  const { x, result, layout, beat, names, scales } = lens;
  const back = stepBack(theme, beat.within, MOMENT.lit, MOMENT.land);
  const base = { cell: layout.cell, theme, labelSize: layout.labelSize };
  const boxed = [
    { at: layout.left, columns: x.cols.size },
    { at: layout.right, columns: result.cols.size },
  ] as const;
  const marks: Mark[] = [
    ...matrix({
      ...{ ...base, ...x, ...layout.left, title: names[0], scale: scales.x },
      titleEnd: layout.right.x - 12,
      dim: (row) => (row === beat.slow ? 1 : back),
    }),
    ...matrix({
      ...{ ...base, ...result, ...layout.right, title: names[1], scale: scales.result },
      titleEnd: width - 4,
      labels: layout.narrow ? "columns" : "all",
      shown: rowShown(beat, MOMENT.land),
    }),
    ...normLens(lens),
    ...rowBoxes(beat, MOMENT, boxed, layout.cell, theme),
  ];
  return { width, height, marks };
};

function lensOf({ trace, step, focus, theme, width, height }: SceneInput, t: number): NormLens {
  const [source, weight, bias] = step.inputs.map((name) => stepOf(trace, name));
  if (!source || !weight || !bias)
    throw new Error(`${step.name} wants x, weight and bias, has ${step.inputs.length} inputs`);
  const { padId } = trace.spec;
  const whole = sliceOf(source, focus);
  const [x, result] = [thin(whole), thin(sliceOf(step, focus))];
  const { rows, cols } = result;
  const names = [source.name, step.name] as const;
  const top = normLensHeight({ width, height }, rows.size);
  return {
    ...{ whole, x, result, theme, names },
    weight: thin(sliceOf(weight, focus)),
    bias: thin(sliceOf(bias, focus)),
    scales: {
      x: scaleOf(source, padId, theme),
      result: scaleOf(step, padId, theme),
      weight: scaleOf(weight, padId, theme),
      bias: scaleOf(bias, padId, theme),
    },
    layout: pairLayout({ width, height }, { rows, cols, titles: names, top }),
    beat: rowRhythm(t, rows.size, 0),
  };
}
