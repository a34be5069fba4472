/**
 * Two ways from (L, D) to (H, L, K), of which one is wrong. q.view(B, H, L, K) keeps the order in memory: a head gets
 * all numbers of the first tokens, cut into pieces. view(B, L, H, K).transpose(1, 2) gives each head its features of every token.
 * Every row is labelled with the token it came from, and a bar joins the rows of one token.
 */

import { range } from "../../../module/shape.js";
import { lerp, phase } from "../../../timeline/easing.js";
import { asFlying } from "../../flight.js";
import { fitHeight, fitWidth, ofCells, placeParts } from "../../layout/parts.js";
import { shapeLine, shapeWidth } from "../../marks/block.js";
import { type CellSize, movingPosition, rowMarks } from "../../marks/cells.js";
import { mono, stroke } from "../../marks/marks.js";
import { axisColor } from "../../marks/matrix.js";
import { paddingDimmer, rowNameRoom } from "../../marks/token_names.js";
import { tokensOf } from "../../names.js";
import { inputsOf } from "../../operand.js";
import type { Mark, Point } from "../../picture.js";
import { scaleOf } from "../../scale.js";
import type { Scene, SceneInput, StageStep } from "../../scene.js";
import {
  type Axis,
  axesOf,
  columnsOf,
  type Focus,
  MAX_CELLS,
  type Slice,
  sliceOf,
  thin,
} from "../../tensor_view.js";
import { isNarrow, labelSize, monoWidth, shortened } from "../../text.js";
import type { Theme } from "../../theme.js";
import { restOpacityAt, rowBox, type Sweep, sweepAt } from "../sweep.js";

const FLOW = { from: 0.05, to: 0.94 } as const;
/** Within a slow row: its pieces of q light up, move one after the other, and arrive with the number of their token. */
const MOMENT = { light: 0.1, leave: 0.16, next: 0.39, land: 0.62 } as const;

type Stage = ReturnType<typeof stageOf>;

export const wrongView: Scene = (input, t) => {
  const stage = stageOf(input);
  const sweep = sweepAt(t, FLOW, stage.rows);
  const verdictOpacity = phase(t, FLOW.to, 0.99);
  const piece = (side: Side, row: number): Mark[] => {
    if (row === sweep.slow) return slowPiece(stage, side, sweep);
    return sweep.progress(row) > 0.05 ? pieceMarks(stage, side, row) : [];
  };
  const rows = range(stage.rows);
  return [
    ...source(stage, sweep),
    ...stage.sides.flatMap((side) => header(stage, side, verdictOpacity)),
    ...stage.sides.flatMap((side) => rows.flatMap((row) => piece(side, row))),
  ];
};

/** q with gaps between tokens and heads; the pieces that are read now are highlighted. */
function source(stage: Stage, { slow, within }: Sweep): Mark[] {
  const { theme, rows, cell, shownK, sides, pieces, scale, shade } = stage;
  const restOpacity = restOpacityAt(theme, within, MOMENT.light, MOMENT.land);
  const readPieces = within <= 0 ? [] : sides.map((side) => side.from(slow));
  const [marks, frames]: [Mark[], Mark[]] = [[], []];
  for (let row = 0; row < rows; row++) {
    marks.push(...tokenMarks(stage, placeInQ(stage, row, 0), row, row));
    pieces.forEach((slice, head) => {
      const isRead = readPieces.some(([token, piece]) => token === row && piece === head);
      const place = placeInQ(stage, row, head);
      const opacity = isRead ? 1 : Math.min(restOpacity, shade(row));
      marks.push(...rowMarks(slice, row, place, cell, scale, { opacity }));
      if (isRead) frames.push(rowBox(place, cell, 0, shownK, theme, phase(within, 0, MOMENT.light)));
    });
  }
  return [...marks, ...frames, ...sourceLabels(stage)];
}

