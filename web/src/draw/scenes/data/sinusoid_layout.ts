/** The part of the table of positions that is drawn, and where it, its waves and the arithmetic stand. */
import { ofCells, placeOnStage } from "../../layout/parts.js";
import type { Room } from "../../layout/room.js";
import { bandAbove, folded, SIDE } from "../../marks/block.js";
import type { SceneInput } from "../../scene.js";
import { sliceOf } from "../../tensor_view.js";
import { isNarrow } from "../../text.js";
import { MOST_CELLS, picked } from "../../thin.js";
import { type Pair, PERIOD, plotsOf } from "./sinusoid_waves.js";

/** Room for the numbers of columns and rows. */
export const COUNT = { x: 24, y: 18 } as const;
const THINNEST = 3.5;
/** A long table is drawn with fewer columns, to limit the cells per frame. */
const MOST_COLUMNS = { short: 128, long: 64 } as const;
const MARGIN = 12;
const LINES = 58;
/** Between table and waves. */
const BETWEEN = 26;

/** The table, its waves and the arithmetic one above the other, at any width. */
export function layoutOf(input: SceneInput) {
  const { width, height, step } = input;
  const narrow = isNarrow(width);
  const side = (narrow ? 36 : SIDE) + COUNT.x;
  const { table, pairs } = drawn(input, width - side - 18);
  const across = { side, table: ofCells(table.cols.size) };
  const waves = Math.min(narrow ? 54 : 96, height * 0.18);
  const downOf = (wide: number) => ({
    band: bandAbove(step.name, table, wide * table.cols.size) + COUNT.y,
    ...{ table: ofCells(table.rows.size), gap: BETWEEN, waves, period: PERIOD, lines: LINES },
  });
  const { cell, x, y } = placeOnStage(input, [9, 6], across, downOf);
  const under = waveRoom(width, { x: x.table, width: table.cols.size * cell.width });
  return {
    ...{ table, pairs, cell, at: { x: x.table, y: y.table } },
    plots: plotsOf(pairs, { ...under, y: y.waves, height: waves }),
    room: { x: 8, y: y.lines, width: width - 16, height: LINES },
  };
}

/** The part of the table that is drawn: whole pairs, evenly picked where not all fit. */
function drawn({ step, focus }: SceneInput, free: number) {
  const slice = sliceOf(step, focus);
  const rows = Math.min(slice.rows.size, MOST_CELLS);
  const most = Math.min(free / THINNEST, rows > MOST_CELLS / 2 ? MOST_COLUMNS.long : MOST_COLUMNS.short);
  const all = Math.ceil(slice.cols.size / 2);
  const shown = Math.max(1, Math.min(all, Math.floor(most / 2)));
  const pairs = Array.from({ length: shown }, (_, k): Pair => {
    const index = Math.floor((k * all) / shown);
    return { index, col: 2 * k, columns: Math.min(2, slice.cols.size - 2 * index) };
  });
  const colAt = pairs.flatMap(({ index, columns }) => [2 * index, 2 * index + 1].slice(0, columns));
  const rowAt = Array.from({ length: rows }, (_, r) => picked(r, rows, slice.rows.size));
  return { table: folded(slice, rowAt, colAt), pairs };
}

/** Waves want more width than the columns of a narrow table have. */
function waveRoom(width: number, table: Pick<Room, "x" | "width">): Pick<Room, "x" | "width"> {
  const wide = Math.max(table.width, width - 2 * MARGIN);
  const middle = table.x + table.width / 2;
  return { x: Math.max(MARGIN, Math.min(middle - wide / 2, width - MARGIN - wide)), width: wide };
}
