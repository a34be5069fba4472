/**
 * Unsqueeze: the mask (B, L, L) gains an axis of size 1 where the scores have their heads: (B, 1, L, L). No number
 * changes; the sheet gets a depth axis, along which it broadcasts to every head.
 */
import { range } from "../../../module/shape.js";
import { phase } from "../../../timeline/easing.js";
import { ofCells, placeOnStage } from "../../layout/parts.js";
import { type ShapeRow, shapeTable, shapeTableSize } from "../../marks/arithmetic_line.js";
import { bandAboveAll, block, ROW_LABEL_ROOM, rowLabelRoom } from "../../marks/block.js";
import { emptyPlace, mono, stroke } from "../../marks/marks.js";
import { cellRect, isNarrow, monoWidth } from "../../measure.js";
import { type Operand, operand, operandCell, sourceOf } from "../../operand.js";
import type { Mark, Scene, SceneInput } from "../../picture.js";
import { axesOf } from "../../tensor_view.js";
import { everyCell } from "../sweep.js";

const OPEN = { from: 0.08, to: 0.3 } as const;
const SERVE = { from: 0.34, to: 0.72 } as const;
const GHOST_OPACITY = 0.45;
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
  const { cell, at, depth: offset, table } = layoutOf(input, mask, shapes, heads);
  const size = { width: mask.cols.size * cell.width, height: mask.rows.size * cell.height };

  /** The sheet repeated behind itself, once per head: pale and dashed, because it is not copied. */
  const sheet = (head: number): Mark[] => {
    const place = { x: at.x + head * offset * served, y: at.y + head * offset * served };
    const cells = everyCell(mask, (row, col) => {
      // Only the part not hidden by the sheet in front is painted: the right and lower edges.
      const isSeen =
        (row + 1) * cell.height >= size.height - offset || (col + 1) * cell.width >= size.width - offset;
      const look = { opacity: GHOST_OPACITY * served };
      return isSeen ? [operandCell(mask, row, col, cellRect(place, cell, row, col), look)] : [];
    });
    // Of many sheets only the rearmost has a dark outline; with all edges dark they would merge.
    const edge = head === heads - 1 || offset >= 10 ? theme.muted : theme.hairline;
    const paper = { kind: "rect", ...place, ...size, fill: theme.paper } as const;
    return [paper, ...cells, emptyPlace({ ...place, ...size }, edge, served)];
  };
  const ghosts = (): Mark[] => [
    ...range(heads).slice(1).reverse().flatMap(sheet),
    // Paper behind the front sheet keeps the ghosts from shining through.
    { kind: "rect", ...at, ...size, fill: theme.paper },
  ];

  /** The bracket of the new axis runs into the depth: 1, until it serves H heads. */
  const depth = (): Mark[] => {
    const corner = { x: at.x + size.width + 5, y: at.y - 2 };
    const reach = (8 + served * (heads - 1) * offset) * opened;
    const end = { x: corner.x + reach, y: corner.y + reach };
    const isStretched = served > 0.5;
    const named = trace.spec.numHeads === heads ? "H " : "";
    const text = isStretched ? `1 → ${named}${heads}` : String(step.shape[NEW_AXIS] ?? 1);
    const serving = theme.axes.H ?? theme.accent;
    const [line, ink] = isStretched ? [serving, serving] : [theme.muted, theme.ink];
    return [
      stroke(corner.x, corner.y, end.x, end.y, line, { opacity: opened }),
      mono(text, end.x + 6, end.y, ink, { bold: true, opacity: opened }),
    ];
  };

  return [
    ...(served > 0 ? ghosts() : []),
    ...(opened > 0 ? depth() : []),
    ...block({ ...mask, cell, ...at, theme, title: opened > 0.5 ? step.name : mask.title }),
    ...shapeTable(shapes, table, theme),
  ];
};

/** The sheet with room for its depth, and the shapes at its right, or below on a narrow stage. */
function layoutOf(input: SceneInput, { rows, cols, title }: Operand, shapes: ShapeRow[], heads: number) {
  const { width } = input;
  const narrow = isNarrow(width);
  const table = shapeTableSize(shapes);
  const labelWidth = monoWidth("1 → H 16", 13) + 22;
  const depthRoom = Math.min(narrow ? 40 : 76, Math.max(narrow ? 24 : 40, (heads - 1) * 16));
  const tableWidth = narrow ? 0 : table.width + 24;
  const side = rowLabelRoom(rows, narrow ? 38 : ROW_LABEL_ROOM);
  const across = { side, sheet: ofCells(cols.size), depthRoom, labelWidth, tableWidth };
  const downOf = (cellWidth: number) => ({
    band: bandAboveAll([title, input.step.name], { rows, cols }, cellWidth * cols.size),
    ...{ sheet: ofCells(rows.size), depthRoom, foot: narrow ? 3 * 20 + 14 : 0 },
  });
  const { cell, x, y } = placeOnStage(input, [8, 8], across, downOf, [1.4, 1.2]);
  return {
    ...{ cell, at: { x: x.sheet, y: y.sheet } },
    /** From one head's sheet to the next. */
    depth: heads > 1 ? depthRoom / (heads - 1) : 0,
    table: narrow
      ? { x: Math.max(8, (width - table.width) / 2), y: y.foot + 14, width: width - 16 }
      : { x: x.tableWidth + 16, y: (y.sheet + y.depthRoom - 60) / 2, width: tableWidth },
  };
}