/** The name and axes of q, and below it the number of the head that each piece will belong to. */
function sourceLabels(stage: Stage): Mark[] {
  const { name, axes, theme, rows, heads, head, cell, size, q } = stage;
  const width = blockWidth(stage);
  const right = placeInQ(stage, 0, heads - 1).x + width;
  const foot = placeInQ(stage, rows - 1, 0).y + cell.height + 9;
  const numbers = Array.from({ length: width < 8 ? 0 : heads }, (_, i) => {
    const under = { size: 11, align: "middle", bold: i === head } as const;
    return mono(String(i), placeInQ(stage, 0, i).x + width / 2, foot, theme.axes.H ?? theme.muted, under);
  });
  return [
    mono(name, q.x, q.y - 14, theme.ink, { size, bold: true }),
    ...shapeLine(axes.q, Math.max(right, q.x + 130), q.y - 14, theme, { size }),
    stroke(q.x, q.y - 4, right, q.y - 4, axisColor(axes.q[1], theme)),
    ...numbers,
  ];
}

/** Beside a row: its token, and a bar that continues over all rows of the same token. */
function tokenMarks(stage: Stage, { x, y }: Point, row: number, token: number): Mark[] {
  const { axes, theme, cell, pitch, tokens, nameWidth } = stage;
  const color = axisColor(axes.q[0], theme);
  const bar = stroke(x - 4, y, x - 4, y + cell.height, color, { width: 2.5 });
  if (row % Math.ceil(12 / pitch.height) > 0) return [bar];
  const name = shortened(tokens?.[token]?.text ?? String(token), nameWidth - 8, 11);
  return [bar, mono(name, x - 8, y + cell.height / 2, color, { size: 11, align: "end" })];
}

/** The code over a block, its axes, and in the end whether it is right. */
function header(stage: Stage, { at, code, isRight }: Side, verdictOpacity: number): Mark[] {
  const { axes, theme, narrow, size, nameWidth } = stage;
  const right = at.x + blockWidth(stage);
  const axesEnd = Math.max(right, at.x + shapeWidth(axes.heads, size));
  const length = Math.max(...code.map((line) => monoWidth(line, size)));
  // The wrong view ends where q begins, and its code must not reach further.
  const x = narrow ? at.x - nameWidth : isRight ? at.x : Math.min(at.x, right - length);
  return [
    ...code.map((line, i) => mono(line, x, at.y - 48 + 17 * i, theme.ink, { size, bold: true })),
    ...shapeLine(axes.heads, axesEnd, at.y - 14, theme, { size }),
    stroke(at.x, at.y - 4, right, at.y - 4, axisColor(axes.heads[1], theme)),
    ...(verdictOpacity > 0 ? verdict(at.x - 22, at.y - 20, isRight, theme, verdictOpacity) : []),
  ];
}

/** A tick or a cross. */
function verdict(x: number, y: number, isRight: boolean, theme: Theme, opacity: number): Mark[] {
  const color = isRight ? theme.accent : theme.positive;
  const line = (...points: [number, number][]): Mark => ({
    ...{ kind: "line", color, width: 2.5, opacity },
    points: points.map(([dx, dy]) => [x + dx, y + dy] as const),
  });
  if (isRight) return [line([0, 7], [4, 11], [12, 0])];
  return [line([0, 0], [11, 11]), line([11, 0], [0, 11])];
}

/** The positions where a row's piece of q is read and written. */
function pathOf(stage: Stage, { at, from }: Side, row: number): readonly [start: Point, end: Point] {
  const { cell, gap } = stage;
  const [token, piece] = from(row);
  const tokensAbove = token - from(0)[0];
  return [placeInQ(stage, token, piece), { x: at.x, y: at.y + row * cell.height + tokensAbove * gap }];
}

