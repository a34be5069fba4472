/** One row of a layer norm worked out: x, x − μ, its square, ÷ √(σ² + ε), × weight, + bias. */

import type { LayerNormRow } from "../../../module/types.js";
import type { CellSize } from "../../marks/cells.js";
import { mono } from "../../marks/marks.js";
import { type Operand, wholeRow } from "../../operand.js";
import type { Mark } from "../../picture.js";
import { type CellStyle, digits, mix } from "../../scale.js";
import type { SceneInput } from "../../scene.js";
import { pickedIndex } from "../../tensor_view.js";
import { monoWidth } from "../../text.js";
import type { Theme } from "../../theme.js";
import {
  columnsIn,
  DOTS_WIDTH,
  emptyLine,
  flyingNumber,
  landing,
  lineCell,
  lineEnd,
  type Side,
  type WorkedLines,
  type WorkedRows,
} from "./worked_lines.js";

/** Within the slow row: bring it, its mean, subtract it, square, the variance, divide, scale, shift; then it lands. */
export const NORM_MOMENT = {
  ...{ light: 0.04, bring: 0.16, mean: 0.24, minus: 0.34, square: 0.43, variance: 0.5 },
  ...{ divide: 0.58, weight: 0.64, bias: 0.7, start: 0.76, land: 0.95 },
} as const;

export interface NormLens extends WorkedRows, Pick<SceneInput, "hu"> {
  readonly x: Operand;
  readonly result: Operand;
  readonly weight: Operand;
  readonly bias: Operand;
}

const LINES = ["x", "x − μ", "(x − μ)²", "÷ √(σ² + ε)", "× weight", "+ bias", "="] as const;
/** Shorter line names for a narrow stage. */
const SHORT_LINES = ["x", "x − μ", "( )²", "÷ √", "×", "+", "="] as const;
const LONGEST_END = "√(σ² + ε) 0.00";
const HEIGHT = { least: 150, each: 26 } as const;
/** Room between two lines. */
const LINE_GAP = 3;

/** High enough for seven lines of digits, as far as the matrices below keep room for theirs. */
export const normLensHeight = (stage: CellSize, rows: number): number =>
  Math.max(HEIGHT.least, Math.min(LINES.length * HEIGHT.each, stage.height - 70 - rows * 14));

/** On a narrow stage the names of the lines are short, so that the cells keep room for digits. */
function linesOf({ layout, theme, sweep, result }: NormLens): WorkedLines {
  const { room, narrow } = layout;
  const size = narrow ? 11 : 13;
  const before = monoWidth(narrow ? "x − μ" : "÷ √(σ² + ε)", size) + 8;
  const after = monoWidth(narrow ? "σ² 0.00" : LONGEST_END, size) + 6;
  const { width, ...columns } = columnsIn(room, result.cols.size, { before, after, largest: 58 });
  const pitch = room.height / LINES.length;
  const cell = { width, height: pitch - LINE_GAP };
  const y = (line: number): number => room.y + line * pitch;
  const label = (line: number, side: Side): ReturnType<WorkedLines["label"]> => ({
    ...(side === "before" ? { x: columns.x - 6, align: "end" } : { x: columns.end + 6, align: "start" }),
    y: y(line) + cell.height / 2,
  });
  return { ...columns, layout, theme, sweep, cell, size, y, label };
}

export function normLens(lens: NormLens): Mark[] {
  const lines = linesOf(lens);
  const { hu, x, theme, sweep, layout } = lens;
  const names: readonly string[] = layout.narrow ? SHORT_LINES : LINES;
  const marks = names.flatMap((name, line) => emptyLine(lines, line, name));
  if (lines.columns < x.cols.size)
    for (let line = 0; line < LINES.length; line++) {
      const y = lines.y(line) + lines.cell.height / 2;
      marks.push(mono("⋯", lines.end - DOTS_WIDTH / 2, y, theme.muted, { align: "middle" }));
    }
  if (sweep.last < 0) return marks;
  const numbers = hu.layerNormRow(wholeRow(x, sweep.last));
  for (let col = 0; col < lines.columns; col++) marks.push(...column(lens, lines, numbers, col));
  return [...marks, ...lineEnds(lines, numbers, layout.narrow)];
}

/** One column of the row, line by line, and its result moving to its cell. */
function column(lens: NormLens, lines: WorkedLines, numbers: LayerNormRow, col: number): Mark[] {
  const { x, result, weight, bias, sweep, theme } = lens;
  const row = sweep.last;
  const moment = NORM_MOMENT;
  const ref = result.ref(row, col);
  const at = pickedIndex(col, x.cols.size, x.whole.cols.size);
  const of = (list: readonly number[]): number => list[at] ?? Number.NaN;
  const style = result.scale(result.value(row, col));
  const weightSpan = [moment.divide, moment.weight] as const;
  return [
    ...flyingNumber(lines, x, col, [moment.light, moment.bring]),
    ...lineCell(lines, 1, col, x.scale(of(numbers.deviations)), [moment.mean, moment.minus]),
    ...lineCell(lines, 2, col, squareStyle(of(numbers.squares), numbers, theme), [
      moment.minus,
      moment.square,
    ]),
    ...lineCell(lines, 3, col, result.scale(of(numbers.normalized)), [moment.variance, moment.divide]),
    ...lineCell(lines, 4, col, weight.scale(weight.value(0, col)), weightSpan, weight.ref(0, col)),
    ...lineCell(lines, 5, col, bias.scale(bias.value(0, col)), weightSpan, bias.ref(0, col)),
    ...lineCell(lines, 6, col, style, [moment.weight, moment.bias], ref),
    ...landing(lines, 6, result, col, [moment.start, moment.land]),
  ];
}

/** A square has no sign, so it uses the accent colour, in proportion to its part of the variance. */
function squareStyle(square: number, { variance }: LayerNormRow, theme: Theme): CellStyle {
  const share = variance > 0 ? Math.min(1, square / (4 * variance)) : 0;
  return { fill: mix(theme.paper, theme.accent, 0.4 * share), ink: theme.ink, text: digits(square) };
}

/** At the ends of the lines: the mean, the variance and the divisor. */
function lineEnds(lines: WorkedLines, { mean, variance, divisor }: LayerNormRow, narrow: boolean): Mark[] {
  const { bring, mean: found, square, variance: summed } = NORM_MOMENT;
  const root = narrow ? "√" : "√(σ² + ε)";
  return [
    ...lineEnd(lines, 0, `μ ${digits(mean)}`, [bring, found]),
    ...lineEnd(lines, 2, `σ² ${digits(variance)}`, [square, summed - 0.03]),
    ...lineEnd(lines, 3, `${root} ${digits(divisor)}`, [summed - 0.03, summed]),
  ];
}
