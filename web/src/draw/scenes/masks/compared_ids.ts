/**
 * Token ids compared with padId, one after the other. not_equal gives the padding mask of 1 = attend, padding_mask[b, 0, l] =
 * ids[b, l] ≠ padId, and position_ids the number of each token that is no padding. eq gives the mask of 1 = ignore,
 * attn_pad_mask[b, i, j] = ids[b, j] == padId: the row of the sentence is copied for every query.
 */

import { lerp, phase } from "../../../timeline/easing.js";
import { asFlying } from "../../flight.js";
import { ofCells, placeOnStage } from "../../layout/parts.js";
import {
  type Line,
  movingCell,
  type ShapeRow,
  shapeTable,
  shapeTableSize,
  tokenIdScale,
} from "../../marks/arithmetic_line.js";
import { bandAbove, bandAboveAll, block, focusBar, ROW_LABEL_ROOM, rowLabelRoom } from "../../marks/block.js";
import { fontFor } from "../../marks/cells.js";
import { cellRect, isNarrow } from "../../measure.js";
import { type Operand, operand, operandCell, sourceOf, tokenOf } from "../../operand.js";
import type { CellSize, Mark, Point, Rect, Scene, SceneInput } from "../../picture.js";
import { padOf } from "../../scale.js";
import { axesOf, type DrawnAxis, indexIn, type Slice, sliceOf } from "../../tensor_view.js";
import { answerLine, type CellSweep, cellOf, cellSweepAt, everyCell, firstDiffering } from "../sweep.js";

const COMPARE = { from: 0.04, to: 0.96 } as const;
/** Within a slow cell: the id lights up, is compared with padId, the answer is written. */
const MOMENT = { light: 0.12, sign: 0.28, answer: 0.55 } as const;
/** Room for the numbers of positions above the ids. */
const COUNTED = 18;
const LINE_HEIGHT = 40;
const MARGIN = 6;

/** Draws not_equal and position_ids: the ids of all sentences, and their answers. */
export const answeredIds: Scene = (input, t) => {
  const { trace, step, focus, theme } = input;
  const { padId } = trace.spec;
  const counts = step.op === "position_ids";
  const source = sourceOf(input);
  const ids = operand(input, source, sliceOf(source, focus, 0, 1));
  const answers = operand(input, step, sliceOf(step, focus, 0, counts ? 1 : 2));
  // The mask's shape has an axis that the picture has not.
  const shape = counts ? {} : { shape: axesOf(step) };
  const layout = answeredLayout(input, ids, shape, counts ? COUNTED : 0);
  const { cell, ids: idsAt, answers: answersAt } = layout;
  const sweep = cellSweepAt(
    t,
    COMPARE,
    answers,
    bothAnswers(answers, Math.max(0, focus.batch - indexIn(answers.rows, 0))),
  );
  const { within, row, col } = sweep;
  const shared = { cell, theme } as const;
  const isCounted = (l: number): boolean => within > 0 && col === l;
  const positions = {
    room: COUNTED,
    text: (l: number) => String(indexIn(ids.cols, l) + 1),
    strong: isCounted,
  };

  /** 62 ≠ 0 → 1: the id of a mask moves from its cell into the line. */
  const comparison = (): readonly Mark[] => {
    const compared = { ids, answers, sweep, layout };
    if (counts) {
      const sign = ids.value(row, col) === padId ? "=" : "≠";
      return compareWithPad(input, compared, sign).marks;
    }
    const arrived = phase(within, MOMENT.light, MOMENT.sign);
    const { marks, places } = compareWithPad(input, compared, "≠", Number(arrived >= 1));
    const [place] = places;
    if (!place || arrived <= 0 || arrived >= 1) return marks;
    const from = cellRect(idsAt, cell, row, col);
    return [...marks, movingCell(tokenOf(ids, row, col), from, place, arrived, 2, theme)];
  };

  return [
    ...block({
      ...{ ...ids, ...idsAt, ...shared, scale: tokenIdScale(padId, cell, theme), lit: sweep.isCurrent },
      ...(counts ? { indices: { cols: positions } } : {}),
    }),
    ...focusBar(idsAt.x, idsAt.y, focus.batch, ids.rows, cell, theme),
    ...block({
      ...{ ...answers, ...answersAt, ...shared, ...shape, shown: sweep.shown, lit: sweep.landed },
      ...(counts ? { scale: tokenIdScale(padOf(step, padId), cell, theme) } : {}),
    }),
    ...focusBar(answersAt.x, answersAt.y, focus.batch, answers.rows, cell, theme),
    ...(sweep.slow >= 0 ? comparison() : []),
  ];
};