/** The row that is explained: its piece of q flies, on the wrong side first. */
function slowPiece(stage: Stage, side: Side, { slow, within }: Sweep): Mark[] {
  const { theme, cell, scale } = stage;
  const { leave, next, land } = MOMENT;
  const move = side.isRight ? phase(within, next, land) : phase(within, leave, next);
  if (move <= 0 || move >= 1) return move > 0 ? pieceMarks(stage, side, slow) : [];
  const [start, end] = pathOf(stage, side, slow);
  const place = { x: movingPosition(start.x, end.x, move, cell), y: lerp(start.y, end.y, move) };
  return asFlying(rowMarks(...side.row(slow), place, cell, scale, { outline: theme.accent }));
}

/** A row of a block, with its token and the line to it. */
function pieceMarks(stage: Stage, side: Side, row: number): Mark[] {
  const { axes, theme, cell, heads, narrow, scale, q, nameWidth, shade } = stage;
  const [start, end] = pathOf(stage, side, row);
  const [token] = side.from(row);
  const marks = [
    ...rowMarks(...side.row(row), end, cell, scale, { opacity: shade(token) }),
    ...tokenMarks(stage, end, row, token),
  ];
  if (narrow) return marks;
  const width = blockWidth(stage);
  const [x1, x2] = side.isRight
    ? [placeInQ(stage, 0, heads - 1).x + width + 3, end.x - nameWidth]
    : [q.x - nameWidth, end.x + width + 3];
  const [startY, endY] = [start.y + cell.height / 2, end.y + cell.height / 2];
  return [...marks, stroke(x1, startY, x2, endY, axisColor(axes.q[0], theme), { width: 1, opacity: 0.55 })];
}

interface Side {
  readonly at: Point;
  readonly code: readonly string[];
  readonly isRight: boolean;
  /** The position of a row's numbers in q: a token, and the piece of its vector. */
  from(row: number): readonly [token: number, piece: number];
  /** The slice that holds the row's numbers, and the row in it. */
  row(row: number): readonly [Slice, number];
}

function stageOf(input: SceneInput) {
  const { trace, theme } = input;
  const [q, parted] = inputsOf(input);
  const [, heads = 1, rows = 1, k = 1] = parted.shape;
  const shownK = Math.max(1, Math.min(k, Math.floor(MAX_CELLS / heads)));
  const head = Math.min(input.focus.head, heads - 1);
  const focus: Focus = { batch: Math.min(input.focus.batch, (q.shape[0] ?? 1) - 1), head };
  const [b, h, l, d] = parted.axes;
  const code = [
    [`${q.name}.view(${parted.axes.join(", ")})`, `[:, ${head}]`],
    [`${q.name}.view(${b}, ${l}, ${h}, ${d})`, `.transpose(1, 2)[:, ${head}]`],
  ] as const;
  // L and D of q; L and K of the heads.
  const axes = { q: axesFrom(q, 1), heads: axesFrom(parted, 2) };
  const tokens = tokensOf(input, axes.q[0].letter);
  const names = tokens && { axis: 1, tokens, size: 11, dimsPadding: true };
  const namedTokens = { ...axes.q[0], ...(names && { names }) };
  const sizes = { rows: Math.min(rows, MAX_CELLS), heads, shownK };
  const layout = layoutOf(
    input,
    { ...sizes, nameWidth: Math.max(MIN_NAME_WIDTH, rowNameRoom(namedTokens)) },
    code[1][1],
  );
  const drawn = (slice: Slice): Slice => thin(slice, slice.rows.size, shownK);
  const pieces = Array.from({ length: heads }, (_, i) => drawn(columnsOf(sliceOf(q, focus), i * k, k)));
  const headSlice = drawn(sliceOf(parted, focus));
  const sourceInQ = (row: number): readonly [number, number] => {
    const at = head * rows + row;
    return [Math.floor(at / heads), at % heads];
  };
  const wrong: Side = {
    ...{ at: layout.wrong, code: code[0], isRight: false, from: sourceInQ },
    row: (row) => [pieces[sourceInQ(row)[1]] ?? headSlice, sourceInQ(row)[0]],
  };
  const right: Side = {
    ...{ at: layout.right, code: code[1], isRight: true, from: (row) => [row, head] },
    row: (row) => [headSlice, row],
  };
  return {
    ...layout,
    ...{ theme, head, name: q.name, sides: [wrong, right], axes, tokens },
    /** The columns of q that belong to each head. */
    pieces,
    /** The opacity of a token's numbers: padding is dimmed. */
    shade: paddingDimmer(namedTokens, theme) ?? ((): number => 1),
    scale: scaleOf(q, trace.spec.padId, theme),
  };
}

