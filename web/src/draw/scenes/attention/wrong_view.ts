/**
 * Two ways from (L, D) to (H, L, K), of which one is wrong. q.view(B, H, L, K) takes the numbers as they lie: a head gets
 * all of the first tokens, cut into pieces. view(B, L, H, K).transpose(1, 2) gives each head its features of every token.
 * Every row is labelled with the token it came from, and a bar joins the rows of one token.
 */
import { lerp, phase } from "../../../timeline/easing.js";
import { fitHeight, lengthOf, ofCells, type Parts, placeParts } from "../../layout/parts.js";
import { LARGEST_CELL, type Room } from "../../layout/room.js";
import { shapeLine, shapeWidth } from "../../marks/block.js";
import { mono, stroke } from "../../marks/marks.js";
import { axisColor, type CellSize } from "../../marks/matrix.js";
import { onWay, rowMarks } from "../../marks/rows.js";
import { inputsOf } from "../../operand.js";
import type { Mark } from "../../picture.js";
import type { Place } from "../../place.js";
import { scaleOf } from "../../scale.js";
import type { Scene, SceneInput, StageStep } from "../../scene.js";
import { type Axis, axesOf, columnsOf, type Focus, type Slice, sliceOf } from "../../tensor_view.js";
import { isNarrow, monoWidth } from "../../text.js";
import type { Theme } from "../../theme.js";
import { MOST_CELLS, thin } from "../../thin.js";
import { stepBack } from "../pace/rhythm.js";
import { rowBox } from "../pace/row_box.js";
import { type Sweep, sweep } from "../pace/sweep.js";

const FLOW = { from: 0.05, to: 0.94 } as const;
/** Within a slow row: its pieces of q light up, move, and arrive with the number of their token. */
const MOMENT = { light: 0.1, leave: 0.2, land: 0.62 } as const;

/** Digits of a token's number, left of its row. */
const NUMBER = 26;
/** Two lines of code over a block, and the line of its axes. */
const HEADER = 56;
/** Only the name and axes of q are above it; the numbers of its heads are below. */
const OWN_HEADER = 28;
const FOOT = 16;

/** A row of a head: the token it is from, and which piece of that token's numbers. */
interface Piece {
  readonly token: number;
  readonly piece: number;
}

interface Side {
  readonly at: Place;
  readonly from: (row: number) => Piece;
  /** The tensor that has the row's numbers, and which row of it they are. */
  readonly row: (row: number) => readonly [Slice, number];
  readonly code: readonly string[];
  readonly isRight: boolean;
}

interface Sizes {
  /** Tokens, heads, the numbers a head has of a token, and how many of those are drawn. */
  readonly rows: number;
  readonly heads: number;
  readonly k: number;
  readonly shownK: number;
}

interface Layout {
  readonly sizes: Sizes;
  readonly cell: CellSize;
  /** Room between two tokens, and between two heads in q. */
  readonly gap: number;
  readonly headGap: number;
  readonly q: Place;
  readonly wrong: Place;
  readonly right: Place;
  readonly narrow: boolean;
  readonly labelSize: number;
}

interface Stage {
  readonly q: StageStep;
  readonly heads: StageStep;
  readonly input: SceneInput;
  readonly layout: Layout;
  readonly act: Sweep;
  readonly batch: number;
  readonly sides: readonly [Side, Side];
}

export const wrongView: Scene = (input, t) => {
  const stage = stageOf(input, t);
  const { sides, layout, act } = stage;
  const marks = [...source(stage), ...sides.flatMap((side) => header(stage, side, t))];
  const flying: Mark[] = [];
  for (const side of sides)
    for (let row = 0; row < layout.sizes.rows; row++) {
      const slow = row === act.slow;
      const move = slow ? phase(act.within, MOMENT.leave, MOMENT.land) : phase(act.progress(row), 0.05, 0.95);
      if (move > 0) (move < 1 ? flying : marks).push(...pieceMarks(stage, side, row, move, slow));
    }
  return { width: input.width, height: input.height, marks: [...marks, ...flying] };
};

function stageOf(input: SceneInput, t: number): Stage {
  const { focus } = input;
  const [q, heads] = inputsOf(input);
  const [, count = 1, rows = 1, size = 1] = heads.shape;
  const shownK = Math.max(1, Math.min(size, Math.floor(MOST_CELLS / count)));
  const sizes = { heads: count, k: size, rows: Math.min(rows, MOST_CELLS), shownK };
  const head = Math.min(focus.head, sizes.heads - 1);
  const batch = Math.min(focus.batch, (q.shape[0] ?? 1) - 1);
  const axes = heads.axes.join(", ");
  const [b, h, l, k] = heads.axes;
  const code = [
    [`${q.name}.view(${axes})`, `[:, ${head}]`],
    [`${q.name}.view(${b}, ${l}, ${h}, ${k})`, `.transpose(1, 2)[:, ${head}]`],
  ] as const;
  const layout = layoutOf(input, sizes, code[1][1]);
  const at = { ...focus, batch, head };
  const own = sliceOf(heads, at);
  const lies = (row: number): Piece => {
    const at = head * rows + row;
    return { token: Math.floor(at / sizes.heads), piece: at % sizes.heads };
  };
  return {
    ...{ q, heads, input, layout, batch, act: sweep(t, FLOW, sizes.rows) },
    sides: [
      {
        ...{ at: layout.wrong, from: lies, code: code[0], isRight: false },
        row: (row) => [pieceOf(q, at, lies(row).piece, sizes.k), lies(row).token],
      },
      {
        ...{ at: layout.right, from: (row) => ({ token: row, piece: head }), code: code[1], isRight: true },
        row: (row) => [own, row],
      },
    ],
  };
}

