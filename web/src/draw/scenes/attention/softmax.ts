/**
 * Softmax, a row at a time: the largest score of the row, the distance of each from it, e to that power, their sum, each
 * one's share of the sum. The row that is explained is worked out large above the two matrices; every row ends in Σ = 1.
 */

import { pairLayout } from "../../layout/pair.js";
import { captionRoom, matrix } from "../../marks/matrix.js";
import type { Mark } from "../../picture.js";
import { digits, isFill, scaleOf } from "../../scale.js";
import type { Scene, SceneInput } from "../../scene.js";
import { sliceOf, stepOf } from "../../tensor_view.js";
import { thin } from "../../thin.js";
import { LENS_MOMENT, type Lens, lensHeight, softmaxLens } from "../lenses/softmax_lens.js";
import { stepBack } from "../pace/rhythm.js";
import { rowBoxes } from "../pace/row_box.js";
import { rowRhythm, rowShown, tellingRow } from "../pace/telling.js";

/** When the explained row stands out, and when its shares are there. */
const MOMENT = { lit: 0.08, land: LENS_MOMENT.land } as const;

export const softmax: Scene = (input, t) => {
  const { theme, width, height } = input;
  const lens = lensOf(input, t);
  const { scores, result, layout, beat } = lens;
  const shown = rowShown(beat, MOMENT.land);
  const boxed = [
    { at: layout.left, columns: scores.cols.size },
    { at: layout.right, columns: result.cols.size },
  ] as const;
  const marks: Mark[] = [
    ...matrices(lens, width, shown),
    ...rowSums(lens, shown),
    ...softmaxLens(lens),
    ...rowBoxes(beat, MOMENT, boxed, layout.cell, theme),
  ];
  return { width, height, marks };
};

function lensOf({ trace, step, focus, theme, width, height }: SceneInput, t: number): Lens {
  const source = stepOf(trace, step.inputs[0] ?? "");
  const [scores, result] = [thin(sliceOf(source, focus)), thin(sliceOf(step, focus))];
  const { padId } = trace.spec;
  const scales = { scores: scaleOf(source, padId, theme), result: scaleOf(step, padId, theme) };
  const names = [source.name, step.name] as const;
  const { rows, cols } = result;
  const layout = pairLayout(
    { width, height },
    { rows, cols, titles: names, top: lensHeight(width), tail: 26 },
  );
  const first = tellingRow(scores, (score) => Number.isFinite(score) && !isFill(score));
  return { scores, result, scales, layout, theme, names, beat: rowRhythm(t, rows.size, first) };
}

function matrices(
  { scores, result, scales, layout, theme, names, beat }: Lens,
  width: number,
  shown: (row: number) => number,
): Mark[] {
  const back = stepBack(theme, beat.within, MOMENT.lit, MOMENT.land);
  const base = { cell: layout.cell, theme, labelSize: layout.labelSize };
  return [
    ...matrix({
      ...base,
      ...scores,
      ...layout.left,
      title: names[0],
      scale: scales.scores,
      titleEnd: layout.right.x - 12,
      dim: (row) => (row === beat.slow ? 1 : back),
    }),
    ...matrix({
      ...base,
      ...result,
      ...layout.right,
      title: names[1],
      scale: scales.result,
      titleEnd: width - 4,
      labels: layout.narrow ? "columns" : "all",
      shown,
    }),
  ];
}

/** The sum of each finished row, at its end. Rows too low for digits share one mark. */
function rowSums({ result, layout, theme, names }: Lens, there: (row: number) => number): Mark[] {
  const { right, cell, labelSize: size } = layout;
  const width = result.cols.size * cell.width;
  const caption = captionRoom(names[1], result.cols, width, size);
  const x = right.x + width + 14;
  const mark = { kind: "text", x, size, align: "middle", font: "mono", color: theme.muted } as const;
  const marks: Mark[] = [{ ...mark, y: right.y - Math.min(caption, 20) / 2, text: "Σ" }];
  const total = (row: number): number => {
    let sum = 0;
    for (let col = 0; col < result.cols.size; col++) sum += result.value(row, col);
    return sum;
  };
  const text = (row: number): string =>
    Number.isNaN(total(row)) ? "NaN" : digits(total(row)).replace(/\.00$/, "");
  if (cell.height >= size) {
    for (let row = 0; row < result.rows.size; row++)
      if (there(row) > 0)
        marks.push({ ...mark, y: right.y + (row + 0.5) * cell.height, text: text(row), opacity: there(row) });
  } else if (there(result.rows.size - 1) > 0) {
    marks.push({ ...mark, y: right.y + size / 2 + 2, text: text(0), opacity: there(result.rows.size - 1) });
  }
  return marks;
}
