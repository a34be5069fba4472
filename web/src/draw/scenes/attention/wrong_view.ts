/**
 * Two ways from (L, D) to (H, L, K), of which one is wrong. q.view(B, H, L, K) keeps the order in memory: a head gets
 * all numbers of the first tokens, cut into pieces. view(B, L, H, K).transpose(1, 2) gives each head its features of every token.
 * Every row is labelled with the token it came from, and a bar joins the rows of one token.
 */
import { range } from "../../../module/shape.js";
import { lerp, phase } from "../../../timeline/easing.js";
import { asFlying } from "../../flight.js";
import { type Cells, fitHeight, fitWidth, ofCells, placeParts } from "../../layout/parts.js";
import { shapeLine, shapeWidth } from "../../marks/block.js";
import { rowMarks } from "../../marks/cells.js";
import { emptyPlace, mono, stroke } from "../../marks/marks.js";
import { axisColor } from "../../marks/matrix.js";
import { paddingDimmer, rowNameRoom } from "../../marks/token_names.js";
import { isNarrow, labelSize, monoWidth, shortened } from "../../measure.js";
import { tokensOf } from "../../names.js";
import { inputsOf, operand } from "../../operand.js";
import type { CellSize, Mark, Point, Scene, StageStep, TableDigits } from "../../picture.js";
import { type Axis, axesOf, columnsOf, indexIn, type Slice, sliceOf, windowed } from "../../tensor_view.js";
import { restOpacityAt, rowBox, sweepAt } from "../sweep.js";

const FLOW = { from: 0.05, to: 0.94 } as const;
/** Within a slow row: its pieces of q light up, move one after the other, and arrive with the number of their token. */
const MOMENT = { light: 0.1, leave: 0.16, next: 0.39, land: 0.62 } as const;

/** One of the two results. */
interface Side {
  readonly at: Point;
  readonly code: readonly string[];
  readonly isRight: boolean;
  /** The position of a row's numbers in q: a token, and the piece of its vector. */
  from(row: number): readonly [token: number, piece: number];
  /** The slice that holds the row's numbers, and the row in it. */
  row(row: number): readonly [Slice & { readonly digits: TableDigits }, number];
}

