/**
 * Two ways from (L, D) to (H, L, K), of which one is wrong. q.view(B, H, L, K) takes the numbers as they lie: a head gets
 * all of the first tokens, cut into pieces. view(B, L, H, K).transpose(1, 2) gives each head its features of every token.
 * Every row is labelled with the token it came from, and a bar joins the rows of one token.
 */
import { lerp, phase } from "../../../timeline/easing.js";
import { flying } from "../../flight.js";
import { shapeLine, shapeWidth } from "../../marks/block.js";
import { mono, stroke } from "../../marks/marks.js";
import { axisColor } from "../../marks/matrix.js";
import { onWay, rowMarks } from "../../marks/rows.js";
import { paddedRows, rowNameRoom } from "../../marks/token_names.js";
import { tokensOf } from "../../names.js";
import { inputsOf } from "../../operand.js";
import type { Mark } from "../../picture.js";
import type { Place } from "../../place.js";
import { scaleOf } from "../../scale.js";
import type { Scene, SceneInput, StageStep } from "../../scene.js";
import { type Axis, axesOf, columnsOf, type Focus, type Slice, sliceOf } from "../../tensor_view.js";
import { monoWidth, shortened } from "../../text.js";
import type { Theme } from "../../theme.js";
import { MOST_CELLS, thin } from "../../thin.js";
import { stepBack } from "../pace/rhythm.js";
import { rowBox } from "../pace/row_box.js";
import { sweep } from "../pace/sweep.js";
import { blockWidth, inQ, layoutOf, NUMBER } from "./wrong_view_layout.js";

const FLOW = { from: 0.05, to: 0.94 } as const;
/** Within a slow row: its pieces of q light up, move one after the other, and arrive with the number of their token. */
const MOMENT = { light: 0.1, leave: 0.16, next: 0.39, land: 0.62 } as const;

interface Side {
  readonly at: Place;
  readonly code: readonly string[];
  readonly isRight: boolean;
  /** Where in q the numbers of a row are: a token, and which piece of that. */
  from(row: number): readonly [token: number, piece: number];
  /** The tensor that has the row's numbers, and which row of it they are. */
  row(row: number): readonly [Slice, number];
}

type Stage = ReturnType<typeof stageOf>;

export const wrongView: Scene = (input, t) => {
  const stage = stageOf(input, t);
  const { sides, act, rows } = stage;
  const marks = [...source(stage), ...sides.flatMap((side) => header(stage, side, t))];
  for (const side of sides)
    for (let row = 0; row < rows; row++) {
      if (row === act.slow) marks.push(...slowPiece(stage, side, row));
      else if (act.progress(row) > 0.05) marks.push(...pieceMarks(stage, side, row));
    }
  return { width: input.width, height: input.height, marks };
};

function stageOf(input: SceneInput, t: number) {
  const { trace, theme } = input;
  const [q, parted] = inputsOf(input);
  const [, heads = 1, rows = 1, k = 1] = parted.shape;
  const shownK = Math.max(1, Math.min(k, Math.floor(MOST_CELLS / heads)));
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
  const drawnTokens = {
    ...axes.q[0],
    ...(tokens ? { names: { axis: 1, tokens, size: 11, dimsPadding: true } } : {}),
  };
  const sizes = { rows: Math.min(rows, MOST_CELLS), heads, shownK };
  const layout = layoutOf(input, { ...sizes, named: Math.max(NUMBER, rowNameRoom(drawnTokens)) }, code[1][1]);
  const drawn = (slice: Slice): Slice => thin(slice, slice.rows.size, shownK);
  const pieces = Array.from({ length: heads }, (_, i) => drawn(columnsOf(sliceOf(q, focus), i * k, k)));
  const own = drawn(sliceOf(parted, focus));
  const lies = (row: number): readonly [number, number] => {
    const at = head * rows + row;
    return [Math.floor(at / heads), at % heads];
  };
  const wrong: Side = {
    ...{ at: layout.wrong, code: code[0], isRight: false, from: lies },
    row: (row) => [pieces[lies(row)[1]] ?? own, lies(row)[0]],
  };
  const right: Side = {
    ...{ at: layout.right, code: code[1], isRight: true, from: (row) => [row, head] },
    row: (row) => [own, row],
  };
  return {
    ...layout,
    ...{ theme, head, name: q.name, sides: [wrong, right], axes, tokens },
    /** The columns of q that belong to each head. */
    pieces,
    /** The opacity of a token's numbers: padding is dimmed. */
    shade: paddedRows(drawnTokens, theme) ?? ((): number => 1),
    scale: scaleOf(q, trace.spec.padId, theme),
    act: sweep(t, FLOW, layout.rows),
  };
}

function axesFrom(step: StageStep, from: number): readonly [Axis, Axis] {
  const none = { letter: "1", size: 1 };
  const [rows = none, cols = none] = axesOf(step).slice(from);
  return [rows, cols];
}

