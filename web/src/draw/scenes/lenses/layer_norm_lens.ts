/** One row of a layer norm worked out: x, x − μ, its square, ÷ √(σ² + ε), × weight, + bias. */
import { phase } from "../../../timeline/easing.js";
import { arriving } from "../../flight.js";
import type { PairLayout } from "../../layout/pair.js";
import { between, cellRoom } from "../../layout/room.js";
import { mono } from "../../marks/marks.js";
import { type CellSize, fontFor } from "../../marks/matrix.js";
import { cellAway, type Operand } from "../../operand.js";
import type { CellRef, Mark } from "../../picture.js";
import { type CellStyle, digits, mix } from "../../scale.js";
import type { Slice } from "../../tensor_view.js";
import { monoWidth } from "../../text.js";
import type { Theme } from "../../theme.js";
import { picked } from "../../thin.js";
import type { RowSweep } from "../pace/row_sweep.js";
import {
  cellInLine,
  columnsIn,
  DOTS,
  emptyLine,
  landing,
  lineCell,
  lineEnd,
  lineLabel,
  type Side,
  type WorkedLines,
} from "./worked_lines.js";

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
  readonly x: Operand;
  readonly result: Operand;
  readonly weight: Operand;
  readonly bias: Operand;
  readonly layout: PairLayout;
  readonly theme: Theme;
  readonly act: RowSweep;
}

const LINES = ["x", "x − μ", "(x − μ)²", "÷ √(σ² + ε)", "× weight", "+ bias", "="] as const;
const END = "√(σ² + ε) 0.00";
const HEIGHT = { least: 150, each: 26 } as const;
/** Room between two lines. */
const SEAM = 3;

/** High enough for seven lines of digits, as long as the matrices below keep room for their digits. */
export const normLensHeight = (stage: CellSize, rows: number): number =>
  Math.max(HEIGHT.least, Math.min(LINES.length * HEIGHT.each, stage.height - 70 - rows * 14));

/** On a narrow stage the names of the lines are short, so that the cells keep room for digits. */
function linesOf({ layout, result }: NormLens): WorkedLines {
  const { room, narrow } = layout;
  const size = narrow ? 11 : 13;
  const before = monoWidth(narrow ? "x − μ" : "÷ √(σ² + ε)", size) + 8;
  const after = monoWidth(narrow ? "σ² 0.00" : END, size) + 6;
  const { width, ...columns } = columnsIn(room, result.cols.size, { before, after, largest: 58 });
  const pitch = room.height / LINES.length;
  const cell = { width, height: pitch - SEAM };
  const y = (line: number): number => room.y + line * pitch;
  const label = (line: number, side: Side): ReturnType<WorkedLines["label"]> => ({
    ...(side === "before" ? { x: columns.x - 6, align: "end" } : { x: columns.end + 6, align: "start" }),
    y: y(line) + cell.height / 2,
  });
  return { ...columns, cell, size, y, label };
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
  const lines = linesOf(lens);
  const { x, theme, act, layout } = lens;
  const marks: Mark[] = LINES.flatMap((name, line): Mark[] => [
    lineLabel(lines, line, layout.narrow ? (short[line] ?? name) : name, theme.muted, "before"),
    emptyLine(lines, line, theme),
  ]);
  if (lines.columns < x.cols.size)
    for (let line = 0; line < LINES.length; line++) {
      const y = lines.y(line) + lines.cell.height / 2;
      marks.push(mono("⋯", lines.end - DOTS / 2, y, theme.muted, { align: "middle" }));
    }
  if (act.last < 0) return marks;
  // The second row replaces the first; the last one worked out stays as an example.
  const within = act.slow >= 0 ? act.within : 1;
  const numbers = numbersOf(x.whole, picked(act.last, x.rows.size, x.whole.rows.size));
  for (let col = 0; col < lines.columns; col++) marks.push(...column(lens, lines, numbers, col, within));
  return [...marks, ...ends(lens, lines, numbers, within)];
}

/** One column of the row, line by line, and its result on the way to its place. */
function column(lens: NormLens, lines: WorkedLines, numbers: Numbers, col: number, within: number): Mark[] {
  const { x, result, weight, bias, layout, act, theme } = lens;
  const row = act.last;
  const [value, ref] = [x.value(row, col), result.ref(row, col)];
  const away = value - numbers.mean;
  const style = result.scale(result.value(row, col));
  const shown = (from: keyof typeof NORM_MOMENT, to: keyof typeof NORM_MOMENT): number =>
    phase(within, NORM_MOMENT[from], NORM_MOMENT[to]);
  const put = (line: number, own: CellStyle, there: number, of?: CellRef): Mark[] =>
    lineCell(lines, line, col, own, there, of);
  const brought = shown("light", "bring");
  const from = between(cellRoom(layout.left, layout.cell, row, col), cellInLine(lines, 0, col), brought);
  const weighed = shown("divide", "weight");
  const marks: Mark[] = [
    ...arriving(cellAway(x, row, col, from, { fontSize: fontFor(from, 5) }), brought),
    ...put(1, x.scale(away), shown("mean", "minus")),
    ...put(2, squareStyle(away, numbers, theme), shown("minus", "square")),
    ...put(3, result.scale(away / numbers.spread), shown("variance", "divide")),
    ...put(4, weight.scale(weight.value(0, col)), weighed, weight.ref(0, col)),
    ...put(5, bias.scale(bias.value(0, col)), weighed, bias.ref(0, col)),
    ...put(6, style, shown("weight", "bias"), ref),
  ];
  const [last, to] = [cellInLine(lines, 6, col), cellRoom(layout.right, layout.cell, row, col)];
  return [...marks, ...landing(last, to, result, row, col, shown("start", "land"))];
}

/** A square has no sign: the accent says how much of the variance it is. */
function squareStyle(away: number, { variance }: Numbers, theme: Theme): CellStyle {
  const share = variance > 0 ? Math.min(1, away ** 2 / (4 * variance)) : 0;
  return { fill: mix(theme.paper, theme.accent, 0.4 * share), ink: theme.ink, text: digits(away ** 2) };
}

/** At the ends of the lines: the mean, the variance and the divisor. */
function ends(
  { layout, theme }: NormLens,
  lines: WorkedLines,
  { mean, variance, spread }: Numbers,
  within: number,
): Mark[] {
  const end = (line: number, text: string, from: number, to: number): Mark[] =>
    lineEnd(lines, line, text, phase(within, from, to), theme);
  const root = layout.narrow ? "√" : "√(σ² + ε)";
  return [
    ...end(0, `μ ${digits(mean)}`, NORM_MOMENT.bring, NORM_MOMENT.mean),
    ...end(2, `σ² ${digits(variance)}`, NORM_MOMENT.square, NORM_MOMENT.variance - 0.03),
    ...end(3, `${root} ${digits(spread)}`, NORM_MOMENT.variance - 0.03, NORM_MOMENT.variance),
  ];
}
