/** One row of a softmax worked out: x, x − max, exp as bars with their sum, and each one's share of the sum. */
import { lerp, phase } from "../../timeline/easing.js";
import { cellMark, fontFor } from "../matrix.js";
import type { PairLayout } from "../pair.js";
import type { Mark, TextMark } from "../picture.js";
import { type CellStyle, digits, type Scale, sequential } from "../scale.js";
import { isNarrow, monoWidth } from "../text.js";
import type { Theme } from "../theme.js";
import type { DrawnSlice } from "../thin.js";
import type { RowRhythm } from "./telling.js";

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
/** The least width of a cell with digits, and the room for the dots that stand for the rest of the row. */
const DIGITS_WIDTH = 31;
const DOTS = 18;

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
  const columns = all * DIGITS_WIDTH <= free ? all : Math.max(1, Math.floor((free - DOTS) / DIGITS_WIDTH));
  const dots = columns < all ? DOTS : 0;
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

function column(
  lens: Lens,
  frame: Frame,
  numbers: Numbers,
  row: number,
  col: number,
  within: number,
): Mark[] {
  const { scores, result, scales, theme, layout } = lens;
  const { cell, lineY } = frame;
  const x = frame.x + col * cell.width;
  const fontSize = fontFor(cell, 5);
  const value = (list: readonly number[]): number => list[col] ?? Number.NaN;
  const marks: Mark[] = [];
  const at = (line: number): { x: number; y: number } => ({ x, y: lineY[line] ?? 0 });
  const flight = (home: { x: number; y: number }, there: { x: number; y: number }, move: number) => ({
    x: lerp(home.x, there.x, move),
    y: lerp(home.y, there.y, move),
    width: lerp(layout.cell.width, cell.width, move),
    height: lerp(layout.cell.height, cell.height, move),
  });
  const place = (corner: { x: number; y: number }): { x: number; y: number } => ({
    x: corner.x + col * layout.cell.width,
    y: corner.y + row * layout.cell.height,
  });
  const brought = phase(within, LENS_MOMENT.light, LENS_MOMENT.bring);
  if (brought > 0) {
    const isMax =
      value(numbers.x) === numbers.max && within >= LENS_MOMENT.bring && within < LENS_MOMENT.minus;
    marks.push(
      cellMark(
        flight(place(layout.left), at(0), brought),
        scales.scores(value(numbers.x)),
        fontSize,
        1,
        isMax ? theme.accent : undefined,
        scores.ref(row, col),
      ),
    );
  }
  const minus = phase(within, LENS_MOMENT.max, LENS_MOMENT.minus);
  if (minus > 0)
    marks.push(cellMark({ ...at(1), ...cell }, scales.scores(value(numbers.minus)), fontSize, minus));
  marks.push(...bar(lens, frame, value(numbers.exp), x, within, fontSize));
  const share = phase(within, LENS_MOMENT.sum, LENS_MOMENT.divide);
  if (share > 0) {
    const style = scales.result(result.value(row, col));
    const landing = phase(within, LENS_MOMENT.start, LENS_MOMENT.land);
    marks.push(cellMark({ ...at(SHARE), ...cell }, style, fontSize, share, undefined, result.ref(row, col)));
    if (landing > 0 && within < LENS_MOMENT.land)
      marks.push(
        cellMark(
          flight(place(layout.right), at(SHARE), 1 - landing),
          style,
          fontFor(layout.cell, 5),
          1,
          undefined,
          result.ref(row, col),
        ),
      );
  }
  return marks;
}

/** The bar holds the colour; its digits stand on paper below it. */
function exponent(value: number, theme: Theme): CellStyle {
  const style = sequential(theme)(value);
  return value > 0 ? { ...style, fill: theme.paper, ink: theme.ink } : style;
}

/** exp(x − max) is at most 1: a bar of full height. */
function bar(
  { theme }: Lens,
  frame: Frame,
  value: number,
  x: number,
  within: number,
  fontSize: number,
): Mark[] {
  const grown = phase(within, LENS_MOMENT.minus, LENS_MOMENT.exp);
  if (grown <= 0) return [];
  const { cell, bars } = frame;
  const y = frame.lineY[EXP] ?? 0;
  const height = (Number.isNaN(value) ? 0 : value) * (bars - 6) * grown;
  const pad = Math.min(6, cell.width * 0.15);
  const marks: Mark[] = [cellMark({ x, y, ...cell }, exponent(value, theme), fontSize, grown)];
  if (height > 0)
    marks.push({
      kind: "rect",
      x: x + pad,
      y: y - height,
      width: cell.width - 2 * pad,
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
