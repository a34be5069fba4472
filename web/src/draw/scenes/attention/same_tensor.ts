/** A view that changes nothing: the same numbers under another name, row by row. */
import { phase } from "../../../timeline/easing.js";
import { pairLayout, pairMarks } from "../../layout/pair.js";
import { operand, thinned } from "../../operand.js";
import type { Picture } from "../../picture.js";
import type { SceneInput, StageStep } from "../../scene.js";
import { rhythm } from "../pace/rhythm.js";
import { rowBox } from "../pace/row_box.js";

export function sameTensor(input: SceneInput, source: StageStep, t: number): Picture {
  const { step, theme, width, height } = input;
  const to = thinned(operand(input, step));
  const from = { ...thinned(operand(input, source)), scale: to.scale };
  const layout = pairLayout(input, [from, to]);
  const beat = rhythm(t, to.rows.size);
  const distance = layout.right.x - layout.left.x;
  const there = (row: number): number => phase(beat.progress(row), 0.15, 0.9);
  const arriving = {
    shown: (row: number) => (there(row) > 0 ? 1 : 0),
    shift: (row: number) => [distance * (there(row) - 1), 0] as const,
  };
  const marks = pairMarks(layout, [from, to], [{}, arriving], theme, width);
  if (beat.slow >= 0) marks.push(rowBox(layout.left, layout.cell, beat.slow, from.cols.size, theme));
  return { width, height, marks };
}
