/**
 * AND: mask[b, i, j] = padding_mask[b, 0, j] & nopeak_mask[0, i, j]. Two masks of different shapes meet: each axis of
 * size 1 stretches, seen as ghosts of the one row and of the one sheet, then the bits meet cell by cell. OR, of masks with
 * 1 = ignore: attn_mask[b, i, j] = attn_pad_mask[b, i, j] | attn_dec_mask[b, i, j], where nothing has to stretch.
 */
import { phase } from "../../../timeline/easing.js";
import { fitHeight, fitWidth, ofCells, placeParts, proportioned } from "../../layout/parts.js";
import type { Room } from "../../layout/room.js";
import { bandAboveAll, block, SIDE } from "../../marks/block.js";
import { type CellSize, cellMark } from "../../marks/matrix.js";
import { type ShapeRow, shapeTable, shapeTableSize, tones } from "../../marks/written.js";
import { inputsOf, type Operand, operand, tokenOf } from "../../operand.js";
import type { CellMark, Mark, Picture } from "../../picture.js";
import type { Place } from "../../place.js";
import type { Scene, SceneInput, StageStep } from "../../scene.js";
import { axesOf, type Slice, stepOf } from "../../tensor_view.js";
import { isNarrow } from "../../text.js";
import type { Theme } from "../../theme.js";
import { sameTensor } from "../attention/same_tensor.js";
import { answerLine, type CellSweep, cellOf, cellSweep } from "../pace/cell_sweep.js";
import { differing } from "../pace/sweep.js";

const STRETCH = { from: 0.06, to: 0.3 } as const;
const ACT = { from: 0.32, to: 0.96 } as const;
/** Within a slow cell: the two bits light up, are joined, their AND is written. */
const MOMENT = { light: 0.1, sign: 0.3, bit: 0.55 } as const;
const GHOST = 0.5;
const SHEET = 4;
/** In smaller cells a column of ghosts is drawn as one tall ghost. */
const FINE = 8;
/** On a narrow stage only the table shows the shapes. */
const NAMELESS = { shape: [] } as const;
const WRITTEN = 36;

interface Operands {
  readonly row: Operand;
  readonly square: Operand;
  readonly result: Operand;
}

interface Layout {
  readonly cell: CellSize;
  readonly row: Place;
  readonly square: Place;
  readonly result: Place;
  readonly room: Room;
  readonly table: { readonly x: number; readonly y: number; readonly width: number };
}

/** Of AND and of OR; where one mask alone is on, there is nothing to join. */
export const logicalAnd: Scene = (input, t) => {
  const { op, inputs } = input.step;
  const [only, other] = inputs;
  if (only && !other) return sameTensor(input, stepOf(input.trace, only), t);
  return joined(input, t, op === "logical_or" ? "|" : "&");
};

function joined(input: SceneInput, t: number, sign: "&" | "|"): Picture {
  const { step, theme, width, height } = input;
  const [padding, nopeak] = inputsOf(input);
  const [row, square, result] = [operand(input, padding), operand(input, nopeak), operand(input, step)];
  const of: Operands = { row, square, result };
  const { rows, cols } = result;
  const second = differing(rows.size * cols.size, 0, (i) => result.value(...cellOf(i, cols.size)));
  const stretches = [padding, nopeak].some((mask) => mask.axes.includes("1"));
  const act = cellSweep(t, stretches ? ACT : { ...ACT, from: STRETCH.from }, result, 0, second);
  const { scale } = result;
  const lit = (row: number, col: number): boolean => act.within > 0 && act.isSlow(row, col);
  const there = { shown: act.shown, lit: act.landed };
  const shapes = shapesOf(input, padding, nopeak, t);
  const titles = [padding.name, nopeak.name, step.name];
  const layout = (isNarrow(width) ? narrowLayout : wideLayout)(input, result, shapeTableSize(shapes), titles);
  const named = isNarrow(width) ? NAMELESS : {};
  const shared = { cell: layout.cell, theme, scale, rowLabel: "above", ...named } as const;
  const marks: Mark[] = [
    ...(stretches ? ghosts(of, layout, theme, t, lit) : []),
    ...block({ ...row, ...layout.row, ...shared, lit }),
    ...(stretches ? sheets(step.shape[0] ?? 1, square, layout, theme, t) : []),
    ...block({ ...square, ...layout.square, ...shared, lit }),
    ...block({ ...result, ...layout.result, ...shared, ...there }),
    ...shapeTable(shapes, layout.table, theme, true),
  ];
  if (act.slow >= 0) marks.push(...meeting(of, layout, theme, act, sign));
  return { width, height, marks };
}

/** The one row of the padding mask, again for every query: pale, for these cells are not stored. */
function ghosts(
  { row, result }: Operands,
  { cell, row: place }: Layout,
  theme: Theme,
  t: number,
  lit: (row: number, col: number) => boolean,
): CellMark[] {
  const come = phase(t, STRETCH.from, STRETCH.to);
  if (come <= 0) return [];
  const scale = tones(theme);
  const cells: CellMark[] = [];
  const ghost = (col: number, y: number, height: number, now: boolean): void => {
    const at = { x: place.x + col * cell.width, y, width: cell.width, height };
    const opacity = now ? 1 : GHOST * come;
    const outline = now ? theme.accent : undefined;
    cells.push(cellMark(at, scale(row.value(0, col)), 0, opacity, outline, row.ref(0, col)));
  };
  const [rows, cols] = [result.rows.size, result.cols.size];
  if (cell.height < FINE) {
    for (let col = 0; col < cols; col++) ghost(col, place.y, cell.height * (1 + (rows - 1) * come), false);
    return cells;
  }
  // Painted from the last row up, so that each row slides out from under the one above.
  for (let i = rows - 1; i > 0; i--)
    for (let col = 0; col < cols; col++)
      ghost(col, place.y + i * cell.height * come, cell.height, lit(i, col));
  return cells;
}

