/** Layout of the scores, mask and result of a masked fill, and of the arithmetic of a cell. */
import { ofCells, placeOnStage } from "../../layout/parts.js";
import { fitCell } from "../../layout/rect.js";
import { bandAboveAll, rowLabelRoom } from "../../marks/block.js";
import type { CellSize } from "../../marks/cell.js";
import type { Operand } from "../../operand.js";
import { isNarrow, monoWidth } from "../../text.js";

type Operands = Readonly<Record<"scores" | "mask" | "result", Operand>>;

/** On a narrow stage the mask is a small picture beside the scores, until it lies on them. */
const THUMBNAIL = { rowLabel: "none", shape: [], labelSize: 11 } as const;
const MAX_BIT = { width: 14, height: 14 } as const;
/** The arithmetic's width, however few the columns. */
const MIN_LINE_WIDTH = 330;

export const layoutOf = (stage: CellSize, operands: Operands): ReturnType<typeof wide> =>
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
    return mask.rows.size === 1 ? Math.min(24, cellWidth) : Math.min(maxHeight, 18);
  };
  const downOf = (cellWidth: number) => {
    const maskHeight = Math.max(mask.rows.size * bitHeight(cellWidth), 40);
    return {
      above: bandOf(cellWidth),
      mask: maskHeight,
      gap: 18,
      band: bandOf(cellWidth),
      scores: ofCells(rows.size),
    };
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

/** Scores over result, so that digits fit; the mask small at their right, the arithmetic between them. */
function narrow(stage: CellSize, { scores, mask, result }: Operands): ReturnType<typeof wide> {
  const { rows, cols } = scores;
  const thumbSize = 30;
  // Few columns leave the labels wider than the cells.
  const across = { side: rowLabelRoom(rows, 4), scores: ofCells(cols.size, 150), gap: 6, mask: thumbSize };
  const axes = { rows, cols, rowLabel: "above" } as const;
  const downOf = (cellWidth: number) => {
    const band = bandAboveAll([scores.title, result.title], axes, cellWidth * cols.size);
    return { above: band, scores: ofCells(rows.size), line: 30, band, result: ofCells(rows.size) };
  };
  const { cell, x, y } = placeOnStage(stage, [1, 5], across, downOf);
  const maxHeight = Math.min(thumbSize, rows.size * cell.height);
  // The arithmetic has the mask's name where there is no room for it here.
  const title = monoWidth(mask.title, 11) <= stage.width - x.mask ? mask.title : "";
  return {
    ...{ cell, narrow: true },
    bits: {
      ...THUMBNAIL,
      title,
      cell: fitCell(thumbSize, maxHeight, mask.rows.size, mask.cols.size, MAX_BIT),
    },
    at: {
      scores: { x: x.scores, y: y.scores },
      mask: { x: x.mask, y: y.scores },
      result: { x: x.scores, y: y.result },
    },
    room: { x: 6, y: y.line + 4, width: stage.width - 12, height: 24 },
  };
}
