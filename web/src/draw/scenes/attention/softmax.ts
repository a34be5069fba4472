/**
 * Softmax, a row at a time: the largest score of the row, each score minus it, e to that power, their sum, each
 * power divided by the sum. The explained row is worked out enlarged above the two matrices; every row ends in Σ = 1.
 */

import { range } from "../../../module/shape.js";
import { pairLayout } from "../../layout/pair.js";
import { captionRoom } from "../../marks/matrix.js";
import { operand, sourceOf, thinned, wholeRow } from "../../operand.js";
import type { Mark } from "../../picture.js";
import { digits } from "../../scale.js";
import type { Scene } from "../../scene.js";
import { LENS_MOMENT, lensHeight, type SoftmaxLens, softmaxLens } from "../lenses/softmax_lens.js";
import { explainedPair, rowShown, workedSweepAt } from "../sweep.js";

/** When the explained row is highlighted, and when its weights have arrived. */
const MOMENT = { lit: 0.08, land: LENS_MOMENT.land } as const;

export const softmax: Scene = (input, t) => {
  const { hu, step, theme, width } = input;
  const pair = [thinned(operand(input, sourceOf(input))), thinned(operand(input, step))] as const;
  const [scores, result] = pair;
  const layout = pairLayout(input, pair, { top: lensHeight(width), tail: 26 });
  const lens = { hu, scores, result, layout, theme, sweep: workedSweepAt(t, input, result) };
  const workedMarks = [...rowSums(lens, rowShown(lens.sweep, MOMENT.land)), ...softmaxLens(lens)];
  return explainedPair(layout, pair, lens.sweep, MOMENT, workedMarks, theme, width);
};

/** The sum of each finished row, at its end. Rows too low for digits share one mark. */
function rowSums({ hu, result, layout, theme }: SoftmaxLens, shownOf: (row: number) => number): Mark[] {
  const { right, cell, labelSize: size } = layout;
  const width = result.cols.size * cell.width;
  const caption = captionRoom(result.title, result.cols, width, size);
  const x = right.x + width + 14;
  const mark = { kind: "text", x, size, align: "middle", font: "mono", color: theme.muted } as const;
  const marks: Mark[] = [{ ...mark, y: right.y - Math.min(caption, 20) / 2, text: "Σ" }];
  const totals = hu.sum(range(result.rows.size).map((row) => wholeRow(result, row))).data;
  const text = (row: number): string => digits(totals[row] ?? Number.NaN).replace(/\.00$/, "");
  if (cell.height >= size) {
    for (let row = 0; row < result.rows.size; row++)
      if (shownOf(row) > 0)
        marks.push({
          ...mark,
          y: right.y + (row + 0.5) * cell.height,
          text: text(row),
          opacity: shownOf(row),
        });
  } else if (shownOf(result.rows.size - 1) > 0) {
    marks.push({ ...mark, y: right.y + size / 2 + 2, text: text(0), opacity: shownOf(result.rows.size - 1) });
  }
  return marks;
}
