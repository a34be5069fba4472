/**
 * Unsqueeze: the mask (B, L, L) gains an axis of size 1 where the scores have their heads: (B, 1, L, L). No number
 * changes; along the new axis the sheet broadcasts to every head, and a single row to every query.
 */
import { range } from "../../../module/shape.js";
import { lerp, phase } from "../../../timeline/easing.js";
import { asFlying } from "../../flight.js";
import { ofCells, placeOnStage } from "../../layout/parts.js";
import { type ShapeRow, shapeTable, shapeTableSize } from "../../marks/arithmetic_line.js";
import { bandAboveAll, block, ROW_LABEL_ROOM, rowLabelRoom } from "../../marks/block.js";
import { fontFor } from "../../marks/cells.js";
import { emptyPlace, mono, stroke } from "../../marks/marks.js";
import { cellRect, isNarrow } from "../../measure.js";
import { type Operand, operand, operandCell, sourceOf } from "../../operand.js";
import type { Mark, Scene, SceneInput } from "../../picture.js";
import { axesOf } from "../../tensor_view.js";

const OPEN = { from: 0.08, to: 0.3 } as const;
const SERVE = { from: 0.34, to: 0.72 } as const;
const GHOST_OPACITY = 0.55;
/** Of more queries or heads only the first are shown. */
const MOST_ROWS = 8;
const LEAST_CELL = 22;
/** The position of the new axis. */
const NEW_AXIS = 1;

export const unsqueeze: Scene = (input, t) => {
  const { trace, step, theme } = input;
  const source = sourceOf(input);
  // The scores that the mask is for, where the lesson has any.
  const scores = trace.steps.find(({ name }) => name === "scores");
  const heads = scores?.shape[1] ?? trace.spec.numHeads;
  const mask = operand(input, source);
  const opened = phase(t, OPEN.from, OPEN.to);
  const served = phase(t, SERVE.from, SERVE.to);
  // The shape before, after, and that of the scores it will meet: the new 1 opens its column, then stands under H.
  const [batch, ...rest] = axesOf(source);
  const opening = { shown: opened, lit: t > OPEN.from && t < 1 };
  const isServing = t > SERVE.from && t < 1 && served > 0;
  const shapes: ShapeRow[] = [
    { name: source.name, axes: [batch, undefined, ...rest] },
    {
      name: step.name,
      axes: axesOf(step).map((axis, i) => (i === NEW_AXIS ? { ...axis, ...opening } : axis)),
      shown: phase(t, OPEN.from - 0.06, OPEN.from + 0.06),
    },
  ];
  if (scores)
    shapes.push({
      name: "scores",
      axes: axesOf(scores).map((axis, i) => ({ ...axis, lit: isServing && i === NEW_AXIS })),
      shown: phase(t, SERVE.from - 0.04, SERVE.from + 0.06),
    });
  const rows = Math.max(mask.rows.size, Math.min(scores?.shape.at(-2) ?? 1, MOST_ROWS));
  const layout = layoutOf(input, mask, shapes, { rows, heads });
  const { cell, at, pitch, table, shown } = layout;
  const size = { width: mask.cols.size * cell.width, height: rows * cell.height };

  /** The sheet of a head, sliding out from the stored one: pale, because it is not copied. Row 0 is repeated for every query. */
  const sheet = (head: number): Mark[] => {
    const x = at.x + head * pitch * served;
    const cells = range(served > 0 ? rows : 0).flatMap((row) =>
      row < mask.rows.size && head === 0
        ? []
        : range(mask.cols.size).map((col) => {
            const stored = Math.min(row, mask.rows.size - 1);
            const place = cellRect({ x, y: at.y }, cell, stored + (row - stored) * served, col);
            const look = { opacity: GHOST_OPACITY * served, fontSize: fontFor(cell, 2) };
            return operandCell(mask, stored, col, place, look);
          }),
    );
    // The place that it will fill is outlined from the start.
    const place = { x: at.x + head * pitch, y: at.y, ...size };
    const number = { size: 13, align: "middle", bold: head === input.focus.head, opacity: served } as const;
    const middle = place.x + size.width / 2;
    return [
      ...(served < 1 ? asFlying(cells) : cells),
      emptyPlace(place, theme.muted, lerp(0.5, 1, served)),
      mono(String(head), middle, at.y + size.height + 14, theme.axes.H ?? theme.accent, number),
    ];
  };

  /** The bracket of the new axis: 1, until it serves H heads. */
  const newAxis = (): Mark[] => {
    const y = layout.bracket;
    const isStretched = served > 0.5;
    const named = trace.spec.numHeads === heads ? "H " : "";
    const text = isStretched ? `1 → ${named}${heads}` : String(step.shape[NEW_AXIS] ?? 1);
    const serving = theme.axes.H ?? theme.accent;
    const [line, ink] = isStretched ? [serving, serving] : [theme.muted, theme.ink];
    const end = at.x + size.width + (shown - 1) * pitch * served;
    return [
      stroke(at.x, y, lerp(at.x, end, opened), y, line, { opacity: opened }),
      mono(text, (at.x + end) / 2, y - 9, ink, { bold: true, align: "middle", opacity: opened }),
    ];
  };

  return [
    ...range(shown).reverse().flatMap(sheet),
    ...(opened > 0 ? newAxis() : []),
    ...block({ ...mask, cell, ...at, theme, title: opened > 0.5 ? step.name : mask.title }),
    ...shapeTable(shapes, table, theme),
  ];
};

/** A sheet for each head side by side, and below them the shapes. */
function layoutOf(
  input: SceneInput,
  { rows, cols, title }: Operand,
  shapes: ShapeRow[],
  full: { readonly rows: number; readonly heads: number },
) {
  const { width } = input;
  const narrow = isNarrow(width);
  const table = shapeTableSize(shapes);
  const side = rowLabelRoom(rows, narrow ? 38 : ROW_LABEL_ROOM);
  const gap = narrow ? 14 : 40;
  const shown = Math.max(
    1,
    Math.min(full.heads, Math.floor((width - side) / (cols.size * LEAST_CELL + gap))),
  );
  const across = { side, sheet: ofCells(shown * cols.size), gaps: (shown - 1) * gap };
  const downOf = (cellWidth: number) => ({
    bracket: 24,
    band: bandAboveAll([title, input.step.name], { rows, cols }, cellWidth * cols.size),
    ...{ sheet: ofCells(full.rows), foot: 26, table: table.height },
  });
  const { cell, x, y } = placeOnStage(input, [8, 8], across, downOf);
  return {
    ...{ cell, at: { x: x.sheet, y: y.sheet }, bracket: y.band - 2, shown },
    /** From one head's sheet to the next. */
    pitch: cols.size * cell.width + gap,
    table: { x: Math.max(8, Math.min(x.sheet, width - table.width - 8)), y: y.table, width: width - 16 },
  };
}
