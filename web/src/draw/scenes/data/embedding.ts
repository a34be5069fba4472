/**
 * Embedding (gather): a token id is the number of a row of the table; embedding[b, l] is a copy of that row. The same
 * id fetches the same row again, and padding fetches row padId.
 */
import { lerp, phase } from "../../../timeline/easing.js";
import { flying } from "../../flight.js";
import { cellRoom, GAP } from "../../layout/room.js";
import { arithmeticLine, moving, tokens } from "../../marks/arithmetic_line.js";
import { block, foldDots } from "../../marks/block.js";
import { mono, stroke } from "../../marks/marks.js";
import { axisColor, axisText } from "../../marks/matrix.js";
import { movingPosition, rowMarks } from "../../marks/rows.js";
import { rowNames } from "../../marks/token_names.js";
import { sourceOf, tokenOf } from "../../operand.js";
import type { Mark } from "../../picture.js";
import { padOf } from "../../scale.js";
import type { Scene, SceneInput } from "../../scene.js";
import type { Slice } from "../../tensor_view.js";
import { isNarrow } from "../../text.js";
import type { Theme } from "../../theme.js";
import { rowBox } from "../pace/row_box.js";
import { rowShown, rowSweep } from "../pace/row_sweep.js";
import { gapsIn, type Layout, layoutOf, type Parts, partsOf, rowAt } from "./embedding_layout.js";

/** Within a slow row: the id lights up, goes to its number in the table, the row lights up, its copy goes to the result. */
const MOMENT = { light: 0.1, found: 0.36, copied: 0.5, landed: 0.94 } as const;

type Stage = ReturnType<typeof stageOf>;

export const embedding: Scene = (input, t) => {
  const stage = stageOf(input, t);
  return [
    ...idMarks(stage, input),
    ...tableMarks(stage),
    ...resultMarks(stage, isNarrow(input.width)),
    ...flight(stage),
    ...(stage.act.within > 0 ? [...search(stage), ...rule(stage, input.focus.batch)] : []),
  ];
};

function stageOf(input: SceneInput, t: number) {
  const parts = partsOf(input);
  return {
    parts,
    layout: layoutOf(input, parts),
    act: rowSweep(t, parts.result.rows.size),
    theme: input.theme,
  };
}

function idMarks({ parts: { ids }, layout, act, theme }: Stage, input: SceneInput): Mark[] {
  const cell = layout.idCell;
  const scale = tokens(padOf(sourceOf(input), input.trace.spec.padId), cell, theme);
  const { x, y } = layout.idTitle;
  const own = { ...ids, title: "", ...layout.ids, cell, theme, scale, labelled: 0 };
  return [
    ...block({ ...own, lit: (row) => act.within > 0 && row === act.slow }),
    mono(ids.title, x, y, theme.ink, { bold: true }),
    ...idsLabel(layout, ids, theme),
  ];
}

/** The rows of the table that this sentence fetches, and a box around the one that is read. */
function tableMarks({ parts, layout, act, theme }: Stage): Mark[] {
  const found = parts.source[act.within >= MOMENT.found ? act.slow : act.front];
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

function resultMarks({ parts: { result }, layout, act, theme }: Stage, narrow: boolean): Mark[] {
  const { cell, result: at } = layout;
  const rowLabel = narrow ? "above" : "left";
  const arrived = rowShown(act, MOMENT.landed);
  const shown = (row: number, col: number): number => (result.isGap(row, col) ? 0 : arrived(row));
  const written = act.within >= MOMENT.landed ? act.slow : act.front;
  return [
    ...block({ ...result, ...at, cell, theme, rowLabel, rowNames: rowLabel === "left", shown }),
    ...foldDots(result.colAt, at.x, at.y, cell, result.rows.size * cell.height, theme),
    ...(written < 0 ? [] : [rowBox(at, cell, written, result.cols.size, theme)]),
  ];
}

/** The copy of a row of the table on its way. In the wave copies appear in their place. */
function flight({ parts, layout, act: { slow, within }, theme }: Stage): Mark[] {
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
  return flying([...marks, rowBox(place, cell, 0, result.cols.size, theme)]);
}

/** The id moves to the row with its number. */
function search({ parts, layout, act: { slow, within }, theme }: Stage): Mark[] {
  const { cell, idCell, ids: from, numbers } = layout;
  const p = phase(within, MOMENT.light, MOMENT.found);
  if (within >= MOMENT.copied || p <= 0) return [];
  const { x, y } = rowAt(parts, layout, parts.source[slow] ?? 0);
  const end = { x: x - numbers, y, width: numbers, height: cell.height };
  const { cell: style, ref } = tokenOf(parts.ids, slow, 0);
  return [moving(style, cellRoom(from, idCell, slow, 0), end, p, 2, theme, ref, true)];
}

/** 62 → embedding.weight[62] → embedding[0, 0] */
function rule({ parts: { ids, table, result }, layout, act, theme }: Stage, batch: number): readonly Mark[] {
  const { slow, within } = act;
  const id = ids.value(slow, 0);
  const at = (from: number): { shown: number } => ({ shown: phase(within, from, from + 0.1) });
  const tokens = [
    { text: `${id}`, ...at(MOMENT.light) },
    { text: `→ ${table.title}[${id}]`, ...at(MOMENT.found) },
    { text: `→ ${result.title}[${batch}, ${slow}]`, ...at(lerp(MOMENT.copied, MOMENT.landed, 0.6)) },
  ];
  return arithmeticLine(tokens, layout.rule, theme).marks;
}

/** The ids are a single column: only their rows have an axis letter, at the left. */
function idsLabel({ ids, idCell, idTitle }: Layout, own: Slice, theme: Theme): Mark[] {
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
