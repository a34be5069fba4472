/** A view that changes nothing: the same numbers under another name, row by row. */
import { phase } from "../../../timeline/easing.js";
import { pairLayout, pairMarks } from "../../layout/pair.js";
import { operand, thinned } from "../../operand.js";
import type { Mark } from "../../picture.js";
import type { SceneInput, StageStep } from "../../scene.js";
import { rowBox } from "../pace/row_box.js";
import { sweepAt, WHOLE_STEP } from "../pace/sweep.js";

export function sameTensor(input: SceneInput, source: StageStep, t: number): Mark[] {
  const { step, theme, width } = input;
  const to = thinned(operand(input, step));
  const from = { ...thinned(operand(input, source)), scale: to.scale };
  const layout = pairLayout(input, [from, to]);
  const { slow, progress } = sweepAt(t, WHOLE_STEP, to.rows.size);
  const distance = layout.right.x - layout.left.x;
  const moved = (row: number): number => phase(progress(row), 0.15, 0.9);
  const arriving = {
    shown: (row: number) => (moved(row) > 0 ? 1 : 0),
    shift: (row: number) => [distance * (moved(row) - 1), 0] as const,
  };
  return [
    ...pairMarks(layout, [from, to], [{}, arriving], theme, width),
    ...(slow >= 0 ? [rowBox(layout.left, layout.cell, slow, from.cols.size, theme)] : []),
  ];
}