/** q with its tokens and heads apart; what is read now stands out. */
function source(stage: Stage): Mark[] {
  const { theme, rows, cell, shownK, act, sides, pieces, scale, shade } = stage;
  const back = stepBack(theme, act.within, MOMENT.light, MOMENT.land);
  const read = act.slow < 0 || act.within <= 0 ? [] : sides.map((side) => side.from(act.slow));
  const [marks, frames]: [Mark[], Mark[]] = [[], []];
  for (let row = 0; row < rows; row++) {
    marks.push(...tokenMarks(stage, inQ(stage, row, 0), row, row));
    pieces.forEach((slice, head) => {
      const isRead = read.some(([token, piece]) => token === row && piece === head);
      const place = inQ(stage, row, head);
      marks.push(
        ...rowMarks(slice, row, place, cell, scale, { opacity: isRead ? 1 : Math.min(back, shade(row)) }),
      );
      if (isRead) frames.push(rowBox(place, cell, 0, shownK, theme, phase(act.within, 0, MOMENT.light)));
    });
  }
  return [...marks, ...frames, ...sourceLabels(stage)];
}

/** The name and axes of q, and under it the numbers of the heads that it will be. */
function sourceLabels(stage: Stage): Mark[] {
  const { name, axes, theme, rows, heads, head, cell, size, q } = stage;
  const width = blockWidth(stage);
  const right = inQ(stage, 0, heads - 1).x + width;
  const foot = inQ(stage, rows - 1, 0).y + cell.height + 9;
  const numbers = Array.from({ length: width < 8 ? 0 : heads }, (_, i) => {
    const under = { size: 11, align: "middle", bold: i === head } as const;
    return mono(String(i), inQ(stage, 0, i).x + width / 2, foot, theme.axes.H ?? theme.muted, under);
  });
  return [
    mono(name, q.x, q.y - 14, theme.ink, { size, bold: true }),
    ...shapeLine(axes.q, Math.max(right, q.x + 130), q.y - 14, theme, { size }),
    stroke(q.x, q.y - 4, right, q.y - 4, axisColor(axes.q[1], theme)),
    ...numbers,
  ];
}

/** Beside a row: its token, and a bar that continues over all rows of the same token. */
function tokenMarks(stage: Stage, { x, y }: Place, row: number, token: number): Mark[] {
  const { axes, theme, cell, step, tokens, named } = stage;
  const color = axisColor(axes.q[0], theme);
  const bar = stroke(x - 4, y, x - 4, y + cell.height, color, { width: 2.5 });
  if (row % Math.ceil(12 / step.height) > 0) return [bar];
  const name = shortened(tokens?.[token]?.text ?? String(token), named - 8, 11);
  return [bar, mono(name, x - 8, y + cell.height / 2, color, { size: 11, align: "end" })];
}

/** The code over a block, its axes, and in the end whether it is right. */
function header(stage: Stage, { at, code, isRight }: Side, t: number): Mark[] {
  const { axes, theme, narrow, size, named } = stage;
  const right = at.x + blockWidth(stage);
  const wide = Math.max(right, at.x + shapeWidth(axes.heads, size));
  const length = Math.max(...code.map((line) => monoWidth(line, size)));
  // The wrong view ends where q begins, and its code must not reach further.
  const x = narrow ? at.x - named : isRight ? at.x : Math.min(at.x, right - length);
  const judged = phase(t, FLOW.to, 0.99);
  return [
    ...code.map((line, i) => mono(line, x, at.y - 48 + 17 * i, theme.ink, { size, bold: true })),
    ...shapeLine(axes.heads, wide, at.y - 14, theme, { size }),
    stroke(at.x, at.y - 4, right, at.y - 4, axisColor(axes.heads[1], theme)),
    ...(judged > 0 ? verdict(at.x - 22, at.y - 20, isRight, theme, judged) : []),
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

/** Where a row's piece of q is read, and where it is written. */
function wayOf(stage: Stage, { at, from }: Side, row: number): readonly [start: Place, end: Place] {
  const { cell, gap } = stage;
  const [token, piece] = from(row);
  const above = token - from(0)[0];
  return [inQ(stage, token, piece), { x: at.x, y: at.y + row * cell.height + above * gap }];
}

/** The row that is explained: its piece of q flies, on the wrong side first. */
function slowPiece(stage: Stage, side: Side, row: number): Mark[] {
  const { theme, cell, scale, act } = stage;
  const { leave, next, land } = MOMENT;
  const move = side.isRight ? phase(act.within, next, land) : phase(act.within, leave, next);
  if (move <= 0 || move >= 1) return move > 0 ? pieceMarks(stage, side, row) : [];
  const [start, end] = wayOf(stage, side, row);
  const place = { x: onWay(start.x, end.x, move, cell), y: lerp(start.y, end.y, move) };
  return flying(rowMarks(...side.row(row), place, cell, scale, { outline: theme.accent }));
}

/** A row of a block, with its token and the line to it. */
function pieceMarks(stage: Stage, side: Side, row: number): Mark[] {
  const { axes, theme, cell, heads, narrow, scale, q, named, shade } = stage;
  const [start, end] = wayOf(stage, side, row);
  const [token] = side.from(row);
  const marks = rowMarks(...side.row(row), end, cell, scale, { opacity: shade(token) });
  marks.push(...tokenMarks(stage, end, row, token));
  if (narrow) return marks;
  const width = blockWidth(stage);
  const [x1, x2] = side.isRight
    ? [inQ(stage, 0, heads - 1).x + width + 3, end.x - named]
    : [q.x - named, end.x + width + 3];
  const [level, middle] = [start.y + cell.height / 2, end.y + cell.height / 2];
  const join = stroke(x1, level, x2, middle, axisColor(axes.q[0], theme), { width: 1, opacity: 0.55 });
  return [...marks, join];
}