/**
 * Both kinds of answer, 0 and above, are shown slowly: first that of the sentence's first cell, then the other one, from
 * this sentence if possible.
 */
function bothAnswers({ rows, cols, value }: Slice, sentence: number): readonly [number, number] {
  const first = sentence * cols.size;
  const kindOf = (item: number): boolean => value(...cellOf(item, cols.size)) > 0;
  const inSentence = firstDiffering(cols.size, 0, (i) => kindOf(first + i)) + first;
  if (inSentence < first + cols.size && kindOf(inSentence) !== kindOf(first)) return [first, inSentence];
  return [first, firstDiffering(rows.size * cols.size, first, kindOf)];
}

/** Places the ids above their answers, or side by side if that makes larger cells. */
function answeredLayout(
  { width, height, step }: SceneInput,
  { rows, cols, title }: Operand,
  shape: { readonly shape?: readonly DrawnAxis[] },
  counted: number,
) {
  const side = isNarrow(width) ? 36 : ROW_LABEL_ROOM;
  const [row, col] = [ofCells(rows.size), ofCells(cols.size)];
  const bandOf = (cellWidth: number): number =>
    Math.max(
      bandAbove(title, { rows, cols }, cellWidth * cols.size),
      bandAbove(step.name, { rows, cols, ...shape }, cellWidth * cols.size),
    );
  const downOf = (cellWidth: number) => {
    const band = bandOf(cellWidth);
    return { band, counted, ids: row, line: LINE_HEIGHT, second: band, answers: row };
  };
  const stacked = placeOnStage({ width, height }, [MARGIN, MARGIN], { side, ids: col }, downOf);
  const slot = (width - 2 * side - 4 * MARGIN) / 2;
  const sideBySide = placeOnStage({ width: slot, height }, [0, MARGIN], { ids: col }, (cellWidth) => ({
    ...{ line: LINE_HEIGHT, band: bandOf(cellWidth), counted, ids: row },
  }));
  const room = { x: MARGIN, width: width - 2 * MARGIN };
  const cellArea = ({ cell }: { cell: CellSize }): number => cell.width * cell.height;
  if (cellArea(sideBySide) <= 1.5 * cellArea(stacked)) {
    const { cell, x, y } = stacked;
    const lineRoom = { ...room, y: y.line + 6, height: LINE_HEIGHT - 10 };
    return { cell, ids: { x: x.ids, y: y.ids }, answers: { x: x.ids, y: y.answers }, room: lineRoom };
  }
  const { cell, x, y } = sideBySide;
  const ids = { x: side + MARGIN + x.ids, y: y.ids };
  const answers = { x: ids.x + slot + side + 2 * MARGIN, y: y.ids };
  return { cell, ids, answers, room: { ...room, y: y.line + 4, height: LINE_HEIGHT - 12 } };
}

interface Compared {
  readonly ids: Operand;
  readonly answers: Operand;
  readonly sweep: CellSweep;
  readonly layout: { readonly cell: CellSize; readonly answers: Point; readonly room: Rect };
}

/** 62 ≠ 0 → 1: the id is compared with padId, and the answer moves to its cell. */
function compareWithPad(
  { trace, theme }: SceneInput,
  { ids, answers, sweep, layout }: Compared,
  sign: string,
  idShown = phase(sweep.within, 0, MOMENT.light),
): Line {
  const { within, row, col } = sweep;
  const compared = phase(within, MOMENT.light, MOMENT.sign);
  const line = [
    { ...tokenOf(ids, row, col), shown: idShown },
    { text: sign, shown: compared },
    { cell: ids.scale(trace.spec.padId), shown: compared },
    { text: "→", shown: phase(within, MOMENT.sign, MOMENT.answer) },
  ];
  const span = [MOMENT.sign + 0.06, MOMENT.answer] as const;
  return answerLine({ ...layout, sweep, theme }, line, answers, span, layout.answers);
}

const COMPARE_ROW = { from: 0.04, to: 0.68 } as const;
const EXPAND = { from: 0.7, to: 0.95 } as const;
const MIN_LINE_WIDTH = 220;
const COPY_OPACITY = 0.5;

