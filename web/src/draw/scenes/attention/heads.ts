/**
 * Steps that only rearrange heads. (L, D) is one block, (L, H, K) is rows whose columns are split into heads, (H, L, K) is a
 * stair of matrices, one per head. Reading the picture from the top down and each row from the left gives the tensor's own
 * order; the outermost axis has the widest gaps, and every cell keeps its identity.
 */
import { range } from "../../../module/shape.js";
import { cadence, lerp, linearPhase, phase } from "../../../timeline/easing.js";
import { asFlying } from "../../flight.js";
import { fitHeight, fitWidth, ofCells, placeParts } from "../../layout/parts.js";
import { matricesOf, pairLayout } from "../../layout/tables.js";
import { movingPosition, rowMarks } from "../../marks/cells.js";
import { mono, stroke } from "../../marks/marks.js";
import { axisColor, axisText } from "../../marks/matrix.js";
import { paddingDimmer, rowNameRoom, rowNames } from "../../marks/token_names.js";
import { isNarrow, labelSize, monoWidth } from "../../measure.js";
import { operand, sourceOf } from "../../operand.js";
import type { CellSize, Focus, Mark, Scene, SceneInput, StageStep } from "../../picture.js";
import * as tensor from "../../tensor_view.js";
import { boxAround, rowBox, sweepAt, WHOLE_STEP } from "../sweep.js";

/** First cut lines and brackets, then the groups move apart, then the old bracket disappears. */
const MOMENT = {
  ...{ marks: 0.08, lifted: 0.22, marked: 0.36, named: 0.48 },
  ...{ move: 0.3, moved: 0.72, leave: 0.78, left: 0.95 },
} as const;

/**
 * A view gives the same numbers other axes. Splitting heads divides the D columns into H groups of K; merging closes
 * the gaps again. A view of a mask changes nothing: the same tensor under another name.
 */
export const view: Scene = (input, t) => {
  const { step } = input;
  const source = sourceOf(input);
  const splits = step.axes.includes("H");
  if (!splits && !source.axes.includes("H")) return sameTensor(input, source, t);
  return splits ? groups(input, source, step, t, false) : groups(input, step, source, t, true);
};

/** A view that changes nothing: the same numbers under another name, row by row. */
export function sameTensor(input: SceneInput, source: StageStep, t: number): Mark[] {
  const { step, theme, width } = input;
  const to = operand(input, step);
  const from = { ...operand(input, source), scale: to.scale };
  const layout = pairLayout(input, { left: from, result: to });
  const { slow, progress } = sweepAt(t, WHOLE_STEP, to.rows.size);
  const distance = layout.result.x - layout.left.x;
  const moved = (row: number): number => phase(progress(row), 0.15, 0.9);
  const arriving = {
    shown: (row: number) => (moved(row) > 0 ? 1 : 0),
    shift: (row: number) => [distance * (moved(row) - 1), 0] as const,
  };
  const { cell, result: at } = layout;
  /** A row that has left and not arrived flies: it may not cross the names between the two. */
  const inFlight = (mark: Mark): Mark => {
    if (mark.kind !== "cell" || mark.ref?.name !== step.name) return mark;
    const share = moved(Math.round((mark.y - at.y) / cell.height));
    return share > 0 && share < 1 ? { ...mark, flies: true } : mark;
  };
  const tables = matricesOf(layout, { left: from, result: to }, { left: {}, result: arriving }, theme, width);
  return [
    ...tables.map(inFlight),
    ...(slow >= 0 ? [rowBox(layout.left, layout.cell, slow, from.cols.size, theme)] : []),
  ];
}

