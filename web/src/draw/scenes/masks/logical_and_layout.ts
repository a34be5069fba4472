/** Layout of two masks, their combination, the arithmetic of a cell, and the table of shapes. */
import { ofCells, placeOnStage } from "../../layout/parts.js";
import { bandAboveAll, ROW_LABEL_ROOM, rowLabelRoom } from "../../marks/block.js";
import type { CellSize } from "../../marks/cell.js";
import type { Operand } from "../../operand.js";
import { isNarrow } from "../../text.js";

const LINE_HEIGHT = 36;

/** Three squares over the table and the arithmetic; on a narrow stage the result stands below at the right, these at its left. */
export function layoutOf(
  stage: CellSize,
  { rows, cols }: Operand,
  table: CellSize,
  titles: readonly string[],
) {
  const { width } = stage;
  const narrow = isNarrow(width);
  const namesWidth = rowLabelRoom(rows, 0);
  const [gap, margin, count] = narrow
    ? [Math.max(14, namesWidth + 4), 6, 2]
    : [Math.max(40, namesWidth + 8), 20, 3];
  const slot = (width - count * gap) / count;
  const square = ofCells(cols.size);
  // Small squares stay far enough apart for their names.
  const namedSquare = ofCells(cols.size, Math.min(slot, 180 - gap));
  const across = narrow
    ? { namesWidth, row: namedSquare, gap, square, second: 2, result: 0 }
    : { namesWidth, row: namedSquare, gap, square: namedSquare, second: gap, result: square };
  const [rowCells, footHeight] = [ofCells(rows.size), table.height + LINE_HEIGHT + 24];
  // On a narrow stage only the table shows the shapes.
  const labelSpec = narrow ? { shape: [] } : {};
  const downOf = (cellWidth: number) => {
    const band = bandAboveAll(titles, { rows, cols, rowLabel: "above", ...labelSpec }, cellWidth * cols.size);
    return narrow
      ? { band, operands: rowCells, gap: 10, second: band, under: rowCells }
      : { band, operands: rowCells, gap: 0, second: 0, under: footHeight };
  };
  const { cell, x, y } = placeOnStage(stage, [margin, 5], across, downOf, [1.4, 1.2]);
  const tableY = y.under + 20;
  const room = narrow
    ? { x: 6, y: y.under + table.height, width: x.square - 20 - namesWidth, height: LINE_HEIGHT }
    : {
        x: width / 2,
        y: tableY + (table.height - LINE_HEIGHT) / 2,
        width: width / 2 - ROW_LABEL_ROOM,
        height: LINE_HEIGHT,
      };
  return {
    ...{ cell, room, labelSpec },
    at: {
      row: { x: x.row, y: y.operands },
      square: { x: x.square, y: y.operands },
      result: narrow ? { x: x.square, y: y.under } : { x: x.result, y: y.operands },
    },
    table: narrow
      ? { x: 6, y: y.under - 10, width: room.width }
      : { x: Math.max(x.row, 12), y: tableY, width: width / 2 - x.row },
  };
}