/** Where q, the wrong view and the right one stand: q between the two, or on a narrow stage above them. */
function layoutOf(stage: CellSize, sizes: Sizes, code: string): Layout {
  const { rows, heads, shownK } = sizes;
  const narrow = isNarrow(stage.width);
  const labelSize = narrow ? 11 : 13;
  const margin = narrow ? 6 : 14;
  const headGap = heads > 8 ? 2 : 6;
  const gap = narrow ? 12 : 36;
  // The longest line over an outer block; on a narrow stage it starts above the row numbers.
  const label = monoWidth(code, labelSize) - (narrow ? NUMBER : 0);
  const side = ofCells(shownK, label);
  const q = { number: NUMBER, q: ofCells(heads * shownK), headGaps: (heads - 1) * headGap };
  const right = { rightNumber: NUMBER, right: side };
  const sides = { wrongNumber: NUMBER, wrong: side, gap, ...right };
  const across = { wrongNumber: NUMBER, wrong: side, gap, ...q, apart: gap, ...right };
  const lines: readonly Parts[] = narrow ? [q, sides] : [across];
  let width = LARGEST_CELL.width;
  while (width > 1 && lines.some((line) => lengthOf(line, width) > stage.width - 2 * margin)) width -= 0.5;
  const tokens = narrow ? 2 : 1;
  const free = stage.height - margin - HEADER - FOOT - (narrow ? OWN_HEADER : 0);
  const rowGap = Math.min(5, ((narrow ? 0.1 : 0.2) * free) / tokens / rows);
  const gaps = rowGap * (rows - 1);
  const height = fitHeight(free / tokens, { rows: ofCells(rows), gaps });
  const tall = rows * height + gaps;
  const shared = { sizes, gap: rowGap, headGap, narrow, labelSize, cell: { width, height } };
  if (narrow) {
    const x = placeParts(stage.width, sides, width);
    const y = OWN_HEADER + tall + FOOT + HEADER;
    const own = { x: placeParts(stage.width, q, width).q, y: OWN_HEADER };
    return { ...shared, q: own, wrong: { x: x.wrong, y }, right: { x: x.right, y } };
  }
  const x = placeParts(stage.width, across, width);
  const y = (stage.height - tall - FOOT + HEADER) / 2;
  // The wrong view ends where q begins.
  const wrong = { x: x.gap - shownK * width, y };
  return { ...shared, wrong, q: { x: x.q, y }, right: { x: x.right, y } };
}

/** A cell of q: its token, its head, and the c-th of what is drawn of that. */
const qRoom = ({ q, cell, gap, headGap, sizes }: Layout, token: number, head: number, c: number): Room => ({
  x: q.x + head * (sizes.shownK * cell.width + headGap) + c * cell.width,
  y: q.y + token * (cell.height + gap),
  ...cell,
});

/** A cell of an outer block; `tokens` is how many tokens end above its row. */
const sideRoom = ({ cell, gap }: Layout, at: Place, row: number, tokens: number, c: number): Room => ({
  x: at.x + c * cell.width,
  y: at.y + row * cell.height + tokens * gap,
  ...cell,
});

/** The columns of q that belong to one head. */
const pieceOf = (q: StageStep, focus: Focus, head: number, k: number): Slice =>
  columnsOf(sliceOf(q, focus), head * k, k);

/** All rows, with as many numbers per row as there is room for. */
const drawnOf = (slice: Slice, { shownK }: Sizes): Slice => thin(slice, slice.rows.size, shownK);

/** q with its tokens and heads apart; what is read now stands out. */
function source(stage: Stage): Mark[] {
  const { q, input, layout, act, batch, sides } = stage;
  const { theme, trace, focus } = input;
  const { sizes, cell } = layout;
  const scale = scaleOf(q, trace.spec.padId, theme);
  const back = stepBack(theme, act.within, MOMENT.light, MOMENT.land);
  const read = act.slow < 0 || act.within <= 0 ? [] : sides.map((side) => side.from(act.slow));
  const [marks, frames]: [Mark[], Mark[]] = [[], []];
  for (let row = 0; row < sizes.rows; row++) {
    marks.push(...tokenMarks(stage, qRoom(layout, row, 0, 0), row, row));
    for (let head = 0; head < sizes.heads; head++) {
      const isRead = read.some(({ token, piece }) => token === row && piece === head);
      const slice = drawnOf(pieceOf(q, { ...focus, batch }, head, sizes.k), sizes);
      const place = qRoom(layout, row, head, 0);
      marks.push(...rowMarks(slice, row, place, cell, scale, { opacity: isRead ? 1 : back }));
      if (isRead)
        frames.push(rowBox(place, cell, 0, sizes.shownK, theme, phase(act.within, 0, MOMENT.light)));
    }
  }
  return [...marks, ...frames, ...sourceLabels(stage)];
}

