/** Where the table of positions, its waves and the arithmetic stand: one above the other, at any width. */

import { cellIn, type Room } from "../../layout/room.js";
import { bandAbove, type Folded, folded, SIDE } from "../../marks/block.js";
import type { CellSize } from "../../marks/matrix.js";
import type { Place } from "../../place.js";
import type { SceneInput } from "../../scene.js";
import { sliceOf } from "../../tensor_view.js";
import { isNarrow } from "../../text.js";
import { MOST_CELLS, picked } from "../../thin.js";

/** The columns 2i and 2i + 1: sine and cosine of one frequency. The last of an odd number stands alone. */
export interface Pair {
  /** i */
  readonly index: number;
  /** Where its columns stand among those drawn, and how many they are. */
  readonly col: number;
  readonly columns: number;
}

/** What is worked out now: a position and a pair of columns. */
export interface Now {
  readonly row: number;
  readonly position: number;
  readonly pair: Pair;
  readonly within: number;
}

export const BASE = 10000;
/** The divisor of the position in the i-th pair of d columns; the wave's period is 2π times this. */
export const periodOf = (i: number, d: number): number => BASE ** ((2 * i) / d);

export interface Plot extends Room {
  readonly pair: Pair;
}

export interface Layout {
  readonly table: Folded;
  readonly pairs: readonly Pair[];
  readonly cell: CellSize;
  readonly at: Place;
  /** The waves of some pairs, evenly picked; of all where there is room. */
  readonly plots: readonly Plot[];
  readonly room: Room;
}

/** Room for the numbers of columns and rows. */
export const COUNT = { x: 24, y: 18 } as const;
const THINNEST = 3.5;
/** A long table is drawn with fewer columns, to limit the cells per frame. */
const MOST_COLUMNS = { short: 128, long: 64 } as const;
const LEAST_PLOT = 80;
const LARGEST_PLOT = 220;
const APART = 9;
const MARGIN = 12;
const LINES = 58;
/** Between table and waves, and under the waves for their periods. */
const BETWEEN = 26;
export const PERIOD = 18;

export function layoutOf(input: SceneInput): Layout {
  const { width, height, step } = input;
  const narrow = isNarrow(width);
  const side = (narrow ? 36 : SIDE) + COUNT.x;
  const free = width - side - 18;
  const { table, pairs } = drawn(input, free);
  const { rows, cols } = table;
  const wide = cellIn(free, 1, 1, cols.size).width;
  const band = bandAbove(step.name, { rows, cols }, wide * cols.size) + COUNT.y;
  const waves = Math.min(narrow ? 54 : 96, height * 0.18);
  const below = BETWEEN + waves + PERIOD + LINES;
  const cell = { width: wide, height: cellIn(1, height - band - below - 12, rows.size, 1).height };
  const size = { width: cols.size * cell.width, height: rows.size * cell.height };
  const at = {
    x: (width - side - size.width) / 2 + side,
    y: (height - band - size.height - below) / 2 + band,
  };
  const y = at.y + size.height + BETWEEN;
  return {
    table,
    pairs,
    cell,
    at,
    plots: plotsOf(pairs, { ...waveRoom(width, { x: at.x, width: size.width }), y, height: waves }),
    room: { x: 8, y: y + waves + PERIOD, width: width - 16, height: LINES },
  };
}

/** The part of the table that is drawn: whole pairs, evenly picked where not all fit. */
function drawn({ step, focus }: SceneInput, free: number): Pick<Layout, "table" | "pairs"> {
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

/** Side by side in the order of their columns. */
function plotsOf(pairs: readonly Pair[], { x, y, width, height }: Room): Plot[] {
  const count = Math.max(1, Math.min(pairs.length, Math.floor(width / LEAST_PLOT)));
  const each = Math.min(width / count, LARGEST_PLOT);
  const left = x + (width - count * each) / 2;
  return Array.from({ length: count }, (_, k): Plot[] => {
    const pair = pairs[count === 1 ? 0 : Math.round((k * (pairs.length - 1)) / (count - 1))];
    return pair ? [{ pair, x: left + k * each + APART, y, width: each - 2 * APART, height }] : [];
  }).flat();
}