/** `joined` is (B, L, D), `parted` is (B, L, H, K). Merging (`closing`) is splitting played backwards. */
function groups(
  input: SceneInput,
  joined: StageStep,
  parted: StageStep,
  t: number,
  closing: boolean,
): Mark[] {
  const [, , count = 1, k = 1] = parted.shape;
  const heads = headsOf(input, parted, tensor.sliceOf(parted, input.focus, 1, 3), count, k, false);
  const { cell, gap, line, size } = heads;
  const u = closing ? 1 - t : t;
  // How far the heads have split, and the resulting gap between their rows.
  const apart = phase(u, MOMENT.move, MOMENT.moved);
  const rowGap = heads.rowGap * apart;
  const gaps = heads.rowGap * (heads.rows.size - 1);
  const y = heads.y + (gaps * (1 - apart)) / 2 - gaps / 2;
  const bottom = y + heads.blockHeight(rowGap);
  const nowParted = closing ? apart > 0 : apart >= 1;
  const numbered = phase(u, MOMENT.marked, MOMENT.named);
  const at = focusIn(input, parted);
  const blocks = heads.shown.flatMap((head, i) => {
    const x = movingPosition(heads.headX(head, 0), heads.headX(head), apart, cell);
    // Until the view has its new axes, its cells are those of the step that is joined.
    const slice = nowParted
      ? tensor.sliceOf(parted, at, 1, 3, { 2: head })
      : tensor.columnsOf(tensor.sliceOf(joined, at), head * k, k);
    const block = { x, y, rowGap, head, slice };
    const under = { head, x: heads.headX(head, apart) };
    return [
      ...heads.blockMarks(block),
      ...heads.headNumber(under, bottom, numbered),
      ...(i === 0 ? heads.rowsBracket(block, bottom, true, 1) : []),
    ];
  });

  /** K over a group, one after the other, and between two groups the cut until they have parted. */
  const groupBracket = (head: number, i: number): Mark[] => {
    const bracketProgress = (u - MOMENT.marks - 0.1) / (MOMENT.marked - MOMENT.marks - 0.1);
    const x = heads.headX(head, apart);
    const opacity = phase(cadence(bracketProgress, i, heads.shown.length), 0, 1);
    const cut = x - (apart * gap) / 2;
    const cutLook = { dash: [4, 3], opacity: opacity * (1 - phase(u, 0.6, MOMENT.left)) };
    return [
      ...heads.kBracket({ x, y, head }, opacity),
      ...(i === 0 ? [] : [stroke(cut, y - 2, cut, bottom + 2, input.theme.accent, cutLook)]),
    ];
  };

  // From the outside in: D over all (until it is H × K), H over all, K over each group.
  const from = heads.headX(heads.shown[0] ?? 0, apart);
  const ends = [from, from + heads.width(apart)] as const;
  const d = { letter: joined.axes.at(-1) ?? "D", size: count * k };
  // D stands next to the cells until K needs its place; the title shares a line with its size where both fit.
  const lifted = 2 * phase(u, MOMENT.marks, MOMENT.lifted);
  const names = closing ? ([parted.name, joined.name] as const) : ([joined.name, parted.name] as const);
  const fitsOneLine = monoWidth(`${names[0]} → ${names[1]}  D 000`, size) <= heads.width(0);
  return [
    ...blocks,
    ...heads.overBracket(d, ends, y - 4 - line * lifted, 1 - phase(u, MOMENT.leave, MOMENT.left)),
    ...heads.overBracket(heads.axis, ends, y - 4 - line, phase(u, MOMENT.marked, MOMENT.named)),
    ...heads.shown.flatMap(groupBracket),
    ...heads.renaming(names, from, y, lifted + (fitsOneLine ? 0 : 1), t),
  ];
}

/** H's bracket fades out at its old place, the blocks move, the bracket fades in at its new place. */
const MOVE = { from: 0.12, to: 0.9, cleared: 0.1 } as const;

/**
 * transpose(1, 2) changes which of the two axes is the outer one. In (L, H, K) each row holds all heads; (H, L, K) has
 * a matrix per head. Blocks of cells move as a whole, straight up or down.
 */
