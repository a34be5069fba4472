/** What an embedding's picture shows, the rows of the table that a sentence fetches, and where all of it stands. */
import { fitHeight, fitWidth, ofCells, placeParts } from "../../layout/parts.js";
import { foldAround, foldIn, GAP } from "../../layout/room.js";
import { bandAbove, folded, sideOf } from "../../marks/block.js";
import type { CellSize } from "../../marks/matrix.js";
import { inputsOf, operand } from "../../operand.js";
import type { Place } from "../../place.js";
import type { SceneInput } from "../../scene.js";
import { sliceOf, transposed } from "../../tensor_view.js";
import { isNarrow, monoWidth } from "../../text.js";

const LINE = 17;

export type Parts = ReturnType<typeof partsOf>;
export type Layout = ReturnType<typeof wideLayout>;

export function partsOf(input: SceneInput) {
  const { focus, step, width } = input;
  const [source, weight] = inputsOf(input);
  const ids = operand(input, source, transposed(sliceOf(source, focus, -1, 1, { 0: focus.batch })));
  const [table, result] = [operand(input, weight), operand(input, step, sliceOf(step, focus, 1, 2))];
  const all = Array.from({ length: ids.rows.size }, (_, l) => l);
  const wanted = all.map((l) => ids.value(l, 0));
  const around = foldAround(table.rows.size, wanted);
  const rowAt = around.filter((row) => row !== GAP);
  const colAt = foldIn(table.cols.size, isNarrow(width) ? width - 90 : (width - 200) / 2);
  return {
    ids,
    table: { ...table, ...folded(table, rowAt, colAt) },
    result: { ...result, ...folded(result, all, colAt), scale: table.scale },
    /** Which of the table's rows on the stage a position fetches. */
    source: wanted.map((id) => rowAt.indexOf(id)),
    /** How many gaps stand before each of the table's rows: other rows are left out there. */
    gapsBefore: rowAt.map((row) => around.slice(0, around.indexOf(row)).filter((r) => r === GAP).length),
  };
}

/** Rows are left out of the table where there are gaps. */
export const gapsIn = ({ gapsBefore }: Parts): number => gapsBefore.at(-1) ?? 0;

const numberRoom = ({ table }: Parts): number =>
  Math.max(22, monoWidth(String(Math.max(...table.rowAt)), 11) + 10);

/** Ids, table and result from left to right, their labels in one band. */
function wideLayout({ width, height }: CellSize, parts: Parts) {
  const { table, result, ids: own } = parts;
  const [gap, ids, rule] = [40, 40, 26];
  const numbers = numberRoom(parts);
  const named = ofCells(table.cols.size, monoWidth(table.title, 13) + 4);
  const left = { side: sideOf(own.rows), ids, gap, numbers, table: named };
  const across = { ...left, apart: gap, secondSide: sideOf(result.rows), result: ofCells(result.cols.size) };
  const wide = fitWidth(width - 16, across);
  const band = Math.max(
    bandAbove(table.title, { ...table, rowLabel: "above" }, wide * table.cols.size),
    bandAbove(result.title, result, wide * result.cols.size),
    bandAbove(own.title, { rows: result.rows, cols: { letter: "1", size: 1 } }, ids),
  );
  const gaps = gapsIn(parts);
  const free = height - band - rule - 20;
  const between = gaps === 0 ? 0 : Math.min(10, (free * 0.2) / gaps);
  const high = Math.min(
    fitHeight(free, { rows: ofCells(result.rows.size) }),
    fitHeight(free, { rows: ofCells(table.rows.size), gaps: gaps * between }),
  );
  const long = table.rows.size * high + gaps * between;
  const tall = Math.max(long, result.rows.size * high);
  const x = placeParts(width, across, wide, 8);
  const y = placeParts(height, { band, rows: tall, seam: 8, rule }, high);
  const upright = y.rows + (tall - result.rows.size * high) / 2;
  return {
    /** Room for row numbers left of the table, and the height of a gap in it. */
    ...{ numbers, gap: between },
    cell: { width: wide, height: high },
    idCell: { width: ids, height: high },
    ids: { x: x.ids, y: upright },
    idTitle: { x: x.ids, y: upright - 13 },
    table: { x: x.table, y: y.rows + (tall - long) / 2 },
    result: { x: x.result, y: upright },
    rule: { x: 8, y: y.rule, width: width - 16, height: rule },
  };
}

/** The table over the result, column over column; the ids beside the result. */
function narrowLayout({ width, height }: CellSize, parts: Parts): Layout {
  const { table, result, ids } = parts;
  const numbers = Math.max(30, numberRoom(parts));
  const rule = 18;
  const across = { side: sideOf(ids.rows, 36), ids: numbers, gap: 8, table: ofCells(table.cols.size) };
  const wide = fitWidth(width - 12, across);
  const size = wide * table.cols.size;
  const named = bandAbove(result.title, { ...result, rowLabel: "above" }, size);
  const isLong = monoWidth(ids.title, 13) > numbers;
  const band = bandAbove(table.title, { ...table, rowLabel: "above" }, size);
  const second = named + (isLong ? LINE : 0);
  const gaps = gapsIn(parts);
  const gap = gaps === 0 ? 0 : Math.min(5, ((height - band - second - rule - 12) * 0.08) / gaps);
  const [rows, copies] = [ofCells(table.rows.size), ofCells(result.rows.size)];
  const down = { band, table: rows, gaps: gaps * gap, seam: 6, second, result: copies, rule };
  const high = fitHeight(height - 6, down);
  const x = placeParts(width, across, wide);
  const y = placeParts(height, down, high);
  return {
    ...{ numbers, gap },
    cell: { width: wide, height: high },
    idCell: { width: numbers, height: high },
    ids: { x: x.ids, y: y.result },
    /** Where their name is too long, a line higher, over the result's. */
    idTitle: { x: x.ids, y: y.result - 13 - (isLong ? named - 8 : 0) },
    table: { x: x.table, y: y.table },
    result: { x: x.table, y: y.result },
    rule: { x: 6, y: y.rule + 2, width: width - 12, height: rule },
  };
}

/** Side by side, or on a narrow stage the table over the result. */
export const layoutOf = (input: SceneInput, parts: Parts): Layout =>
  (isNarrow(input.width) ? narrowLayout : wideLayout)(input, parts);

/** Where a row of the table stands. */
export const rowAt = ({ gapsBefore }: Parts, { cell, table, gap }: Layout, row: number): Place => ({
  x: table.x,
  y: table.y + row * cell.height + (gapsBefore[row] ?? 0) * gap,
});
