/** Where scores, mask and result of a masked fill stand, and the arithmetic of one of them. */
import { ofCells, placeOnStage } from "../../layout/parts.js";
import { cellIn } from "../../layout/room.js";
import { bandAboveAll, sideOf } from "../../marks/block.js";
import type { CellSize } from "../../marks/cell.js";
import type { Operand } from "../../operand.js";
import { isNarrow, monoWidth } from "../../text.js";

type Operands = Readonly<Record<"scores" | "mask" | "result", Operand>>;

/** On a narrow stage the mask is a small picture beside the scores, until it lies on them. */
const THUMB = { rowLabel: "none", shape: [], labelSize: 11 } as const;
const LARGEST_BIT = { width: 14, height: 14 } as const;
/** The arithmetic's width, however few the columns. */
const LEAST_LINE = 330;

export const layoutOf = (stage: CellSize, operands: Operands): ReturnType<typeof wide> =>
  (isNarrow(stage.width) ? narrow : wide)(stage, operands);

/** Scores at the left, result at the right, the mask above the scores it will lie on, the arithmetic above the result. */
function wide(stage: CellSize, { scores, mask, result }: Operands) {
  const { rows, cols } = scores;
  const matrix = ofCells(cols.size);
  const side = sideOf(rows);
  const across = { side, scores: matrix, gap: 20, rightSide: side, result: matrix };
  const titles = [scores.title, mask.title, result.title];
  const bandOf = (wide: number): number => bandAboveAll(titles, scores, wide * cols.size);
  const bitHigh = (wide: number): number => {
    const most = (0.37 * (stage.height - 2 * bandOf(wide) - 34)) / mask.rows.size;
    return mask.rows.size === 1 ? Math.min(24, wide) : Math.min(most, 18);
  };
  const downOf = (wide: number) => {
    const over = Math.max(mask.rows.size * bitHigh(wide), 40);
    return { above: bandOf(wide), mask: over, gap: 18, band: bandOf(wide), scores: ofCells(rows.size) };
  };
  const { cell, x, y } = placeOnStage(stage, [8, 8], across, downOf);
  const line = Math.max(cols.size * cell.width + 30, LEAST_LINE);
  const width = Math.min(line, stage.width - x.result + 20);
  return {
    ...{ cell, narrow: false },
    /** How the mask is drawn. */
    bits: { title: mask.title, cell: { width: cell.width, height: bitHigh(cell.width) } },
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
  const aside = 30;
  // Few columns leave the labels wider than the cells.
  const across = { side: sideOf(rows, 4), scores: ofCells(cols.size, 150), gap: 6, mask: aside };
  const axes = { rows, cols, rowLabel: "above" } as const;
  const downOf = (wide: number) => {
    const band = bandAboveAll([scores.title, result.title], axes, wide * cols.size);
    return { above: band, scores: ofCells(rows.size), line: 30, band, result: ofCells(rows.size) };
  };
  const { cell, x, y } = placeOnStage(stage, [1, 5], across, downOf);
  const most = Math.min(aside, rows.size * cell.height);
  // The arithmetic has the mask's name where there is no room for it here.
  const title = monoWidth(mask.title, 11) <= stage.width - x.mask ? mask.title : "";
  return {
    ...{ cell, narrow: true },
    bits: { ...THUMB, title, cell: cellIn(aside, most, mask.rows.size, mask.cols.size, LARGEST_BIT) },
    at: {
      scores: { x: x.scores, y: y.scores },
      mask: { x: x.mask, y: y.scores },
      result: { x: x.scores, y: y.result },
    },
    room: { x: 6, y: y.line + 4, width: stage.width - 12, height: 24 },
  };
}
