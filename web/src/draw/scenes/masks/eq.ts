/**
 * Token ids compared with padId give the mask of 1 = ignore, attn_pad_mask[b, i, j] = ids[b, j] == padId: the row of the sentence is
 * copied for every query.
 */

import { lerp, phase } from "../../../timeline/easing.js";
import { asFlying } from "../../flight.js";
import { ofCells, placeOnStage } from "../../layout/parts.js";
import { type ShapeRow, shapeTable, shapeTableSize } from "../../marks/arithmetic_line.js";
import { bandAboveAll, block, ROW_LABEL_ROOM, rowLabelRoom } from "../../marks/block.js";
import { fontFor } from "../../marks/cells.js";
import { cellRect, isNarrow } from "../../measure.js";
import { operand, operandCell, sourceOf, tokenOf } from "../../operand.js";
import type { CellSize, Mark, Scene, SceneInput } from "../../picture.js";
import { axesOf, type Slice, sliceOf } from "../../tensor_view.js";
import { writtenLine } from "../cellwise.js";
import { cellSweepAt, everyCell } from "../sweep.js";

const COMPARE_ROW = { from: 0.04, to: 0.68 } as const;
const EXPAND = { from: 0.7, to: 0.95 } as const;
const MIN_LINE_WIDTH = 220;
const COPY_OPACITY = 0.5;
const LINE_HEIGHT = 40;

export const eq: Scene = (input, t) => {
  const { trace, step, focus, theme } = input;
  const source = sourceOf(input);
  const ids = operand(input, source, sliceOf(source, focus, -1, 1, { 0: focus.batch }));
  const mask = operand(input, step);
  const row = { ...mask, rows: { letter: "1", size: 1 } };
  const sweep = cellSweepAt(t, COMPARE_ROW, row);
  const spread = phase(t, EXPAND.from, EXPAND.to);
  // (B, L) of comparisons, (B, 1, L), and (B, L, L): the new 1 is framed, then what it has become.
  const [b, rows, cols] = axesOf(step);
  const lit = t > EXPAND.from - 0.04 && t < 1;
  const shapes: ShapeRow[] = [
    { name: `${source.name} == ${trace.spec.padId}`, axes: [b, undefined, cols] },
    {
      name: "unsqueeze(1)",
      axes: [b, { letter: "1", size: 1, lit }, cols],
      shown: phase(t, EXPAND.from - 0.05, EXPAND.from),
    },
    {
      name: step.name,
      axes: [b, rows && { ...rows, lit }, cols],
      shown: phase(t, EXPAND.from, EXPAND.from + 0.08),
    },
  ];
  const layout = eqLayout(input, mask, shapeTableSize(shapes), source.name);
  const { cell, idCell, answers: square } = layout;

  const comparison = [
    ...[tokenOf(ids, 0, Math.max(0, sweep.col)), { text: "==" }],
    ...[{ cell: ids.scale(trace.spec.padId) }, { text: "→" }],
  ];

  /** The first row once for every query, sliding out from under it. */
  const copies = (): Mark[] =>
    everyCell(mask, (i, j) => {
      const look = { opacity: lerp(COPY_OPACITY, 1, spread), fontSize: fontFor(cell, 2) };
      return i === 0 ? [] : [operandCell(mask, i, j, cellRect(square, cell, i * spread, j), look)];
    }).reverse();

  return [
    ...block({ ...ids, ...layout.ids, cell: idCell, theme, rowLabel: "none", lit: sweep.isCurrent }),
    ...(spread > 0 && spread < 1 ? asFlying(copies()) : []),
    ...block({
      ...{ ...mask, ...square, cell, theme, lit: sweep.landed },
      shown: (i, j) => (i === 0 ? sweep.shown(0, j) : Number(spread >= 1)),
    }),
    ...shapeTable(shapes, layout.table, theme),
    // 62 == 0 → 0: the bit goes to the first row.
    ...(sweep.slow >= 0 ? writtenLine({ ...layout, sweep, theme }, comparison, row, square) : []),
  ];
};

/** The ids above the square, column over column; the shapes at their right, or below on a narrow stage. */
function eqLayout(input: SceneInput, { rows, cols }: Slice, table: CellSize, title: string) {
  const { width, step } = input;
  const narrow = isNarrow(width);
  const side = rowLabelRoom(rows, narrow ? 38 : ROW_LABEL_ROOM);
  const across = { side, square: ofCells(cols.size), table: narrow ? 0 : table.width + 32 };
  const downOf = (cellWidth: number) => {
    const band = bandAboveAll([title, step.name], { rows, cols }, cellWidth * cols.size);
    const [ids, foot] = [Math.min(28, cellWidth * 1.2), narrow ? table.height + 12 : 0];
    return { above: band, ids, line: LINE_HEIGHT, band, square: ofCells(rows.size), foot };
  };
  const { cell, x, y } = placeOnStage(input, [8, 6], across, downOf, [2.4, 1.2]);
  // The arithmetic is centred over the square; if that is too narrow, it extends as far as the stage allows.
  const squareWidth = x.table - x.square;
  const lineWidth = Math.max(squareWidth, Math.min(MIN_LINE_WIDTH, width - 16));
  const lineX = Math.min(x.square + (squareWidth - lineWidth) / 2, width - 8 - lineWidth);
  return {
    cell,
    idCell: { width: cell.width, height: y.line - y.ids },
    ids: { x: x.square, y: y.ids },
    answers: { x: x.square, y: y.square },
    room: { x: Math.max(8, lineX), width: lineWidth, y: y.line + 6, height: LINE_HEIGHT - 10 },
    table: narrow
      ? { x: Math.max(8, (width - table.width) / 2), y: y.foot + 12, width: width - 16 }
      : { x: x.table + 32, y: (y.square + y.foot - table.height) / 2, width: table.width },
  };
}
