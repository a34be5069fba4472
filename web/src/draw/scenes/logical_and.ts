/**
 * AND: mask[b, i, j] = padding_mask[b, 0, j] & nopeak_mask[0, i, j]. Two masks of different shapes meet: each axis of
 * size 1 stretches, seen as ghosts of the one row and of the one sheet, then the bits meet cell by cell.
 */
import { phase } from "../../timeline/easing.js";
import { block } from "../block.js";
import type { CellMark, Mark } from "../picture.js";
import type { Scene, SceneInput } from "../scene.js";
import { type Slice, sliceOf, stepOf } from "../tensor_view.js";
import { isNarrow } from "../text.js";
import { moving, type ShapeRow, shapeTable, tones, written, writtenCell } from "../written.js";
import { type Layout, layoutOf, NAMELESS, type Operands } from "./logical_and_layout.js";
import { differing, type Sweep, sweep } from "./sweep.js";

const STRETCH = { from: 0.06, to: 0.3 } as const;
const ACT = { from: 0.32, to: 0.96 } as const;
const MOMENT = { light: 0.1, sign: 0.3, bit: 0.55, land: 0.76, landed: 0.97 } as const;
const GHOST = 0.5;
const SHEET = 4;
/** In cells smaller than this a column of ghosts is one tall ghost. */
const FINE = 8;

export const logicalAnd: Scene = (input, t) => {
  const { trace, step, focus, theme, width, height } = input;
  const [padding, nopeak] = step.inputs.map((name) => stepOf(trace, name));
  if (!padding || !nopeak) throw new Error(`${step.name} wants two inputs, has ${step.inputs.length}`);
  const of: Operands = {
    row: sliceOf(padding, focus),
    square: sliceOf(nopeak, focus),
    result: sliceOf(step, focus),
  };
  const { rows, cols } = of.result;
  const at = (item: number): readonly [number, number] => [Math.floor(item / cols.size), item % cols.size];
  const count = rows.size * cols.size;
  const act = sweep(
    t,
    ACT,
    count,
    0,
    differing(count, 0, (i) => of.result.value(...at(i))),
  );
  const [slowRow, slowCol] = act.slow < 0 ? [-1, -1] : at(act.slow);
  const isSlow = (row: number, col: number): boolean => row === slowRow && col === slowCol;
  const shapes = shapesOf(input, padding, nopeak, t);
  const layout = layoutOf(input, of, shapes, [padding.name, nopeak.name]);
  const landed = act.within >= MOMENT.landed;
  const shown = (row: number, col: number): number =>
    isSlow(row, col) ? Number(landed) : phase(act.progress(row * cols.size + col), 0, 1);
  const reading = (row: number, col: number): boolean => isSlow(row, col) && act.within > 0;
  const shared = {
    cell: layout.cell,
    theme,
    scale: tones(theme),
    rowLabel: "above",
    ...(isNarrow(width) ? NAMELESS : {}),
  } as const;
  const lit = (row: number, col: number): boolean => landed && isSlow(row, col);
  const marks: Mark[] = [
    ...ghosts(of, layout, input, t, reading),
    ...block({ ...of.row, ...layout.row, ...shared, title: padding.name, lit: reading }),
    ...sheets(step.shape[0] ?? 1, of.square, layout, input, t),
    ...block({ ...of.square, ...layout.square, ...shared, title: nopeak.name, lit: reading }),
    ...block({ ...of.result, ...layout.result, ...shared, title: step.name, shown, lit }),
    ...shapeTable(shapes, layout.table, theme, true),
  ];
  if (act.slow >= 0) marks.push(...meeting(of, layout, input, act, slowRow, slowCol));
  return { width, height, marks };
};

