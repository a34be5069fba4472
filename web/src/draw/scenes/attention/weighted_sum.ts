/**
 * Values: every query takes the average of the value rows, weighted by attention, a whole row at a time. The weights of a
 * row sum to 1, so the weighted value rows fill exactly one row's height.
 */
import { cornerLayout } from "../../layout/corner.js";
import { matrix } from "../../marks/matrix.js";
import type { Mark } from "../../picture.js";
import type { Place } from "../../place.js";
import { type Scale, scaleOf } from "../../scale.js";
import type { Scene, SceneInput } from "../../scene.js";
import { sliceOf, stepOf } from "../../tensor_view.js";
import { type DrawnSlice, thin } from "../../thin.js";
import { AVERAGE_MOMENT, type Average, averageLens } from "../lenses/average_lens.js";
import { stepBack } from "../pace/rhythm.js";
import { rowBoxes } from "../pace/row_box.js";
import { isTelling, type RowRhythm, rowRhythm, rowShown, tellingRow } from "../pace/telling.js";
import { inRole } from "./role.js";

/** When the explained row stands out, and when its average is there. */
const MOMENT = { lit: AVERAGE_MOMENT.light, land: AVERAGE_MOMENT.land } as const;

export const weightedSum: Scene = (input, t) => {
  const { theme, width, height } = input;
  const { average, titles } = partsOf(input);
  const { weights, result, layout } = average;
  const first = tellingRow(weights, (w) => w > 0);
  const beat = rowRhythm(t, weights.rows.size, first);
  const boxed = [
    { at: layout.left, columns: weights.cols.size },
    { at: layout.result, columns: result.cols.size },
  ] as const;
  const marks: Mark[] = [
    ...matrices(average, titles, beat, width),
    ...rowBoxes(beat, MOMENT, boxed, layout.cell, theme),
  ];
  if (isTelling(beat)) marks.push(...averageLens(average, beat));
  return { width, height, marks };
};

interface Titles {
  readonly weights: string;
  readonly values: string;
  readonly result: string;
}

function matrices(
  { weights, values, result, scales, layout, theme }: Average,
  titles: Titles,
  beat: RowRhythm,
  width: number,
): Mark[] {
  const back = stepBack(theme, beat.within, MOMENT.lit, MOMENT.land);
  const of = (slice: DrawnSlice, at: Place, title: string, scale: Scale) =>
    ({ cell: layout.cell, theme, labelSize: layout.labelSize, ...slice, ...at, title, scale }) as const;
  const labels = layout.narrow ? "columns" : "all";
  const titleEnd = width - 4;
  // Rows without weight are dimmed.
  const counts = (row: number): boolean => !isTelling(beat) || weights.value(beat.slow, row) > 0;
  return [
    ...matrix({
      ...of(weights, layout.left, titles.weights, scales.weights),
      titleEnd: layout.result.x - 12,
      dim: (row) => (row === beat.slow ? 1 : back),
    }),
    ...matrix({
      ...of(values, layout.above, titles.values, scales.values),
      titleEnd,
      labels,
      dim: (row) => (counts(row) ? 1 : back),
    }),
    ...matrix({
      ...of(result, layout.result, titles.result, scales.result),
      titleEnd,
      labels,
      shown: rowShown(beat, MOMENT.land),
    }),
  ];
}

function partsOf({ trace, step, focus, theme, width, height }: SceneInput): {
  average: Average;
  titles: Titles;
} {
  const [attention, heads] = step.inputs.map((name) => stepOf(trace, name));
  if (!attention || !heads) throw new Error(`${step.name} wants two inputs, has ${step.inputs.length}`);
  const [weights, values, result] = [
    thin(sliceOf(attention, focus)),
    thin(sliceOf(heads, focus)),
    thin(sliceOf(step, focus)),
  ];
  const titles: Titles = { weights: attention.name, values: inRole("V", heads), result: step.name };
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
