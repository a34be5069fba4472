/**
 * Unsqueeze: the mask (B, L, L) gains an axis of size 1 where the scores have their heads: (B, 1, L, L). No number
 * changes; the sheet gets a depth, and along it stands in for every head.
 */
import { phase } from "../../../timeline/easing.js";
import { ofCells, placeOnStage } from "../../layout/parts.js";
import { cellRoom } from "../../layout/room.js";
import { bandAboveAll, block, SIDE, sideOf } from "../../marks/block.js";
import { emptyPlace, mono, stroke } from "../../marks/marks.js";
import { type ShapeRow, shapeTable, shapeTableSize } from "../../marks/written.js";
import { cellAway, type Operand, operand, sourceOf } from "../../operand.js";
import type { Mark } from "../../picture.js";
import type { Scene, SceneInput } from "../../scene.js";
import { axesOf, type Slice, type TensorLike } from "../../tensor_view.js";
import { isNarrow, monoWidth } from "../../text.js";
import type { Theme } from "../../theme.js";
import { everyCell } from "../pace/cell_sweep.js";

const OPEN = { from: 0.08, to: 0.3 } as const;
const SERVE = { from: 0.34, to: 0.72 } as const;
const GHOST = 0.45;

type Layout = ReturnType<typeof layoutOf>;

export const unsqueeze: Scene = (input, t) => {
  const { step, theme, width, height } = input;
  const source = sourceOf(input);
  const mask = operand(input, source);
  const opened = phase(t, OPEN.from, OPEN.to);
  const served = phase(t, SERVE.from, SERVE.to);
  const shapes = shapesOf(input, source, opened, served, t);
  const heads = headsOf(input);
  const layout = layoutOf(input, mask, shapes, heads);
  const marks: Mark[] = [
    ...ghosts(mask, layout, theme, heads, served),
    ...depth(mask, layout, input, heads, opened, served),
    ...block({ ...mask, ...layout, theme, title: opened > 0.5 ? step.name : mask.title }),
    ...shapeTable(shapes, layout.table, theme),
  ];
  return { width, height, marks };
};

/** The scores that the mask is for, where the lesson has any. */
const scoresOf = ({ trace }: SceneInput): readonly TensorLike[] =>
  trace.steps.filter(({ name }) => name === "scores");
const headsOf = (input: SceneInput): number => scoresOf(input)[0]?.shape[1] ?? input.trace.spec.numHeads;
const NEW = 1;

/** The shape before, after, and that of the scores it will meet: the new 1 opens its column, then stands under H. */
function shapesOf(
  input: SceneInput,
  mask: TensorLike,
  opened: number,
  served: number,
  t: number,
): ShapeRow[] {
  const { step } = input;
  const meeting = t > SERVE.from && t < 1;
  const axes = axesOf(step).map((axis, i) => ({
    ...axis,
    ...(i === NEW ? { shown: opened, lit: t > OPEN.from && t < 1 } : {}),
  }));
  const before = axesOf(mask);
  const scores = scoresOf(input);
  return [
    { name: mask.name, axes: [before[0], undefined, ...before.slice(1)] },
    { name: step.name, axes, shown: phase(t, OPEN.from - 0.06, OPEN.from + 0.06) },
    ...scores.map((one) => ({
      name: one.name,
      axes: axesOf(one).map((axis, i) => ({ ...axis, lit: meeting && i === NEW && served > 0 })),
      shown: phase(t, SERVE.from - 0.04, SERVE.from + 0.06),
    })),
  ];
}

/** The same sheet behind itself, once a head: pale and dashed, for it is not copied. */
function ghosts(
  mask: Operand,
  { cell, x, y, depth: far }: Layout,
  theme: Theme,
  heads: number,
  served: number,
): Mark[] {
  const { rows, cols } = mask;
  if (served <= 0) return [];
  const size = { width: cols.size * cell.width, height: rows.size * cell.height };
  // Only the part not hidden by the sheet in front is painted: the right and lower edges.
  const isSeen = (row: number, col: number): boolean =>
    (row + 1) * cell.height >= size.height - far || (col + 1) * cell.width >= size.width - far;
  const marks: Mark[] = [];
  for (let h = heads - 1; h > 0; h--) {
    const at = { x: x + h * far * served, y: y + h * far * served };
    marks.push({ kind: "rect", ...at, ...size, fill: theme.paper });
    marks.push(
      ...everyCell(mask, (row, col) =>
        isSeen(row, col)
          ? [cellAway(mask, row, col, cellRoom(at, cell, row, col), { opacity: GHOST * served })]
          : [],
      ),
    );
    // Of many sheets only the rearmost has a dark outline; with all edges dark they would merge.
    const hindmost = h === heads - 1 || far >= 10;
    marks.push(emptyPlace({ ...at, ...size }, hindmost ? theme.muted : theme.hairline, served));
  }
  // Paper behind the front sheet keeps the ghosts from shining through.
  marks.push({ kind: "rect", x, y, ...size, fill: theme.paper });
  return marks;
}

/** The bracket of the new axis runs into the depth: 1, until it serves H heads. */
function depth(
  { cols }: Slice,
  { cell, x, y, depth: far }: Layout,
  { theme, step, trace }: SceneInput,
  heads: number,
  opened: number,
  served: number,
): Mark[] {
  if (opened <= 0) return [];
  const corner = { x: x + cols.size * cell.width + 5, y: y - 2 };
  const reach = 8 + served * (heads - 1) * far;
  const end = { x: corner.x + reach * opened, y: corner.y + reach * opened };
  const stretched = served > 0.5;
  const named = trace.spec.numHeads === heads ? "H " : "";
  const text = stretched ? `1 → ${named}${heads}` : String(step.shape[NEW] ?? 1);
  const serving = theme.axes.H ?? theme.accent;
  const [line, ink] = stretched ? [serving, serving] : [theme.muted, theme.ink];
  return [
    stroke(corner.x, corner.y, end.x, end.y, line, { opacity: opened }),
    mono(text, end.x + 6, end.y, ink, { bold: true, opacity: opened }),
  ];
}

/** The sheet with room for its depth, and the shapes at its right, or below on a narrow stage. */
function layoutOf(
  { width, height, step }: SceneInput,
  { rows, cols, title }: Operand,
  shapes: readonly ShapeRow[],
  heads: number,
) {
  const narrow = isNarrow(width);
  const table = shapeTableSize(shapes);
  const label = monoWidth("1 → H 16", 13) + 22;
  const away = Math.min(narrow ? 40 : 76, Math.max(narrow ? 24 : 40, (heads - 1) * 16));
  const aside = narrow ? 0 : table.width + 24;
  const across = { side: sideOf(rows, narrow ? 38 : SIDE), sheet: ofCells(cols.size), away, label, aside };
  const downOf = (wide: number) => ({
    band: bandAboveAll([title, step.name], { rows, cols }, wide * cols.size),
    sheet: ofCells(rows.size),
    away,
    foot: narrow ? 3 * 20 + 14 : 0,
  });
  const { cell, x, y } = placeOnStage({ width, height }, [8, 8], across, downOf, [1.4, 1.2]);
  const at = narrow
    ? { x: Math.max(8, (width - table.width) / 2), y: y.foot + 14, width: width - 16 }
    : { x: x.aside + 16, y: (y.sheet + y.away - 60) / 2, width: aside };
  /** From one head's sheet to the next. */
  const depth = heads > 1 ? away / (heads - 1) : 0;
  return { cell, x: x.sheet, y: y.sheet, depth, table: at };
}
