/**
 * The padding mask of 1 = ignore: every token id of the sentence is compared with padId, and the resulting row
 * is copied for every query: attn_pad_mask[b, i, j] = ids[b, j] == padId.
 */
import { lerp, phase } from "../../../timeline/easing.js";
import { asFlying } from "../../flight.js";
import { ofCells, placeOnStage } from "../../layout/parts.js";
import { cellRect, type Rect } from "../../layout/rect.js";
import { type ShapeRow, shapeTable, shapeTableSize, tokenIdScale } from "../../marks/arithmetic_line.js";
import { bandAboveAll, block, ROW_LABEL_ROOM, rowLabelRoom } from "../../marks/block.js";
import type { CellSize } from "../../marks/cells.js";
import { type Operand, operand, operandCell, sourceOf } from "../../operand.js";
import type { Mark } from "../../picture.js";
import type { Scene, SceneInput } from "../../scene.js";
import { axesOf, type Slice, sliceOf } from "../../tensor_view.js";
import { isNarrow } from "../../text.js";
import { cellSweepAt, everyCell } from "../sweep.js";
import { compareWithPad } from "./answered_ids.js";

const COMPARE = { from: 0.04, to: 0.68 } as const;
const EXPAND = { from: 0.7, to: 0.95 } as const;
const LINE_HEIGHT = 40;
const MIN_LINE_WIDTH = 220;
const COPY_OPACITY = 0.5;

export const eq: Scene = (input, t) => {
  const { trace, step, focus, theme } = input;
  const source = sourceOf(input);
  const ids = operand(input, source, sliceOf(source, focus, -1, 1, { 0: focus.batch }));
  const mask = operand(input, step);
  const row = { ...mask, rows: { letter: "1", size: 1 } };
  const sweep = cellSweepAt(t, COMPARE, row);
  const spread = phase(t, EXPAND.from, EXPAND.to);
  const shapes = shapesOf(input, source.name, t);
  const layout = layoutOf(input, mask, shapeTableSize(shapes), source.name);
  const { cell, idCell } = layout;
  // 62 == 0 → 0: the bit goes to the first row.
  const line = { ids, answers: row, sweep, layout: { ...layout, answers: layout.square } };
  return [
    ...block({
      ...{ ...ids, ...layout.ids, cell: idCell, theme, rowLabel: "none", lit: sweep.isCurrent },
      scale: tokenIdScale(trace.spec.padId, idCell, theme),
    }),
    ...(spread > 0 && spread < 1 ? copies(mask, layout, spread) : []),
    ...block({
      ...{ ...mask, ...layout.square, cell, theme, lit: sweep.landed },
      shown: (i, j) => (i === 0 ? sweep.shown(0, j) : Number(spread >= 1)),
    }),
    ...shapeTable(shapes, layout.table, theme),
    ...(sweep.slow >= 0 ? compareWithPad(input, line, "==").marks : []),
  ];
};

/** The first row once for every query, sliding out from under it. The copies have no digits until they arrive. */
const copies = (mask: Operand, { cell, square }: ReturnType<typeof layoutOf>, spread: number): Mark[] =>
  asFlying(
    everyCell(mask, (row, col) => {
      const place = cellRect(square, cell, row * spread, col);
      return row === 0
        ? []
        : [operandCell(mask, row, col, place, { opacity: lerp(COPY_OPACITY, 1, spread) })];
    }).reverse(),
  );

/** (B, L) of comparisons, (B, 1, L), and (B, L, L): the new 1 is framed, then what it has become. */
function shapesOf({ trace, step }: SceneInput, ids: string, t: number): ShapeRow[] {
  const [b, rows, cols] = axesOf(step);
  const expanding = t > EXPAND.from - 0.04 && t < 1;
  return [
    { name: `${ids} == ${trace.spec.padId}`, axes: [b, undefined, cols] },
    {
      name: "unsqueeze(1)",
      axes: [b, { letter: "1", size: 1, lit: expanding }, cols],
      shown: phase(t, EXPAND.from - 0.05, EXPAND.from),
    },
    {
      name: step.name,
      axes: [b, rows && { ...rows, lit: expanding }, cols],
      shown: phase(t, EXPAND.from, EXPAND.from + 0.08),
    },
  ];
}

/** The ids above the square, column over column; the shapes at their right, or below on a narrow stage. */
function layoutOf(input: SceneInput, { rows, cols }: Slice, table: CellSize, title: string) {
  const { width, step } = input;
  const narrow = isNarrow(width);
  const side = rowLabelRoom(rows, narrow ? 38 : ROW_LABEL_ROOM);
  const across = { side, square: ofCells(cols.size), table: narrow ? 0 : table.width + 32 };
  const downOf = (cellWidth: number) => {
    const band = bandAboveAll([title, step.name], { rows, cols }, cellWidth * cols.size);
    const [ids, foot] = [Math.min(28, cellWidth * 1.2), narrow ? table.height + 12 : 0];
    return { above: band, ids, line: LINE_HEIGHT, band, square: ofCells(rows.size), foot };
  };
  const { cell, x, y } = placeOnStage(input, [8, 6], across, downOf, [1.5, 1.2]);
  const at = narrow
    ? { x: Math.max(8, (width - table.width) / 2), y: y.foot + 12, width: width - 16 }
    : { x: x.table + 32, y: (y.square + y.foot - table.height) / 2, width: table.width };
  return {
    cell,
    idCell: { width: cell.width, height: y.line - y.ids },
    ids: { x: x.square, y: y.ids },
    square: { x: x.square, y: y.square },
    room: { ...lineAround(x.square, x.table - x.square, width), y: y.line + 6, height: LINE_HEIGHT - 10 },
    table: at,
  };
}

/** Centres the arithmetic over the square; if that is too narrow, it extends as far as the stage allows. */
function lineAround(x: number, squareWidth: number, stage: number): Pick<Rect, "x" | "width"> {
  const width = Math.max(squareWidth, Math.min(MIN_LINE_WIDTH, stage - 16));
  return { x: Math.max(8, Math.min(x + (squareWidth - width) / 2, stage - 8 - width)), width };
}