export const transpose: Scene = (input, t) => {
  const { step, focus } = input;
  const source = sourceOf(input);
  const reversed = step.axes[1] !== "H";
  /** (B, L, H, K) and (B, H, L, K). */
  const [level, stairs] = reversed ? [step, source] : [source, step];
  const [, count = 1, , k = 1] = stairs.shape;
  const heads = headsOf(input, stairs, tensor.sliceOf(stairs, focus), count, k, true);

  const { shown } = heads;
  const warped = halfway(linearPhase(t, MOVE.from, MOVE.to), shown.length);
  const at = focusIn(input, stairs);
  const movedBy = (i: number): number => phase(cadence(warped, i, shown.length), 0.05, 0.95);
  const allOnStairs = shown.every((_, i) => movedBy(i) === (reversed ? 0 : 1));
  const blocks = shown.map((head, i) => {
    const moved = movedBy(i);
    const moves = moved > 0 && moved < 1;
    const split = reversed ? 1 - moved : moved;
    // Until they arrive on the stairs, its cells are those of `level`.
    const slice = (reversed ? moved < 1 : moved >= 1)
      ? tensor.sliceOf(stairs, at, 2, 3, { 1: head })
      : tensor.sliceOf(level, at, 1, 3, { 2: head });
    const [x, y] = [heads.headX(head), lerp(heads.levelY, heads.stairY(head), split)];
    const block = { x, y, head, slice, rowGap: heads.rowGap * (1 - split) };
    const cells = heads.blockMarks(block);
    const bottom = y + heads.blockHeight(block.rowGap);
    const opensStep = i === 0 || heads.stairY(head) !== heads.stairY(head - 1);
    const outline = boxAround({ x, y, width: heads.blockWidth, height: bottom - y }, input.theme);
    // The labels that move with a head's matrix: K above, L at its left once it is separate, its number below.
    const frame = [
      ...heads.kBracket(block, 1),
      // Names left of a lower block would stand on one that is still beside it.
      ...heads.rowsBracket(block, bottom, i === 0 || (opensStep && allOnStairs), i === 0 ? 1 : split),
      ...heads.headNumber(block, bottom),
      ...(moves ? asFlying([outline]) : []),
    ];
    return { cells: moves ? asFlying(cells) : cells, frame };
  });
  // H first counts groups of columns, then whole matrices: its bracket moves from above to the far left.
  const bottom = heads.y + (heads.steps - 1) * heads.stepHeight + heads.blockHeight();
  const [fadingOut, fadingIn] = [1 - phase(t, 0.01, MOVE.cleared), phase(t, MOVE.to, 0.99)];
  const [above, beside] = reversed ? [fadingIn, fadingOut] : [fadingOut, fadingIn];
  const over = [heads.x, heads.x + heads.width()] as const;
  const top = Math.min(heads.y, heads.levelY);
  return [
    ...blocks.flatMap(({ cells }) => cells),
    ...blocks.flatMap(({ frame }) => frame),
    ...heads.overBracket(heads.axis, over, heads.levelY - 4 - heads.line, above),
    ...heads.sideBracket(heads.axis, heads.x - heads.bracketDistance, [heads.y, bottom], beside),
    ...heads.renaming([source.name, step.name], heads.x, top, heads.steps > 1 ? 1 : 2, t),
  ];
};

/** Time, warped so that at ½ the first head has arrived and the second is moving. */
function halfway(u: number, heads: number): number {
  if (heads < 2) return u;
  const middle = heads === 2 ? 0.56 : 0.54;
  return u < 0.5 ? (u / 0.5) * middle : middle + ((u - 0.5) / 0.5) * (1 - middle);
}

const focusIn = ({ focus }: SceneInput, { shape }: StageStep): Focus => ({
  ...{ ...focus, batch: Math.min(focus.batch, (shape[0] ?? 1) - 1) },
});

/** A block of one head's cells; `rowGap` spreads its rows. */
interface Block {
  readonly x: number;
  readonly y: number;
  readonly rowGap: number;
  readonly head: number;
  /** L × K */
  readonly slice: tensor.Slice;
}

/** Digits need this much height; the stair gets more steps only while cells stay this high. */
const READABLE = 20;

/**
 * The layout of `count` heads of `k` columns each, and what is drawn of them; `view` is one of them, L × K. `stair` leaves
 * room for the heads one below the other.
 */
