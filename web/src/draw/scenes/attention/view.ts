/**
 * A view gives the same numbers other axes. Into heads: the D columns part into H groups of K; out of them: the groups
 * close up. Every cell keeps its identity. A view of a mask changes nothing: the same tensor under another name.
 */

import { cadence } from "../../../timeline/cadence.js";
import { phase } from "../../../timeline/easing.js";
import { allWidth, blockHeight, headsLayout, headsShape, headX, titleY } from "../../layout/heads.js";
import { stroke } from "../../marks/marks.js";
import { onWay } from "../../marks/rows.js";
import { named } from "../../names.js";
import type { Mark, Picture } from "../../picture.js";
import { scaleOf } from "../../scale.js";
import type { Scene, SceneInput, StageStep } from "../../scene.js";
import { columnsOf, sliceOf, stepOf } from "../../tensor_view.js";
import { monoWidth } from "../../text.js";
import type { Theme } from "../../theme.js";
import { type Block, blockMarks, headNumber, kBracket, overBracket, renaming, rowsBracket } from "./heads.js";
import { sameTensor } from "./same_tensor.js";

/** Cut lines and brackets first, then the groups part, then the old bracket goes. */
const MOMENT = {
  marks: 0.08,
  lifted: 0.22,
  marked: 0.36,
  named: 0.48,
  move: 0.3,
  moved: 0.72,
  leave: 0.78,
  left: 0.95,
} as const;

export const view: Scene = (input, t) => {
  const { trace, step } = input;
  const source = stepOf(trace, step.inputs[0] ?? "");
  const splits = step.axes.includes("H");
  if (!splits && !source.axes.includes("H")) return sameTensor(input, source, t);
  return splits ? groups(input, source, step, t, false) : groups(input, step, source, t, true);
};

type Stance = ReturnType<typeof stanceOf>;

/** `joined` is (B, L, D), `parted` is (B, L, H, K). Closing up is parting played backwards. */
function groups(
  input: SceneInput,
  joined: StageStep,
  parted: StageStep,
  t: number,
  closing: boolean,
): Picture {
  const { trace, theme, width, height } = input;
  const stance = stanceOf(input, parted, closing ? 1 - t : t);
  const { layout, apart } = stance;
  const scale = scaleOf(parted, trace.spec.padId, theme);
  const nowParted = closing ? apart > 0 : apart >= 1;
  const names = closing ? ([parted.name, joined.name] as const) : ([joined.name, parted.name] as const);
  const marks: Mark[] = [];
  for (let head = 0; head < layout.shape.heads; head++) {
    const block = blockOf(stance, input, parted, nowParted ? undefined : joined, head);
    marks.push(...blockMarks(layout, block, scale, theme), ...numberOf(stance, input, head));
    if (head === 0) marks.push(...rowsBracket(layout, theme, block, stance.bottom, true, 1));
  }
  marks.push(...brackets(stance, joined, theme), ...title(stance, theme, names, t));
  return { width, height, marks };
}

/** How the heads stand at the time `u` of the split, 0…1; joining plays it backwards. */
function stanceOf(input: SceneInput, parted: StageStep, u: number) {
  const [, , heads = 1, k = 1] = parted.shape;
  const { rows } = named(input, parted, sliceOf(parted, input.focus, 1, 3));
  const layout = headsLayout(input, headsShape(rows, heads, k), false);
  // How far the heads have split, and the resulting gap between their rows.
  const apart = phase(u, MOMENT.move, MOMENT.moved);
  const rowGap = layout.rowGap * apart;
  const gaps = layout.rowGap * (layout.shape.rows.size - 1);
  const y = layout.y + (gaps * (1 - apart)) / 2 - gaps / 2;
  return { layout, u, apart, rowGap, y, bottom: y + blockHeight(layout, 1, rowGap) };
}

/** One head's cells. Until the view has its new axes they are cells of the step that is `joined`. */
function blockOf(
  { layout, apart, rowGap, y }: Stance,
  { focus }: SceneInput,
  parted: StageStep,
  joined: StageStep | undefined,
  head: number,
): Block {
  const [batches = 1, , , k = 1] = parted.shape;
  const at = { ...focus, batch: Math.min(focus.batch, batches - 1) };
  return {
    x: onWay(headX(layout, head, 0), headX(layout, head), apart, layout.cell),
    y,
    rowGap,
    head,
    slice: joined ? columnsOf(sliceOf(joined, at), head * k, k) : sliceOf(parted, at, 1, 3, { 2: head }),
  };
}

function numberOf({ layout, u, apart, bottom }: Stance, { theme, focus }: SceneInput, head: number): Mark[] {
  const named = phase(u, MOMENT.marked, MOMENT.named);
  return headNumber(layout, theme, headX(layout, head, apart), bottom, head, head === focus.head, named);
}

/** The title shares a line with D's size where both fit, and moves up with it. */
function title(
  { layout, u, apart, y }: Stance,
  theme: Theme,
  names: readonly [string, string],
  t: number,
): Mark[] {
  const size = layout.labelSize;
  const both = monoWidth(`${names[0]} → ${names[1]}  D 000`, size) <= allWidth(layout, 0);
  const lines = 2 * phase(u, MOMENT.marks, MOMENT.lifted) + (both ? 0 : 1);
  return renaming(theme, headX(layout, 0, apart), titleY(layout, y, lines), size, ...names, t);
}

/** From the outside in: D over all (until it is H × K), H over all, K over each group. */
function brackets(stance: Stance, joined: StageStep, theme: Theme): Mark[] {
  const { layout, u, apart, y } = stance;
  const { shape, labelSize: size } = layout;
  const line = size + 7;
  const from = headX(layout, 0, apart);
  const to = from + allWidth(layout, apart);
  const letter = joined.axes.at(-1) ?? "D";
  const d = { text: `${letter} ${shape.heads * shape.k.size}`, color: theme.axes[letter] ?? theme.muted };
  const h = { text: `H ${shape.heads}`, color: theme.axes.H ?? theme.muted };
  // D stands next to the cells until K needs its place.
  const lifted = phase(u, MOMENT.marks, MOMENT.lifted);
  const leaves = 1 - phase(u, MOMENT.leave, MOMENT.left);
  const named = phase(u, MOMENT.marked, MOMENT.named);
  const base = y - 4;
  return [
    ...overBracket(from, to, base - 2 * line * lifted, d.text, d.color, size, leaves),
    ...overBracket(from, to, base - line, h.text, h.color, size, named),
    ...groupBrackets(stance, theme),
  ];
}

/** K over each group, one after the other, and between two groups the cut until they have parted. */
function groupBrackets({ layout, u, apart, y, bottom }: Stance, theme: Theme): Mark[] {
  const { heads } = layout.shape;
  const marks: Mark[] = [];
  const seen = (u - MOMENT.marks - 0.1) / (MOMENT.marked - MOMENT.marks - 0.1);
  for (let head = 0; head < heads; head++) {
    const x = headX(layout, head, apart);
    const opacity = phase(cadence(seen, head, heads), 0, 1);
    marks.push(...kBracket(layout, theme, x, y, head, opacity));
    if (head === 0) continue;
    const cut = x - (apart * layout.gap) / 2;
    const leaves = 1 - phase(u, 0.6, MOMENT.left);
    marks.push(
      stroke(cut, y - 2, cut, bottom + 2, theme.accent, { dash: [4, 3], opacity: opacity * leaves }),
    );
  }
  return marks;
}