/** The name and axes of q, and under it the numbers of the heads that it will be. */
function sourceLabels({ q, input: { theme, focus }, layout }: Stage): Mark[] {
  const { sizes, cell, labelSize: size } = layout;
  const [rows, cols] = [axisOf(q, 1), axisOf(q, 2)];
  const { x, y } = layout.q;
  const end = qRoom(layout, sizes.rows - 1, sizes.heads - 1, sizes.shownK - 1);
  const right = end.x + end.width;
  const marks: Mark[] = [
    mono(q.name, x, y - 14, theme.ink, { size, bold: true }),
    ...shapeLine([rows, cols], Math.max(right, x + 130), y - 14, theme, { size }),
    stroke(x, y - 4, right, y - 4, axisColor(cols, theme)),
  ];
  if (sizes.shownK * cell.width < 8) return marks;
  for (let head = 0; head < sizes.heads; head++) {
    const middle = qRoom(layout, 0, head, 0).x + (sizes.shownK * cell.width) / 2;
    const bold = head === Math.min(focus.head, sizes.heads - 1);
    const under = { size: 11, align: "middle", bold } as const;
    marks.push(mono(String(head), middle, end.y + end.height + 9, theme.axes.H ?? theme.muted, under));
  }
  return marks;
}

const axisOf = (step: StageStep, axis: number): Axis => axesOf(step)[axis] ?? { letter: "1", size: 1 };

/** Beside a row: the number of its token, and a bar that joins with those of the same token. */
function tokenMarks(
  { q, input, layout }: Pick<Stage, "q" | "input" | "layout">,
  { x, y, height }: Room,
  row: number,
  token: number,
): Mark[] {
  const color = axisColor(axisOf(q, 1), input.theme);
  const bar = stroke(x - 4, y, x - 4, y + height, color, { width: 2.5 });
  if (row % Math.ceil(12 / (height + layout.gap)) > 0) return [bar];
  return [bar, mono(String(token), x - 8, y + height / 2, color, { size: 11, align: "end" })];
}

/** The code over a block, its axes, and in the end whether it is right. */
function header({ input: { theme }, heads, layout }: Stage, { at, code, isRight }: Side, t: number): Mark[] {
  const { sizes, cell, labelSize: size } = layout;
  const axes = [axisOf(heads, 2), axisOf(heads, 3)];
  const right = at.x + sizes.shownK * cell.width;
  const wide = Math.max(right, at.x + shapeWidth(axes, size));
  const length = Math.max(...code.map((line) => monoWidth(line, size)));
  // The wrong view ends where q begins, and its code must not reach further.
  const x = layout.narrow || isRight ? at.x - (layout.narrow ? NUMBER : 0) : Math.min(at.x, right - length);
  const marks: Mark[] = [
    ...code.map((line, i) => mono(line, x, at.y - 48 + 17 * i, theme.ink, { size, bold: true })),
    ...shapeLine(axes, wide, at.y - 14, theme, { size }),
    stroke(at.x, at.y - 4, right, at.y - 4, axisColor(axisOf(heads, 3), theme)),
  ];
  const judged = phase(t, FLOW.to, 0.99);
  return judged > 0 ? [...marks, ...verdict(at.x - 22, at.y - 20, isRight, theme, judged)] : marks;
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

/** A row of a block: its piece of q on the way or, where it stands, with its token and the line to it. */
function pieceMarks(
  stage: Stage,
  { at, from, row: numbersOf, isRight }: Side,
  row: number,
  move: number,
  lit: boolean,
): Mark[] {
  const { q, input, layout } = stage;
  const { theme, trace } = input;
  const { sizes, cell, narrow } = layout;
  const scale = scaleOf(q, trace.spec.padId, theme);
  const { token, piece } = from(row);
  const first = sideRoom(layout, at, row, token - from(0).token, 0);
  const start = qRoom(layout, token, piece, 0);
  const place = { x: onWay(start.x, first.x, move, cell), y: lerp(start.y, first.y, move) };
  const outline = move < 1 && lit ? theme.accent : undefined;
  const [slice, own] = numbersOf(row);
  const marks = rowMarks(drawnOf(slice, sizes), own, place, cell, scale, { outline });
  if (move < 1) return marks;
  marks.push(...tokenMarks(stage, first, row, token));
  if (narrow) return marks;
  const level = qRoom(layout, token, 0, 0).y + cell.height / 2;
  const edge = qRoom(layout, 0, sizes.heads - 1, sizes.shownK).x;
  const [x1, x2] = isRight
    ? [edge + 3, first.x - NUMBER]
    : [layout.q.x - NUMBER, first.x + sizes.shownK * cell.width + 3];
  const color = axisColor(axisOf(q, 1), theme);
  return [...marks, stroke(x1, level, x2, first.y + cell.height / 2, color, { width: 1, opacity: 0.55 })];
}
