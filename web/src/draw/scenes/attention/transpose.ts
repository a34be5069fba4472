/**
 * transpose(1, 2) changes which of the two axes is the outer one. In (L, H, K) each row holds all heads; (H, L, K) has
 * a matrix per head. Blocks of cells move as a whole, straight up or down, and every cell keeps its identity.
 */
import { cadence } from "../../../timeline/cadence.js";
import { lerp, linearPhase, phase } from "../../../timeline/easing.js";
import { asFlying } from "../../flight.js";
import {
  blockHeight,
  blockWidth,
  headsBracketDistance,
  headsLayout,
  headsShape,
  headsWidth,
  headX,
  levelY,
  stairY,
  titleY,
} from "../../layout/heads.js";
import { withTokenNames } from "../../names.js";
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
  return toHeads
    ? transposeMarks(input, source, step, t, false)
    : transposeMarks(input, step, source, t, true);
};

/** `level` is (B, L, H, K), `stairs` is (B, H, L, K); `reversed` animates from the second to the first. */
function transposeMarks(
  input: SceneInput,
  level: StageStep,
  stairs: StageStep,
  t: number,
  reversed: boolean,
): Mark[] {
  const { trace, focus, theme } = input;
  const [, heads = 1, , k = 1] = stairs.shape;
  const { rows } = withTokenNames(input, stairs, sliceOf(stairs, focus));
  const scale = scaleOf(stairs, trace.spec.padId, theme);
  const layout: Heads = { ...headsLayout(input, headsShape(rows, heads, k), true), theme, scale };
  const warped = halfway(linearPhase(t, MOVE.from, MOVE.to), heads);
  const blocks = Array.from({ length: heads }, (_, head) => {
    const moved = phase(cadence(warped, head, heads), 0.05, 0.95);
    const split = reversed ? 1 - moved : moved;
    const onStairs = reversed ? moved < 1 : moved >= 1;
    const block = blockOf(layout, focus, stairs, onStairs ? undefined : level, head, split);
    const cells = blockMarks(layout, block);
    const moves = moved > 0 && moved < 1;
    const frame = headFrame(layout, block, head === focus.head, split, moves);
    return { cells: moves ? asFlying(cells) : cells, frame };
  });
  const names = reversed ? ([stairs.name, level.name] as const) : ([level.name, stairs.name] as const);
  const top = titleY(layout, Math.min(layout.y, levelY(layout)), layout.steps > 1 ? 1 : 2);
  return [
    ...blocks.flatMap(({ cells }) => cells),
    ...blocks.flatMap(({ frame }) => frame),
    ...headsBracket(layout, t, reversed),
    ...renaming(layout, names, layout.x, top, t),
  ];
}

/** One head's cells, `split` of the way to their place on the stairs; until they arrive they are cells of `level`. */
function blockOf(
  layout: Heads,
  focus: Focus,
  stairs: StageStep,
  level: StageStep | undefined,
  head: number,
  split: number,
): Block {
  const at = { ...focus, batch: Math.min(focus.batch, (stairs.shape[0] ?? 1) - 1) };
  return {
    ...{ head, rowGap: layout.rowGap * (1 - split), x: headX(layout, head) },
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

/** The labels that move with a head's matrix: K above, L at its left once it is separate, its number below. */
function headFrame(layout: Heads, block: Block, focused: boolean, split: number, moving: boolean): Mark[] {
  const { x, y, rowGap, head } = block;
  const bottom = y + blockHeight(layout, 1, rowGap);
  const isFirst = head === 0;
  const opensStep = isFirst || stairY(layout, head) !== stairY(layout, head - 1);
  const outline = boxAround({ x, y, width: blockWidth(layout), height: bottom - y }, layout.theme);
  return [
    ...kBracket(layout, block, 1),
    // A block that moves past others gets its names only when it has stopped.
    ...rowsBracket(layout, block, bottom, isFirst || (opensStep && split === 1), isFirst ? 1 : split),
    ...headNumber(layout, block, bottom, focused),
    ...(moving ? asFlying([outline]) : []),
  ];
}

/** H first counts groups of columns, then whole matrices: its bracket moves from above to the far left. */
function headsBracket(layout: Heads, t: number, reversed: boolean): Mark[] {
  const bottom = layout.y + (layout.steps - 1) * layout.stepHeight + blockHeight(layout);
  const fadingOut = 1 - phase(t, 0.01, MOVE.cleared);
  const fadingIn = phase(t, MOVE.to, 0.99);
  const overY = levelY(layout) - 4 - (layout.labelSize + 7);
  const [above, beside] = reversed ? [fadingIn, fadingOut] : [fadingOut, fadingIn];
  return [
    ...overBracket(layout, headsAxis(layout), [layout.x, layout.x + headsWidth(layout)], overY, above),
    ...sideBracket(
      layout,
      headsAxis(layout),
      layout.x - headsBracketDistance(layout),
      [layout.y, bottom],
      beside,
    ),
  ];
}
