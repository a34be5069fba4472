/**
 * Sinusoidal positions: position_table[p, 2i] = sin(p / 10000^(2i / d)), [p, 2i + 1] = cos of the same angle. Two columns
 * share a frequency; read downwards each column is a wave, longer from left to right. The waves are plotted below.
 */

import { phase } from "../../../timeline/easing.js";
import { ofCells, placeOnStage } from "../../layout/parts.js";
import { cellRect, type Rect } from "../../layout/rect.js";
import { arithmeticLine } from "../../marks/arithmetic_line.js";
import { bandAbove, block, type Folded, folded, ROW_LABEL_ROOM } from "../../marks/block.js";
import type { CellSize } from "../../marks/cells.js";
import { mono, stroke } from "../../marks/marks.js";
import type { Mark, Point } from "../../picture.js";
import { digits, type Scale, scaleOf } from "../../scale.js";
import type { Scene, SceneInput } from "../../scene.js";
import { MAX_CELLS, pickedIndex, sliceOf } from "../../tensor_view.js";
import { isNarrow, monoWidth } from "../../text.js";
import { answerFlight, answerShown, type Sweep, sweepAt } from "../sweep.js";

type Layout = ReturnType<typeof layoutOf>;

const FILL = { from: 0.04, to: 0.96 } as const;
/** Within a slow pair: its cells are framed, the angle is written, then its sine and cosine. */
const MOMENT = { light: 0.06, period: 0.2, angle: 0.32, wave: 0.42, result: 0.58, landed: 0.97 } as const;

export const sinusoid: Scene = (input, t) => {
  const { step, theme, trace } = input;
  const layout = layoutOf(input);
  const { table, pairs, cell, at } = layout;
  const scale = scaleOf(step, trace.spec.padId, theme);
  const sweep = sweepOf(layout, t);
  const worked = workedPairOf(layout, sweep);
  const isWorked = (row: number, col: number): boolean =>
    row === worked?.row && col >= worked.pair.col && col < worked.pair.col + worked.pair.columns;
  const landed = (worked?.within ?? 0) >= MOMENT.landed;
  // Precomputed, because every cell and every dot of a wave reads it.
  const progress = Array.from({ length: table.rows.size * pairs.length }, (_, i) =>
    phase(sweep.progress(i), 0, 1),
  );
  const appeared = (row: number, col: number): number =>
    isWorked(row, col) ? Number(landed) : (progress[row * pairs.length + Math.floor(col / 2)] ?? 0);
  const namesWaves = cell.width >= monoWidth("0 sin", 11) + 4;
  const colText = (i: number): string =>
    `${table.colAt[i]}${namesWaves ? ` ${isSine(i) ? "sin" : "cos"}` : ""}`;
  return [
    ...block({
      ...table,
      ...{ ...at, cell, theme, scale, title: step.name },
      shown: appeared,
      lit: (row, col) => landed && isWorked(row, col),
      indices: {
        rows: { room: COUNT.x, text: (i) => String(table.rowAt[i]), strong: (i) => i === worked?.row },
        cols: {
          room: COUNT.y,
          text: colText,
          strong: (i) => worked !== undefined && isWorked(worked.row, i),
        },
      },
    }),
    ...waveMarks(input, layout, scale, appeared, worked),
    ...(worked ? [...target(layout, worked, input), ...arithmetic(input, layout, worked, scale)] : []),
  ];
};

const isSine = (col: number): boolean => col % 2 === 0;

/** A pair in the first column, then one further right at the same position, where the angle is smaller. */
function sweepOf({ table, pairs, plots }: Layout, t: number): Sweep {
  const row = Math.min(2, table.rows.size - 1);
  const secondPair = plots[Math.max(1, Math.floor(plots.length / 4))]?.pair ?? pairs[0];
  const first = row * pairs.length;
  const second = first + (secondPair ? secondPair.col / 2 : 0);
  return sweepAt(t, FILL, table.rows.size * pairs.length, first, second);
}

function workedPairOf({ table, pairs }: Layout, { slow, within }: Sweep): WorkedPair | undefined {
  const pair = pairs[slow % pairs.length];
  if (slow < 0 || within <= 0 || !pair) return undefined;
  const row = Math.floor(slow / pairs.length);
  return { row, position: table.rowAt[row] ?? 0, pair, within };
}

/** The place of the two results. */
function target({ cell, at }: Layout, { row, pair, within }: WorkedPair, { theme }: SceneInput): Mark[] {
  if (within >= MOMENT.landed) return [];
  const place = cellRect(at, cell, row, pair.col);
  const opacity = phase(within, 0, MOMENT.light);
  const frame = { stroke: theme.accent, strokeWidth: 2, dash: [3, 3], opacity };
  return [{ kind: "rect", ...place, width: pair.columns * cell.width, ...frame }];
}

