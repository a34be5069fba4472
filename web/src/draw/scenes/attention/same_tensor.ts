/** A view that changes nothing: the same numbers under another name, row by row. */
import { phase } from "../../../timeline/easing.js";
import { pairLayout } from "../../layout/pair.js";
import { matrix } from "../../marks/matrix.js";
import type { Mark, Picture } from "../../picture.js";
import { scaleOf } from "../../scale.js";
import type { SceneInput, StageStep } from "../../scene.js";
import { sliceOf } from "../../tensor_view.js";
import { thin } from "../../thin.js";
import { rhythm } from "../pace/rhythm.js";
import { rowBox } from "../pace/row_box.js";

export function sameTensor(
  { trace, step, focus, theme, width, height }: SceneInput,
  source: StageStep,
  t: number,
): Picture {
  const [from, to] = [thin(sliceOf(source, focus)), thin(sliceOf(step, focus))];
  const layout = pairLayout(
    { width, height },
    { rows: to.rows, cols: to.cols, titles: [source.name, step.name] },
  );
  const scale = scaleOf(step, trace.spec.padId, theme);
  const base = { cell: layout.cell, theme, labelSize: layout.labelSize, scale };
  const beat = rhythm(t, to.rows.size);
  const distance = layout.right.x - layout.left.x;
  const there = (row: number): number => phase(beat.progress(row), 0.15, 0.9);
  const marks: Mark[] = [
    ...matrix({ ...base, ...from, ...layout.left, title: source.name, titleEnd: layout.right.x - 12 }),
    ...matrix({
      ...base,
      ...to,
      ...layout.right,
      title: step.name,
      titleEnd: width - 4,
      labels: layout.narrow ? "columns" : "all",
      shown: (row) => (there(row) > 0 ? 1 : 0),
      shift: (row) => [distance * (there(row) - 1), 0],
    }),
  ];
  if (beat.slow >= 0) marks.push(rowBox(layout.left, layout.cell, beat.slow, from.cols.size, theme));
  return { width, height, marks };
}
