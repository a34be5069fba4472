/**
 * A view gives the same numbers other axes. Splitting heads divides the D columns into H groups of K; merging closes
 * the gaps again. Every cell keeps its identity. A view of a mask changes nothing: the same tensor under another name.
 */

import { cadence } from "../../../timeline/cadence.js";
import { phase } from "../../../timeline/easing.js";
import { blockHeight, headsLayout, headsShape, headsWidth, headX, titleY } from "../../layout/heads.js";
import { stroke } from "../../marks/marks.js";
import { movingPosition } from "../../marks/rows.js";
import { withTokenNames } from "../../names.js";
import type { Mark } from "../../picture.js";
import { scaleOf } from "../../scale.js";
import type { Scene, SceneInput, StageStep } from "../../scene.js";
import { columnsOf, sliceOf, stepOf } from "../../tensor_view.js";
import { monoWidth } from "../../text.js";
import {
  type Block,
  blockMarks,
  headNumber,
  headsAxis,
  kBracket,
  overBracket,
  renaming,
  rowsBracket,
} from "./heads.js";
import { sameTensor } from "./same_tensor.js";

/** First cut lines and brackets, then the groups move apart, then the old bracket disappears. */
const MOMENT = {
  ...{ marks: 0.08, lifted: 0.22, marked: 0.36, named: 0.48 },
  ...{ move: 0.3, moved: 0.72, leave: 0.78, left: 0.95 },
} as const;

export const view: Scene = (input, t) => {
  const { trace, step } = input;
  const source = stepOf(trace, step.inputs[0] ?? "");
  const splits = step.axes.includes("H");
  if (!splits && !source.axes.includes("H")) return sameTensor(input, source, t);
  return splits ? groups(input, source, step, t, false) : groups(input, step, source, t, true);
};

type State = ReturnType<typeof stateAt>;

/** `joined` is (B, L, D), `parted` is (B, L, H, K). Merging is splitting played backwards. */
function groups(
  input: SceneInput,
  joined: StageStep,
  parted: StageStep,
  t: number,
  closing: boolean,
): Mark[] {
  const state = stateAt(input, parted, closing ? 1 - t : t);
  const { shape, apart, bottom, u } = state;
  const nowParted = closing ? apart > 0 : apart >= 1;
  const names = closing ? ([parted.name, joined.name] as const) : ([joined.name, parted.name] as const);
  const numbered = phase(u, MOMENT.marked, MOMENT.named);
  const blocks = Array.from({ length: shape.heads }, (_, head) => {
    const block = blockOf(state, input, parted, nowParted ? undefined : joined, head);
    const under = { head, x: headX(state, head, apart) };
    return [
      ...blockMarks(state, block),
      ...headNumber(state, under, bottom, head === input.focus.head, numbered),
      ...(head === 0 ? rowsBracket(state, block, bottom, true, 1) : []),
    ];
  });
  return [...blocks.flat(), ...brackets(state, joined), ...title(state, names, t)];
}

/** The layout of the heads at time `u` of the split, 0…1; merging plays it backwards. */
function stateAt(input: SceneInput, parted: StageStep, u: number) {
  const { trace, theme, focus } = input;
  const [, , heads = 1, k = 1] = parted.shape;
  const { rows } = withTokenNames(input, parted, sliceOf(parted, focus, 1, 3));
  const layout = headsLayout(input, headsShape(rows, heads, k), false);
  // How far the heads have split, and the resulting gap between their rows.
  const apart = phase(u, MOMENT.move, MOMENT.moved);
  const rowGap = layout.rowGap * apart;
  const gaps = layout.rowGap * (layout.shape.rows.size - 1);
  const y = layout.y + (gaps * (1 - apart)) / 2 - gaps / 2;
  const look = { theme, scale: scaleOf(parted, trace.spec.padId, theme) };
  return { ...layout, ...look, u, apart, y, gapNow: rowGap, bottom: y + blockHeight(layout, 1, rowGap) };
}

/** One head's cells. Until the view has its new axes they are cells of the step that is `joined`. */
function blockOf(
  state: State,
  { focus }: SceneInput,
  parted: StageStep,
  joined: StageStep | undefined,
  head: number,
): Block {
  const { apart, gapNow, y, cell } = state;
  const [batches = 1, , , k = 1] = parted.shape;
  const at = { ...focus, batch: Math.min(focus.batch, batches - 1) };
  return {
    ...{
      y,
      rowGap: gapNow,
      head,
      x: movingPosition(headX(state, head, 0), headX(state, head), apart, cell),
    },
    slice: joined ? columnsOf(sliceOf(joined, at), head * k, k) : sliceOf(parted, at, 1, 3, { 2: head }),
  };
}

/** The title shares a line with D's size where both fit, and moves up with it. */
function title(state: State, names: readonly [string, string], t: number): Mark[] {
  const { u, apart, y, labelSize } = state;
  const fitsOneLine = monoWidth(`${names[0]} → ${names[1]}  D 000`, labelSize) <= headsWidth(state, 0);
  const lines = 2 * phase(u, MOMENT.marks, MOMENT.lifted) + (fitsOneLine ? 0 : 1);
  return renaming(state, names, headX(state, 0, apart), titleY(state, y, lines), t);
}

/** From the outside in: D over all (until it is H × K), H over all, K over each group. */
function brackets(state: State, joined: StageStep): Mark[] {
  const { shape, labelSize, u, apart, y } = state;
  const line = labelSize + 7;
  const from = headX(state, 0, apart);
  const ends = [from, from + headsWidth(state, apart)] as const;
  const d = { letter: joined.axes.at(-1) ?? "D", size: shape.heads * shape.k.size };
  // D stands next to the cells until K needs its place.
  const lifted = phase(u, MOMENT.marks, MOMENT.lifted);
  const dOpacity = 1 - phase(u, MOMENT.leave, MOMENT.left);
  const hOpacity = phase(u, MOMENT.marked, MOMENT.named);
  const base = y - 4;
  return [
    ...overBracket(state, d, ends, base - 2 * line * lifted, dOpacity),
    ...overBracket(state, headsAxis(state), ends, base - line, hOpacity),
    ...Array.from({ length: shape.heads }, (_, head) => groupBracket(state, head)).flat(),
  ];
}

/** K over each group, one after the other, and between two groups the cut until they have parted. */
function groupBracket(state: State, head: number): Mark[] {
  const { u, apart, y, bottom, shape, gap, theme } = state;
  const bracketProgress = (u - MOMENT.marks - 0.1) / (MOMENT.marked - MOMENT.marks - 0.1);
  const x = headX(state, head, apart);
  const opacity = phase(cadence(bracketProgress, head, shape.heads), 0, 1);
  const cut = x - (apart * gap) / 2;
  const cutLook = { dash: [4, 3], opacity: opacity * (1 - phase(u, 0.6, MOMENT.left)) };
  return [
    ...kBracket(state, { x, y, head }, opacity),
    ...(head === 0 ? [] : [stroke(cut, y - 2, cut, bottom + 2, theme.accent, cutLook)]),
  ];
}
