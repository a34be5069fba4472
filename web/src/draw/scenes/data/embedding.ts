/**
 * Embedding (gather): a token id is the number of a row of the table; embedding[b, l] is a copy of that row. The same
 * id fetches the same row again, and padding fetches row padId.
 */
import { range } from "../../../module/shape.js";
import { lerp, phase } from "../../../timeline/easing.js";
import { asFlying } from "../../flight.js";
import { fitHeight, fitWidth, ofCells, placeParts } from "../../layout/parts.js";
import { arithmeticLine, movingCell } from "../../marks/arithmetic_line.js";
import { bandAbove, block, picked, rowLabelRoom } from "../../marks/block.js";
import { rowMarks } from "../../marks/cells.js";
import { mono, stroke } from "../../marks/marks.js";
import { axisColor, axisText } from "../../marks/matrix.js";
import { rowNames } from "../../marks/token_names.js";
import { cellRect, foldAround, GAP, isNarrow, monoWidth } from "../../measure.js";
import { inputsOf, operand, tokenOf } from "../../operand.js";
import type { CellSize, Mark, Point, Scene, SceneInput } from "../../picture.js";
import { sliceOf, transposed } from "../../tensor_view.js";
import { rowBox, rowShown, rowSweepAt } from "../sweep.js";

/** Within a slow row: the id is highlighted, moves to its row of the table, and the copy of that row moves to the result. */
const MOMENT = { light: 0.1, found: 0.36, copied: 0.5, landed: 0.94 } as const;

export const embedding: Scene = (input, t) => {
  const { theme, focus } = input;
  const narrow = isNarrow(input.width);
  const parts = partsOf(input);
  const { ids, table, result, source, gapsBefore } = parts;
  const layout = (narrow ? narrowLayout : wideLayout)(input, parts);
  const { cell, idCell, gap, numbers } = layout;
  const sweep = rowSweepAt(t, result.rows.size);
  const { slow, within } = sweep;

  /** The position of a drawn row of the table. */
  const tableRow = (row: number): Point => ({
    x: layout.table.x,
    y: layout.table.y + row * cell.height + (gapsBefore[row] ?? 0) * gap,
  });

  /** The ids are a single column: only their rows have an axis letter, at the left. */
  const idMarks = (): Mark[] => {
    const { x, y } = layout.ids;
    const color = axisColor(ids.rows, theme);
    const bottom = y + ids.rows.size * idCell.height;
    const labelY = ids.rows.names ? layout.idTitle.y : Math.max(bottom - 7, (y + bottom) / 2);
    return [
      ...block({
        ...{ ...ids, title: "", x, y, cell: idCell, theme, labelled: 0 },
        lit: (row) => within > 0 && row === slow,
      }),
      mono(ids.title, layout.idTitle.x, layout.idTitle.y, theme.ink, { bold: true }),
      stroke(x - 4, y, x - 4, bottom, color),
      mono(axisText(ids.rows), x - 9, labelY, color, { align: "end", of: ids.rows.of }),
      ...rowNames({ ...ids, y, x: x - 9, cell: idCell, theme }),
    ];
  };

  /** The rows of the table that this sentence fetches, dots where rows are left out, and a box around the one that is read. */
  const tableMarks = (): Mark[] => {
    const foundRow = source[within >= MOMENT.found ? slow : sweep.front];
    const { x, y } = layout.table;
    const leftOut = gapsBefore.flatMap((gaps, row): Mark[] => {
      if (gaps === (gapsBefore[row - 1] ?? 0) || gap < 3) return [];
      const middle = y + row * cell.height + (gaps - 0.5) * gap;
      const look = { width: 1, dash: [1, 5] };
      return [stroke(x, middle, x + table.cols.size * cell.width, middle, theme.muted, look)];
    });
    // The id that has arrived stands where the row's number is.
    const isReplaced = (i: number): boolean =>
      i === foundRow && within >= MOMENT.found && within < MOMENT.copied;
    const text = (i: number): string => (isReplaced(i) ? "" : String(table.rowAt[i]));
    return [
      ...block({
        ...{ ...table, x, y, cell, theme, rowLabel: "above", rowNames: false },
        drop: (row) => (gapsBefore[row] ?? 0) * gap,
        indices: { rows: { room: numbers, text, strong: (i) => i === foundRow } },
      }),
      ...leftOut,
      ...(foundRow === undefined ? [] : [rowBox(tableRow(foundRow), cell, 0, table.cols.size, theme)]),
    ];
  };

  const resultMarks = (): Mark[] => {
    const { x, y } = layout.result;
    const shown = rowShown(sweep, MOMENT.landed);
    const written = within >= MOMENT.landed ? slow : sweep.front;
    return [
      ...block({ ...result, x, y, cell, theme, rowLabel: "above", rowNames: false, shown }),
      ...(written < 0 ? [] : [rowBox(layout.result, cell, written, result.cols.size, theme)]),
    ];
  };

  /** The copy of a table row moving to the result. In the wave copies appear in place. */
  const flyingCopy = (): Mark[] => {
    const p = phase(within, MOMENT.copied, MOMENT.landed);
    if (p <= 0 || p >= 1) return [];
    const [start, to] = [tableRow(source[slow] ?? 0), layout.result];
    const y = lerp(start.y, to.y + slow * cell.height, p);
    const place = { x: lerp(start.x, to.x, p), y };
    const marks = rowMarks(result, slow, place, cell, result.scale);
    return asFlying([...marks, rowBox(place, cell, 0, result.cols.size, theme)]);
  };

  /** The id moves to the row with its number. */
  const flyingId = (): Mark[] => {
    const p = phase(within, MOMENT.light, MOMENT.found);
    if (within >= MOMENT.copied || p <= 0) return [];
    const { x, y } = tableRow(source[slow] ?? 0);
    const target = { x: x - numbers, y, width: numbers, height: cell.height };
    const from = cellRect(layout.ids, idCell, slow, 0);
    return [movingCell(tokenOf(ids, slow, 0), from, target, p, 2, theme)];
  };

  /** 62 → embedding.weight[62] → embedding[0, 0] */
  const ruleLine = (): readonly Mark[] => {
    const id = ids.value(slow, 0);
    const shownFrom = (from: number): { shown: number } => ({ shown: phase(within, from, from + 0.1) });
    const copied = `→ ${result.title}[${focus.batch}, ${slow}]`;
    const tokens = [
      { text: `${id}`, ...shownFrom(MOMENT.light) },
      { text: `→ ${table.title}[${id}]`, ...shownFrom(MOMENT.found) },
      { text: copied, ...shownFrom(lerp(MOMENT.copied, MOMENT.landed, 0.6)) },
    ];
    return arithmeticLine(tokens, layout.rule, theme).marks;
  };

  return [
    ...idMarks(),
    ...tableMarks(),
    ...resultMarks(),
    ...flyingCopy(),
    ...(within > 0 ? [...flyingId(), ...ruleLine()] : []),
  ];
};

