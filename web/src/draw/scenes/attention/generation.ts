/**
 * Generating goes token by token: at step i there are i + 1 tokens, and their attention gives row i. With a causal mask,
 * row i of the whole sentence uses the same tokens, so one run gives all rows at once, equal to the generated ones.
 */
import { phase } from "../../../timeline/easing.js";
import { mono } from "../../marks/marks.js";
import { matrix } from "../../marks/matrix.js";
import type { Mark, RectMark } from "../../picture.js";
import type { Place } from "../../place.js";
import { scaleOf } from "../../scale.js";
import type { Scene, SceneInput } from "../../scene.js";
import { sliceOf, stepOf } from "../../tensor_view.js";
import { monoWidth } from "../../text.js";
import type { Theme } from "../../theme.js";
import { type DrawnSlice, thin } from "../../thin.js";
import { AVERAGE_MOMENT, type Average, averageLens } from "../lenses/average_lens.js";
import { rowBox } from "../pace/row_box.js";
import { type Sweep, sweep } from "../pace/sweep.js";
import { type GenerationLayout, generationLayout } from "./generation_layout.js";

const GENERATE = { from: 0.04, to: 0.82 } as const;
/** All rows of the causal run, and that they are equal. */
const AT_ONCE = { from: 0.84, to: 0.91, equal: 0.98 } as const;
/** Within a slow token: it appears, its row of attention is complete, its row of values lands. */
const MOMENT = { exists: 0.06, land: AVERAGE_MOMENT.land } as const;

interface Generating {
  readonly average: Average & { readonly layout: GenerationLayout };
  readonly titles: { readonly left: string; readonly above: string; readonly result: string };
  readonly act: Sweep;
  /** How far a token exists, and how far its row of values is there. */
  readonly exists: (token: number) => number;
  readonly done: (token: number) => number;
}

export const generation: Scene = (input, t) => {
  const { theme, width, height } = input;
  const generating = generatingOf(input, t);
  const { average, act } = generating;
  const marks: Mark[] = [
    ...matrices(generating, width),
    ...outlines(generating),
    ...atOnce(generating, input, t),
  ];
  if (act.slow >= 0 && act.within > 0) {
    const { slow, within } = act;
    const beat = { slow, within, last: slow, front: -1, progress: act.progress };
    const { cell, left, result } = average.layout;
    marks.push(
      rowBox(left, cell, slow, slow + 1, theme, phase(within, 0, MOMENT.exists)),
      ...averageLens(existing(average, slow + 1), beat),
      ...(within < MOMENT.land ? [] : [rowBox(result, cell, slow, average.result.cols.size, theme)]),
    );
  }
  return { width, height, marks };
};

function generatingOf({ trace, step, focus, theme, width, height }: SceneInput, t: number): Generating {
  const [attention, v] = step.inputs.map((name) => stepOf(trace, name));
  if (!attention || !v) throw new Error(`${step.name} wants two inputs, has ${step.inputs.length}`);
  const own = stepOf(trace, "values");
  const [weights, values, result] = [sliceOf(attention, focus), sliceOf(v, focus), sliceOf(own, focus)].map(
    (s) => thin(s),
  ) as [DrawnSlice, DrawnSlice, DrawnSlice];
  const { padId } = trace.spec;
  const scales = {
    weights: scaleOf(attention, padId, theme),
    values: scaleOf(v, padId, theme),
    result: scaleOf(own, padId, theme),
  };
  const titles = { left: attention.name, above: v.name, result: own.name };
  const layout = generationLayout({ width, height }, { tokens: result.rows, cols: result.cols, titles });
  const act = sweep(t, GENERATE, result.rows.size);
  // Computed once per token, not once per cell.
  const each = (shown: (token: number) => number): ((token: number) => number) => {
    const all = Array.from({ length: result.rows.size }, (_, token) => shown(token));
    return (token) => all[token] ?? 0;
  };
  const { slow, within, progress } = act;
  return {
    ...{ titles, act, average: { weights, values, result, scales, layout, theme } },
    exists: each((token) =>
      token === slow ? phase(within, 0, MOMENT.exists) : phase(progress(token), 0, 0.3),
    ),
    done: each((token) => (token === slow ? Number(within >= MOMENT.land) : phase(progress(token), 0.4, 1))),
  };
}

/** The tokens that are averaged so far: the others do not exist yet. */
function existing({ weights, values, ...rest }: Average, tokens: number): Average {
  const first = (axis: DrawnSlice["rows"]): DrawnSlice["rows"] => ({ ...axis, size: tokens });
  return {
    ...rest,
    weights: { ...weights, cols: first(weights.cols) },
    values: { ...values, rows: first(values.rows) },
  };
}

/** The rows of attention, v and values that exist so far. */
function matrices({ average, titles, exists, done }: Generating, width: number): Mark[] {
  const { weights, values, result, scales, layout, theme } = average;
  const base = { cell: layout.cell, theme, labelSize: layout.labelSize };
  const labels = layout.narrow ? "columns" : "all";
  return [
    ...matrix({
      ...{ ...base, ...weights, ...layout.left, title: titles.left, scale: scales.weights },
      titleEnd: layout.result.x - 12,
      shown: (row, col) => (col <= row ? exists(row) : 0),
    }),
    ...matrix({
      ...{ ...base, ...values, ...layout.above, title: titles.above, scale: scales.values, labels },
      titleEnd: width - 4,
      shown: exists,
    }),
    ...matrix({
      ...{ ...base, ...result, ...layout.result, title: titles.result, scale: scales.result, labels },
      titleEnd: layout.signX,
      shown: done,
    }),
  ];
}

/** A token that does not exist yet is an empty outline: in v, in attention and in values. */
function outlines({ average, exists, done }: Generating): Mark[] {
  const { weights, values, result, layout, theme } = average;
  const { left, above, result: corner } = layout;
  const marks: Mark[] = [];
  for (let token = 0; token < result.rows.size; token++) {
    const gone = { exists: 1 - exists(token), done: 1 - done(token) };
    marks.push(
      ...outline(above, layout, token, values.cols.size, theme, gone.exists),
      ...outline(left, layout, token, Math.min(token + 1, weights.cols.size), theme, gone.exists),
      ...outline(corner, layout, token, result.cols.size, theme, gone.done),
    );
  }
  return marks;
}

function outline(
  at: Place,
  { cell }: GenerationLayout,
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
function atOnce({ average, titles }: Generating, { width }: SceneInput, t: number): Mark[] {
  const { result, scales, layout, theme } = average;
  const { cell, signX, labelSize } = layout;
  const come = phase(t, AT_ONCE.from, AT_ONCE.to);
  const title = `${titles.left} @ ${titles.above}`;
  const fits = monoWidth(title, labelSize) <= width - 4 - layout.atOnce.x;
  const block = matrix({
    ...{ ...result, ...layout.atOnce, cell, theme, labelSize, scale: scales.result },
    ...{ labels: "columns", shown: () => come, ...(fits ? { title } : {}) },
  });
  const equal = phase(t, AT_ONCE.to, AT_ONCE.equal);
  if (equal <= 0) return block;
  const every = Math.ceil(12 / cell.height);
  for (let row = 0; row < result.rows.size; row += every)
    block.push(
      mono("=", signX, layout.atOnce.y + (row + 0.5) * cell.height, theme.accent, {
        ...{ size: 13, align: "middle", bold: true, opacity: equal },
      }),
    );
  return block;
}
