/**
 * Generating goes token by token: at step i there are i + 1 tokens, and their attention gives row i. With a causal mask,
 * row i of the whole sentence uses the same tokens, so one run gives all rows at once, equal to the generated ones.
 */
import { phase } from "../../../timeline/easing.js";
import { type CornerLayout, cornerLayout, cornerMarks } from "../../layout/corner.js";
import { mono } from "../../marks/marks.js";
import { matrix } from "../../marks/matrix.js";
import { inputsOf, type Operand, operand, thinned } from "../../operand.js";
import type { Mark, RectMark } from "../../picture.js";
import type { Place } from "../../place.js";
import type { Scene, SceneInput } from "../../scene.js";
import { stepOf } from "../../tensor_view.js";
import { isNarrow, monoWidth } from "../../text.js";
import type { Theme } from "../../theme.js";
import { AVERAGE_MOMENT, type Average, averageLens } from "../lenses/average_lens.js";
import { rowBox } from "../pace/row_box.js";
import { type Sweep, sweep } from "../pace/sweep.js";

const GENERATE = { from: 0.04, to: 0.82 } as const;
/** All rows of the causal run, and that they are equal. */
const AT_ONCE = { from: 0.84, to: 0.91, equal: 0.98 } as const;
/** Within a slow token: it appears, its row of attention is complete, its row of values lands. */
const MOMENT = { exists: 0.06, land: AVERAGE_MOMENT.land } as const;

interface Generating extends Average {
  readonly act: Sweep;
  /** How far a token exists, and how far its row of values is there. */
  readonly exists: (token: number) => number;
  readonly done: (token: number) => number;
  /** The rows that all come at once, and the middle of the signs before them. */
  readonly atOnce: Place;
  readonly signX: number;
}

export const generation: Scene = (input, t) => {
  const { theme, width, height } = input;
  const generating = generatingOf(input, t);
  const { act, layout, exists, done, signX } = generating;
  const states = {
    left: { shown: (row: number, col: number) => (col <= row ? exists(row) : 0) },
    above: { shown: exists },
    result: { shown: done, titleEnd: signX },
  };
  const marks = [
    ...cornerMarks(layout, generating, states, theme, width),
    ...outlines(generating),
    ...atOnce(generating, input, t),
  ];
  if (act.slow >= 0 && act.within > 0) {
    const { slow, within } = act;
    const beat = { slow, within, last: slow, front: -1, progress: act.progress };
    const { cell, left, result } = layout;
    marks.push(
      rowBox(left, cell, slow, slow + 1, theme, phase(within, 0, MOMENT.exists)),
      ...averageLens(existing(generating, slow + 1), beat),
      ...(within < MOMENT.land ? [] : [rowBox(result, cell, slow, generating.result.cols.size, theme)]),
    );
  }
  return { width, height, marks };
};

function generatingOf(input: SceneInput, t: number): Generating {
  const { trace, theme, width } = input;
  const [attention, v] = inputsOf(input);
  const [left, above, result] = [attention, v, stepOf(trace, "values")].map((one) =>
    thinned(operand(input, one)),
  ) as [Operand, Operand, Operand];
  const of = { left, above, result };
  const gap = isNarrow(width) ? 22 : 40;
  const layout = cornerLayout(input, of, { again: gap });
  const signX = layout.result.x + result.cols.size * layout.cell.width + gap / 2;
  const act = sweep(t, GENERATE, result.rows.size);
  // Computed once per token, not once per cell.
  const each = (shown: (token: number) => number): ((token: number) => number) => {
    const all = Array.from({ length: result.rows.size }, (_, token) => shown(token));
    return (token) => all[token] ?? 0;
  };
  const { slow, within, progress } = act;
  return {
    ...{ ...of, layout, theme, act, signX, atOnce: { x: signX + gap / 2, y: layout.result.y } },
    exists: each((token) =>
      token === slow ? phase(within, 0, MOMENT.exists) : phase(progress(token), 0, 0.3),
    ),
    done: each((token) => (token === slow ? Number(within >= MOMENT.land) : phase(progress(token), 0.4, 1))),
  };
}

/** The tokens that are averaged so far: the others do not exist yet. */
function existing(average: Average, size: number): Average {
  const { left, above } = average;
  const weights = { ...left, cols: { ...left.cols, size } };
  return { ...average, left: weights, above: { ...above, rows: { ...above.rows, size } } };
}

/** A token that does not exist yet is an empty outline: in v, in attention and in values. */
function outlines({ left, above, result, layout, theme, exists, done }: Generating): Mark[] {
  const marks: Mark[] = [];
  for (let token = 0; token < result.rows.size; token++) {
    const gone = { exists: 1 - exists(token), done: 1 - done(token) };
    marks.push(
      ...outline(layout.above, layout, token, above.cols.size, theme, gone.exists),
      ...outline(layout.left, layout, token, Math.min(token + 1, left.cols.size), theme, gone.exists),
      ...outline(layout.result, layout, token, result.cols.size, theme, gone.done),
    );
  }
  return marks;
}

function outline(
  at: Place,
  { cell }: CornerLayout,
  row: number,
  columns: number,
  theme: Theme,
  opacity: number,
): RectMark[] {
  if (opacity <= 0) return [];
  const inset = cell.height < 10 ? 0.5 : 2;
  return [
    {
      ...{ kind: "rect", x: at.x + inset, y: at.y + row * cell.height + inset, opacity },
      ...{ width: columns * cell.width - 2 * inset, height: Math.max(0.5, cell.height - 2 * inset) },
      ...{ stroke: theme.muted, strokeWidth: 1, dash: [3, 3] },
    },
  ];
}

/** The rows of the causal run, all at once, and a sign for each that it is the same. */
function atOnce(
  { left, above, result, layout, theme, signX, atOnce: at }: Generating,
  { width }: SceneInput,
  t: number,
): Mark[] {
  const { cell, labelSize } = layout;
  const come = phase(t, AT_ONCE.from, AT_ONCE.to);
  const title = `${left.title} @ ${above.title}`;
  const fits = monoWidth(title, labelSize) <= width - 4 - at.x;
  const own = { ...result, ...at, cell, theme, labelSize, title: fits ? title : "" };
  const block = matrix({ ...own, labels: "columns", shown: () => come });
  const equal = phase(t, AT_ONCE.to, AT_ONCE.equal);
  if (equal <= 0) return block;
  const every = Math.ceil(12 / cell.height);
  for (let row = 0; row < result.rows.size; row += every)
    block.push(
      mono("=", signX, at.y + (row + 0.5) * cell.height, theme.accent, {
        ...{ size: 13, align: "middle", bold: true, opacity: equal },
      }),
    );
  return block;
}
