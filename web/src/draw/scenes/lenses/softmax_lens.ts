/** One row of a softmax worked out: x, x − max, exp as bars with their sum, and each one's share of the sum. */
import { phase } from "../../../timeline/easing.js";
import type { PairLayout } from "../../layout/pair.js";
import { between, cellRoom, type Room } from "../../layout/room.js";
import { cellMark, fontFor } from "../../marks/matrix.js";
import type { Mark, TextMark } from "../../picture.js";
import { type CellStyle, digits, type Scale, sequential } from "../../scale.js";
import { isNarrow, monoWidth } from "../../text.js";
import type { Theme } from "../../theme.js";
import type { DrawnSlice } from "../../thin.js";
import type { RowRhythm } from "../pace/telling.js";
import { DOTS, workedColumns } from "./worked_columns.js";

/** Within the slow row: bring it, find the maximum, subtract it, exp, sum, divide; then the shares land. */
export const LENS_MOMENT = {
  light: 0.04,
  bring: 0.18,
  max: 0.28,
  minus: 0.4,
  exp: 0.52,
  sum: 0.6,
  divide: 0.7,
  start: 0.75,
  land: 0.95,
} as const;

export interface Lens {
  readonly scores: DrawnSlice;
  readonly result: DrawnSlice;
  readonly scales: { readonly scores: Scale; readonly result: Scale };
  readonly layout: PairLayout;
  readonly theme: Theme;
  readonly names: readonly [string, string];
  readonly beat: RowRhythm;
}

const LINES = ["x", "x − max", "exp", "÷ Σ"] as const;
const EXP = 2;
const SHARE = 3;

/** On a narrow stage the labels stand above their lines, so that the cells keep room for digits. */
const stacked = (layout: PairLayout): boolean => layout.narrow;
const LABEL_LINE = 14;

export const lensHeight = (stageWidth: number): number => (isNarrow(stageWidth) ? 160 : 158);

/** Where the four lines and their cells stand. */
interface Frame {
  readonly x: number;
  readonly cell: { readonly width: number; readonly height: number };
  /** How many columns are worked out: as many as have room for digits. */
  readonly columns: number;
  readonly bars: number;
  readonly lineY: readonly number[];
  readonly size: number;
  readonly end: number;
}

function frameOf({ layout, result }: Lens): Frame {
  const { room, labelSize: size } = layout;
  const above = stacked(layout) ? LABEL_LINE : 3;
  const before = stacked(layout) ? 0 : monoWidth("x − max", size) + 12;
  const after = stacked(layout) ? 0 : monoWidth("max −0.00", size) + 8;
  const all = result.cols.size;
  const free = room.width - before - after;
  const { columns, dots } = workedColumns(all, free);
  const width = Math.min(64, (free - dots) / columns);
  const bars = room.height * (stacked(layout) ? 0.14 : 0.24);
  const height = (room.height - bars) / LINES.length - above;
  const x = room.x + before + (free - dots - width * columns) / 2;
  const lineY = LINES.map((_, i) => room.y + above + i * (height + above) + (i >= EXP ? bars : 0));
  return { x, cell: { width, height }, columns, bars, lineY, size, end: x + width * columns + dots };
}

export function softmaxLens(lens: Lens): Mark[] {
  const frame = frameOf(lens);
  const { theme, beat, result } = lens;
  const marks: Mark[] = LINES.map((text, i) => label(lens, frame, i, text, theme.muted, "before"));
  for (const y of frame.lineY)
    marks.push({
      kind: "rect",
      x: frame.x,
      y,
      width: frame.columns * frame.cell.width,
      height: frame.cell.height,
      stroke: theme.hairline,
    });
  if (beat.last < 0) return marks;
  // The second row replaces the first; the last one worked out stays as an example.
  const within = beat.slow >= 0 ? beat.within : 1;
  const row = beat.last;
  const numbers = rowNumbers(lens.scores, row);
  if (frame.columns < result.cols.size)
    for (const y of frame.lineY)
      marks.push({
        kind: "text",
        x: frame.end - DOTS / 2,
        y: y + frame.cell.height / 2,
        text: "⋯",
        size: 13,
        color: theme.muted,
        align: "middle",
      });
  for (let col = 0; col < frame.columns; col++) marks.push(...column(lens, frame, numbers, row, col, within));
  return [...marks, ...ends(lens, frame, numbers, within)];
}

interface Numbers {
  readonly x: readonly number[];
  readonly max: number;
  readonly minus: readonly number[];
  readonly exp: readonly number[];
  readonly sum: number;
}

function rowNumbers(scores: DrawnSlice, row: number): Numbers {
  const x = Array.from({ length: scores.cols.size }, (_, col) => scores.value(row, col));
  const max = Math.max(...x);
  const minus = x.map((v) => v - max);
  const exp = minus.map((v) => Math.exp(v));
  return { x, max, minus, exp, sum: exp.reduce((a, b) => a + b, 0) };
}

/** One column of the row, line by line. */
function column(
  lens: Lens,
  frame: Frame,
  numbers: Numbers,
  row: number,
  col: number,
  within: number,
): Mark[] {
  const { cell, lineY } = frame;
  const home = (line: number): Room => ({ x: frame.x + col * cell.width, y: lineY[line] ?? 0, ...cell });
  const value = (list: readonly number[]): number => list[col] ?? Number.NaN;
  return [
    ...broughtScore(lens, home(0), value(numbers.x) === numbers.max, row, col, within),
    ...distance(lens, home(1), value(numbers.minus), within),
    ...bar(lens, frame, value(numbers.exp), home(EXP), within),
    ...share(lens, home(SHARE), row, col, within),
  ];
}

