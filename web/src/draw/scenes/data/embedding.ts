/**
 * Embedding (gather): a token id is the number of a row of the table; embedding[b, l] is a copy of that row. The same
 * id fetches the same row again, and padding fetches row padId.
 */

import { range } from "../../../module/shape.js";
import { lerp, phase } from "../../../timeline/easing.js";
import { asFlying } from "../../flight.js";
import { fitHeight, fitWidth, ofCells, placeParts } from "../../layout/parts.js";
import { cellRect, foldAround, foldIn, GAP } from "../../layout/rect.js";
import { arithmeticLine, movingCell, tokenIdScale } from "../../marks/arithmetic_line.js";
import { bandAbove, block, foldDots, folded, rowLabelRoom } from "../../marks/block.js";
import { type CellSize, movingPosition, rowMarks } from "../../marks/cells.js";
import { mono, stroke } from "../../marks/marks.js";
import { axisColor, axisText } from "../../marks/matrix.js";
import { rowNames } from "../../marks/token_names.js";
import { inputsOf, operand, sourceOf, tokenOf } from "../../operand.js";
import type { Mark, Point } from "../../picture.js";
import { padOf } from "../../scale.js";
import type { Scene, SceneInput } from "../../scene.js";
import { type Slice, sliceOf, transposed } from "../../tensor_view.js";
import { isNarrow, monoWidth } from "../../text.js";
import type { Theme } from "../../theme.js";
import { rowBox, rowShown, rowSweepAt } from "../sweep.js";

/** Within a slow row: the id is highlighted, moves to its row of the table, and the copy of that row moves to the result. */
const MOMENT = { light: 0.1, found: 0.36, copied: 0.5, landed: 0.94 } as const;

type Stage = ReturnType<typeof stageOf>;

export const embedding: Scene = (input, t) => {
  const stage = stageOf(input, t);
  return [
    ...idMarks(stage, input),
    ...tableMarks(stage),
    ...resultMarks(stage, isNarrow(input.width)),
    ...flyingCopy(stage),
    ...(stage.sweep.within > 0 ? [...flyingId(stage), ...ruleLine(stage, input.focus.batch)] : []),
  ];
};

function stageOf(input: SceneInput, t: number) {
  const parts = partsOf(input);
  return {
    parts,
    layout: layoutOf(input, parts),
    sweep: rowSweepAt(t, parts.result.rows.size),
    theme: input.theme,
  };
}

function idMarks({ parts: { ids }, layout, sweep, theme }: Stage, input: SceneInput): Mark[] {
  const cell = layout.idCell;
  const scale = tokenIdScale(padOf(sourceOf(input), input.trace.spec.padId), cell, theme);
  const { x, y } = layout.idTitle;
  const idsSpec = { ...ids, title: "", ...layout.ids, cell, theme, scale, labelled: 0 };
  return [
    ...block({ ...idsSpec, lit: (row) => sweep.within > 0 && row === sweep.slow }),
    mono(ids.title, x, y, theme.ink, { bold: true }),
    ...idsLabel(layout, ids, theme),
  ];
}

/** The rows of the table that this sentence fetches, and a box around the one that is read. */
function tableMarks({ parts, layout, sweep, theme }: Stage): Mark[] {
  const foundRow = parts.source[sweep.within >= MOMENT.found ? sweep.slow : sweep.front];
  const { table, gapsBefore } = parts;
  const { cell, gap, table: at } = layout;
  const drop = (row: number): number => (gapsBefore[row] ?? 0) * gap;
  const tableHeight = table.rows.size * cell.height + gapsIn(parts) * gap;
  const text = (i: number): string => String(table.rowAt[i]);
  return [
    ...block({
      ...{ ...table, ...at, cell, theme, drop, rowLabel: "above" },
      indices: { rows: { room: layout.numbers, text, strong: (i) => i === foundRow } },
      shown: (row, col) => Number(!table.isGap(row, col)),
    }),
    ...leftOut(parts, layout, theme),
    ...foldDots(table.colAt, at.x, at.y, cell, tableHeight, theme),
    ...(foundRow === undefined
      ? []
      : [rowBox(rowAt(parts, layout, foundRow), cell, 0, table.cols.size, theme)]),
  ];
}

function resultMarks({ parts: { result }, layout, sweep, theme }: Stage, narrow: boolean): Mark[] {
  const { cell, result: at } = layout;
  const rowLabel = narrow ? "above" : "left";
  const rowOpacity = rowShown(sweep, MOMENT.landed);
  const shown = (row: number, col: number): number => (result.isGap(row, col) ? 0 : rowOpacity(row));
  const written = sweep.within >= MOMENT.landed ? sweep.slow : sweep.front;
  return [
    ...block({ ...result, ...at, cell, theme, rowLabel, rowNames: rowLabel === "left", shown }),
    ...foldDots(result.colAt, at.x, at.y, cell, result.rows.size * cell.height, theme),
    ...(written < 0 ? [] : [rowBox(at, cell, written, result.cols.size, theme)]),
  ];
}