/** The one sheet of the no-peek mask, again for every sentence of the batch. */
function sheets(
  batch: number,
  { rows, cols }: Slice,
  { cell, square, row }: Layout,
  theme: Theme,
  t: number,
): Mark[] {
  const come = phase(t, STRETCH.from + 0.08, STRETCH.to);
  if (come <= 0) return [];
  const size = { width: cols.size * cell.width, height: rows.size * cell.height };
  const dashed = { stroke: theme.muted, strokeWidth: 1, dash: [3, 3], opacity: come };
  const marks: Mark[] = [];
  for (let i = Math.min(batch - 1, 2); i > 0; i--) {
    const at = { x: square.x + i * SHEET * come, y: square.y + i * SHEET * come };
    marks.push({ kind: "rect", ...at, ...size, fill: theme.paper, ...dashed });
  }
  const stretched = cell.height + (size.height - cell.height) * come;
  marks.push({ kind: "rect", x: row.x, y: row.y, width: size.width, height: stretched, ...dashed });
  return marks;
}

/** The shapes below each other; the 1s that stretch are framed while they do. */
function shapesOf({ step }: SceneInput, padding: StageStep, nopeak: StageStep, t: number): ShapeRow[] {
  const stretching = t > STRETCH.from && t < ACT.from;
  const row = (of: StageStep): ShapeRow => ({
    name: of.name,
    axes: axesOf(of).map((axis, i) => ({
      ...axis,
      lit: stretching && axis.size === 1 && step.shape[i] !== 1,
    })),
  });
  return [row(padding), row(nopeak), { ...row(step), shown: phase(t, STRETCH.to - 0.06, STRETCH.to + 0.02) }];
}

/** 1 & 0 = 0 or 0 | 1 = 1, and the answer on its way to its place. */
function meeting(
  { row, square, result }: Operands,
  { cell, result: at, room }: Layout,
  theme: Theme,
  act: CellSweep,
  sign: string,
): readonly Mark[] {
  const { within, row: i, col: j } = act;
  const seen = phase(within, MOMENT.light, MOMENT.sign);
  const { scale } = result;
  const tokens = [
    { ...tokenOf({ ...row, scale }, row.rows.size === 1 ? 0 : i, j), shown: seen },
    { text: sign, shown: seen },
    { ...tokenOf({ ...square, scale }, i, j), shown: seen },
    { text: "=", shown: phase(within, MOMENT.sign, MOMENT.bit) },
  ];
  return answerLine(act, tokens, result, [MOMENT.sign, MOMENT.bit], room, { at, cell }, theme).marks;
}

/** Three squares side by side over the table and the arithmetic. */
function wideLayout(
  { width, height }: SceneInput,
  { rows, cols }: Slice,
  table: CellSize,
  titles: readonly string[],
): Layout {
  const gap = 40;
  const slot = (width - 3 * gap) / 3;
  // Small squares stay far enough apart for their names.
  const square = ofCells(cols.size, Math.min(slot, 180 - gap));
  const across = { row: square, gap, square, second: gap, result: ofCells(cols.size) };
  const wide = fitWidth(width - gap, across);
  const band = bandAboveAll(titles, { rows, cols, rowLabel: "above" }, wide * cols.size);
  const foot = table.height + WRITTEN + 24;
  const down = { band, square: ofCells(rows.size), foot };
  const cell = proportioned({ width: wide, height: fitHeight(height - 10, down) }, 1.4, 1.2);
  const x = placeParts(width, across, cell.width);
  const { square: y, foot: under } = placeParts(height, down, cell.height);
  const half = width * 0.5;
  return {
    cell,
    row: { x: x.row, y },
    square: { x: x.square, y },
    result: { x: x.result, y },
    room: { x: half, y: under + 20 + (table.height - WRITTEN) / 2, width: half - SIDE, height: WRITTEN },
    table: { x: Math.max(x.row, 12), y: under + 20, width: half - x.row },
  };
}

/** The operands above, the result below at the right; table and arithmetic at its left. */
function narrowLayout(
  { width, height }: SceneInput,
  { rows, cols }: Slice,
  table: CellSize,
  titles: readonly string[],
): Layout {
  const gap = 14;
  const slot = (width - 2 * gap) / 2;
  const across = {
    row: ofCells(cols.size, Math.min(slot, 180 - gap)),
    gap,
    square: ofCells(cols.size),
    right: 2,
  };
  const wide = fitWidth(slot, { square: across.square });
  const band = bandAboveAll(titles, { rows, cols, rowLabel: "above", ...NAMELESS }, wide * cols.size);
  const square = ofCells(rows.size);
  const down = { above: band, operands: square, gap: 10, band, result: square };
  const cell = proportioned({ width: wide, height: fitHeight(height - 10, down) }, 1.4, 1.2);
  const x = placeParts(width, across, cell.width);
  const y = placeParts(height, down, cell.height);
  const free = { x: 6, y: y.result - 10, width: x.square - 20 };
  return {
    cell,
    row: { x: x.row, y: y.operands },
    square: { x: x.square, y: y.operands },
    result: { x: x.square, y: y.result },
    table: free,
    room: { ...free, y: y.result + table.height, height: WRITTEN },
  };
}
