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
  headsLayout,
  headsShape,
  headX,
  levelY,
  outerBracket,
  stairY,
  titleY,
} from "../../layout/heads.js";
import { named } from "../../names.js";
import type { Mark } from "../../picture.js";
import { scaleOf } from "../../scale.js";
import type { Scene, SceneInput, StageStep } from "../../scene.js";
import { type Focus, sliceOf, stepOf } from "../../tensor_view.js";
import { boxAround } from "../pace/row_box.js";
import {
  type Block,
  blockMarks,
  type Heads,
  headNumber,
  headsAxis,
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
function stair(input: SceneInput, level: StageStep, stairs: StageStep, t: number, back: boolean): Mark[] {
  const { trace, focus, theme } = input;
  const [, heads = 1, , k = 1] = stairs.shape;
  const { rows } = named(input, stairs, sliceOf(stairs, focus));
  const scale = scaleOf(stairs, trace.spec.padId, theme);
  const all: Heads = { ...headsLayout(input, headsShape(rows, heads, k), true), theme, scale };
  const time = halfway(linearPhase(t, MOVE.from, MOVE.to), heads);
  const blocks = Array.from({ length: heads }, (_, head) => {
    const moved = phase(cadence(time, head, heads), 0.05, 0.95);
    const split = back ? 1 - moved : moved;
    const onStairs = back ? moved < 1 : moved >= 1;
    const block = blockOf(all, focus, stairs, onStairs ? undefined : level, head, split);
    const cells = blockMarks(all, block);
    const moves = moved > 0 && moved < 1;
    const frame = headFrame(all, block, head === focus.head, split, moves);
    return { cells: moves ? flying(cells) : cells, frame };
  });
  const names = back ? ([stairs.name, level.name] as const) : ([level.name, stairs.name] as const);
  const top = titleY(all, Math.min(all.y, levelY(all)), all.steps > 1 ? 1 : 2);
  return [
    ...blocks.flatMap(({ cells }) => cells),
    ...blocks.flatMap(({ frame }) => frame),
    ...outer(all, t, back),
    ...renaming(all, names, all.x, top, t),
  ];
}

/** One head's cells, `split` of the way to their place on the stairs; until they arrive they are cells of `level`. */
function blockOf(
  all: Heads,
  focus: Focus,
  stairs: StageStep,
  level: StageStep | undefined,
  head: number,
  split: number,
): Block {
  const at = { ...focus, batch: Math.min(focus.batch, (stairs.shape[0] ?? 1) - 1) };
  return {
    ...{ head, rowGap: all.rowGap * (1 - split), x: headX(all, head) },
    y: lerp(levelY(all), stairY(all, head), split),
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
function headFrame(all: Heads, block: Block, focused: boolean, split: number, moving: boolean): Mark[] {
  const { x, y, rowGap, head } = block;
  const bottom = y + blockHeight(all, 1, rowGap);
  const isFirst = head === 0;
  const opensStep = isFirst || stairY(all, head) !== stairY(all, head - 1);
  const around = boxAround({ x, y, width: blockWidth(all), height: bottom - y }, all.theme);
  return [
    ...kBracket(all, block, 1),
    // A block that moves past others gets its names when it has stopped.
    ...rowsBracket(all, block, bottom, isFirst || (opensStep && split === 1), isFirst ? 1 : split),
    ...headNumber(all, block, bottom, focused),
    ...(moving ? flying([around]) : []),
  ];
}

/** H first counts groups of columns, then whole matrices: its bracket moves from above to the far left. */
function outer(all: Heads, t: number, back: boolean): Mark[] {
  const bottom = all.y + (all.steps - 1) * all.stepHeight + blockHeight(all);
  const leaving = 1 - phase(t, 0.01, MOVE.cleared);
  const coming = phase(t, MOVE.to, 0.99);
  const over = levelY(all) - 4 - (all.labelSize + 7);
  const [above, beside] = back ? [coming, leaving] : [leaving, coming];
  return [
    ...overBracket(all, headsAxis(all), [all.x, all.x + allWidth(all)], over, above),
    ...sideBracket(all, headsAxis(all), all.x - outerBracket(all), [all.y, bottom], beside),
  ];
}
