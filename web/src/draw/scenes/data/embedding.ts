/**
 * Embedding (gather): a token id is the number of a row of the table; embedding[b, l] is a copy of that row. The same
 * id fetches the same row again, and padding fetches row padId.
 */
import { lerp, phase } from "../../../timeline/easing.js";
import { cellRoom, foldAround, foldIn, GAP, monoSize } from "../../layout/room.js";
import { block, foldDots, folded } from "../../marks/block.js";
import { mono, stroke } from "../../marks/marks.js";
import { axisColor, axisText, type CellSize } from "../../marks/matrix.js";
import { onWay, rowMarks } from "../../marks/rows.js";
import { moving, tokens } from "../../marks/written.js";
import type { Mark } from "../../picture.js";
import type { Place } from "../../place.js";
import { diverging, padOf, rangeOf, scaleOf } from "../../scale.js";
import type { Scene, SceneInput } from "../../scene.js";
import { type Slice, sliceOf, stepOf } from "../../tensor_view.js";
import { isNarrow, monoWidth } from "../../text.js";
import type { Theme } from "../../theme.js";
import { type Sweep, sweep } from "../pace/sweep.js";
import { type Layout, layoutOf, type Parts, tableHeight } from "./embedding_layout.js";

const GATHER = { from: 0.05, to: 0.96 } as const;
/** Within a slow row: the id lights up, goes to its number in the table, the row lights up, its copy goes to the result. */
const MOMENT = { light: 0.1, found: 0.36, copied: 0.5, landed: 0.94 } as const;

export const embedding: Scene = (input, t) => {
  const { focus, width, height } = input;
  const parts = partsOf(input);
  const layout = layoutOf(input, parts);
  const act = sweep(t, GATHER, parts.result.rows.size, 0, 1);
  const now = act.slow >= 0 && act.within > 0;
  const marks: Mark[] = [
    ...idMarks(input, parts, layout, now ? act.slow : -1),
    ...tableMarks(
      input,
      parts,
      layout,
      now && act.within >= MOMENT.found ? parts.source[act.slow] : undefined,
    ),
    ...resultMarks(input, parts, layout, act),
    ...flights(input, parts, layout, act),
  ];
  if (now) marks.push(...search(input, parts, layout, act), ...rule(input, parts, layout, act, focus.batch));
  return { width, height, marks };
};

function idMarks(input: SceneInput, { ids }: Parts, layout: Layout, slow: number): Mark[] {
  const { trace, step, theme } = input;
  const cell = layout.idCell;
  const source = stepOf(trace, step.inputs[0] ?? "ids");
  const scale = tokens(padOf(source, trace.spec.padId), cell, theme);
  const { x, y } = layout.idTitle;
  return [
    ...block({ ...ids, ...layout.ids, cell, theme, scale, labelled: 0, lit: (row) => row === slow }),
    mono(source.name, x, y, theme.ink, { bold: true }),
    ...idsLabel(layout, ids, input),
  ];
}

/** The rows of the table that this sentence fetches; `found` is the one being read. */
function tableMarks(input: SceneInput, parts: Parts, layout: Layout, found: number | undefined): Mark[] {
  const { step, theme } = input;
  const { table, scale, gapsBefore } = parts;
  const { cell, gap, table: at } = layout;
  const drop = (row: number): number => (gapsBefore[row] ?? 0) * gap;
  const text = (i: number): string => String(table.rowAt[i]);
  const marks: Mark[] = [
    ...block({
      ...table,
      ...at,
      ...{ cell, theme, scale, drop, rowLabel: "above", title: step.inputs[1] ?? "" },
      indices: { rows: { room: layout.numbers, text, strong: (i) => i === found } },
      shown: (row, col) => Number(!table.isGap(row, col)),
    }),
    ...leftOut(parts, layout, input),
    ...foldDots(table.colAt, at.x, at.y, cell, tableHeight(parts, cell.height, gap), theme),
  ];
  if (found !== undefined)
    marks.push(rowFrame({ x: at.x, y: at.y + found * cell.height + drop(found) }, parts, cell, theme));
  return marks;
}

function resultMarks({ step, theme }: SceneInput, parts: Parts, layout: Layout, act: Sweep): Mark[] {
  const { result, scale } = parts;
  const { cell, rowLabel, result: at } = layout;
  const shown = (row: number, col: number): number =>
    Number(!result.isGap(row, col) && arrived(act, row) >= 1);
  const marks: Mark[] = [
    ...block({ ...result, ...at, cell, theme, scale, title: step.name, rowLabel, shown }),
    ...foldDots(result.colAt, at.x, at.y, cell, result.rows.size * cell.height, theme),
  ];
  if (act.slow >= 0 && act.within >= MOMENT.landed)
    marks.push(rowFrame({ x: at.x, y: at.y + act.slow * cell.height }, parts, cell, theme));
  return marks;
}

function partsOf(input: SceneInput): Parts {
  const { trace, step, focus, theme, width } = input;
  const ids = stepOf(trace, step.inputs[0] ?? "ids");
  const table = stepOf(trace, step.inputs[1] ?? "embedding.weight");
  const row = sliceOf(ids, focus, -1, 1, { 0: focus.batch });
  const column: Slice = {
    rows: row.cols,
    cols: { letter: "1", size: 1 },
    value: (r) => row.value(0, r),
    ref: (r) => row.ref(0, r),
  };
  const wanted = Array.from({ length: column.rows.size }, (_, l) => column.value(l, 0));
  const around = foldAround(table.shape[0] ?? 1, wanted);
  const rowAt = around.filter((row) => row !== GAP);
  const room = isNarrow(width) ? width - 90 : (width - 200) / 2;
  const colAt = foldIn(table.shape[1] ?? 1, room);
  const all = Array.from({ length: column.rows.size }, (_, l) => l);
  return {
    ids: column,
    table: folded(sliceOf(table, focus), rowAt, colAt),
    result: folded(sliceOf(step, focus, 1, 2), all, colAt),
    idScale: scaleOf(ids, trace.spec.padId, theme),
    scale: diverging(rangeOf(table, theme), theme),
    source: wanted.map((id) => rowAt.indexOf(id)),
    gapsBefore: rowAt.map((row) => around.slice(0, around.indexOf(row)).filter((r) => r === GAP).length),
  };
}