export const eq: Scene = (input, t) => {
  const { trace, step, focus, theme } = input;
  const source = sourceOf(input);
  const ids = operand(input, source, sliceOf(source, focus, -1, 1, { 0: focus.batch }));
  const mask = operand(input, step);
  const row = { ...mask, rows: { letter: "1", size: 1 } };
  const sweep = cellSweepAt(t, COMPARE_ROW, row);
  const spread = phase(t, EXPAND.from, EXPAND.to);
  // (B, L) of comparisons, (B, 1, L), and (B, L, L): the new 1 is framed, then what it has become.
  const [b, rows, cols] = axesOf(step);
  const lit = t > EXPAND.from - 0.04 && t < 1;
  const shapes: ShapeRow[] = [
    { name: `${source.name} == ${trace.spec.padId}`, axes: [b, undefined, cols] },
    {
      name: "unsqueeze(1)",
      axes: [b, { letter: "1", size: 1, lit }, cols],
      shown: phase(t, EXPAND.from - 0.05, EXPAND.from),
    },
    {
      name: step.name,
      axes: [b, rows && { ...rows, lit }, cols],
      shown: phase(t, EXPAND.from, EXPAND.from + 0.08),
    },
  ];
  const layout = eqLayout(input, mask, shapeTableSize(shapes), source.name);
  const { cell, idCell, answers: square } = layout;

  /** The first row once for every query, sliding out from under it. */
  const copies = (): Mark[] =>
    everyCell(mask, (i, j) => {
      const look = { opacity: lerp(COPY_OPACITY, 1, spread), fontSize: fontFor(cell, 2) };
      return i === 0 ? [] : [operandCell(mask, i, j, cellRect(square, cell, i * spread, j), look)];
    }).reverse();

  return [
    ...block({
      ...{ ...ids, ...layout.ids, cell: idCell, theme, rowLabel: "none", lit: sweep.isCurrent },
      scale: tokenIdScale(trace.spec.padId, idCell, theme),
    }),
    ...(spread > 0 && spread < 1 ? asFlying(copies()) : []),
    ...block({
      ...{ ...mask, ...square, cell, theme, lit: sweep.landed },
      shown: (i, j) => (i === 0 ? sweep.shown(0, j) : Number(spread >= 1)),
    }),
    ...shapeTable(shapes, layout.table, theme),
    // 62 == 0 → 0: the bit goes to the first row.
    ...(sweep.slow >= 0 ? compareWithPad(input, { ids, answers: row, sweep, layout }, "==").marks : []),
  ];
};

/** The ids above the square, column over column; the shapes at their right, or below on a narrow stage. */
function eqLayout(input: SceneInput, { rows, cols }: Slice, table: CellSize, title: string) {
  const { width, step } = input;
  const narrow = isNarrow(width);
  const side = rowLabelRoom(rows, narrow ? 38 : ROW_LABEL_ROOM);
  const across = { side, square: ofCells(cols.size), table: narrow ? 0 : table.width + 32 };
  const downOf = (cellWidth: number) => {
    const band = bandAboveAll([title, step.name], { rows, cols }, cellWidth * cols.size);
    const [ids, foot] = [Math.min(28, cellWidth * 1.2), narrow ? table.height + 12 : 0];
    return { above: band, ids, line: LINE_HEIGHT, band, square: ofCells(rows.size), foot };
  };
  const { cell, x, y } = placeOnStage(input, [8, 6], across, downOf, [2.4, 1.2]);
  // The arithmetic is centred over the square; if that is too narrow, it extends as far as the stage allows.
  const squareWidth = x.table - x.square;
  const lineWidth = Math.max(squareWidth, Math.min(MIN_LINE_WIDTH, width - 16));
  const lineX = Math.min(x.square + (squareWidth - lineWidth) / 2, width - 8 - lineWidth);
  return {
    cell,
    idCell: { width: cell.width, height: y.line - y.ids },
    ids: { x: x.square, y: y.ids },
    answers: { x: x.square, y: y.square },
    room: { x: Math.max(8, lineX), width: lineWidth, y: y.line + 6, height: LINE_HEIGHT - 10 },
    table: narrow
      ? { x: Math.max(8, (width - table.width) / 2), y: y.foot + 12, width: width - 16 }
      : { x: x.table + 32, y: (y.square + y.foot - table.height) / 2, width: table.width },
  };
}