/** 2 / 10000^(2/8) = 2 / 10.00 = 0.20, then sin 0.20 and cos 0.20, which go to their cells. */
function arithmetic(input: SceneInput, layout: Layout, worked: WorkedPair, scale: Scale): Mark[] {
  const { step, theme } = input;
  const { row, position, pair, within } = worked;
  const { room, table, cell, at } = layout;
  const d = step.shape.at(-1) ?? 1;
  const period = periodOf(pair.index, d);
  const angle = digits(position / period);
  const line = (y: number): Rect => ({ ...room, y: room.y + y, height: room.height / 2 });
  const first = arithmeticLine(
    [
      { text: `${position} / ${BASE}^(${2 * pair.index}/${d})`, shown: phase(within, 0, MOMENT.light) },
      { text: `= ${position} / ${digits(period)}`, shown: phase(within, MOMENT.light, MOMENT.period) },
      { text: `= ${angle}`, bold: true, shown: phase(within, MOMENT.period, MOMENT.angle) },
    ],
    line(0),
    theme,
  );
  const places = ["sin", "cos"].slice(0, pair.columns).map((wave, i) => {
    const col = pair.col + i;
    const [style, ref] = [scale(table.value(row, col)), table.ref(row, col)];
    return { wave, style, ref, end: cellRect(at, cell, row, col) };
  });
  const second = arithmeticLine(
    places.flatMap(({ wave, style, ref }) => [
      { text: `${wave} ${angle} =`, shown: phase(within, MOMENT.angle, MOMENT.wave) },
      { cell: style, ref, lit: true, shown: answerShown(within, MOMENT.wave, MOMENT.result) },
    ]),
    line(room.height / 2),
    theme,
  );
  const flights = places.flatMap(({ style, ref, end }, i) =>
    answerFlight(within, style, second.places[2 * i + 1], end, 5, theme, ref),
  );
  return [...first.marks, ...second.marks, ...flights];
}

/** Room for the numbers of columns and rows. */
const COUNT = { x: 24, y: 18 } as const;
const MIN_CELL = 3.5;
/** A long table is drawn with fewer columns, to limit the cells per frame. */
const MAX_COLUMNS = { short: 128, long: 64 } as const;
const WAVE_MARGIN = 12;
const LINES_HEIGHT = 58;
/** Between table and waves. */
const BETWEEN = 26;

