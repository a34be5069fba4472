/**
 * Values: every query takes the average of the value rows, each counted by its attention weight. A whole row at a time:
 * because the weights of a row sum to 1, the weighed value rows fill exactly one row's height.
 */
import { phase } from "../../timeline/easing.js";
import { cornerLayout } from "../corner.js";
import { matrix } from "../matrix.js";
import type { Mark } from "../picture.js";
import { type Scale, scaleOf } from "../scale.js";
import type { Scene, SceneInput } from "../scene.js";
import { sliceOf, stepOf } from "../tensor_view.js";
import { thin } from "../thin.js";
import { AVERAGE_MOMENT, type Average, averageLens } from "./average_lens.js";
import { rowBox } from "./row_box.js";
import { rowRhythm, tellingRow } from "./telling.js";

export const weightedSum: Scene = (input, t) => {
  const { width, height } = input;
  const { average, titles } = partsOf(input);
  const { weights, values, result, scales, layout, theme } = average;
  const beat = rowRhythm(
    t,
    weights.rows.size,
    tellingRow(weights, (w) => w > 0),
  );
  const now = beat.slow >= 0 && beat.within > 0;
  const lit = phase(beat.within, 0, AVERAGE_MOMENT.light);
  const back = now ? 1 - (1 - theme.rest) * lit * (1 - phase(beat.within, AVERAGE_MOMENT.land, 1)) : 1;
  const base = { cell: layout.cell, theme, labelSize: layout.labelSize, titleEnd: width - 4 };
  const marks: Mark[] = [
    ...matrix({
      ...base,
      ...weights,
      ...layout.left,
      title: titles.weights,
      scale: scales.weights,
      titleEnd: layout.result.x - 12,
      dim: (row) => (row === beat.slow ? 1 : back),
    }),
    ...matrix({
      ...base,
      ...values,
      ...layout.above,
      title: titles.values,
      scale: scales.values,
      labels: layout.narrow ? "columns" : "all",
      // What counts for nothing steps back.
      dim: (row) => (now && !(weights.value(beat.slow, row) > 0) ? back : 1),
    }),
    ...matrix({
      ...base,
      ...result,
      ...layout.result,
      title: titles.result,
      scale: scales.result,
      labels: layout.narrow ? "columns" : "all",
      shown: (row) => {
        const p = beat.progress(row);
        return row === beat.slow ? (p >= AVERAGE_MOMENT.land ? 1 : 0) : phase(p, 0, 1);
      },
    }),
  ];
  const row = now ? beat.slow : beat.front;
  if (row >= 0) {
    const target = rowBox(layout.result, layout.cell, row, result.cols.size, theme, now ? lit : 1);
    marks.push(rowBox(layout.left, layout.cell, row, weights.cols.size, theme, now ? lit : 1));
    marks.push(now && beat.within < AVERAGE_MOMENT.land ? { ...target, dash: [3, 3] } : target);
  }
  if (now) marks.push(...averageLens(average, beat));
  return { width, height, marks };
};

function partsOf({ trace, step, focus, theme, width, height }: SceneInput) {
  const [attention, heads] = step.inputs.map((name) => stepOf(trace, name));
  if (!attention || !heads) throw new Error(`${step.name} wants two inputs, has ${step.inputs.length}`);
  const [weights, values, result] = [
    thin(sliceOf(attention, focus)),
    thin(sliceOf(heads, focus)),
    thin(sliceOf(step, focus)),
  ];
  const titles = { weights: attention.name, values: heads.name, result: step.name };
  const layout = cornerLayout(
    { width, height },
    {
      rows: result.rows,
      inner: weights.cols,
      cols: result.cols,
      titles: { left: titles.weights, above: titles.values, result: titles.result },
    },
  );
  const scale = (s: Parameters<typeof scaleOf>[0]): Scale => scaleOf(s, trace.spec.padId, theme);
  const scales = { weights: scale(attention), values: scale(heads), result: scale(step) };
  const average: Average = { weights, values, result, scales, layout, theme };
  return { average, titles };
}
