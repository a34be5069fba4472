/**
 * AND: mask[b, i, j] = padding_mask[b, 0, j] & nopeak_mask[0, i, j]. Two masks of different shapes meet: each axis of
 * size 1 stretches, seen as ghosts of the one row and of the one sheet, then the bits meet cell by cell. OR, of masks with
 * 1 = ignore: attn_mask[b, i, j] = attn_pad_mask[b, i, j] | attn_dec_mask[b, i, j], where nothing has to stretch.
 */
import { lerp, phase } from "../../../timeline/easing.js";
import { ofCells, placeOnStage } from "../../layout/parts.js";
import { bandAboveAll, block, SIDE, sideOf } from "../../marks/block.js";
import { emptyPlace } from "../../marks/marks.js";
import type { CellSize } from "../../marks/matrix.js";
import { type ShapeRow, shapeTable, shapeTableSize, tones } from "../../marks/written.js";
import { cellAway, inputsOf, type Operand, operand, tokenOf } from "../../operand.js";
import type { CellMark, Mark, Picture } from "../../picture.js";
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

type Operands = Readonly<Record<"row" | "square" | "result", Operand>>;
type Layout = ReturnType<typeof layoutOf>;

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
  const layout = layoutOf(input, result, shapeTableSize(shapes), titles);
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
  const own = { ...row, scale: tones(theme) };
  const ghost = (col: number, y: number, height: number, now = false): CellMark => {
    const at = { x: place.x + col * cell.width, y, width: cell.width, height };
    return cellAway(own, 0, col, at, now ? { outline: theme.accent } : { opacity: GHOST * come });
  };
  const last = result.rows.size - 1;
  if (cell.height < FINE)
    return Array.from({ length: result.cols.size }, (_, col) =>
      ghost(col, place.y, cell.height * (1 + last * come)),
    );
  // Painted from the last row up, so that each row slides out from under the one above.
  return Array.from({ length: last }, (_, i) => last - i).flatMap((i) =>
    Array.from({ length: result.cols.size }, (_, col) =>
      ghost(col, place.y + i * cell.height * come, cell.height, lit(i, col)),
    ),
  );
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
  const marks: Mark[] = [];
  for (let i = Math.min(batch - 1, 2); i > 0; i--) {
    const at = { x: square.x + i * SHEET * come, y: square.y + i * SHEET * come };
    marks.push({ ...emptyPlace({ ...at, ...size }, theme.muted, come), fill: theme.paper });
  }
  const stretched = lerp(cell.height, size.height, come);
  return [...marks, emptyPlace({ ...row, width: size.width, height: stretched }, theme.muted, come)];
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

/** Three squares over the table and the arithmetic; on a narrow stage the result stands below at the right, these at its left. */
function layoutOf(
  { width, height }: SceneInput,
  { rows, cols }: Slice,
  table: CellSize,
  titles: readonly string[],
) {
  const narrow = isNarrow(width);
  const names = sideOf(rows, 0);
  const [gap, margin, count] = narrow ? [Math.max(14, names + 4), 6, 2] : [Math.max(40, names + 8), 20, 3];
  const slot = (width - count * gap) / count;
  const square = ofCells(cols.size);
  // Small squares stay far enough apart for their names.
  const named = ofCells(cols.size, Math.min(slot, 180 - gap));
  const across = narrow
    ? { names, row: named, gap, square, second: 2, result: 0 }
    : { names, row: named, gap, square: named, second: gap, result: square };
  const [own, foot] = [ofCells(rows.size), table.height + WRITTEN + 24];
  const downOf = (wide: number) => {
    const axes = { rows, cols, rowLabel: "above", ...(narrow ? NAMELESS : {}) } as const;
    const band = bandAboveAll(titles, axes, wide * cols.size);
    return narrow
      ? { band, operands: own, gap: 10, second: band, under: own }
      : { band, operands: own, gap: 0, second: 0, under: foot };
  };
  const { cell, x, y } = placeOnStage({ width, height }, [margin, 5], across, downOf, [1.4, 1.2]);
  const written = { height: WRITTEN };
  const room = narrow
    ? { ...written, x: 6, y: y.under + table.height, width: x.square - 20 - names }
    : {
        ...{ ...written, x: width / 2, width: width / 2 - SIDE },
        y: y.under + 20 + (table.height - WRITTEN) / 2,
      };
  return {
    cell,
    room,
    row: { x: x.row, y: y.operands },
    square: { x: x.square, y: y.operands },
    result: narrow ? { x: x.square, y: y.under } : { x: x.result, y: y.operands },
    table: narrow
      ? { x: 6, y: y.under - 10, width: room.width }
      : { x: Math.max(x.row, 12), y: y.under + 20, width: width / 2 - x.row },
  };
}
