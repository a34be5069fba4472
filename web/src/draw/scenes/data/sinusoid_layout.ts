/** The drawn part of the position table, and the layout of table, waves and arithmetic. */
import { ofCells, placeOnStage } from "../../layout/parts.js";
import type { Rect } from "../../layout/rect.js";
import { bandAbove, folded, ROW_LABEL_ROOM } from "../../marks/block.js";
import type { SceneInput } from "../../scene.js";
import { sliceOf } from "../../tensor_view.js";
import { isNarrow } from "../../text.js";
import { MAX_CELLS, pickedIndex } from "../../thin.js";
import { type Pair, PERIOD_HEIGHT, plotsOf } from "./sinusoid_waves.js";

/** Room for the numbers of columns and rows. */
export const COUNT = { x: 24, y: 18 } as const;
const MIN_CELL = 3.5;
/** A long table is drawn with fewer columns, to limit the cells per frame. */
const MAX_COLUMNS = { short: 128, long: 64 } as const;
const WAVE_MARGIN = 12;
const LINES_HEIGHT = 58;
/** Between table and waves. */
const BETWEEN = 26;

/** The table, its waves and the arithmetic one above the other, at any width. */
export function layoutOf(input: SceneInput) {
  const { width, height, step } = input;
  const narrow = isNarrow(width);
  const side = (narrow ? 36 : ROW_LABEL_ROOM) + COUNT.x;
  const { table, pairs } = drawnPart(input, width - side - 18);
  const across = { side, table: ofCells(table.cols.size) };
  const waves = Math.min(narrow ? 54 : 96, height * 0.18);
  const downOf = (cellWidth: number) => ({
    band: bandAbove(step.name, table, cellWidth * table.cols.size) + COUNT.y,
    ...{ table: ofCells(table.rows.size), gap: BETWEEN, waves, period: PERIOD_HEIGHT, lines: LINES_HEIGHT },
  });
  const { cell, x, y } = placeOnStage(input, [9, 6], across, downOf);
  const waveSpan = waveRoom(width, { x: x.table, width: table.cols.size * cell.width });
  return {
    ...{ table, pairs, cell, at: { x: x.table, y: y.table } },
    plots: plotsOf(pairs, { ...waveSpan, y: y.waves, height: waves }),
    room: { x: 8, y: y.lines, width: width - 16, height: LINES_HEIGHT },
  };
}

/** The part of the table that is drawn: whole pairs, evenly picked where not all fit. */
function drawnPart({ step, focus }: SceneInput, free: number) {
  const slice = sliceOf(step, focus);
  const rows = Math.min(slice.rows.size, MAX_CELLS);
  const maxColumns = Math.min(free / MIN_CELL, rows > MAX_CELLS / 2 ? MAX_COLUMNS.long : MAX_COLUMNS.short);
  const total = Math.ceil(slice.cols.size / 2);
  const shown = Math.max(1, Math.min(total, Math.floor(maxColumns / 2)));
  const pairs = Array.from({ length: shown }, (_, k): Pair => {
    const index = Math.floor((k * total) / shown);
    return { index, col: 2 * k, columns: Math.min(2, slice.cols.size - 2 * index) };
  });
  const colAt = pairs.flatMap(({ index, columns }) => [2 * index, 2 * index + 1].slice(0, columns));
  const rowAt = Array.from({ length: rows }, (_, r) => pickedIndex(r, rows, slice.rows.size));
  return { table: folded(slice, rowAt, colAt), pairs };
}

/** Waves want more width than the columns of a narrow table have. */
function waveRoom(width: number, table: Pick<Rect, "x" | "width">): Pick<Rect, "x" | "width"> {
  const plotWidth = Math.max(table.width, width - 2 * WAVE_MARGIN);
  const middle = table.x + table.width / 2;
  return {
    x: Math.max(WAVE_MARGIN, Math.min(middle - plotWidth / 2, width - WAVE_MARGIN - plotWidth)),
    width: plotWidth,
  };
}
