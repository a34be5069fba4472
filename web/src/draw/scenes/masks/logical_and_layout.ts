/** Where two masks and what is made of them stand, the arithmetic of a cell, and the table of their shapes. */
import { ofCells, placeOnStage } from "../../layout/parts.js";
import { bandAboveAll, SIDE, sideOf } from "../../marks/block.js";
import type { CellSize } from "../../marks/cell.js";
import type { Operand } from "../../operand.js";
import { isNarrow } from "../../text.js";

const WRITTEN = 36;

/** Three squares over the table and the arithmetic; on a narrow stage the result stands below at the right, these at its left. */
export function layoutOf(
  stage: CellSize,
  { rows, cols }: Operand,
  table: CellSize,
  titles: readonly string[],
) {
  const { width } = stage;
  const narrow = isNarrow(width);
  const names = sideOf(rows, 0);
  const [gap, margin, count] = narrow ? [Math.max(14, names + 4), 6, 2] : [Math.max(40, names + 8), 20, 3];
  const slot = (width - count * gap) / count;
  const square = ofCells(cols.size);
  // Small squares stay far enough apart for their names.
  const named = ofCells(cols.size, Math.min(slot, 180 - gap));
  const across = narrow
    ? { names, row: named, gap, square, second: 2, result: 0 }
    : { names, row: named, gap, square: named, second: gap, result: square };
  const [own, foot] = [ofCells(rows.size), table.height + WRITTEN + 24];
  // On a narrow stage only the table shows the shapes.
  const nameless = narrow ? { shape: [] } : {};
  const downOf = (wide: number) => {
    const band = bandAboveAll(titles, { rows, cols, rowLabel: "above", ...nameless }, wide * cols.size);
    return narrow
      ? { band, operands: own, gap: 10, second: band, under: own }
      : { band, operands: own, gap: 0, second: 0, under: foot };
  };
  const { cell, x, y } = placeOnStage(stage, [margin, 5], across, downOf, [1.4, 1.2]);
  const beside = y.under + 20;
  const room = narrow
    ? { x: 6, y: y.under + table.height, width: x.square - 20 - names, height: WRITTEN }
    : { x: width / 2, y: beside + (table.height - WRITTEN) / 2, width: width / 2 - SIDE, height: WRITTEN };
  return {
    ...{ cell, room, named: nameless },
    at: {
      row: { x: x.row, y: y.operands },
      square: { x: x.square, y: y.operands },
      result: narrow ? { x: x.square, y: y.under } : { x: x.result, y: y.operands },
    },
    table: narrow
      ? { x: 6, y: y.under - 10, width: room.width }
      : { x: Math.max(x.row, 12), y: beside, width: width / 2 - x.row },
  };
}
