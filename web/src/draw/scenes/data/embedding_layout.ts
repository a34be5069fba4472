/** Content and layout of the embedding's picture: ids, the table rows that the sentence fetches, and the result. */
import { range } from "../../../module/shape.js";
import { fitHeight, fitWidth, ofCells, placeParts } from "../../layout/parts.js";
import { foldAround, foldIn, GAP } from "../../layout/rect.js";
import { bandAbove, folded, rowLabelRoom } from "../../marks/block.js";
import type { CellSize } from "../../marks/matrix.js";
import { inputsOf, operand } from "../../operand.js";
import type { Point } from "../../point.js";
import type { SceneInput } from "../../scene.js";
import { sliceOf, transposed } from "../../tensor_view.js";
import { isNarrow, monoWidth } from "../../text.js";

const LINE_HEIGHT = 17;

export type Parts = ReturnType<typeof partsOf>;
export type Layout = ReturnType<typeof wideLayout>;

export function partsOf(input: SceneInput) {
  const { focus, step, width } = input;
  const [source, weight] = inputsOf(input);
  const ids = operand(input, source, transposed(sliceOf(source, focus, -1, 1, { 0: focus.batch })));
  const [table, result] = [operand(input, weight), operand(input, step, sliceOf(step, focus, 1, 2))];
  const all = range(ids.rows.size);
  const wantedIds = all.map((l) => ids.value(l, 0));
  const foldedRows = foldAround(table.rows.size, wantedIds);
  const rowAt = foldedRows.filter((row) => row !== GAP);
  const colAt = foldIn(table.cols.size, isNarrow(width) ? width - 90 : (width - 200) / 2);
  return {
    ids,
    table: { ...table, ...folded(table, rowAt, colAt) },
    result: { ...result, ...folded(result, all, colAt), scale: table.scale },
    /** For each position, the drawn table row that it fetches. */
    source: wantedIds.map((id) => rowAt.indexOf(id)),
    /** For each drawn table row, the number of gaps before it, where other rows are left out. */
    gapsBefore: rowAt.map(
      (row) => foldedRows.slice(0, foldedRows.indexOf(row)).filter((r) => r === GAP).length,
    ),
  };
}

/** Rows are left out of the table where there are gaps. */
export const gapsIn = ({ gapsBefore }: Parts): number => gapsBefore.at(-1) ?? 0;

const numberRoom = ({ table }: Parts): number =>
  Math.max(22, monoWidth(String(Math.max(...table.rowAt)), 11) + 10);

/** Ids, table and result from left to right, their labels in one band. */
function wideLayout({ width, height }: CellSize, parts: Parts) {
  const { table, result, ids: idColumn } = parts;
  const [gap, ids, rule] = [40, 40, 26];
  const numbers = numberRoom(parts);
  const tableCells = ofCells(table.cols.size, monoWidth(table.title, 13) + 4);
  const left = { side: rowLabelRoom(idColumn.rows), ids, gap, numbers, table: tableCells };
  const across = {
    ...left,
    apart: gap,
    secondSide: rowLabelRoom(result.rows),
    result: ofCells(result.cols.size),
  };
  const cellWidth = fitWidth(width - 16, across);
  const band = Math.max(
    bandAbove(table.title, { ...table, rowLabel: "above" }, cellWidth * table.cols.size),
    bandAbove(result.title, result, cellWidth * result.cols.size),
    bandAbove(idColumn.title, { rows: result.rows, cols: { letter: "1", size: 1 } }, ids),
  );
  const gaps = gapsIn(parts);
  const free = height - band - rule - 20;
  const rowGap = gaps === 0 ? 0 : Math.min(10, (free * 0.2) / gaps);
  const cellHeight = Math.min(
    fitHeight(free, { rows: ofCells(result.rows.size) }),
    fitHeight(free, { rows: ofCells(table.rows.size), gaps: gaps * rowGap }),
  );
  const tableHeight = table.rows.size * cellHeight + gaps * rowGap;
  const blockHeight = Math.max(tableHeight, result.rows.size * cellHeight);
  const x = placeParts(width, across, cellWidth, 8);
  const y = placeParts(height, { band, rows: blockHeight, seam: 8, rule }, cellHeight);
  const resultY = y.rows + (blockHeight - result.rows.size * cellHeight) / 2;
  return {
    /** Room for row numbers left of the table, and the height of a gap in it. */
    ...{ numbers, gap: rowGap },
    cell: { width: cellWidth, height: cellHeight },
    idCell: { width: ids, height: cellHeight },
    ids: { x: x.ids, y: resultY },
    idTitle: { x: x.ids, y: resultY - 13 },
    table: { x: x.table, y: y.rows + (blockHeight - tableHeight) / 2 },
    result: { x: x.result, y: resultY },
    rule: { x: 8, y: y.rule, width: width - 16, height: rule },
  };
}

/** The table over the result, column over column; the ids beside the result. */
function narrowLayout({ width, height }: CellSize, parts: Parts): Layout {
  const { table, result, ids } = parts;
  const numbers = Math.max(30, numberRoom(parts));
  const rule = 18;
  const across = { side: rowLabelRoom(ids.rows, 36), ids: numbers, gap: 8, table: ofCells(table.cols.size) };
  const cellWidth = fitWidth(width - 12, across);
  const tableWidth = cellWidth * table.cols.size;
  const resultBand = bandAbove(result.title, { ...result, rowLabel: "above" }, tableWidth);
  const isTitleLong = monoWidth(ids.title, 13) > numbers;
  const band = bandAbove(table.title, { ...table, rowLabel: "above" }, tableWidth);
  const second = resultBand + (isTitleLong ? LINE_HEIGHT : 0);
  const gaps = gapsIn(parts);
  const gap = gaps === 0 ? 0 : Math.min(5, ((height - band - second - rule - 12) * 0.08) / gaps);
  const [rows, copies] = [ofCells(table.rows.size), ofCells(result.rows.size)];
  const down = { band, table: rows, gaps: gaps * gap, seam: 6, second, result: copies, rule };
  const cellHeight = fitHeight(height - 6, down);
  const x = placeParts(width, across, cellWidth);
  const y = placeParts(height, down, cellHeight);
  return {
    ...{ numbers, gap },
    cell: { width: cellWidth, height: cellHeight },
    idCell: { width: numbers, height: cellHeight },
    ids: { x: x.ids, y: y.result },
    /** Where their name is too long, a line higher, over the result's. */
    idTitle: { x: x.ids, y: y.result - 13 - (isTitleLong ? resultBand - 8 : 0) },
    table: { x: x.table, y: y.table },
    result: { x: x.table, y: y.result },
    rule: { x: 6, y: y.rule + 2, width: width - 12, height: rule },
  };
}

/** Side by side, or on a narrow stage the table over the result. */
export const layoutOf = (input: SceneInput, parts: Parts): Layout =>
  (isNarrow(input.width) ? narrowLayout : wideLayout)(input, parts);

/** The position of a drawn row of the table. */
export const rowAt = ({ gapsBefore }: Parts, { cell, table, gap }: Layout, row: number): Point => ({
  x: table.x,
  y: table.y + row * cell.height + (gapsBefore[row] ?? 0) * gap,
});