function headsOf(
  input: SceneInput,
  step: StageStep,
  view: tensor.Slice,
  count: number,
  k: number,
  stair: boolean,
) {
  const { theme, focus, width: stageWidth, height: stageHeight, windows } = input;
  const size = labelSize(stageWidth);
  const narrow = isNarrow(stageWidth);
  const margin = narrow ? 6 : 14;
  const one = operand(input, step, view);
  const { rows, cols, digits, scale } = one;
  const [from, kShown] = [tensor.indexIn(cols, 0), cols.size];
  // Heads have a window of their own: it is that of the tensor's rows and heads.
  const [rowAxis, headAxis] = step.axes[1] === "H" ? [2, 1] : [1, 2];
  const byHead = operand(input, step, tensor.sliceOf(step, focus, rowAxis, headAxis), `${step.name} · H`, [
    "row",
    "head",
  ]);
  const shown = range(byHead.cols.size).map((i) => tensor.indexIn(byHead.cols, i));
  const heads = shown.length;
  const first = shown[0] ?? 0;
  /** The distance of H's bracket from the cells: left of the row names. */
  const bracketDistance = Math.max(narrow ? 42 : 52, rowNameRoom(rows) + 10);
  // Room at the left: for the rows' label or names, and beyond it for H's bracket and label.
  const axisRoom = stair
    ? bracketDistance + (narrow ? 30 : 44)
    : Math.max(narrow ? 36 : 44, rowNameRoom(rows) + 2);
  /** Between the heads' columns. */
  const gap = heads > 8 ? 6 : narrow ? 10 : 16;
  const across = { axis: axisRoom, cells: ofCells(heads * kShown), gaps: (heads - 1) * gap };
  const width = fitWidth(stageWidth - 2 * margin, across);
  // A line for the title, one each for D (of a view), H and K; and below every block the number of its head.
  const line = size + 7;
  const top = margin + 4 + (stair ? 3 : 4) * line;
  const free = stageHeight - margin - top - line;
  const seamsOf = (steps: number): number => (steps - 1) * 2 * line;
  const downIn = (steps: number) => ({
    rows: ofCells(steps * rows.size),
    seams: seamsOf(steps),
  });
  /** The number of stair steps for the heads of (H, L, K). */
  let steps = stair && heads > 1 ? 2 : 1;
  while (steps > 1 && steps < heads && fitHeight(free, downIn(steps + 1)) >= READABLE) steps++;
  const down = downIn(steps);
  const cell: CellSize = { width, height: Math.max(0.5, fitHeight(free, down)) };
  one.fitted?.(cell);
  byHead.fitted?.(cell);
  const spread = Math.min(4, (free - rows.size * cell.height) / (rows.size - 1));
  /** Between the rows of (L, H, K). */
  const rowGap = Math.max(0, cell.height > 12 && rows.size > 1 ? spread : 0);
  const x = placeParts(stageWidth, across, width).cells;
  const y = top + placeParts(free, down, cell.height, 0).rows;
  const stepHeight = rows.size * cell.height + 2 * line;
  const blockWidth = kShown * width;
  const axis = { letter: "H", size: heads, total: count };
  const widthAt = (split = 1): number => heads * blockWidth + split * (heads - 1) * gap;
  /** Left edge of a head's columns when the heads have parted this far; the whole keeps its middle. */
  const headX = (head: number, split = 1): number =>
    x + (widthAt() - widthAt(split)) / 2 + (head - first) * (blockWidth + split * gap);

  const blockMarks = ({ x, y, rowGap, slice }: Block): Mark[] => {
    const drawn = { ...tensor.windowed(slice, windows?.spans.row, { from, count: kShown }), digits };
    const padded = paddingDimmer(rows, theme);
    return range(rows.size).flatMap((row) => {
      const at = { x, y: y + row * (cell.height + rowGap) };
      return rowMarks(drawn, row, at, cell, scale, { opacity: padded?.(row) ?? 1 });
    });
  };

  /** The number of a head under its block; the one in focus is strong, with a line under its whole width. */
  const headNumber = ({ x, head }: Pick<Block, "x" | "head">, bottom: number, opacity = 1): Mark[] => {
    if (blockWidth < 8) return [];
    const color = axisColor(axis, theme);
    const bold = head === focus.head;
    const look = { size, align: "middle", bold, opacity } as const;
    const number = mono(String(head), x + blockWidth / 2, bottom + 5 + size / 2, color, look);
    const underline = stroke(x, bottom + 3, x + blockWidth, bottom + 3, color, { width: 2.5, opacity });
    return bold ? [number, underline] : [number];
  };

  /** A bracket over columns with its letter and size at its right end or, where it repeats, in its middle. */
  const overBracket = (
    over: tensor.Axis,
    [from, to]: readonly [from: number, to: number],
    y: number,
    opacity: number,
    { text = axisText(over), align = "end" }: { text?: string; align?: "end" | "middle" } = {},
  ): Mark[] => {
    if (opacity <= 0) return [];
    const [at, color] = [align === "end" ? to : (from + to) / 2, axisColor(over, theme)];
    return [
      stroke(from, y, to, y, color, { opacity }),
      mono(text, at, y - size / 2 - 3, color, { size, align, opacity, of: over.of }),
    ];
  };

  /** A bracket left of rows. */
  const sideBracket = (
    beside: tensor.DrawnAxis,
    x: number,
    [from, to]: readonly [from: number, to: number],
    opacity: number,
    isNamed = true,
  ): Mark[] => {
    if (opacity <= 0) return [];
    const color = axisColor(beside, theme);
    const look = { size, align: "end", opacity, of: beside.of } as const;
    const name = mono(axisText(beside), x - 4, to - size / 2, color, look);
    return [stroke(x, from, x, to, color, { opacity }), ...(isNamed ? [name] : [])];
  };

  /** K over one head's columns. If they are too narrow for its label, only the first head has the label. */
  const kBracket = ({ x, y, head }: Pick<Block, "x" | "y" | "head">, opacity: number): Mark[] => {
    const columns = { letter: "K", size: k };
    const fits = blockWidth >= monoWidth(axisText(columns), size);
    const text = fits || head === first ? axisText(columns) : "";
    const label = { text, align: fits ? "middle" : "end" } as const;
    return overBracket(columns, [x + 1, x + blockWidth - 1], y - 4, opacity, label);
  };

  /** The bracket of the rows (L, S or T) left of a block, with letter, size and tokens if `named`. */
  const rowsBracket = (
    { x, y, rowGap, slice, head }: Block,
    bottom: number,
    named: boolean,
    opacity: number,
  ): Mark[] => {
    const marks = sideBracket(rows, x - 5, [y, bottom], opacity, named && !rows.names);
    if (!named || !rows.names || opacity <= 0) return marks;
    const namesSpec = { x: x - 9, y, cell, rows, cols: slice.cols, ref: slice.ref, theme, opacity };
    const look = { size, align: "end", opacity, of: rows.of } as const;
    const letter = mono(axisText(rows), x - 9, y - 4 - size / 2 - 3, axisColor(rows, theme), look);
    const names = rowNames({ ...namesSpec, drop: (row) => row * rowGap });
    return [...marks, ...(head === first ? [letter] : []), ...names];
  };

  /** "q → q_split" above so many lines of brackets: the new name appears beside the old one and then replaces it. */
  const renaming = (
    [from, to]: readonly [string, string],
    x: number,
    top: number,
    lines: number,
    t: number,
  ) => {
    const y = top - 4 - (lines + 0.5) * line + 1;
    const name = (text: string, at: number, more = {}): Mark =>
      mono(text, at, y, theme.ink, { size, bold: true, ...more });
    if (t <= 0) return [name(from, x)];
    if (t >= 1) return [name(to, x)];
    const after = (characters: number): number => x + monoWidth("0", size) * characters;
    const arrivalOpacity = Math.min(1, t / 0.2);
    const departure = Math.max(0, (t - 0.85) / 0.15);
    const fading = Math.max(0, 1 - 2 * departure);
    const place = lerp(after(from.length + 3), x, departure > 0.5 ? (departure - 0.5) * 2 : 0);
    return [
      name(from, x, { opacity: fading }),
      name("→", after(from.length + 1), { color: theme.muted, opacity: arrivalOpacity * fading }),
      name(to, place, { opacity: arrivalOpacity }),
    ];
  };

  return {
    ...{
      shown,
      rows,
      cell,
      x,
      y,
      line,
      gap,
      rowGap,
      axis,
      size,
      steps,
      stepHeight,
      blockWidth,
      bracketDistance,
    },
    ...{ blockMarks, headNumber, overBracket, sideBracket, kBracket, rowsBracket, renaming, headX },
    /** The width of all heads when they have parted this far. */
    width: widthAt,
    /** The height of a block whose rows are spread this far. */
    blockHeight: (rowGap = 0): number => rows.size * cell.height + rowGap * (rows.size - 1),
    /** Top of the parted rows when they stand side by side. */
    levelY: y + ((steps - 1) * stepHeight) / 2 - ((rows.size - 1) * rowGap) / 2,
    /** Top of a head's matrix on the stair. */
    stairY: (head: number): number => y + Math.floor(((head - first) * steps) / heads) * stepHeight,
  };
}