/** The score comes from its place in the matrix; the largest is outlined until it is subtracted. */
function broughtScore(
  { scores, scales, layout, theme }: Lens,
  home: Room,
  isMax: boolean,
  row: number,
  col: number,
  within: number,
): Mark[] {
  const move = phase(within, LENS_MOMENT.light, LENS_MOMENT.bring);
  if (move <= 0) return [];
  const at = between(cellRoom(layout.left, layout.cell, row, col), home, move);
  const outlined = isMax && within >= LENS_MOMENT.bring && within < LENS_MOMENT.minus;
  const style = scales.scores(scores.value(row, col));
  const outline = outlined ? theme.accent : undefined;
  return [cellMark(at, style, fontFor(home, 5), 1, outline, scores.ref(row, col))];
}

/** x − max */
function distance({ scales }: Lens, home: Room, value: number, within: number): Mark[] {
  const there = phase(within, LENS_MOMENT.max, LENS_MOMENT.minus);
  return there > 0 ? [cellMark(home, scales.scores(value), fontFor(home, 5), there)] : [];
}

/** The share of the sum, and its copy on the way to its place in the result. */
function share(
  { result, scales, layout }: Lens,
  home: Room,
  row: number,
  col: number,
  within: number,
): Mark[] {
  const there = phase(within, LENS_MOMENT.sum, LENS_MOMENT.divide);
  if (there <= 0) return [];
  const style = scales.result(result.value(row, col));
  const ref = result.ref(row, col);
  const marks: Mark[] = [cellMark(home, style, fontFor(home, 5), there, undefined, ref)];
  const move = phase(within, LENS_MOMENT.start, LENS_MOMENT.land);
  if (move <= 0 || within >= LENS_MOMENT.land) return marks;
  const place = cellRoom(layout.right, layout.cell, row, col);
  return [
    ...marks,
    cellMark(between(place, home, 1 - move), style, fontFor(layout.cell, 5), 1, undefined, ref),
  ];
}

/** The bar holds the colour; its digits stand on paper below it. */
function exponent(value: number, theme: Theme): CellStyle {
  const style = sequential(theme)(value);
  return value > 0 ? { ...style, fill: theme.paper, ink: theme.ink } : style;
}

/** exp(x − max) is at most 1: a bar of full height. */
function bar({ theme }: Lens, { bars }: Frame, value: number, home: Room, within: number): Mark[] {
  const grown = phase(within, LENS_MOMENT.minus, LENS_MOMENT.exp);
  if (grown <= 0) return [];
  const { x, y, width } = home;
  const height = (Number.isNaN(value) ? 0 : value) * (bars - 6) * grown;
  const pad = Math.min(6, width * 0.15);
  const marks: Mark[] = [cellMark(home, exponent(value, theme), fontFor(home, 5), grown)];
  if (height > 0)
    marks.push({
      kind: "rect",
      x: x + pad,
      y: y - height,
      width: width - 2 * pad,
      height,
      fill: theme.accent,
    });
  return marks;
}

/** At the ends of the lines: the maximum, the sum of the exps, and the sum of the shares. */
function ends(lens: Lens, frame: Frame, { max, sum }: Numbers, within: number): Mark[] {
  const shown = (from: number, to: number): number => phase(within, from, to);
  const end = (i: number, text: string, opacity: number): Mark[] =>
    opacity > 0 ? [{ ...label(lens, frame, i, text, lens.theme.accent, "after"), opacity, bold: true }] : [];
  return [
    ...end(0, `max ${digits(max)}`, shown(LENS_MOMENT.bring, LENS_MOMENT.max)),
    ...end(EXP, `Σ ${digits(sum)}`, shown(LENS_MOMENT.exp, LENS_MOMENT.sum)),
    ...end(
      SHARE,
      `Σ ${Number.isNaN(sum) ? "NaN" : "1"}`,
      shown(LENS_MOMENT.divide - 0.04, LENS_MOMENT.divide),
    ),
  ];
}

/** A label before or after a line's cells, or at either end of the space above them. */
function label(
  { layout }: Lens,
  frame: Frame,
  line: number,
  text: string,
  color: string,
  side: "before" | "after",
): TextMark {
  const { x, end, lineY, cell, bars, size } = frame;
  const top = lineY[line] ?? 0;
  const mark = { kind: "text", text, size, color, font: "mono" } as const;
  if (stacked(layout)) {
    const y = top - (line === EXP ? bars : 0) - LABEL_LINE / 2;
    // A row of few cells is narrower than what stands above it.
    const middle = (x + end) / 2;
    const reach = Math.max((end - x) / 2, monoWidth("x − max  max −0.00", size) / 2);
    return side === "before"
      ? { ...mark, x: middle - reach, y, align: "start" }
      : { ...mark, x: middle + reach, y, align: "end" };
  }
  const y = top + cell.height / 2;
  return side === "before"
    ? { ...mark, x: x - 8, y, align: "end" }
    : { ...mark, x: end + 6, y, align: "start" };
}