const arrived = (act: Sweep, row: number): number =>
  row === act.slow ? phase(act.within, MOMENT.copied, MOMENT.landed) : phase(act.progress(row), 0.1, 1);

/** One frame around a whole row: it is read and copied as one. */
const rowFrame = (at: Place, { result }: Pick<Parts, "result">, cell: CellSize, theme: Theme): Mark => ({
  kind: "rect",
  x: at.x,
  y: at.y,
  width: result.cols.size * cell.width,
  height: cell.height,
  stroke: theme.accent,
  strokeWidth: 2,
});

/** The copies of the table's rows that are under way. */
function flights(
  { theme }: SceneInput,
  { table, result, source, scale, gapsBefore }: Parts,
  { cell, table: from, result: to, gap }: Layout,
  act: Sweep,
): Mark[] {
  const marks: Mark[] = [];
  for (let row = 0; row < result.rows.size; row++) {
    const p = arrived(act, row);
    if (p <= 0 || p >= 1) continue;
    const read = source[row] ?? 0;
    const start = {
      ...cellRoom(from, cell, read, 0),
      y: from.y + read * cell.height + (gapsBefore[read] ?? 0) * gap,
    };
    const end = cellRoom(to, cell, row, 0);
    const place = { x: onWay(start.x, end.x, p, cell), y: lerp(start.y, end.y, p) };
    // One run of adjacent columns between two folds.
    for (let first = 0, last: number; first < table.colAt.length; first = last + 1) {
      const fold = table.colAt.indexOf(GAP, first);
      last = fold < 0 ? table.colAt.length : fold;
      marks.push(...rowMarks(result, row, place, cell, scale, { from: first, to: last }));
    }
    if (row === act.slow) marks.push(rowFrame(place, { result }, cell, theme));
  }
  return marks;
}

/** The id moves to the row with its number. */
function search(
  { theme }: SceneInput,
  { ids, source, idScale, gapsBefore }: Parts,
  { cell, idCell, ids: from, table, numbers, gap }: Layout,
  { slow, within }: Sweep,
): Mark[] {
  if (within >= MOMENT.copied) return [];
  const p = phase(within, MOMENT.light, MOMENT.found);
  const start = { x: from.x, y: from.y + slow * idCell.height, ...idCell };
  const read = source[slow] ?? 0;
  const end = {
    x: table.x - numbers,
    y: table.y + read * cell.height + (gapsBefore[read] ?? 0) * gap,
    width: numbers,
    height: cell.height,
  };
  return p <= 0 ? [] : [moving(idScale(ids.value(slow, 0)), start, end, p, 2, theme, ids.ref(slow, 0), true)];
}

/** 62 → embedding.weight[62] → embedding[0, 0] */
function rule(
  { step, theme }: SceneInput,
  { ids }: Parts,
  { rule: room }: Layout,
  { slow, within }: Sweep,
  batch: number,
): Mark[] {
  const id = ids.value(slow, 0);
  const parts = [`${id}`, `${step.inputs[1]}[${id}]`, `${step.name}[${batch}, ${slow}]`];
  const size = monoSize(parts.join(" → "), room.width, 15);
  let x = room.x + (room.width - monoWidth(parts.join(" → "), size)) / 2;
  const from = [MOMENT.light, MOMENT.found, lerp(MOMENT.copied, MOMENT.landed, 0.6)];
  return parts.flatMap((part, i): Mark[] => {
    const text = i === 0 ? part : `→ ${part}`;
    const at = x;
    x += monoWidth(`${text} `, size);
    const opacity = phase(within, from[i] ?? 0, (from[i] ?? 0) + 0.1);
    return opacity > 0 ? [mono(text, at, room.y + room.height / 2, theme.ink, { size, opacity })] : [];
  });
}

/** The ids are a single column: only their rows have an axis letter, at the left. */
function idsLabel({ ids, idCell }: Layout, { rows }: Slice, { theme }: SceneInput): Mark[] {
  const color = axisColor(rows, theme);
  const bottom = ids.y + rows.size * idCell.height;
  const middle = Math.max(bottom - 7, (ids.y + bottom) / 2);
  return [
    stroke(ids.x - 4, ids.y, ids.x - 4, bottom, color),
    mono(axisText(rows), ids.x - 9, middle, color, { align: "end" }),
  ];
}

/** Dots where rows of the table are left out. */
function leftOut(
  { table, gapsBefore }: Parts,
  { cell, table: at, gap }: Layout,
  { theme }: SceneInput,
): Mark[] {
  return gapsBefore.flatMap((gaps, row): Mark[] => {
    if (gaps === (gapsBefore[row - 1] ?? 0) || gap < 3) return [];
    const y = at.y + row * cell.height + (gaps - 0.5) * gap;
    const right = at.x + table.cols.size * cell.width;
    return [stroke(at.x, y, right, y, theme.muted, { width: 1, dash: [1, 5] })];
  });
}
