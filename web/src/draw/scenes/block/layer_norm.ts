/**
 * Layer norm, a token at a time: its mean is subtracted, the rest is divided by its standard deviation, and each feature
 * is scaled by its weight and shifted by its bias. The explained row is worked out enlarged above the two matrices.
 */

import { range } from "../../../module/shape.js";
import { type PairLayout, pairLayout } from "../../layout/tables.js";
import { monoWidth } from "../../measure.js";
import { inputsOf, operand, wholeRow } from "../../operand.js";
import type { Mark, Scene } from "../../picture.js";
import { type CellStyle, digits, mix } from "../../scale.js";
import type { DrawnAxis } from "../../tensor_view.js";
import { columnsIn, type LinesLayout, workedLines } from "../lenses/worked_lines.js";
import { explainedPair, workedSweepAt } from "../sweep.js";

/** Within the slow row: bring it, its mean, subtract it, square, the variance, divide, scale, shift; then it lands. */
const MOMENT = {
  ...{ lit: 0.04, bring: 0.16, mean: 0.24, minus: 0.34, square: 0.43, variance: 0.5 },
  ...{ divide: 0.58, weight: 0.64, bias: 0.7, start: 0.76, land: 0.95 },
} as const;

const LINES = ["x", "x − μ", "(x − μ)²", "÷ √(σ² + ε)", "× weight", "+ bias", "="] as const;
/** Shorter line names for a narrow stage. */
const SHORT_LINES = ["x", "x − μ", "( )²", "÷ √", "×", "+", "="] as const;
const LONGEST_END = "√(σ² + ε) 0.00";
const HEIGHT = { least: 150, each: 26 } as const;
/** Room between two lines. */
const LINE_GAP = 3;

export const layerNorm: Scene = (input, t) => {
  const { hu, step, theme, width, height } = input;
  const [source, scale, shift] = inputsOf(input);
  if (!shift) throw new Error(`${step.name}: got no bias, wants x, weight and bias`);
  const [x, result] = [operand(input, source), operand(input, step)];
  const [weight, bias] = [operand(input, scale), operand(input, shift)];
  const pair = { left: x, result };
  // High enough for seven lines of digits, as far as the matrices below keep room for theirs.
  const free = Math.min(LINES.length * HEIGHT.each, height - 70 - result.rows.size * 14);
  const layout = pairLayout(input, pair, { top: Math.max(HEIGHT.least, free) });
  const sweep = workedSweepAt(t, input, result);
  const place = linesIn(layout, result.cols);
  const lines = workedLines(layout, pair, sweep, place, theme);

  /** The row, line by line, its results moving to their cells, and at the ends of the lines mean, variance and divisor. */
  const workedRow = (): Mark[] => {
    const { bring, mean, minus, square, variance, divide } = MOMENT;
    const { last } = sweep;
    const numbers = hu.layerNormRow(wholeRow(x, last));
    /** A square has no sign, so it uses the accent colour, in proportion to its part of the variance. */
    const squareStyle = (value: number): CellStyle => {
      const share = numbers.variance > 0 ? Math.min(1, value / (4 * numbers.variance)) : 0;
      return { fill: mix(theme.paper, theme.accent, 0.4 * share), ink: theme.ink, text: digits(value) };
    };
    const column = (col: number): Mark[] => {
      const of = (list: readonly number[]): number => lines.number(list, col);
      const [factor, summand] = [weight, bias].map((row) => row.scale(row.value(0, col))) as [
        CellStyle,
        CellStyle,
      ];
      const normalized = result.scale(of(numbers.normalized));
      const style = result.scale(result.value(last, col));
      return [
        ...lines.bring(col, [MOMENT.lit, bring]),
        ...lines.cell(1, col, x.scale(of(numbers.deviations)), [mean, minus]),
        ...lines.cell(2, col, squareStyle(of(numbers.squares)), [minus, square]),
        ...lines.cell(3, col, normalized, [variance, divide]),
        ...lines.cell(4, col, factor, [divide, MOMENT.weight], weight.ref(0, col)),
        ...lines.cell(5, col, summand, [divide, MOMENT.weight], bias.ref(0, col)),
        ...lines.cell(6, col, style, [MOMENT.weight, MOMENT.bias], result.ref(last, col)),
        ...lines.land(6, col, [MOMENT.start, MOMENT.land]),
      ];
    };
    const root = layout.narrow ? "√" : "√(σ² + ε)";
    return [
      ...range(place.columns).flatMap(column),
      ...lines.after(0, `μ ${digits(numbers.mean)}`, [bring, mean]),
      ...lines.after(2, `σ² ${digits(numbers.variance)}`, [square, variance - 0.03]),
      ...lines.after(3, `${root} ${digits(numbers.divisor)}`, [variance - 0.03, variance]),
    ];
  };

  const worked = [
    ...lines.empty(layout.narrow ? SHORT_LINES : LINES),
    ...lines.dots(LINES.length, "mono"),
    ...(sweep.last < 0 ? [] : workedRow()),
  ];
  return explainedPair(layout, pair, sweep, MOMENT, worked, theme, width);
};

/** On a narrow stage the names of the lines are short, so that the cells keep room for digits. */
function linesIn({ room, narrow }: PairLayout, cols: DrawnAxis): LinesLayout {
  const size = narrow ? 11 : 13;
  const before = monoWidth(narrow ? "x − μ" : "÷ √(σ² + ε)", size) + 8;
  const after = monoWidth(narrow ? "σ² 0.00" : LONGEST_END, size) + 6;
  const { width, ...columns } = columnsIn(room, cols, { before, after, largest: 58 });
  const pitch = room.height / LINES.length;
  const cell = { width, height: pitch - LINE_GAP };
  const y = (line: number): number => room.y + line * pitch;
  const label: LinesLayout["label"] = (line, side) => ({
    ...(side === "before" ? { x: columns.x - 6, align: "end" } : { x: columns.end + 6, align: "start" }),
    y: y(line) + cell.height / 2,
  });
  return { ...columns, cell, size, y, label };
}
