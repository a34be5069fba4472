/** One row of a layer norm worked out: x, x − μ, its square, ÷ √(σ² + ε), × weight, + bias. */
import { phase } from "../../../timeline/easing.js";
import type { PairLayout } from "../../layout/pair.js";
import { between, cellRoom, type Room } from "../../layout/room.js";
import { mono } from "../../marks/marks.js";
import { type CellSize, cellMark, fontFor } from "../../marks/matrix.js";
import type { CellRef, Mark, TextMark } from "../../picture.js";
import { type CellStyle, digits, mix, type Scale } from "../../scale.js";
import type { Slice } from "../../tensor_view.js";
import { monoWidth } from "../../text.js";
import type { Theme } from "../../theme.js";
import { type DrawnSlice, picked } from "../../thin.js";
import { isTelling, type RowRhythm } from "../pace/telling.js";
import { DOTS, workedColumns } from "./worked_columns.js";

/** Within the slow row: bring it, its mean, take it off, square, the variance, divide, weigh, shift; then it lands. */
export const NORM_MOMENT = {
  light: 0.04,
  bring: 0.16,
  mean: 0.24,
  minus: 0.34,
  square: 0.43,
  variance: 0.5,
  divide: 0.58,
  weight: 0.64,
  bias: 0.7,
  start: 0.76,
  land: 0.95,
} as const;

/** PyTorch's. */
const EPS = 1e-5;

export interface NormLens {
  /** All numbers of x, of which some are drawn. */
  readonly whole: Slice;
  readonly x: DrawnSlice;
  readonly result: DrawnSlice;
  readonly weight: DrawnSlice;
  readonly bias: DrawnSlice;
  readonly scales: Readonly<Record<"x" | "result" | "weight" | "bias", Scale>>;
  readonly names: readonly [string, string];
  readonly layout: PairLayout;
  readonly theme: Theme;
  readonly beat: RowRhythm;
}

const LINES = ["x", "x − μ", "(x − μ)²", "÷ √(σ² + ε)", "× weight", "+ bias", "="] as const;
const END = "√(σ² + ε) 0.00";
const HEIGHT = { least: 150, each: 26 } as const;
/** Room between two lines. */
const SEAM = 3;

/** High enough for seven lines of digits, as long as the matrices below keep room for their digits. */
export const normLensHeight = (stage: CellSize, rows: number): number =>
  Math.max(HEIGHT.least, Math.min(LINES.length * HEIGHT.each, stage.height - 70 - rows * 14));

/** Where the lines and their cells stand. */
interface Frame {
  readonly x: number;
  readonly cell: CellSize;
  /** How many columns are worked out: as many as have room for digits. */
  readonly columns: number;
  readonly end: number;
  readonly size: number;
  readonly narrow: boolean;
  readonly y: (line: number) => number;
}

/** On a narrow stage the names of the lines stand over the cells' ends, where the cells leave no room. */
function frameOf({ layout, result }: NormLens): Frame {
  const { room, narrow } = layout;
  const size = narrow ? 11 : 13;
  const before = monoWidth(narrow ? "x − μ" : "÷ √(σ² + ε)", size) + 8;
  const after = monoWidth(narrow ? "σ² 0.00" : END, size) + 6;
  const free = room.width - before - after;
  const { columns, dots } = workedColumns(result.cols.size, free);
  const width = Math.min(58, (free - dots) / columns);
  const pitch = room.height / LINES.length;
  const x = room.x + before + (free - dots - width * columns) / 2;
  return {
    ...{ x, columns, size, narrow, cell: { width, height: pitch - SEAM } },
    end: x + width * columns + dots,
    y: (line) => room.y + line * pitch,
  };
}

/** What every line holds for one row. */
interface Numbers {
  readonly mean: number;
  readonly variance: number;
  readonly spread: number;
}

function numbersOf(whole: Slice, row: number): Numbers {
  const size = whole.cols.size;
  let [sum, squares] = [0, 0];
  for (let col = 0; col < size; col++) sum += whole.value(row, col);
  const mean = sum / size;
  for (let col = 0; col < size; col++) squares += (whole.value(row, col) - mean) ** 2;
  const variance = squares / size;
  return { mean, variance, spread: Math.sqrt(variance + EPS) };
}

/** Short labels for a narrow stage. */
const short: readonly string[] = ["x", "x − μ", "( )²", "÷ √", "×", "+", "="];

