/**
 * Softmax, a row at a time: the largest score of the row, the distance of each from it, e to that power, their sum, each
 * one's share of the sum. The row that is explained is worked out large above the two matrices; every row ends in Σ = 1.
 */
import { phase } from "../../timeline/easing.js";
import { captionRoom, matrix } from "../matrix.js";
import { type PairLayout, pairLayout } from "../pair.js";
import type { Mark } from "../picture.js";
import { digits, isFill, scaleOf } from "../scale.js";
import type { Scene } from "../scene.js";
import { sliceOf, stepOf } from "../tensor_view.js";
import type { Theme } from "../theme.js";
import { type DrawnSlice, thin } from "../thin.js";
import { rowBox } from "./row_box.js";
import { LENS_MOMENT, lensHeight, softmaxLens } from "./softmax_lens.js";
import { type RowRhythm, rowRhythm, tellingRow } from "./telling.js";

export const softmax: Scene = (input, t) => {
  const { trace, step, focus, theme, width, height } = input;
  const source = stepOf(trace, step.inputs[0] ?? "");
  const [scores, result] = [thin(sliceOf(source, focus)), thin(sliceOf(step, focus))];
  const scales = {
    scores: scaleOf(source, trace.spec.padId, theme),
    result: scaleOf(step, trace.spec.padId, theme),
  };
  const layout = pairLayout(
    { width, height },
    {
      rows: result.rows,
      cols: result.cols,
      titles: [source.name, step.name],
      top: lensHeight(width),
      tail: 26,
    },
  );
  const first = tellingRow(scores, (score) => Number.isFinite(score) && !isFill(score));
  const beat = rowRhythm(t, result.rows.size, first);
  const now = beat.slow >= 0 && beat.within > 0;
  const back = now
    ? 1 - (1 - theme.rest) * phase(beat.within, 0, 0.08) * (1 - phase(beat.within, LENS_MOMENT.land, 1))
    : 1;
  const base = { cell: layout.cell, theme, labelSize: layout.labelSize, titleEnd: width - 4 };
  const there = (row: number): number => {
    const p = beat.progress(row);
    return row === beat.slow ? (p >= LENS_MOMENT.land ? 1 : 0) : phase(p, 0, 1);
  };
  const marks: Mark[] = [
    ...matrix({
      ...base,
      ...scores,
      ...layout.left,
      title: source.name,
      scale: scales.scores,
      titleEnd: layout.right.x - 12,
      dim: (row) => (row === beat.slow ? 1 : back),
    }),
    ...matrix({
      ...base,
      ...result,
      ...layout.right,
      title: step.name,
      scale: scales.result,
      labels: layout.narrow ? "columns" : "all",
      shown: there,
    }),
    ...rowSums(
      result,
      layout,
      theme,
      there,
      captionRoom(step.name, result.cols, result.cols.size * layout.cell.width, layout.labelSize),
    ),
    ...softmaxLens({ scores, result, scales, layout, theme, names: [source.name, step.name], beat }),
    ...rowBoxes(beat, now, scores, layout, theme),
  ];
  return { width, height, marks };
};

function rowBoxes(
  beat: RowRhythm,
  now: boolean,
  scores: DrawnSlice,
  layout: PairLayout,
  theme: Theme,
): Mark[] {
  const row = now ? beat.slow : beat.front;
  if (row < 0) return [];
  const opacity = now ? phase(beat.within, 0, 0.08) : 1;
  const right = rowBox(layout.right, layout.cell, row, scores.cols.size, theme, opacity);
  return [
    rowBox(layout.left, layout.cell, row, scores.cols.size, theme, opacity),
    now && beat.within < LENS_MOMENT.land ? { ...right, dash: [3, 3] } : right,
  ];
}

/** At the end of each row that stands: what it sums to. Rows too low for digits share one mark. */
function rowSums(
  result: DrawnSlice,
  { right, cell, labelSize: size }: PairLayout,
  theme: Theme,
  there: (row: number) => number,
  caption: number,
): Mark[] {
  const x = right.x + result.cols.size * cell.width + 14;
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
