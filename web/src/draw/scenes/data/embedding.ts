/**
 * Embedding (gather): a token id is the number of a row of the table; embedding[b, l] is a copy of that row. The same
 * id fetches the same row again, and padding fetches row padId.
 */
import { lerp, phase } from "../../../timeline/easing.js";
import { flying } from "../../flight.js";
import { fitHeight, fitWidth, ofCells, placeParts } from "../../layout/parts.js";
import { cellRoom, foldAround, foldIn, GAP, type Room } from "../../layout/room.js";
import { bandAbove, block, type Folded, foldDots, folded, sideOf } from "../../marks/block.js";
import { mono, stroke } from "../../marks/marks.js";
import { axisColor, axisText, type CellSize } from "../../marks/matrix.js";
import { onWay, rowMarks } from "../../marks/rows.js";
import { rowNames } from "../../marks/token_names.js";
import { moving, tokens, written } from "../../marks/written.js";
import { inputsOf, type Operand, operand, sourceOf, tokenOf } from "../../operand.js";
import type { Mark } from "../../picture.js";
import type { Place } from "../../place.js";
import { padOf } from "../../scale.js";
import type { Scene, SceneInput } from "../../scene.js";
import { type Slice, sliceOf, transposed } from "../../tensor_view.js";
import { isNarrow, monoWidth } from "../../text.js";
import type { Theme } from "../../theme.js";
import { rowBox } from "../pace/row_box.js";
import { type RowRhythm, rowRhythm, rowShown } from "../pace/telling.js";

/** Within a slow row: the id lights up, goes to its number in the table, the row lights up, its copy goes to the result. */
const MOMENT = { light: 0.1, found: 0.36, copied: 0.5, landed: 0.94 } as const;

const LINE = 17;

interface Parts {
  readonly ids: Operand;
  readonly table: Operand & Folded;
  readonly result: Operand & Folded;
  /** Which of the table's rows on the stage a position fetches. */
  readonly source: readonly number[];
  /** How many gaps stand before each of the table's rows: other rows are left out there. */
  readonly gapsBefore: readonly number[];
}

export const embedding: Scene = (input, t) => {
  const { width, height } = input;
  const parts = partsOf(input);
  const layout = (isNarrow(width) ? narrowLayout : wideLayout)(input, parts);
  const act = rowRhythm(t, parts.result.rows.size, 0);
  const now = act.slow >= 0 && act.within > 0;
  const read = now && act.within >= MOMENT.found ? act.slow : act.front;
  const marks: Mark[] = [
    ...idMarks(input, parts, layout, now ? act.slow : -1),
    ...tableMarks(input, parts, layout, parts.source[read]),
    ...resultMarks(input, parts, layout, act),
    ...flight(input, parts, layout, act),
  ];
  if (now) marks.push(...search(input, parts, layout, act), ...rule(input, parts, layout, act));
  return { width, height, marks };
};

function idMarks(input: SceneInput, { ids }: Parts, layout: Layout, slow: number): Mark[] {
  const { trace, theme } = input;
  const cell = layout.idCell;
  const scale = tokens(padOf(sourceOf(input), trace.spec.padId), cell, theme);
  const { x, y } = layout.idTitle;
  const own = { ...ids, title: "", ...layout.ids, cell, theme, scale, labelled: 0 };
  return [
    ...block({ ...own, lit: (row) => row === slow }),
    mono(ids.title, x, y, theme.ink, { bold: true }),
    ...idsLabel(layout, ids, input),
  ];
}

/** The rows of the table that this sentence fetches; `found` is the one being read. */
function tableMarks({ theme }: SceneInput, parts: Parts, layout: Layout, found: number | undefined): Mark[] {
  const { table, gapsBefore } = parts;
  const { cell, gap, table: at } = layout;
  const drop = (row: number): number => (gapsBefore[row] ?? 0) * gap;
  const tall = table.rows.size * cell.height + gapsIn(parts) * gap;
  const text = (i: number): string => String(table.rowAt[i]);
  return [
    ...block({
      ...{ ...table, ...at, cell, theme, drop, rowLabel: "above" },
      indices: { rows: { room: layout.numbers, text, strong: (i) => i === found } },
      shown: (row, col) => Number(!table.isGap(row, col)),
    }),
    ...leftOut(parts, layout, theme),
    ...foldDots(table.colAt, at.x, at.y, cell, tall, theme),
    ...(found === undefined ? [] : [rowBox(rowAt(parts, layout, found), cell, 0, table.cols.size, theme)]),
  ];
}

function resultMarks({ theme }: SceneInput, { result }: Parts, layout: Layout, act: RowRhythm): Mark[] {
  const { cell, rowLabel, result: at } = layout;
  const arrived = rowShown(act, MOMENT.landed);
  const shown = (row: number, col: number): number => (result.isGap(row, col) ? 0 : arrived(row));
  const written = act.slow >= 0 && act.within >= MOMENT.landed ? act.slow : act.front;
  return [
    ...block({ ...result, ...at, cell, theme, rowLabel, rowNames: rowLabel === "left", shown }),
    ...foldDots(result.colAt, at.x, at.y, cell, result.rows.size * cell.height, theme),
    ...(written < 0 ? [] : [rowBox(at, cell, written, result.cols.size, theme)]),
  ];
}

