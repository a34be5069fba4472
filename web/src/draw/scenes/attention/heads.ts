/**
 * A view gives the same numbers other axes. Splitting heads divides the D columns into H groups of K; merging closes
 * the gaps again. Every cell keeps its identity. A view of a mask changes nothing: the same tensor under another name.
 */

import { cadence, lerp, linearPhase, phase } from "../../../timeline/easing.js";
import { asFlying } from "../../flight.js";
import { pairLayout, pairMarks } from "../../layout/pair.js";
import { fitHeight, fitWidth, ofCells, placeParts } from "../../layout/parts.js";
import { foldIn, GAP } from "../../layout/rect.js";
import { type CellSize, fontFor, movingPosition, rowMarks } from "../../marks/cells.js";
import { mono, stroke } from "../../marks/marks.js";
import { axisColor, axisText } from "../../marks/matrix.js";
import { paddingDimmer, rowNameRoom, rowNames } from "../../marks/token_names.js";
import { withTokenNames } from "../../names.js";
import { operand, thinned } from "../../operand.js";
import type { Mark } from "../../picture.js";
import { type Scale, scaleOf } from "../../scale.js";
import type { Scene, SceneInput, StageStep } from "../../scene.js";
import {
  type Axis,
  columnsOf,
  type DrawnAxis,
  drawnAxis,
  type Focus,
  MAX_CELLS,
  pickedIndex,
  type Slice,
  sliceOf,
  stepOf,
  type TokenName,
  thin,
} from "../../tensor_view.js";
import { isNarrow, labelSize, monoWidth } from "../../text.js";
import type { Theme } from "../../theme.js";
import { boxAround, rowBox, sweepAt, WHOLE_STEP } from "../sweep.js";

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
    const block = movingBlock(layout, focus, stairs, onStairs ? undefined : level, head, split);
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
function movingBlock(
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

/** The layout of all heads, and how they are drawn. */
interface Heads extends HeadsLayout {
  readonly theme: Theme;
  readonly scale: Scale;
}

/** A block of one head's cells; `rowGap` spreads its rows. */
interface Block {
  readonly x: number;
  readonly y: number;
  readonly rowGap: number;
  readonly head: number;
  /** L × K */
  readonly slice: Slice;
}

function blockMarks({ shape, cell, scale, theme }: Heads, { x, y, rowGap, slice }: Block): Mark[] {
  const { rows, rowAt, k } = shape;
  const drawn = thin(slice, slice.rows.size, k.shown);
  const padded = paddingDimmer(rows, theme);
  return rowAt.flatMap((index, row): Mark[] => {
    const at = { x, y: y + row * (cell.height + rowGap) };
    if (index === GAP) {
      const middle = { x: at.x + (k.shown * cell.width) / 2, y: at.y + cell.height / 2 };
      return [mono("⋮", middle.x, middle.y, theme.muted, { align: "middle" })];
    }
    return rowMarks(drawn, index, at, cell, scale, { opacity: padded?.(row) ?? 1 });
  });
}

/** The axis H. */
const headsAxis = ({ shape }: HeadsLayout): Axis => ({ letter: "H", size: shape.heads });

/** The number of a head under its block; the one in focus is strong, with a line under its whole width. */
function headNumber(
  heads: Heads,
  { x, head }: Pick<Block, "x" | "head">,
  bottom: number,
  focused: boolean,
  opacity = 1,
): Mark[] {
  const width = blockWidth(heads);
  const color = axisColor(headsAxis(heads), heads.theme);
  const size = heads.labelSize;
  if (width < 8) return [];
  const style = { size, align: "middle", bold: focused, opacity } as const;
  const number = mono(String(head), x + width / 2, bottom + 5 + size / 2, color, style);
  if (!focused) return [number];
  return [number, stroke(x, bottom + 3, x + width, bottom + 3, color, { width: 2.5, opacity })];
}

/** A bracket over columns with its letter and size at its right end or, where it repeats, in its middle. */
function overBracket(
  { theme, labelSize: size }: Heads,
  axis: Axis,
  [from, to]: readonly [from: number, to: number],
  y: number,
  opacity: number,
  { text = axisText(axis), align = "end" }: { text?: string; align?: "end" | "middle" } = {},
): Mark[] {
  if (opacity <= 0) return [];
  const [x, color] = [align === "end" ? to : (from + to) / 2, axisColor(axis, theme)];
  return [
    stroke(from, y, to, y, color, { opacity }),
    mono(text, x, y - size / 2 - 3, color, { size, align, opacity }),
  ];
}

/** A bracket left of rows. */
function sideBracket(
  { theme, labelSize: size }: Heads,
  axis: DrawnAxis,
  x: number,
  [from, to]: readonly [from: number, to: number],
  opacity: number,
  isNamed = true,
): Mark[] {
  if (opacity <= 0) return [];
  const color = axisColor(axis, theme);
  const name = mono(axisText(axis), x - 4, to - size / 2, color, { size, align: "end", opacity });
  return [stroke(x, from, x, to, color, { opacity }), ...(isNamed ? [name] : [])];
}

/** K over one head's columns. If they are too narrow for its label, only the first head has the label. */
function kBracket(heads: Heads, { x, y, head }: Pick<Block, "x" | "y" | "head">, opacity: number): Mark[] {
  const k = { letter: "K", size: heads.shape.k.size };
  const width = blockWidth(heads);
  const fits = width >= monoWidth(axisText(k), heads.labelSize);
  const align = fits ? "middle" : "end";
  const text = fits || head === 0 ? axisText(k) : "";
  return overBracket(heads, k, [x + 1, x + width - 1], y - 4, opacity, { text, align });
}

/** The bracket of the rows (L, S or T) left of a block, with letter, size and tokens if `named`. */
function rowsBracket(
  heads: Heads,
  { x, y, rowGap, slice, head }: Block,
  bottom: number,
  named: boolean,
  opacity: number,
): Mark[] {
  const { shape, cell, labelSize: size, theme } = heads;
  const { rows } = shape;
  const marks = sideBracket(heads, rows, x - 5, [y, bottom], opacity, named && !rows.names);
  if (!named || !rows.names || opacity <= 0) return marks;
  const namesSpec = { x: x - 9, y, cell, rows, cols: slice.cols, ref: slice.ref, theme, opacity };
  const look = { size, align: "end", opacity } as const;
  const letter = mono(axisText(rows), x - 9, y - 4 - size / 2 - 3, axisColor(rows, theme), look);
  return [
    ...marks,
    ...(head === 0 ? [letter] : []),
    ...rowNames({ ...namesSpec, drop: (row) => row * rowGap }),
  ];
}

/** "q → q_split": the new name appears beside the old one and then replaces it. */
function renaming(
  { theme, labelSize: size }: Heads,
  [from, to]: readonly [from: string, to: string],
  x: number,
  y: number,
  t: number,
): Mark[] {
  const name = (text: string, at: number, more = {}): Mark =>
    mono(text, at, y, theme.ink, { size, bold: true, ...more });
  if (t <= 0) return [name(from, x)];
  if (t >= 1) return [name(to, x)];
  const after = (characters: number): number => x + monoWidth("0", size) * characters;
  const arrivalOpacity = Math.min(1, t / 0.2);
  const departure = Math.max(0, (t - 0.85) / 0.15);
  const place = lerp(after(from.length + 3), x, departure > 0.5 ? (departure - 0.5) * 2 : 0);
  return [
    name(from, x, { opacity: 1 - departure }),
    name("→", after(from.length + 1), { color: theme.muted, opacity: arrivalOpacity * (1 - departure) }),
    name(to, place, { opacity: arrivalOpacity }),
  ];
}

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

/** The sizes of the axes and how many cells of each are drawn. */
interface HeadsShape {
  readonly rows: DrawnAxis;
  /** The index of each drawn row in its tensor; GAP where rows are left out. */
  readonly rowAt: readonly number[];
  readonly heads: number;
  readonly k: { readonly size: number; readonly shown: number };
}

interface HeadsLayout {
  readonly shape: HeadsShape;
  readonly cell: CellSize;
  /** Left edge and middle of the parted block. */
  readonly x: number;
  readonly y: number;
  /** Gaps between the heads' columns and, in (L, H, K), between rows. */
  readonly gap: number;
  readonly rowGap: number;
  /** The number of stair steps for the heads of (H, L, K), and the height of one. */
  readonly steps: number;
  readonly stepHeight: number;
  readonly stageWidth: number;
  readonly labelSize: number;
}

/** Digits need this much height; the stair gets more steps only while cells stay this high. */
const READABLE = 14;
/** If rows are left out to make room for digits: the height of the remaining rows, and their minimum number. */
const FOLDED = { height: 20, rows: 6 } as const;

/** `rows` are those of one head's slice. */
function headsShape(rows: Axis, heads: number, k: number): HeadsShape {
  const shown = Math.min(rows.size, MAX_CELLS);
  const rowAt = Array.from({ length: shown }, (_, row) => pickedIndex(row, shown, rows.size));
  return {
    rows: drawnAxis(rows, shown, (row) => rowAt[row] ?? 0),
    rowAt,
    heads,
    k: { size: k, shown: Math.max(1, Math.min(k, Math.floor(MAX_CELLS / heads))) },
  };
}

/** The shape with at most `maxRows` rows: the first and the last ones. */
function foldRows(shape: HeadsShape, maxRows: number): HeadsShape {
  const { rows, rowAt } = shape;
  const kept = foldIn(rows.size, Number.POSITIVE_INFINITY, maxRows);
  const gap: TokenName = { text: "⋮", isPadding: false, at: GAP };
  const tokens = kept.map((row) => rows.names?.tokens[row] ?? gap);
  return {
    ...shape,
    rowAt: kept.map((row) => rowAt[row] ?? GAP),
    rows: {
      ...{ letter: rows.letter, size: kept.length, total: rows.total ?? rows.size },
      ...(rows.names ? { names: { ...rows.names, tokens } } : {}),
    },
  };
}

/** The distance of H's bracket from the cells: left of the row names. */
const bracketDistance = (rows: DrawnAxis, narrow: boolean): number =>
  Math.max(narrow ? 42 : 52, rowNameRoom(rows) + 10);
const headsBracketDistance = ({ shape, stageWidth }: HeadsLayout): number =>
  bracketDistance(shape.rows, isNarrow(stageWidth));

/** Room at the left: for the rows' label or names, and beyond it for H's bracket and label. */
function axisRoom(rows: DrawnAxis, narrow: boolean, stair: boolean): number {
  if (stair) return bracketDistance(rows, narrow) + (narrow ? 30 : 44);
  return Math.max(narrow ? 36 : 44, rowNameRoom(rows) + 2);
}

/** `stair` leaves room for the heads one below the other, and leaves rows out where only then numbers can be read. */
function headsLayout(stage: CellSize, whole: HeadsShape, stair: boolean): HeadsLayout {
  const size = labelSize(stage.width);
  const narrow = isNarrow(stage.width);
  const margin = narrow ? 6 : 14;
  const { heads, k } = whole;
  const axisX = axisRoom(whole.rows, narrow, stair);
  const gap = heads > 8 ? 6 : narrow ? 10 : 16;
  const across = { axis: axisX, cells: ofCells(heads * k.shown), gaps: (heads - 1) * gap };
  const width = fitWidth(stage.width - 2 * margin, across);
  // A line for the title, one each for D (of a view), H and K; and below every block the number of its head.
  const line = size + 7;
  const top = margin + 4 + (stair ? 3 : 4) * line;
  const free = stage.height - margin - top - line;
  const seamsOf = (steps: number): number => (steps - 1) * 2 * line;
  const downIn = (steps: number, { rows } = whole) => ({
    rows: ofCells(steps * rows.size),
    seams: seamsOf(steps),
  });
  let steps = stair && heads > 1 ? 2 : 1;
  while (steps > 1 && steps < heads && fitHeight(free, downIn(steps + 1)) >= READABLE) steps++;
  const maxRows = Math.floor((free - seamsOf(steps)) / (steps * FOLDED.height));
  const hasRoom = maxRows >= FOLDED.rows && fontFor({ width, height: FOLDED.height }, 5) > 0;
  const isFolded = stair && hasRoom && fitHeight(free, downIn(steps)) < READABLE;
  const shape = isFolded ? foldRows(whole, maxRows) : whole;
  const { rows } = shape;
  const down = downIn(steps, shape);
  const height = Math.max(0.5, fitHeight(free, down));
  const rowGap =
    height > 12 && rows.size > 1 ? Math.min(4, (free - rows.size * height) / (rows.size - 1)) : 0;
  return {
    ...{ shape, gap, steps, labelSize: size, stageWidth: stage.width, cell: { width, height } },
    rowGap: Math.max(0, rowGap),
    x: placeParts(stage.width, across, width).cells,
    y: top + placeParts(free, down, height, 0).rows,
    stepHeight: rows.size * height + 2 * line,
  };
}

const blockWidth = ({ shape, cell }: HeadsLayout): number => shape.k.shown * cell.width;
const blockHeight = ({ shape, cell }: HeadsLayout, open = 0, rowGap = 0): number =>
  shape.rows.size * cell.height + open * rowGap * (shape.rows.size - 1);
const headsWidth = (layout: HeadsLayout, split = 1): number =>
  layout.shape.heads * blockWidth(layout) + split * (layout.shape.heads - 1) * layout.gap;

/** Left edge of a head's columns when the heads have parted this far; the whole keeps its middle. */
function headX(layout: HeadsLayout, head: number, split = 1): number {
  const slack = (headsWidth(layout) - headsWidth(layout, split)) / 2;
  return layout.x + slack + head * (blockWidth(layout) + split * layout.gap);
}

/** Top of the parted rows when they stand side by side. */
const levelY = (layout: HeadsLayout): number =>
  layout.y +
  ((layout.steps - 1) * layout.stepHeight) / 2 -
  ((layout.shape.rows.size - 1) * layout.rowGap) / 2;

/** Top of a head's matrix on the stair. */
const stairY = (layout: HeadsLayout, head: number): number =>
  layout.y + Math.floor((head * layout.steps) / layout.shape.heads) * layout.stepHeight;

/** Middle of the title's line, above `lines` lines of brackets over the cells. */
const titleY = (layout: HeadsLayout, cellsTop: number, lines: number): number =>
  cellsTop - 4 - (lines + 0.5) * (layout.labelSize + 7) + 1;
