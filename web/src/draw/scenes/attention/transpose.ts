/**
 * transpose(1, 2) changes which of the two axes is the outer one. (L, H, K) is rows that each hold all heads; (H, L, K) is
 * a matrix for each head. Blocks of cells move whole, straight up or down, and every cell keeps its identity.
 */
import { cadence } from "../../../timeline/cadence.js";
import { lerp, linearPhase, phase } from "../../../timeline/easing.js";
import { flying } from "../../flight.js";
import {
  allWidth,
  blockHeight,
  blockWidth,
  type HeadsLayout,
  headsLayout,
  headsShape,
  headX,
  levelY,
  outerBracket,
  stairY,
  titleY,
} from "../../layout/heads.js";
import { named } from "../../names.js";
import type { Mark, Picture } from "../../picture.js";
import { scaleOf } from "../../scale.js";
import type { Scene, SceneInput, StageStep } from "../../scene.js";
import { type Focus, sliceOf, stepOf } from "../../tensor_view.js";
import { boxAround } from "../pace/row_box.js";
import {
  type Block,
  blockMarks,
  headNumber,
  kBracket,
  overBracket,
  renaming,
  rowsBracket,
  sideBracket,
} from "./heads.js";

/** H's bracket fades out at its old place, the blocks move, the bracket fades in at its new place. */
const MOVE = { from: 0.12, to: 0.9, cleared: 0.1 } as const;

export const transpose: Scene = (input, t) => {
  const { trace, step } = input;
  const source = stepOf(trace, step.inputs[0] ?? "");
  const toHeads = step.axes[1] === "H";
  return toHeads ? stair(input, source, step, t, false) : stair(input, step, source, t, true);
};

/** `level` is (B, L, H, K), `stairs` is (B, H, L, K); `back` goes from the second to the first. */
function stair(input: SceneInput, level: StageStep, stairs: StageStep, t: number, back: boolean): Picture {
  const { trace, focus, theme, width, height } = input;
  const [, heads = 1, , k = 1] = stairs.shape;
  const { rows } = named(input, stairs, sliceOf(stairs, focus));
  const layout = headsLayout({ width, height }, headsShape(rows, heads, k), true);
  const scale = scaleOf(stairs, trace.spec.padId, theme);
  const time = halfway(linearPhase(t, MOVE.from, MOVE.to), heads);
  const marks: Mark[] = [];
  const frames: Mark[] = [];
  for (let head = 0; head < heads; head++) {
    const moved = phase(cadence(time, head, heads), 0.05, 0.95);
    const split = back ? 1 - moved : moved;
    const onStairs = back ? moved < 1 : moved >= 1;
    const block = blockOf(layout, focus, stairs, onStairs ? undefined : level, head, split);
    const cells = blockMarks(layout, block, scale, theme);
    const moves = moved > 0 && moved < 1;
    marks.push(...(moves ? flying(cells) : cells));
    frames.push(...headFrame(layout, block, input, split, moves));
  }
  const names = back ? ([stairs.name, level.name] as const) : ([level.name, stairs.name] as const);
  const top = titleY(layout, Math.min(layout.y, levelY(layout)), layout.steps > 1 ? 1 : 2);
  marks.push(...frames, ...outer(layout, input, t, back));
  marks.push(...renaming(theme, layout.x, top, layout.labelSize, ...names, t));
  return { width, height, marks };
}

/** One head's cells, `split` of the way to their place on the stairs; until they arrive they are cells of `level`. */
function blockOf(
  layout: HeadsLayout,
  focus: Focus,
  stairs: StageStep,
  level: StageStep | undefined,
  head: number,
  split: number,
): Block {
  const at = { ...focus, batch: Math.min(focus.batch, (stairs.shape[0] ?? 1) - 1) };
  return {
    head,
    rowGap: layout.rowGap * (1 - split),
    x: headX(layout, head),
    y: lerp(levelY(layout), stairY(layout, head), split),
    slice: level ? sliceOf(level, at, 1, 3, { 2: head }) : sliceOf(stairs, at, 2, 3, { 1: head }),
  };
}

/** Time, warped so that at ½ the first head has arrived and the second is moving. */
function halfway(u: number, heads: number): number {
  if (heads < 2) return u;
  const middle = heads === 2 ? 0.56 : 0.54;
  return u < 0.5 ? (u / 0.5) * middle : middle + ((u - 0.5) / 0.5) * (1 - middle);
}

/** What each head's matrix carries with it: K above, L at its left once it stands alone, its number below. */
function headFrame(
  layout: HeadsLayout,
  block: Block,
  { theme, focus }: SceneInput,
  split: number,
  moving: boolean,
): Mark[] {
  const { x, y, rowGap, head } = block;
  const width = blockWidth(layout);
  const bottom = y + blockHeight(layout, 1, rowGap);
  const firstOfStep = head === 0 || stairY(layout, head) !== stairY(layout, head - 1);
  const marks: Mark[] = [
    ...kBracket(layout, theme, x, y, head, 1),
    // A block that moves past others gets its names when it has stopped.
    ...rowsBracket(
      layout,
      theme,
      block,
      bottom,
      head === 0 || (firstOfStep && split === 1),
      head === 0 ? 1 : split,
    ),
    ...headNumber(layout, theme, x, bottom, head, head === focus.head),
  ];
  if (moving) marks.push(...flying([boxAround({ x, y, width, height: bottom - y }, theme)]));
  return marks;
}

/** H first counts groups of columns, then whole matrices: its bracket moves from above to the far left. */
function outer(layout: HeadsLayout, { theme }: SceneInput, t: number, back: boolean): Mark[] {
  const { shape, labelSize: size } = layout;
  const color = theme.axes.H ?? theme.muted;
  const text = `H ${shape.heads}`;
  const bottom = layout.y + (layout.steps - 1) * layout.stepHeight + blockHeight(layout);
  const leaving = 1 - phase(t, 0.01, MOVE.cleared);
  const coming = phase(t, MOVE.to, 0.99);
  const over = levelY(layout) - 4 - (size + 7);
  return [
    ...overBracket(layout.x, layout.x + allWidth(layout), over, text, color, size, back ? coming : leaving),
    ...sideBracket(
      layout.x - outerBracket(layout),
      layout.y,
      bottom,
      text,
      color,
      size,
      back ? leaving : coming,
    ),
  ];
}
