/** The waves under the table of positions: for a pair of columns its sine, and dashed its cosine, with the table's values on them. */
import type { Rect } from "../../layout/rect.js";
import type { Folded } from "../../marks/block.js";
import { mono, stroke } from "../../marks/marks.js";
import type { CellSize } from "../../marks/matrix.js";
import type { Mark } from "../../picture.js";
import type { Point } from "../../point.js";
import { digits, type Scale } from "../../scale.js";
import type { SceneInput } from "../../scene.js";
import { monoWidth } from "../../text.js";

/** The columns 2i and 2i + 1: sine and cosine of one frequency. The last of an odd number of columns has no cosine. */
export interface Pair {
  /** i */
  readonly index: number;
  /** The first of its drawn columns, and their number (1 or 2). */
  readonly col: number;
  readonly columns: number;
}

/** What is worked out now: a position and a pair of columns. */
export interface WorkedPair {
  readonly row: number;
  readonly position: number;
  readonly pair: Pair;
  readonly within: number;
}

export const BASE = 10000;
/** The divisor of the position in the i-th pair of d columns; the wave's period is 2π times this. */
export const periodOf = (i: number, d: number): number => BASE ** ((2 * i) / d);

export interface Plot extends Rect {
  readonly pair: Pair;
}

/** The table over the waves. */
export interface WaveLayout {
  readonly table: Folded;
  readonly cell: CellSize;
  readonly at: Point;
  /** The waves of some pairs, evenly picked; of all where there is room. */
  readonly plots: readonly Plot[];
}

/** Under the waves, for their periods. */
export const PERIOD_HEIGHT = 18;
const MIN_PLOT = 80;
const MAX_PLOT = 220;
const PLOT_MARGIN = 9;
/** Points of a curve: per position, and in total at least. */
const POINTS_PER_POSITION = 8;
const MIN_POINTS = 48;
const DOT = 5;

type Appeared = (row: number, col: number) => number;

export function waveMarks(
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
export function plotsOf(pairs: readonly Pair[], { x, y, width, height }: Rect): Plot[] {
  const count = Math.max(1, Math.min(pairs.length, Math.floor(width / MIN_PLOT)));
  const each = Math.min(width / count, MAX_PLOT);
  const left = x + (width - count * each) / 2;
  return Array.from({ length: count }, (_, k): Plot[] => {
    const pair = pairs[count === 1 ? 0 : Math.round((k * (pairs.length - 1)) / (count - 1))];
    return pair ? [{ pair, x: left + k * each + PLOT_MARGIN, y, width: each - 2 * PLOT_MARGIN, height }] : [];
  }).flat();
}
