/** One row of a softmax worked out: x, x − max, exp as bars with their sum, and the division by the sum. */
import type { SoftmaxRow } from "../../../module/types.js";
import { type Operand, wholeRow } from "../../operand.js";
import type { Mark } from "../../picture.js";
import { type CellStyle, digits, isFill, sequential } from "../../scale.js";
import type { SceneInput } from "../../scene.js";
import { pickedIndex } from "../../tensor_view.js";
import { isNarrow, monoWidth } from "../../text.js";
import type { Theme } from "../../theme.js";
import {
  cellInLine,
  columnsIn,
  DOTS_WIDTH,
  emptyLine,
  flyingNumber,
  landing,
  lineCell,
  lineEnd,
  progressOf,
  type Side,
  type WorkedLines,
  type WorkedRows,
} from "./worked_lines.js";

/** Within the slow row: bring it, find the maximum, subtract it, exp, sum, divide; then the shares land. */
export const LENS_MOMENT = {
  ...{ light: 0.04, bring: 0.18, max: 0.28, minus: 0.4, exp: 0.52 },
  ...{ sum: 0.6, divide: 0.7, start: 0.75, land: 0.95 },
} as const;

export interface SoftmaxLens extends WorkedRows, Pick<SceneInput, "hu"> {
  readonly scores: Operand;
  readonly result: Operand;
}

const LINES = ["x", "x − max", "exp", "÷ Σ"] as const;
const EXP = 2;
const SHARE = 3;

/** Height of the label over each line; on a narrow stage labels are there, so that cells keep room for digits. */
const LABEL_LINE = 14;

export const lensHeight = (stageWidth: number): number => (isNarrow(stageWidth) ? 160 : 158);

/** The layout of the lines, with room for the bars above the line of exp. */
interface Lines extends WorkedLines {
  readonly bars: number;
}

function linesOf({ layout, theme, sweep, result }: SoftmaxLens): Lines {
  const { room, labelSize: size, narrow } = layout;
  const labelHeight = narrow ? LABEL_LINE : 3;
  const before = narrow ? 0 : monoWidth("x − max", size) + 12;
  const after = narrow ? 0 : monoWidth("max −0.00", size) + 8;
  const { width, ...columns } = columnsIn(room, result.cols.size, { before, after, largest: 64 });
  const { x, end } = columns;
  const bars = room.height * (narrow ? 0.14 : 0.24);
  const height = (room.height - bars) / LINES.length - labelHeight;
  const y = (line: number): number =>
    room.y + labelHeight + line * (height + labelHeight) + (line >= EXP ? bars : 0);
  // A row of few cells is narrower than what stands above it.
  const labelReach = Math.max((end - x) / 2, monoWidth("x − max  max −0.00", size) / 2);
  const overLine = (line: number): number => y(line) - (line === EXP ? bars : 0) - LABEL_LINE / 2;
  const label = (line: number, side: Side): ReturnType<WorkedLines["label"]> => {
    const isBefore = side === "before";
    if (!narrow)
      return {
        ...(isBefore ? { x: x - 8, align: "end" } : { x: end + 6, align: "start" }),
        y: y(line) + height / 2,
      };
    const middle = (x + end) / 2;
    return {
      ...(isBefore ? { x: middle - labelReach, align: "start" } : { x: middle + labelReach, align: "end" }),
      y: overLine(line),
    };
  };
  return { ...columns, layout, theme, sweep, cell: { width, height }, bars, y, size, label };
}

export function softmaxLens(lens: SoftmaxLens): Mark[] {
  const lines = linesOf(lens);
  const { hu, theme, sweep, scores } = lens;
  const { cell, columns, end } = lines;
  const marks = LINES.flatMap((name, line) => emptyLine(lines, line, name));
  if (sweep.last < 0) return marks;
  const numbers = hu.softmaxRow(wholeRow(scores, sweep.last));
  const dots = { kind: "text", text: "⋯", size: 13, color: theme.muted, align: "middle" } as const;
  if (columns < scores.cols.size)
    for (const line of LINES.keys())
      marks.push({ ...dots, x: end - DOTS_WIDTH / 2, y: lines.y(line) + cell.height / 2 });
  for (let col = 0; col < columns; col++) marks.push(...column(lens, lines, numbers, col));
  return [...marks, ...lineEnds(lines, numbers)];
}

/** One column of the row, line by line, and its weight moving to its cell in the result. */
function column(
  { scores, result, theme, sweep }: SoftmaxLens,
  lines: Lines,
  numbers: SoftmaxRow,
  col: number,
): Mark[] {
  const { light, bring, max, minus, sum, divide, start, land } = LENS_MOMENT;
  const row = sweep.last;
  const at = pickedIndex(col, scores.cols.size, scores.whole.cols.size);
  const of = (list: readonly number[]): number => list[at] ?? Number.NaN;
  const score = scores.value(row, col);
  // A fill stays hatched, even where it is no longer so low: in a row of fills.
  const shiftedStyle = (shifted: number): CellStyle =>
    isFill(score) ? { ...scores.scale(score), text: digits(shifted) } : scores.scale(shifted);
  const [style, ref] = [result.scale(result.value(row, col)), result.ref(row, col)];
  // The largest score is outlined until it is subtracted.
  const isMax = score === numbers.maximum && sweep.slow >= 0 && sweep.within >= bring && sweep.within < minus;
  const look = { digitsFit: lines.cell, outline: isMax ? theme.accent : undefined };
  return [
    ...flyingNumber(lines, scores, col, [light, bring], look),
    ...lineCell(lines, 1, col, shiftedStyle(of(numbers.shifted)), [max, minus]),
    ...bar(lines, of(numbers.powers), col),
    ...lineCell(lines, SHARE, col, style, [sum, divide], ref),
    ...landing(lines, SHARE, result, col, [start, land]),
  ];
}

/** The bar holds the colour; its digits stand on paper below it. */
function exponentStyle(value: number, theme: Theme): CellStyle {
  const style = sequential(theme)(value);
  return value > 0 ? { ...style, fill: theme.paper, ink: theme.ink } : style;
}

/** exp(x − max) is at most 1: a bar of full height. */
function bar(lines: Lines, value: number, col: number): Mark[] {
  const { theme } = lines;
  const span = [LENS_MOMENT.minus, LENS_MOMENT.exp] as const;
  const grown = progressOf(lines, span);
  const { x, y, width } = cellInLine(lines, EXP, col);
  const height = (Number.isNaN(value) ? 0 : value) * (lines.bars - 6) * grown;
  const pad = Math.min(6, width * 0.15);
  const room = { x: x + pad, y: y - height, width: width - 2 * pad, height };
  return [
    ...lineCell(lines, EXP, col, exponentStyle(value, theme), span),
    ...(height > 0 ? [{ kind: "rect" as const, ...room, fill: theme.accent }] : []),
  ];
}

/** At the ends of the lines: the maximum, the sum of the exps, and the sum of the shares. */
function lineEnds(lines: Lines, { maximum, sum }: SoftmaxRow): Mark[] {
  const { bring, max: found, exp, sum: summed, divide } = LENS_MOMENT;
  const total = `Σ ${Number.isNaN(sum) ? "NaN" : "1"}`;
  return [
    ...lineEnd(lines, 0, `max ${digits(maximum)}`, [bring, found]),
    ...lineEnd(lines, EXP, `Σ ${digits(sum)}`, [exp, summed]),
    ...lineEnd(lines, SHARE, total, [divide - 0.04, divide]),
  ];
}