export function normLens(lens: NormLens): Mark[] {
  const frame = frameOf(lens);
  const { theme, beat } = lens;
  const marks: Mark[] = LINES.flatMap((name, line): Mark[] => [
    label(frame, line, frame.narrow ? (short[line] ?? name) : name, theme.muted, "before"),
    {
      ...{ kind: "rect", x: frame.x, y: frame.y(line), stroke: theme.hairline },
      ...{ width: frame.columns * frame.cell.width, height: frame.cell.height },
    },
  ]);
  if (frame.columns < lens.result.cols.size)
    for (let line = 0; line < LINES.length; line++)
      marks.push(
        mono("⋯", frame.end - DOTS / 2, frame.y(line) + frame.cell.height / 2, theme.muted, {
          align: "middle",
        }),
      );
  if (beat.last < 0) return marks;
  // The second row replaces the first; the last one worked out stays as an example.
  const within = isTelling(beat) ? beat.within : 1;
  const row = picked(beat.last, lens.x.rows.size, lens.whole.rows.size);
  const numbers = numbersOf(lens.whole, row);
  for (let col = 0; col < frame.columns; col++) marks.push(...column(lens, frame, numbers, col, within));
  return [...marks, ...ends(frame, numbers, within, theme)];
}

/** One column of the row, line by line, and its result on the way to its place. */
function column(lens: NormLens, frame: Frame, numbers: Numbers, col: number, within: number): Mark[] {
  const { x, result, weight, bias, scales, layout, beat } = lens;
  const row = beat.last;
  const home = (line: number): Room => ({
    ...{ x: frame.x + col * frame.cell.width, y: frame.y(line), ...frame.cell },
  });
  const value = x.value(row, col);
  const away = value - numbers.mean;
  const shown = (from: number, to: number): number => phase(within, from, to);
  const put = (line: number, style: CellStyle, there: number, ref?: CellRef): Mark[] =>
    there > 0 ? [cellMark(home(line), style, fontFor(frame.cell, 5), there, undefined, ref)] : [];
  const brought = shown(NORM_MOMENT.light, NORM_MOMENT.bring);
  const from = between(cellRoom(layout.left, layout.cell, row, col), home(0), brought);
  const style = scales.result(result.value(row, col));
  const ref = result.ref(row, col);
  const marks: Mark[] = [
    ...(brought > 0
      ? [cellMark(from, scales.x(value), fontFor(from, 5), 1, undefined, x.ref(row, col))]
      : []),
    ...put(1, scales.x(away), shown(NORM_MOMENT.mean, NORM_MOMENT.minus)),
    ...put(2, squareStyle(away, numbers, lens.theme), shown(NORM_MOMENT.minus, NORM_MOMENT.square)),
    ...put(3, scales.result(away / numbers.spread), shown(NORM_MOMENT.variance, NORM_MOMENT.divide)),
    ...put(
      4,
      scales.weight(weight.value(0, col)),
      shown(NORM_MOMENT.divide, NORM_MOMENT.weight),
      weight.ref(0, col),
    ),
    ...put(
      5,
      scales.bias(bias.value(0, col)),
      shown(NORM_MOMENT.divide, NORM_MOMENT.weight),
      bias.ref(0, col),
    ),
    ...put(6, style, shown(NORM_MOMENT.weight, NORM_MOMENT.bias), ref),
  ];
  const move = shown(NORM_MOMENT.start, NORM_MOMENT.land);
  if (move <= 0 || within >= NORM_MOMENT.land) return marks;
  const at = between(home(6), cellRoom(layout.right, layout.cell, row, col), move);
  return [...marks, cellMark(at, style, fontFor(layout.cell, 5), 1, undefined, ref)];
}

/** A square has no sign: the accent says how much of the variance it is. */
function squareStyle(away: number, { variance }: Numbers, theme: Theme): CellStyle {
  const share = variance > 0 ? Math.min(1, away ** 2 / (4 * variance)) : 0;
  return { fill: mix(theme.paper, theme.accent, 0.4 * share), ink: theme.ink, text: digits(away ** 2) };
}

/** At the ends of the lines: the mean, the variance and the divisor. */
function ends(frame: Frame, { mean, variance, spread }: Numbers, within: number, theme: Theme): Mark[] {
  const end = (line: number, text: string, from: number, to: number): Mark[] => {
    const opacity = phase(within, from, to);
    const mark = label(frame, line, text, theme.accent, "after");
    return opacity > 0 ? [{ ...mark, opacity, bold: true }] : [];
  };
  const root = frame.narrow ? "√" : "√(σ² + ε)";
  return [
    ...end(0, `μ ${digits(mean)}`, NORM_MOMENT.bring, NORM_MOMENT.mean),
    ...end(2, `σ² ${digits(variance)}`, NORM_MOMENT.square, NORM_MOMENT.variance - 0.03),
    ...end(3, `${root} ${digits(spread)}`, NORM_MOMENT.variance - 0.03, NORM_MOMENT.variance),
  ];
}

const label = (
  frame: Frame,
  line: number,
  text: string,
  color: string,
  side: "before" | "after",
): TextMark => {
  const [x, align] =
    side === "before" ? ([frame.x - 6, "end"] as const) : ([frame.end + 6, "start"] as const);
  return mono(text, x, frame.y(line) + frame.cell.height / 2, color, { size: frame.size, align });
};
