/**
 * AND: mask[b, i, j] = padding_mask[b, 0, j] & nopeak_mask[0, i, j]. Masks of different shapes broadcast: each axis of
 * size 1 stretches, shown as pale copies of the row and of the sheet; then the bits are combined cell by cell. OR, of masks with
 * 1 = ignore: attn_mask[b, i, j] = attn_pad_mask[b, i, j] | attn_dec_mask[b, i, j], where nothing has to stretch.
 */

import { range } from "../../../module/shape.js";
import { lerp, phase } from "../../../timeline/easing.js";
import { ofCells, placeOnStage } from "../../layout/parts.js";
import { type ShapeRow, shapeTable, shapeTableSize } from "../../marks/arithmetic_line.js";
import { bandAboveAll, block, ROW_LABEL_ROOM, rowLabelRoom } from "../../marks/block.js";
import { fontFor } from "../../marks/cells.js";
import { emptyPlace, mono } from "../../marks/marks.js";
import { isNarrow } from "../../measure.js";
import { inputsOf, type Operand, operand, operandCell, tokenOf } from "../../operand.js";
import type { CellSize, Mark, Scene, StageStep } from "../../picture.js";
import { bits } from "../../scale.js";
import { axesOf, stepOf } from "../../tensor_view.js";
import { sameTensor } from "../attention/heads.js";
import { answerLine, cellSweepAt } from "../sweep.js";

const STRETCH = { from: 0.06, to: 0.3 } as const;
const JOIN = { from: 0.32, to: 0.96 } as const;
/** Within a slow cell: the two bits light up, are joined, their AND is written. */
const MOMENT = { light: 0.1, sign: 0.3, bit: 0.55 } as const;
const GHOST_OPACITY = 0.5;
const SHEET_OFFSET = 4;
/** In smaller cells a column of ghosts is drawn as one tall ghost. */
const MIN_GHOST_HEIGHT = 8;

/** Draws logical_and and logical_or. With a single mask there is nothing to combine. */
export const logicalAnd: Scene = (input, t) => {
  const { step, theme, trace } = input;
  const [only, other] = step.inputs;
  if (only && !other) return sameTensor(input, stepOf(trace, only), t);
  const [padding, nopeak] = inputsOf(input);
  const [row, square, result] = [operand(input, padding), operand(input, nopeak), operand(input, step)];
  const stretches = [padding, nopeak].some((mask) => mask.axes.includes("1"));
  const sweep = cellSweepAt(t, stretches ? JOIN : { ...JOIN, from: STRETCH.from }, result);
  const shapes = shapesOf(step, padding, nopeak, t);
  const titles = [padding.name, nopeak.name, step.name];
  const layout = layoutOf(input, result, shapeTableSize(shapes), titles);
  const { cell, at, labelSpec } = layout;
  const size = { width: square.cols.size * cell.width, height: square.rows.size * cell.height };

  /** The one row of the padding mask, repeated for every query; pale, because these cells are not stored. */
  const ghosts = (): Mark[] => {
    const spread = phase(t, STRETCH.from, STRETCH.to);
    if (spread <= 0) return [];
    const paleRow = { ...row, scale: bits(theme) };
    const ghostRow = (y: number, height: number, isNow: (col: number) => boolean): Mark[] =>
      range(result.cols.size).map((col) => {
        const place = { x: at.row.x + col * cell.width, y, width: cell.width, height };
        const look = isNow(col) ? { outline: theme.accent } : { opacity: GHOST_OPACITY * spread };
        return operandCell(paleRow, 0, col, place, { ...look, fontSize: fontFor(cell, 2) });
      });
    const last = result.rows.size - 1;
    if (cell.height < MIN_GHOST_HEIGHT)
      return ghostRow(at.row.y, cell.height * (1 + last * spread), () => false);
    // Painted from the last row up, so that each row slides out from under the one above.
    const behind = range(last + 1)
      .slice(1)
      .reverse();
    return behind.flatMap((i) =>
      ghostRow(at.row.y + i * cell.height * spread, cell.height, (col) => sweep.isCurrent(i, col)),
    );
  };

  /** The one sheet of the no-peek mask, again for every sentence of the batch. */
  const sheets = (): Mark[] => {
    const spread = phase(t, STRETCH.from + 0.08, STRETCH.to);
    if (spread <= 0) return [];
    const sheet = (i: number): Mark => {
      const offset = i * SHEET_OFFSET * spread;
      const place = { x: at.square.x + offset, y: at.square.y + offset, ...size };
      return { ...emptyPlace(place, theme.muted, spread), fill: theme.paper };
    };
    const stretched = { ...at.row, width: size.width, height: lerp(cell.height, size.height, spread) };
    const behind = [2, 1].filter((i) => i < (step.shape[0] ?? 1));
    return [...behind.map(sheet), emptyPlace(stretched, theme.muted, spread)];
  };

  /** 1 & 0 = 0 or 0 | 1 = 1, and the answer on its way to its place. */
  const bitArithmetic = (): readonly Mark[] => {
    const { within, row: i, col: j } = sweep;
    const shown = phase(within, MOMENT.light, MOMENT.sign);
    const { scale } = result;
    const tokens = [
      { ...tokenOf({ ...row, scale }, row.rows.size === 1 ? 0 : i, j), shown },
      { text: step.op === "logical_or" ? "|" : "&", shown },
      { ...tokenOf({ ...square, scale }, i, j), shown },
      { text: "=", shown: phase(within, MOMENT.sign, MOMENT.bit) },
    ];
    const answering = { ...layout, sweep, theme };
    return answerLine(answering, tokens, result, [MOMENT.sign, MOMENT.bit], at.result).marks;
  };

  /** What the sign says, for all bits, where there is room below the arithmetic. */
  const rules = (): Mark[] => {
    if (!layout.rules) return [];
    const { x, y, size } = layout.rules;
    const lines =
      step.op === "logical_or"
        ? ["0 | 0 = 0", "0 | 1 = 1", "1 | 1 = 1"]
        : ["1 & 1 = 1", "1 & 0 = 0", "0 & 0 = 0"];
    return lines.map((text, i) => mono(text, x, y + i * 1.5 * size, theme.muted, { size, align: "middle" }));
  };

  const shared = { cell, theme, scale: result.scale, rowLabel: "above", ...labelSpec } as const;
  return [
    ...(stretches ? ghosts() : []),
    ...block({ ...row, ...at.row, ...shared, lit: sweep.isCurrent }),
    ...(stretches ? sheets() : []),
    ...block({ ...square, ...at.square, ...shared, lit: sweep.isCurrent }),
    ...block({ ...result, ...at.result, ...shared, shown: sweep.shown, lit: sweep.landed }),
    ...shapeTable(shapes, layout.table, theme, true),
    ...rules(),
    ...(sweep.slow >= 0 ? bitArithmetic() : []),
  ];
};