/** The one row of the padding mask, again for every query: dashed and pale, for these cells are not stored. */
function ghosts(
  { row, result }: Operands,
  { cell, row: place }: Layout,
  { theme }: SceneInput,
  t: number,
  lit: (row: number, col: number) => boolean,
): CellMark[] {
  const scale = tones(theme);
  const cells: CellMark[] = [];
  const come = phase(t, STRETCH.from, STRETCH.to);
  if (come <= 0) return cells;
  if (cell.height < FINE) {
    for (let col = 0; col < result.cols.size; col++) {
      const style = scale(row.value(0, col));
      cells.push({
        kind: "cell",
        x: place.x + col * cell.width,
        y: place.y,
        width: cell.width,
        height: cell.height * (1 + (result.rows.size - 1) * come),
        fill: style.fill,
        opacity: GHOST * come,
        ref: row.ref(0, col),
        ...(style.hatch ? { hatch: style.hatch } : {}),
      });
    }
    return cells;
  }
  // Painted from the last row up, so that they come out from under the one above.
  for (let i = result.rows.size - 1; i > 0; i--)
    for (let col = 0; col < result.cols.size; col++) {
      const style = scale(row.value(0, col));
      const now = lit(i, col);
      cells.push({
        kind: "cell",
        x: place.x + col * cell.width,
        y: place.y + i * cell.height * come,
        ...cell,
        fill: style.fill,
        opacity: now ? 1 : GHOST * come,
        ref: row.ref(0, col),
        ...(style.hatch ? { hatch: style.hatch } : {}),
        ...(now ? { outline: theme.accent, outlineWidth: 2 } : {}),
      });
    }
  return cells;
}

/** The one sheet of the no-peek mask, again for every sentence of the batch. */
function sheets(
  batch: number,
  { rows, cols }: Slice,
  { cell, square, row }: Layout,
  { theme }: SceneInput,
  t: number,
): Mark[] {
  const come = phase(t, STRETCH.from + 0.08, STRETCH.to);
  if (come <= 0) return [];
  const size = { width: cols.size * cell.width, height: rows.size * cell.height };
  const marks: Mark[] = [];
  for (let i = Math.min(batch - 1, 2); i > 0; i--)
    marks.push({
      kind: "rect",
      x: square.x + i * SHEET * come,
      y: square.y + i * SHEET * come,
      ...size,
      fill: theme.paper,
      stroke: theme.muted,
      strokeWidth: 1,
      dash: [3, 3],
      opacity: come,
    });
  marks.push({
    kind: "rect",
    x: row.x,
    y: row.y,
    width: size.width,
    height: cell.height + (size.height - cell.height) * come,
    stroke: theme.muted,
    strokeWidth: 1,
    dash: [3, 3],
    opacity: come,
  });
  return marks;
}

/** The shapes below each other; the 1s that stretch are framed while they do. */
function shapesOf({ step }: SceneInput, padding: ShapeOf, nopeak: ShapeOf, t: number): ShapeRow[] {
  const stretching = t > STRETCH.from && t < ACT.from;
  const row = (of: ShapeOf): ShapeRow => ({
    name: of.name,
    axes: of.shape.map((size, i) => ({
      letter: of.axes[i] ?? "1",
      size,
      lit: stretching && size === 1 && step.shape[i] !== 1,
    })),
  });
  return [row(padding), row(nopeak), { ...row(step), shown: phase(t, STRETCH.to - 0.06, STRETCH.to + 0.02) }];
}
type ShapeOf = Pick<SceneInput["step"], "name" | "shape" | "axes">;

/** 1 & 0 = 0, and the answer on its way to its place. */
function meeting(
  { row, square, result }: Operands,
  { cell, result: place, room }: Layout,
  { theme }: SceneInput,
  { within }: Sweep,
  i: number,
  j: number,
): Mark[] {
  const scale = tones(theme);
  const bit = scale(result.value(i, j));
  const line = written(
    [
      {
        cell: scale(row.value(0, j)),
        ref: row.ref(0, j),
        lit: true,
        shown: phase(within, MOMENT.light, MOMENT.sign),
      },
      { text: "&", shown: phase(within, MOMENT.light, MOMENT.sign) },
      {
        cell: scale(square.value(i, j)),
        ref: square.ref(i, j),
        lit: true,
        shown: phase(within, MOMENT.light, MOMENT.sign),
      },
      { text: "=", shown: phase(within, MOMENT.sign, MOMENT.bit) },
      {
        cell: bit,
        ref: result.ref(i, j),
        lit: true,
        shown: within < MOMENT.land ? phase(within, MOMENT.sign, MOMENT.bit) : 0,
      },
    ],
    room,
    theme,
    writtenCell(room),
  );
  const start = line.places[4];
  if (!start || within < MOMENT.land || within >= MOMENT.landed) return [...line.marks];
  const end = { x: place.x + j * cell.width, y: place.y + i * cell.height, ...cell };
  return [
    ...line.marks,
    moving(bit, start, end, phase(within, MOMENT.land, MOMENT.landed), 2, theme, result.ref(i, j), true),
  ];
}