/** The copy of a table row moving to the result. In the wave copies appear in place. */
function flyingCopy({ parts, layout, sweep: { slow, within }, theme }: Stage): Mark[] {
  const { table, result, source } = parts;
  const { cell, result: to } = layout;
  const p = phase(within, MOMENT.copied, MOMENT.landed);
  if (p <= 0 || p >= 1) return [];
  const start = rowAt(parts, layout, source[slow] ?? 0);
  const place = { x: movingPosition(start.x, to.x, p, cell), y: lerp(start.y, to.y + slow * cell.height, p) };
  const marks: Mark[] = [];
  // One run of adjacent columns between two folds.
  for (let first = 0, last: number; first < table.colAt.length; first = last + 1) {
    const fold = table.colAt.indexOf(GAP, first);
    last = fold < 0 ? table.colAt.length : fold;
    marks.push(...rowMarks(result, slow, place, cell, result.scale, { from: first, to: last }));
  }
  return asFlying([...marks, rowBox(place, cell, 0, result.cols.size, theme)]);
}

/** The id moves to the row with its number. */
function flyingId({ parts, layout, sweep: { slow, within }, theme }: Stage): Mark[] {
  const { cell, idCell, ids: from, numbers } = layout;
  const p = phase(within, MOMENT.light, MOMENT.found);
  if (within >= MOMENT.copied || p <= 0) return [];
  const { x, y } = rowAt(parts, layout, parts.source[slow] ?? 0);
  const target = { x: x - numbers, y, width: numbers, height: cell.height };
  const { cell: style, ref } = tokenOf(parts.ids, slow, 0);
  return [movingCell(style, cellRect(from, idCell, slow, 0), target, p, 2, theme, ref, true)];
}

/** 62 → embedding.weight[62] → embedding[0, 0] */
function ruleLine(
  { parts: { ids, table, result }, layout, sweep, theme }: Stage,
  batch: number,
): readonly Mark[] {
  const { slow, within } = sweep;
  const id = ids.value(slow, 0);
  const shownFrom = (from: number): { shown: number } => ({ shown: phase(within, from, from + 0.1) });
  const tokens = [
    { text: `${id}`, ...shownFrom(MOMENT.light) },
    { text: `→ ${table.title}[${id}]`, ...shownFrom(MOMENT.found) },
    { text: `→ ${result.title}[${batch}, ${slow}]`, ...shownFrom(lerp(MOMENT.copied, MOMENT.landed, 0.6)) },
  ];
  return arithmeticLine(tokens, layout.rule, theme).marks;
}

/** The ids are a single column: only their rows have an axis letter, at the left. */
function idsLabel({ ids, idCell, idTitle }: Layout, idSlice: Slice, theme: Theme): Mark[] {
  const { rows } = idSlice;
  const color = axisColor(rows, theme);
  const bottom = ids.y + rows.size * idCell.height;
  const labelY = rows.names ? idTitle.y : Math.max(bottom - 7, (ids.y + bottom) / 2);
  return [
    stroke(ids.x - 4, ids.y, ids.x - 4, bottom, color),
    mono(axisText(rows), ids.x - 9, labelY, color, { align: "end" }),
    ...rowNames({ ...idSlice, ...ids, x: ids.x - 9, cell: idCell, theme }),
  ];
}

/** Dots where rows of the table are left out. */
function leftOut({ table, gapsBefore }: Parts, { cell, table: at, gap }: Layout, theme: Theme): Mark[] {
  return gapsBefore.flatMap((gaps, row): Mark[] => {
    if (gaps === (gapsBefore[row - 1] ?? 0) || gap < 3) return [];
    const y = at.y + row * cell.height + (gaps - 0.5) * gap;
    const right = at.x + table.cols.size * cell.width;
    return [stroke(at.x, y, right, y, theme.muted, { width: 1, dash: [1, 5] })];
  });
}

const LINE_HEIGHT = 17;

type Parts = ReturnType<typeof partsOf>;
type Layout = ReturnType<typeof wideLayout>;

function partsOf(input: SceneInput) {
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
const gapsIn = ({ gapsBefore }: Parts): number => gapsBefore.at(-1) ?? 0;

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
const layoutOf = (input: SceneInput, parts: Parts): Layout =>
  (isNarrow(input.width) ? narrowLayout : wideLayout)(input, parts);

/** The position of a drawn row of the table. */
const rowAt = ({ gapsBefore }: Parts, { cell, table, gap }: Layout, row: number): Point => ({
  x: table.x,
  y: table.y + row * cell.height + (gapsBefore[row] ?? 0) * gap,
});