function axesFrom(step: StageStep, from: number): readonly [Axis, Axis] {
  const none = { letter: "1", size: 1 };
  const [rows = none, cols = none] = axesOf(step).slice(from);
  return [rows, cols];
}

/** The least room for a token's name, left of its row. */
const MIN_NAME_WIDTH = 26;
/** Two lines of code over a block, and the line of its axes. */
const HEADER = 56;
/** Only the name and axes of q are above it; the numbers of its heads are below. */
const Q_HEADER = 28;
const FOOT = 16;

/** What is drawn: tokens, heads, how many numbers of a head per token, and the room for the tokens' names. */
type Drawn = Readonly<Record<"rows" | "heads" | "shownK" | "nameWidth", number>>;

/** q is between the wrong and the right view, or above them on a narrow stage. */
function layoutOf(stage: CellSize, drawn: Drawn, code: string) {
  const { rows, heads, shownK, nameWidth } = drawn;
  const [narrow, size] = [isNarrow(stage.width), labelSize(stage.width)];
  const [margin, sideGap] = narrow ? [6, 12] : [14, 36];
  const headGap = heads > 8 ? 2 : 6;
  // The longest line over an outer block; on a narrow stage it starts above the row numbers.
  const outerBlock = ofCells(shownK, monoWidth(code, size) - (narrow ? nameWidth : 0));
  const qParts = { number: nameWidth, q: ofCells(heads * shownK), headGaps: (heads - 1) * headGap };
  const [left, right] = [
    { wrongNumber: nameWidth, wrong: outerBlock, gap: sideGap },
    { rightNumber: nameWidth, right: outerBlock },
  ];
  const outer = { ...left, ...right };
  const row = { ...left, ...qParts, sideGap, ...right };
  const [upper, lower] = narrow ? [qParts, outer] : [row, row];
  const cellWidth = Math.min(...[upper, lower].map((parts) => fitWidth(stage.width - 2 * margin, parts)));
  const width = Math.max(1, Math.floor(2 * cellWidth) / 2);
  const blocksDown = narrow ? 2 : 1;
  const free = stage.height - margin - HEADER - FOOT - (narrow ? Q_HEADER : 0);
  const gap = Math.min(5, ((narrow ? 0.1 : 0.2) * free) / blocksDown / rows);
  const height = fitHeight(free / blocksDown, { rows: ofCells(rows), gaps: gap * (rows - 1) });
  const blockHeight = rows * height + gap * (rows - 1);
  const y = narrow
    ? Q_HEADER + blockHeight + FOOT + HEADER
    : (stage.height - blockHeight - FOOT + HEADER) / 2;
  const x = { ...placeParts(stage.width, upper, width), ...placeParts(stage.width, lower, width) };
  return {
    ...{ ...drawn, gap, narrow, size, cell: { width, height } },
    /** From one token of q to the next, and from one head to the next. */
    pitch: { width: shownK * width + headGap, height: height + gap },
    q: { x: x.q, y: narrow ? Q_HEADER : y },
    // The wrong view ends where q begins.
    wrong: { x: narrow ? x.wrong : x.gap - shownK * width, y },
    right: { x: x.right, y },
  };
}

type WrongViewLayout = ReturnType<typeof layoutOf>;

/** The position of a token's piece for `head` in q. */
const placeInQ = ({ q, pitch }: WrongViewLayout, token: number, head: number): Point => ({
  x: q.x + head * pitch.width,
  y: q.y + token * pitch.height,
});

const blockWidth = ({ shownK, cell }: WrongViewLayout): number => shownK * cell.width;