export const wrongView: Scene = (input, t) => {
  const { theme } = input;
  const [q, parted] = inputsOf(input);
  const [, heads = 1, length = 1, k = 1] = parted.shape;
  const head = Math.min(input.focus.head, heads - 1);
  const focus = { batch: Math.min(input.focus.batch, (q.shape[0] ?? 1) - 1), head };
  const [b, h, l, d] = parted.axes;
  const wrongCode = [`${q.name}.view(${parted.axes.join(", ")})`, `[:, ${head}]`];
  const rightCode = [`${q.name}.view(${b}, ${l}, ${h}, ${d})`, `.transpose(1, 2)[:, ${head}]`];
  // L and D of q; L and K of the heads.
  const [qAxes, headAxes] = [axesFrom(q, 1), axesFrom(parted, 2)];
  const tokens = tokensOf(input, qAxes[0].letter);
  const names = tokens && { axis: 1, tokens, size: 11, dimsPadding: true };
  const namedTokens = { ...qAxes[0], ...(names && { names }) };
  const nameWidth = Math.max(MIN_NAME_WIDTH, rowNameRoom(namedTokens));
  const inHead = operand(input, parted, sliceOf(parted, focus), parted.name);
  const { digits, scale } = inHead;
  const [rows, shownK] = [inHead.rows.size, inHead.cols.size];
  // The window begins with the tokens that the wrong view puts into this head.
  const firstToken = Math.min(
    length - rows,
    indexIn(inHead.rows, 0) + (rows < length ? Math.floor((head * length) / heads) : 0),
  );
  const firstWrong = Math.max(0, firstToken * heads - head * length);
  const layout = layoutOf(input, { rows, heads, shownK, nameWidth }, wrongCode, rightCode);
  const { narrow, size, cell, gap, pitch } = layout;
  const blockWidth = shownK * cell.width;
  /** The opacity of a token's numbers: padding is dimmed. */
  const shade = paddingDimmer(namedTokens, theme) ?? ((): number => 1);
  const sweep = sweepAt(t, FLOW, rows);
  const { slow, within } = sweep;
  const tokenColor = axisColor(qAxes[0], theme);

  inHead.fitted?.(cell);
  const drawn = (slice: Slice) => ({
    ...windowed(slice, undefined, { from: indexIn(inHead.cols, 0), count: shownK }),
    digits,
  });
  /** The columns of q that belong to each head. */
  const pieces = range(heads).map((i) => drawn(columnsOf(sliceOf(q, focus), i * k, k)));
  const headSlice = drawn(sliceOf(parted, focus));
  const sourceInQ = (row: number): readonly [number, number] => {
    const at = head * length + firstWrong + row;
    return [Math.floor(at / heads), at % heads];
  };
  const wrong: Side = {
    ...{ at: layout.wrong, code: wrongCode, isRight: false, from: sourceInQ },
    row: (row) => [pieces[sourceInQ(row)[1]] ?? headSlice, sourceInQ(row)[0]],
  };
  const right: Side = {
    ...{ at: layout.right, code: rightCode, isRight: true, from: (row) => [firstToken + row, head] },
    row: (row) => [headSlice, firstToken + row],
  };
  const sides = [wrong, right];

  /** The position of a token's piece for a head in q. */
  const placeInQ = (token: number, piece: number): Point => ({
    x: layout.q.x + piece * pitch.width,
    y: layout.q.y + (token - firstToken) * pitch.height,
  });
  const qRight = placeInQ(0, heads - 1).x + blockWidth;

  /** q with gaps between tokens and heads; the pieces that are read now are highlighted. */
  const source = (): Mark[] => {
    const restOpacity = restOpacityAt(theme, within, MOMENT.light, MOMENT.land);
    const readPieces = within <= 0 ? [] : sides.map((side) => side.from(slow));
    const frames: Mark[] = [];
    const shown = range(rows).map((i) => firstToken + i);
    const marks = shown.flatMap((row) => [
      ...tokenMarks(placeInQ(row, 0), row),
      ...pieces.flatMap((slice, piece) => {
        const isRead = readPieces.some(([token, read]) => token === row && read === piece);
        const place = placeInQ(row, piece);
        if (isRead) frames.push(rowBox(place, cell, 0, shownK, theme, phase(within, 0, MOMENT.light)));
        const opacity = isRead ? 1 : Math.min(restOpacity, shade(row));
        return rowMarks(slice, row, place, cell, scale, { opacity });
      }),
    ]);
    return [...marks, ...frames, ...sourceLabels()];
  };

  /** The name and axes of q, and below it the number of the head that each piece will belong to. */
  const sourceLabels = (): Mark[] => {
    const { x, y } = layout.q;
    const foot = placeInQ(firstToken + rows - 1, 0).y + cell.height + 9;
    const numbers = range(heads).map((i) => {
      const under = { size: 11, align: "middle", bold: i === head } as const;
      return mono(
        String(i),
        placeInQ(firstToken, i).x + blockWidth / 2,
        foot,
        theme.axes.H ?? theme.muted,
        under,
      );
    });
    return [
      mono(q.name, x, y - 14, theme.ink, { size, bold: true }),
      ...shapeLine(qAxes, Math.max(qRight, x + 130), y - 14, theme, { size }),
      stroke(x, y - 4, qRight, y - 4, axisColor(qAxes[1], theme)),
      ...numbers,
    ];
  };

  /** Beside a row: its token, and a bar that continues over all rows of the same token. */
  const tokenMarks = ({ x, y }: Point, token: number): Mark[] => {
    const bar = stroke(x - 4, y, x - 4, y + cell.height, tokenColor, { width: 2.5 });
    const name = shortened(tokens?.[token]?.text ?? String(token), nameWidth - 8, 11);
    return [bar, mono(name, x - 8, y + cell.height / 2, tokenColor, { size: 11, align: "end" })];
  };

  /** The code over a block, its axes, and in the end a tick or a cross. */
  const header = ({ at, code, isRight }: Side): Mark[] => {
    const end = at.x + blockWidth;
    const axesEnd = Math.max(end, at.x + shapeWidth(headAxes, size));
    const codeWidth = Math.max(...code.map((line) => monoWidth(line, size)));
    // The wrong view ends where q begins, and its code must not reach further.
    const x = narrow ? at.x - nameWidth : isRight ? at.x : Math.min(at.x, end - codeWidth);
    const opacity = phase(t, FLOW.to, 0.99);
    const sign = (...points: [number, number][]): Mark => ({
      ...{ kind: "line", color: isRight ? theme.accent : theme.positive, width: 2.5, opacity },
      points: points.map(([dx, dy]) => [at.x - 22 + dx, at.y - 20 + dy] as const),
    });
    const verdict = isRight
      ? [sign([0, 7], [4, 11], [12, 0])]
      : [sign([0, 0], [11, 11]), sign([11, 0], [0, 11])];
    return [
      ...code.map((line, i) => mono(line, x, at.y - 48 + 17 * i, theme.ink, { size, bold: true })),
      ...shapeLine(headAxes, axesEnd, at.y - 14, theme, { size }),
      stroke(at.x, at.y - 4, end, at.y - 4, axisColor(headAxes[1], theme)),
      ...(opacity > 0 ? verdict : []),
    ];
  };

  /** A row of a block with its token and the line to it; the slow row flies there from q, on the wrong side first. */
  const pieceMarks = (side: Side, row: number): Mark[] => {
    const [token, piece] = side.from(row);
    if (token >= firstToken + rows || (!side.isRight && firstWrong + row >= length)) return [];
    const start = placeInQ(token, piece);
    const tokensAbove = token - side.from(0)[0];
    const end = { x: side.at.x, y: side.at.y + row * cell.height + tokensAbove * gap };
    const move = side.isRight
      ? phase(within, MOMENT.next, MOMENT.land)
      : phase(within, MOMENT.leave, MOMENT.next);
    const empty = emptyPlace({ ...end, width: blockWidth, height: cell.height }, theme.muted, 0.6);
    if (row === slow ? move <= 0 : sweep.progress(row) <= 0.05) return [empty];
    if (row === slow && move < 1) {
      const place = { x: lerp(start.x, end.x, move), y: lerp(start.y, end.y, move) };
      return asFlying(rowMarks(...side.row(row), place, cell, scale, { outline: theme.accent }));
    }
    const marks = [
      ...rowMarks(...side.row(row), end, cell, scale, { opacity: shade(token) }),
      ...tokenMarks(end, token),
    ];
    if (narrow) return marks;
    const [x1, x2] = side.isRight
      ? [qRight + 3, end.x - nameWidth]
      : [layout.q.x - nameWidth, end.x + blockWidth + 3];
    const [y1, y2] = [start.y + cell.height / 2, end.y + cell.height / 2];
    return [...marks, stroke(x1, y1, x2, y2, tokenColor, { width: 1, opacity: 0.55 })];
  };

  return [
    ...source(),
    ...sides.flatMap(header),
    ...sides.flatMap((side) => range(rows).flatMap((row) => pieceMarks(side, row))),
  ];
};

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