type Parts = ReturnType<typeof partsOf>;

/** Ids, the table rows that the sentence fetches, and the result. */
function partsOf(input: SceneInput) {
  const { focus, step } = input;
  const [source, weight] = inputsOf(input);
  const ids = operand(input, source, transposed(sliceOf(source, focus, -1, 1, { 0: focus.batch })));
  const [table, result] = [
    operand(input, weight, undefined, weight.name, [undefined, "col"]),
    operand(input, step, sliceOf(step, focus, 1, 2)),
  ];
  const wantedIds = range(ids.rows.size).map((l) => ids.value(l, 0));
  const foldedRows = foldAround(table.rows.size, wantedIds);
  const rowAt = foldedRows.filter((row) => row !== GAP);
  return {
    ids,
    table: { ...table, ...picked(table, rowAt) },
    result: { ...result, scale: table.scale },
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
  const [gap, ids, rule] = [24, 40, 26];
  const numbers = numberRoom(parts);
  const across = {
    ...{ side: rowLabelRoom(idColumn.rows), ids, gap, numbers },
    table: ofCells(table.cols.size, monoWidth(table.title, 13) + 4),
    ...{ apart: gap, secondSide: 8, result: ofCells(result.cols.size) },
  };
  const cellWidth = fitWidth(width - 16, across);
  const band = Math.max(
    bandAbove(table.title, { ...table, rowLabel: "above" }, cellWidth * table.cols.size),
    bandAbove(result.title, { ...result, rowLabel: "above" }, cellWidth * result.cols.size),
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
    ...{ cell: { width: cellWidth, height: cellHeight }, idCell: { width: ids, height: cellHeight } },
    ...{ ids: { x: x.ids, y: resultY }, idTitle: { x: x.ids, y: resultY - 13 } },
    table: { x: x.table, y: y.rows + (blockHeight - tableHeight) / 2 },
    result: { x: x.result, y: resultY },
    rule: { x: 8, y: y.rule, width: width - 16, height: rule },
  };
}

/** The table over the result, column over column; the ids beside the result. */
function narrowLayout({ width, height }: CellSize, parts: Parts): ReturnType<typeof wideLayout> {
  const { table, result, ids } = parts;
  const numbers = Math.max(30, numberRoom(parts));
  const rule = 18;
  const across = { side: rowLabelRoom(ids.rows, 36), ids: numbers, gap: 8, table: ofCells(table.cols.size) };
  const cellWidth = fitWidth(width - 12, across);
  const [band, resultBand] = [table, result].map((part) =>
    bandAbove(part.title, { ...part, rowLabel: "above" }, cellWidth * table.cols.size),
  ) as [number, number];
  const isTitleLong = monoWidth(ids.title, 13) > numbers;
  const second = resultBand + (isTitleLong ? 17 : 0);
  const gaps = gapsIn(parts);
  const gap = gaps === 0 ? 0 : Math.min(5, ((height - band - second - rule - 12) * 0.08) / gaps);
  const [rows, copies] = [ofCells(table.rows.size), ofCells(result.rows.size)];
  const down = { band, table: rows, gaps: gaps * gap, seam: 6, second, result: copies, rule };
  const cellHeight = fitHeight(height - 6, down);
  const x = placeParts(width, across, cellWidth);
  const y = placeParts(height, down, cellHeight);
  return {
    ...{ numbers, gap },
    ...{ cell: { width: cellWidth, height: cellHeight }, idCell: { width: numbers, height: cellHeight } },
    ids: { x: x.ids, y: y.result },
    /** Where their name is too long, a line higher, over the result's. */
    idTitle: { x: x.ids, y: y.result - 13 - (isTitleLong ? resultBand - 8 : 0) },
    ...{ table: { x: x.table, y: y.table }, result: { x: x.table, y: y.result } },
    rule: { x: 6, y: y.rule + 2, width: width - 12, height: rule },
  };
}
