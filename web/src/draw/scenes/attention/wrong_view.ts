/**
 * Two ways from (L, D) to (H, L, K), of which one is wrong. q.view(B, H, L, K) keeps the order in memory: a head gets
 * all numbers of the first tokens, cut into pieces. view(B, L, H, K).transpose(1, 2) gives each head its features of every token.
 * Every row is labelled with the token it came from, and a bar joins the rows of one token.
 */
import { range } from "../../../module/shape.js";
import { lerp, phase } from "../../../timeline/easing.js";
import { asFlying } from "../../flight.js";
import { shapeLine, shapeWidth } from "../../marks/block.js";
import { mono, stroke } from "../../marks/marks.js";
import { axisColor } from "../../marks/matrix.js";
import { movingPosition, rowMarks } from "../../marks/rows.js";
import type { Mark } from "../../picture.js";
import type { Point } from "../../point.js";
import type { Scene } from "../../scene.js";
import { monoWidth, shortened } from "../../text.js";
import type { Theme } from "../../theme.js";
import { rowBox } from "../pace/row_box.js";
import { restOpacityAt, type Sweep, sweepAt } from "../pace/sweep.js";
import { blockWidth, placeInQ, type Side, stageOf } from "./wrong_view_stage.js";

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