/** The table, its waves and the arithmetic one above the other, at any width. */
function layoutOf(input: SceneInput) {
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

/** The columns 2i and 2i + 1: sine and cosine of one frequency. The last of an odd number of columns has no cosine. */
interface Pair {
  /** i */
  readonly index: number;
  /** The first of its drawn columns, and their number (1 or 2). */
  readonly col: number;
  readonly columns: number;
}

/** What is worked out now: a position and a pair of columns. */
interface WorkedPair {
  readonly row: number;
  readonly position: number;
  readonly pair: Pair;
  readonly within: number;
}

const BASE = 10000;
/** The divisor of the position in the i-th pair of d columns; the wave's period is 2π times this. */
const periodOf = (i: number, d: number): number => BASE ** ((2 * i) / d);

interface Plot extends Rect {
  readonly pair: Pair;
}

/** The table over the waves. */
interface WaveLayout {
  readonly table: Folded;
  readonly cell: CellSize;
  readonly at: Point;
  /** The waves of some pairs, evenly picked; of all where there is room. */
  readonly plots: readonly Plot[];
}

/** Under the waves, for their periods. */
const PERIOD_HEIGHT = 18;
const MIN_PLOT = 80;
const MAX_PLOT = 220;
const PLOT_MARGIN = 9;
/** Points of a curve: per position, and in total at least. */
const POINTS_PER_POSITION = 8;
const MIN_POINTS = 48;
const DOT = 5;

type Appeared = (row: number, col: number) => number;

function waveMarks(
  input: SceneInput,
  layout: WaveLayout,
  scale: Scale,
  appeared: Appeared,
  worked: WorkedPair | undefined,
): Mark[] {
  return layout.plots.flatMap((plot) => [
    ...axes(input, layout, plot, worked?.pair === plot.pair),
    ...curves(input, layout, plot, appeared, scale),
    ...(worked?.pair === plot.pair ? positionMarker(input, layout, plot, worked) : []),
  ]);
}

const xOf = ({ table }: WaveLayout, { x, width }: Plot, position: number): number =>
  x + (width * position) / Math.max(1, (table.rows.total ?? table.rows.size) - 1);
const yOf = ({ y, height }: Plot, value: number): number => y + (height / 2) * (1 - 0.92 * value);

/** The zero line, the columns the wave belongs to, and what divides the position. */
function axes(
  { step, theme }: SceneInput,
  { at, cell, table }: WaveLayout,
  plot: Plot,
  isWorked: boolean,
): Mark[] {
  const { pair, x, y, width, height } = plot;
  const [left, right] = [at.x + pair.col * cell.width, at.x + (pair.col + pair.columns) * cell.width];
  const foot = at.y + table.rows.size * cell.height + 4;
  const middle = x + width / 2;
  const color = isWorked ? theme.accent : theme.muted;
  const text = `p / ${digits(periodOf(pair.index, step.shape.at(-1) ?? 1)).replace(/\.00$/, "")}`;
  const size = Math.max(11, Math.min(13, (width + 8) / monoWidth(text, 1)));
  return [
    stroke(left + 2, foot, right - 2, foot, color, { width: isWorked ? 2 : 1.5 }),
    stroke((left + right) / 2, foot, middle, y - 2, isWorked ? theme.accent : theme.hairline, { width: 1 }),
    stroke(x, yOf(plot, 0), x + width, yOf(plot, 0), theme.hairline, { width: 1 }),
    mono(text, middle, y + height + PERIOD_HEIGHT / 2, isWorked ? theme.accent : theme.muted, {
      size,
      align: "middle",
      bold: isWorked,
    }),
  ];
}

/** The waves as far as the table is filled, with its values as dots where these do not merge. */
function curves(
  { step, theme }: SceneInput,
  layout: WaveLayout,
  plot: Plot,
  appeared: Appeared,
  scale: Scale,
): Mark[] {
  const { table } = layout;
  const { pair } = plot;
  const period = periodOf(pair.index, step.shape.at(-1) ?? 1);
  const end = filledUpTo(layout, appeared, pair.col);
  const points = Math.max(MIN_POINTS, Math.min(400, POINTS_PER_POSITION * table.rows.size));
  const hasDots = xOf(layout, plot, 1) - plot.x >= DOT + 1;
  return [Math.sin, Math.cos].slice(0, pair.columns).flatMap((wave, i): Mark[] => {
    const curve = Array.from({ length: points + 1 }, (_, k) => (end * k) / points).map(
      (p) => [xOf(layout, plot, p), yOf(plot, wave(p / period))] as const,
    );
    const line = { color: theme.muted, width: 1.25, ...(i === 1 ? { dash: [3, 3] } : {}) };
    const dots = table.rowAt.flatMap((position, row): Mark[] => {
      const opacity = appeared(row, pair.col + i);
      if (!hasDots || opacity <= 0) return [];
      const value = table.value(row, pair.col + i);
      const at = { x: xOf(layout, plot, position) - DOT / 2, y: yOf(plot, value) - DOT / 2 };
      const look = { width: DOT, height: DOT, radius: DOT / 2, stroke: theme.ink, strokeWidth: 1 };
      return [{ kind: "rect", ...at, ...look, fill: scale(value).fill, opacity }];
    });
    return [...(end > 0 ? [{ kind: "line", points: curve, ...line } as const] : []), ...dots];
  });
}

/** The position up to which the table is filled. */
function filledUpTo({ table }: WaveLayout, appeared: Appeared, col: number): number {
  let row = 0;
  while (row < table.rows.size && appeared(row, col) >= 1) row++;
  const last = table.rowAt[row - 1] ?? 0;
  const next = table.rowAt[row] ?? last;
  return row === 0 ? 0 : last + (next - last) * (row < table.rows.size ? appeared(row, col) : 0);
}

/** The position that is worked out, on the wave's axis. */
function positionMarker(
  { theme }: SceneInput,
  layout: WaveLayout,
  plot: Plot,
  { position }: WorkedPair,
): Mark[] {
  const x = xOf(layout, plot, position);
  return [stroke(x, plot.y, x, plot.y + plot.height, theme.accent, { width: 1, dash: [2, 3] })];
}

/** Side by side in the order of their columns. */
function plotsOf(pairs: readonly Pair[], { x, y, width, height }: Rect): Plot[] {
  const count = Math.max(1, Math.min(pairs.length, Math.floor(width / MIN_PLOT)));
  const each = Math.min(width / count, MAX_PLOT);
  const left = x + (width - count * each) / 2;
  return Array.from({ length: count }, (_, k): Plot[] => {
    const pair = pairs[count === 1 ? 0 : Math.round((k * (pairs.length - 1)) / (count - 1))];
    return pair ? [{ pair, x: left + k * each + PLOT_MARGIN, y, width: each - 2 * PLOT_MARGIN, height }] : [];
  }).flat();
}
