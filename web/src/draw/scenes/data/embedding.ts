/**
 * Embedding (gather): a token id is the number of a row of the table; embedding[b, l] is a copy of that row. The same
 * id fetches the same row again, and padding fetches row padId.
 */
import { lerp, phase } from "../../../timeline/easing.js";
import { asFlying } from "../../flight.js";
import { cellRect, GAP } from "../../layout/rect.js";
import { arithmeticLine, movingCell, tokenIdScale } from "../../marks/arithmetic_line.js";
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
import { rowShown, rowSweepAt } from "../pace/row_sweep.js";
import { gapsIn, type Layout, layoutOf, type Parts, partsOf, rowAt } from "./embedding_layout.js";

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