/** q is between the wrong and the right view, or above them on a narrow stage. `nameWidth` is the room for the tokens' names. */
function layoutOf(
  stage: CellSize,
  { rows, heads, shownK, nameWidth }: Readonly<Record<"rows" | "heads" | "shownK" | "nameWidth", number>>,
  ...codes: readonly [wrong: readonly string[], right: readonly string[]]
) {
  const [narrow, size] = [isNarrow(stage.width), labelSize(stage.width)];
  const [margin, sideGap] = narrow ? [6, 12] : [14, 36];
  const headGap = 6;
  // The longest line over each outer block; on a narrow stage it starts above the row numbers.
  const [wrongBlock, rightBlock] = codes.map((code) =>
    ofCells(shownK, Math.max(...code.map((line) => monoWidth(line, size))) - (narrow ? nameWidth : 0)),
  ) as [Cells, Cells];
  const qParts = { number: nameWidth, q: ofCells(heads * shownK), headGaps: (heads - 1) * headGap };
  const left = { wrongNumber: nameWidth, wrong: wrongBlock, gap: sideGap };
  const right = { rightNumber: nameWidth, right: rightBlock };
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
    ...{ gap, narrow, size, cell: { width, height } },
    /** From one token of q to the next, and from one head to the next. */
    pitch: { width: shownK * width + headGap, height: height + gap },
    q: { x: x.q, y: narrow ? Q_HEADER : y },
    // The wrong view ends where q begins.
    wrong: { x: narrow ? x.wrong : x.gap - shownK * width, y },
    right: { x: x.right, y },
  };
}
