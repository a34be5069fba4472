/**
 * Masked fill: the mask is laid over the scores; unmasked scores pass, masked ones are replaced by the
 * fill value: masked_scores[b, h, i, j] = mask[b, i, j] ? scores[b, h, i, j] : maskFill, or the other
 * way round with a mask of 1 = ignore. For scores with heads the mask has been given their axis, as `masks`.
 */

import { phase } from "../../../timeline/easing.js";
import { asFlying } from "../../flight.js";
import { ofCells, placeOnStage } from "../../layout/parts.js";
import { arithmeticCell } from "../../marks/arithmetic_line.js";
import { bandAboveAll, block, rowLabelRoom } from "../../marks/block.js";
import { cellMark, fontFor, roundToHalf } from "../../marks/cells.js";
import { between, cellRect, isNarrow, monoWidth } from "../../measure.js";
import { inputsOf, type Operand, operand, operandCell, tokenOf } from "../../operand.js";
import { type CellSize, type Mark, refKey, type Scene } from "../../picture.js";
import { digits, maskedBit, mix } from "../../scale.js";
import { answerLine, cellOf, cellSweepAt, everyCell, firstDiffering } from "../sweep.js";

const LAY = { from: 0.05, there: 0.2, to: 0.26 } as const;
const FILL = { from: 0.26, to: 0.96 } as const;
/** Within a slow cell: the score is highlighted, its bit is read, and the result is written. */
const MOMENT = { light: 0.1, bit: 0.25, sign: 0.42, result: 0.6 } as const;
/** How much of a score's colour the mask covers: its digits stay readable, in grey. */
const COVER = 0.8;

type CellTest = (row: number, col: number) => boolean;

export const maskedFill: Scene = (input, t) => {
  const { step, theme } = input;
  const [given, source] = inputsOf(input);
  const title = given.axes.includes("H") ? "masks" : source.name;
  const [scores, mask] = [operand(input, given), operand(input, source, undefined, title)];
  const result = { ...operand(input, step), scale: scores.scale };
  const masked = maskedBit(source) ?? 0;
  /** The position of the mask bit that applies to a score; an axis of size 1 broadcasts. */
  const maskCellOf = (row: number, col: number): readonly [number, number] => [
    mask.rows.size === 1 ? 0 : row,
    mask.cols.size === 1 ? 0 : col,
  ];
  /** Whether the mask lets this score pass. */
  const isUnmasked: CellTest = (row, col) => mask.value(...maskCellOf(row, col)) !== masked;
  const { rows, cols } = result;
  const second = firstDiffering(rows.size * cols.size, 0, (i) => isUnmasked(...cellOf(i, cols.size)));
  const sweep = cellSweepAt(t, FILL, result, [0, second]);
  const { within } = sweep;
  const isReading = within > MOMENT.light / 2;
  const isScoreRead: CellTest = (row, col) => isReading && sweep.isSlow(row, col);
  const [maskRow, maskCol] = maskCellOf(sweep.row, sweep.col);
  const isMaskCellRead: CellTest = (row, col) => isReading && row === maskRow && col === maskCol;
  const layout = layoutOf(input, { scores, mask, result });
  const { cell, bits, at, narrow, room } = layout;

  /** In the wave the cells of the result appear row by row, all of a row together, so that the numbers can be followed. */
  const shown = (row: number, col: number): number => {
    if (sweep.isSlow(row, col)) return sweep.shown(row, col);
    let item = row * cols.size + col;
    if (!sweep.lead.includes(item)) {
      item = (row + 1) * cols.size - 1;
      while (item > row * cols.size && sweep.lead.includes(item)) item--;
    }
    return phase(sweep.progress(item), 0.2, 1);
  };

  /** The mask moves over the scores; bits that let a score pass disappear, the others cover it, grey and hatched. */
  const maskOverlay = (scoreMarks: readonly Mark[]): Mark[] => {
    const appeared = phase(t, LAY.from, LAY.there);
    const overlayShown = phase(t, LAY.there, LAY.to);
    if (appeared <= 0) return [];
    if (appeared < 1)
      return asFlying(
        everyCell(scores, (row, col) => {
          const bit = maskCellOf(row, col);
          const [from, to] = [cellRect(at.mask, bits.cell, ...bit), cellRect(at.scores, cell, row, col)];
          const place = between(from, to, appeared);
          return [operandCell(mask, ...bit, place, { fontSize: roundToHalf(fontFor(place, 2)) })];
        }),
      );
    const written = new Map(
      scoreMarks.flatMap((mark) =>
        mark.kind === "cell" && mark.text && mark.ref ? [[refKey(mark.ref), mark] as const] : [],
      ),
    );
    return everyCell(scores, (row, col) => {
      if (isUnmasked(row, col) || overlayShown <= 0) return [];
      const outline = isScoreRead(row, col) ? theme.accent : undefined;
      // It refers to the score below, so that pointing at it selects the score.
      const ref = scores.ref(row, col);
      const { text = "", fontSize = 0 } = written.get(refKey(ref)) ?? {};
      const style = mask.scale(mask.value(...maskCellOf(row, col)));
      const fill = mix(scores.scale(scores.value(row, col)).fill, style.fill, COVER);
      const place = cellRect(at.scores, cell, row, col);
      return [cellMark(place, { ...style, fill, text }, fontSize, overlayShown, outline, ref)];
    });
  };

  /** The arithmetic of a cell: the bit, the score, and the result. */
  const cellArithmetic = ({ row, col } = sweep): readonly Mark[] => {
    const passes = isUnmasked(row, col);
    const inputsShown = phase(within, MOMENT.light, MOMENT.bit);
    const signShown = phase(within, MOMENT.bit, MOMENT.sign);
    const tokens = [
      { text: mask.title, shown: inputsShown },
      { ...tokenOf(mask, ...maskCellOf(row, col)), shown: inputsShown },
      ...(narrow ? [] : [{ text: ":", shown: inputsShown }]),
      { ...tokenOf(scores, row, col), lit: passes, shown: inputsShown * (passes ? 1 : 1 - 0.6 * signShown) },
      { text: "→", shown: signShown },
    ];
    const size = { ...arithmeticCell(room), width: Math.min(56, room.width / 5.5) };
    const characters = digits(result.value(row, col)).length;
    const span = [MOMENT.sign, MOMENT.result] as const;
    const answering = { ...layout, sweep, theme };
    return answerLine(answering, tokens, result, span, at.result, characters, size).marks;
  };

  const shared = { theme, rowLabel: narrow ? "above" : "left", cell } as const;
  const scoreMarks = block({ ...scores, ...at.scores, ...shared, lit: isScoreRead });
  return [
    ...scoreMarks,
    ...maskOverlay(scoreMarks),
    ...block({ ...mask, ...at.mask, ...bits, theme, lit: isMaskCellRead }),
    ...block({ ...result, ...at.result, ...shared, shown, lit: sweep.landed }),
    ...(sweep.slow >= 0 ? cellArithmetic() : []),
  ];
};

