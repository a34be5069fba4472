/**
 * Softmax, a row at a time: the largest score of the row, each score minus it, e to that power, their sum, each
 * power divided by the sum. The explained row is worked out enlarged above the two matrices; every row ends in Σ = 1.
 */

import { range } from "../../../module/shape.js";
import { pairLayout } from "../../layout/tables.js";
import { mono } from "../../marks/marks.js";
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
  const [scores, result] = [thinned(operand(input, sourceOf(input))), thinned(operand(input, step))];
  const pair = { left: scores, result };
  const layout = pairLayout(input, pair, { top: lensHeight(width), tail: 26 });
  const lens = { hu, scores, result, layout, theme, sweep: workedSweepAt(t, input, result) };
  const workedMarks = [...rowSums(lens, rowShown(lens.sweep, MOMENT.land)), ...softmaxLens(lens)];
  return explainedPair(layout, pair, lens.sweep, MOMENT, workedMarks, theme, width);
};

/** The sum of each finished row, at its end. Rows too low for digits share one mark. */
function rowSums({ hu, result, layout, theme }: SoftmaxLens, shownOf: (row: number) => number): Mark[] {
  const { result: at, cell, labelSize: size } = layout;
  const width = result.cols.size * cell.width;
  const caption = captionRoom(result.title, result.cols, width, size);
  const sum = (text: string, y: number, opacity = 1): Mark =>
    mono(text, at.x + width + 14, y, theme.muted, { size, align: "middle", opacity });
  const totals = hu.sum(range(result.rows.size).map((row) => wholeRow(result, row))).data;
  const total = (row: number): string => digits(totals[row] ?? Number.NaN).replace(/\.00$/, "");
  const last = result.rows.size - 1;
  const sums =
    cell.height >= size
      ? range(last + 1).map((row) => sum(total(row), at.y + (row + 0.5) * cell.height, shownOf(row)))
      : [sum(total(0), at.y + size / 2 + 2, shownOf(last))];
  return [sum("Σ", at.y - Math.min(caption, 20) / 2), ...sums.filter(({ opacity = 1 }) => opacity > 0)];
}