/** The table of shapes; each 1 that stretches is framed meanwhile. */
function shapesOf(step: StageStep, padding: StageStep, nopeak: StageStep, t: number): ShapeRow[] {
  const stretching = t > STRETCH.from && t < JOIN.from;
  const row = (of: StageStep): ShapeRow => ({
    name: of.name,
    axes: axesOf(of).map((axis, i) => ({
      ...axis,
      lit: stretching && axis.size === 1 && step.shape[i] !== 1,
    })),
  });
  return [row(padding), row(nopeak), { ...row(step), shown: phase(t, STRETCH.to - 0.06, STRETCH.to + 0.02) }];
}

const LINE_HEIGHT = 36;
const RULES_HEIGHT = 84;

/** Three squares over the table and the arithmetic; on a stage that is not wide the result is below at the right, these at its left. */
function layoutOf(stage: CellSize, { rows, cols }: Operand, table: CellSize, titles: readonly string[]) {
  const { width } = stage;
  const narrow = isNarrow(width);
  const inSquare = stage.height > 0.62 * width;
  const namesWidth = rowLabelRoom(rows, 0);
  const [least, margin] = narrow ? [14, 6] : [40, 20];
  const [gap, count] = [Math.max(least, namesWidth + 8), inSquare ? 2 : 3];
  const slot = (width - count * gap) / count;
  const square = ofCells(cols.size);
  // Small squares stay far enough apart for their names.
  const namedSquare = ofCells(cols.size, Math.min(slot, 180 - gap));
  const across = inSquare
    ? { namesWidth, row: namedSquare, gap, square, second: 2, result: 0 }
    : { namesWidth, row: namedSquare, gap, square: namedSquare, second: gap, result: square };
  const [rowCells, footHeight] = [ofCells(rows.size), table.height + LINE_HEIGHT + 24];
  // Below each other, only the table shows the shapes.
  const labelSpec = inSquare ? { shape: [] } : {};
  const downOf = (cellWidth: number) => {
    const band = bandAboveAll(titles, { rows, cols, rowLabel: "above", ...labelSpec }, cellWidth * cols.size);
    return inSquare
      ? { band, operands: rowCells, gap: 10, second: band, under: rowCells }
      : { band, operands: rowCells, gap: 0, second: 0, under: footHeight };
  };
  const { cell, x, y } = placeOnStage(stage, [margin, 5], across, downOf, [2.2, 1.4]);
  const tableY = y.under + 20;
  const room = inSquare
    ? {
        ...{ x: 6, y: y.under + table.height, width: x.square - 20 - namesWidth },
        height: narrow ? LINE_HEIGHT : stage.height - y.under - table.height - RULES_HEIGHT,
      }
    : {
        x: width / 2,
        y: tableY + (table.height - LINE_HEIGHT) / 2,
        width: width / 2 - ROW_LABEL_ROOM,
        height: LINE_HEIGHT,
      };
  return {
    ...{ cell, room, labelSpec },
    rules:
      inSquare && stage.height > 520
        ? { x: room.x + room.width / 2, y: room.y + room.height + 12, size: 17 }
        : undefined,
    at: {
      row: { x: x.row, y: y.operands },
      square: { x: x.square, y: y.operands },
      result: inSquare ? { x: x.square, y: y.under } : { x: x.result, y: y.operands },
    },
    table: inSquare
      ? { x: 6, y: y.under - 10, width: room.width }
      : { x: Math.max(x.row, 12), y: tableY, width: width / 2 - x.row },
  };
}