type Operands = Readonly<Record<"scores" | "mask" | "result", Operand>>;

/** On a narrow stage the mask is beside the scores, in narrower cells, until it lies on them. */
const BESIDE = { rowLabel: "none", shape: [], labelSize: 11 } as const;
const BIT_WIDTH = 18;
/** The arithmetic's width, however few the columns. */
const MIN_LINE_WIDTH = 330;

const layoutOf = (stage: CellSize, operands: Operands): ReturnType<typeof wide> =>
  (isNarrow(stage.width) ? narrow : wide)(stage, operands);

/** Scores at the left, result at the right, the mask above the scores it will lie on, the arithmetic above the result. */
function wide(stage: CellSize, { scores, mask, result }: Operands) {
  const { rows, cols } = scores;
  const matrix = ofCells(cols.size);
  const side = rowLabelRoom(rows);
  const across = { side, scores: matrix, gap: 20, rightSide: side, result: matrix };
  const titles = [scores.title, mask.title, result.title];
  const bandOf = (cellWidth: number): number => bandAboveAll(titles, scores, cellWidth * cols.size);
  const bitHeight = (cellWidth: number): number => {
    const maxHeight = (0.37 * (stage.height - 2 * bandOf(cellWidth) - 34)) / mask.rows.size;
    return mask.rows.size === 1 ? Math.min(24, cellWidth) : Math.min(maxHeight, 26);
  };
  const downOf = (cellWidth: number) => {
    const maskHeight = Math.max(mask.rows.size * bitHeight(cellWidth), 40);
    const band = bandOf(cellWidth);
    return { above: band, mask: maskHeight, gap: 18, band, scores: ofCells(rows.size) };
  };
  const { cell, x, y } = placeOnStage(stage, [8, 8], across, downOf);
  const line = Math.max(cols.size * cell.width + 30, MIN_LINE_WIDTH);
  const width = Math.min(line, stage.width - x.result + 20);
  return {
    ...{ cell, narrow: false },
    /** How the mask is drawn. */
    bits: { title: mask.title, cell: { width: cell.width, height: bitHeight(cell.width) } },
    at: {
      scores: { x: x.scores, y: y.scores },
      mask: { x: x.scores, y: y.mask },
      result: { x: x.result, y: y.scores },
    },
    room: { x: x.result - 30, y: (y.mask + y.gap) / 2 - 18, width, height: 36 },
  };
}

/** Scores over result, so that digits fit; the mask at their right, the arithmetic between them. */
function narrow(stage: CellSize, { scores, mask, result }: Operands): ReturnType<typeof wide> {
  const { rows, cols } = scores;
  const bits = mask.cols.size * BIT_WIDTH;
  // Few columns leave the labels wider than the cells.
  const across = { side: rowLabelRoom(rows, 4), scores: ofCells(cols.size, 150), gap: 8, mask: bits };
  const axes = { rows, cols, rowLabel: "above" } as const;
  const downOf = (cellWidth: number) => {
    const band = bandAboveAll([scores.title, result.title], axes, cellWidth * cols.size);
    return { above: band, scores: ofCells(rows.size), line: 30, band, result: ofCells(rows.size) };
  };
  const { cell, x, y } = placeOnStage(stage, [1, 5], across, downOf);
  // The arithmetic has the mask's name where there is no room for it here.
  const title = monoWidth(mask.title, 11) <= stage.width - x.mask ? mask.title : "";
  return {
    ...{ cell, narrow: true },
    bits: { ...BESIDE, title, cell: { width: BIT_WIDTH, height: cell.height } },
    at: {
      scores: { x: x.scores, y: y.scores },
      mask: { x: x.mask, y: y.scores },
      result: { x: x.scores, y: y.result },
    },
    room: { x: 6, y: y.line + 4, width: stage.width - 12, height: 24 },
  };
}