/** Where ids, table and result stand. */
interface Layout {
  readonly cell: CellSize;
  readonly idCell: CellSize;
  readonly ids: Place;
  /** Above the ids, or where their name is too long a line higher, over the result's. */
  readonly idTitle: Place;
  readonly table: Place;
  readonly result: Place;
  /** Room for row numbers left of the table. */
  readonly numbers: number;
  readonly rule: Room;
  /** The height of a gap in the table. */
  readonly gap: number;
  readonly rowLabel: "left" | "above";
}

/** Rows are left out of the table where there are gaps. */
const gapsIn = ({ gapsBefore }: Parts): number => gapsBefore.at(-1) ?? 0;

const numberRoom = ({ table }: Parts): number =>
  Math.max(22, monoWidth(String(Math.max(...table.rowAt)), 11) + 10);

/** Ids, table and result from left to right, their labels in one band. */
function wideLayout({ width, height }: CellSize, parts: Parts): Layout {
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
    ...{ numbers, gap: between, rowLabel: "left" },
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
    ...{ numbers, gap, rowLabel: "above" },
    cell: { width: wide, height: high },
    idCell: { width: numbers, height: high },
    ids: { x: x.ids, y: y.result },
    idTitle: { x: x.ids, y: y.result - 13 - (isLong ? named - 8 : 0) },
    table: { x: x.table, y: y.table },
    result: { x: x.table, y: y.result },
    rule: { x: 6, y: y.rule + 2, width: width - 12, height: rule },
  };
}

function partsOf(input: SceneInput): Parts {
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
    source: wanted.map((id) => rowAt.indexOf(id)),
    gapsBefore: rowAt.map((row) => around.slice(0, around.indexOf(row)).filter((r) => r === GAP).length),
  };
}

/** Where a row of the table stands. */
const rowAt = ({ gapsBefore }: Parts, { cell, table, gap }: Layout, row: number): Place => ({
  x: table.x,
  y: table.y + row * cell.height + (gapsBefore[row] ?? 0) * gap,
});

/** The copy of a row of the table on its way. In the wave copies appear in their place. */
function flight({ theme }: SceneInput, parts: Parts, layout: Layout, { slow, within }: RowRhythm): Mark[] {
  const { table, result, source } = parts;
  const { cell, result: to } = layout;
  const p = slow < 0 ? 0 : phase(within, MOMENT.copied, MOMENT.landed);
  if (p <= 0 || p >= 1) return [];
  const start = rowAt(parts, layout, source[slow] ?? 0);
  const place = { x: onWay(start.x, to.x, p, cell), y: lerp(start.y, to.y + slow * cell.height, p) };
  const marks: Mark[] = [];
  // One run of adjacent columns between two folds.
  for (let first = 0, last: number; first < table.colAt.length; first = last + 1) {
    const fold = table.colAt.indexOf(GAP, first);
    last = fold < 0 ? table.colAt.length : fold;
    marks.push(...rowMarks(result, slow, place, cell, result.scale, { from: first, to: last }));
  }
  return flying([...marks, rowBox(place, cell, 0, result.cols.size, theme)]);
}

/** The id moves to the row with its number. */
function search({ theme }: SceneInput, parts: Parts, layout: Layout, { slow, within }: RowRhythm): Mark[] {
  const { cell, idCell, ids: from, numbers } = layout;
  const p = phase(within, MOMENT.light, MOMENT.found);
  if (within >= MOMENT.copied || p <= 0) return [];
  const { x, y } = rowAt(parts, layout, parts.source[slow] ?? 0);
  const end = { x: x - numbers, y, width: numbers, height: cell.height };
  const { cell: style, ref } = tokenOf(parts.ids, slow, 0);
  return [moving(style, cellRoom(from, idCell, slow, 0), end, p, 2, theme, ref, true)];
}

/** 62 → embedding.weight[62] → embedding[0, 0] */
function rule(
  { theme, focus }: SceneInput,
  { ids, table, result }: Parts,
  { rule: room }: Layout,
  { slow, within }: RowRhythm,
): readonly Mark[] {
  const id = ids.value(slow, 0);
  const at = (from: number): { shown: number } => ({ shown: phase(within, from, from + 0.1) });
  const tokens = [
    { text: `${id}`, ...at(MOMENT.light) },
    { text: `→ ${table.title}[${id}]`, ...at(MOMENT.found) },
    { text: `→ ${result.title}[${focus.batch}, ${slow}]`, ...at(lerp(MOMENT.copied, MOMENT.landed, 0.6)) },
  ];
  return written(tokens, room, theme).marks;
}

/** The ids are a single column: only their rows have an axis letter, at the left. */
function idsLabel({ ids, idCell, idTitle }: Layout, own: Slice, { theme }: SceneInput): Mark[] {
  const { rows } = own;
  const color = axisColor(rows, theme);
  const bottom = ids.y + rows.size * idCell.height;
  const middle = rows.names ? idTitle.y : Math.max(bottom - 7, (ids.y + bottom) / 2);
  return [
    stroke(ids.x - 4, ids.y, ids.x - 4, bottom, color),
    mono(axisText(rows), ids.x - 9, middle, color, { align: "end" }),
    ...rowNames({ ...own, ...ids, x: ids.x - 9, cell: idCell, theme }),
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
