/** One row of a softmax worked out: x, x − max, exp as bars with their sum, and each one's share of the sum. */
import { phase } from "../../../timeline/easing.js";
import { arriving } from "../../flight.js";
import type { PairLayout } from "../../layout/pair.js";
import { between, cellRoom } from "../../layout/room.js";
import { fontFor } from "../../marks/matrix.js";
import { cellAway, type Operand, wholeRow } from "../../operand.js";
import type { Mark } from "../../picture.js";
import { type CellStyle, digits, isFill, sequential } from "../../scale.js";
import { isNarrow, monoWidth } from "../../text.js";
import type { Theme } from "../../theme.js";
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
  readonly scores: Operand;
  readonly result: Operand;
  readonly layout: PairLayout;
  readonly theme: Theme;
  readonly act: RowSweep;
}

const LINES = ["x", "x − max", "exp", "÷ Σ"] as const;
const EXP = 2;
const SHARE = 3;

/** The room over each line for its label; on a narrow stage it stands there, so that the cells keep room for digits. */
const LABEL_LINE = 14;

export const lensHeight = (stageWidth: number): number => (isNarrow(stageWidth) ? 160 : 158);

/** Where the lines stand, with room for the bars above the line of exp. */
interface Lines extends WorkedLines {
  readonly bars: number;
}

function linesOf({ layout, result }: Lens): Lines {
  const { room, labelSize: size, narrow } = layout;
  const above = narrow ? LABEL_LINE : 3;
  const before = narrow ? 0 : monoWidth("x − max", size) + 12;
  const after = narrow ? 0 : monoWidth("max −0.00", size) + 8;
  const { width, ...columns } = columnsIn(room, result.cols.size, { before, after, largest: 64 });
  const { x, end } = columns;
  const bars = room.height * (narrow ? 0.14 : 0.24);
  const height = (room.height - bars) / LINES.length - above;
  const y = (line: number): number => room.y + above + line * (height + above) + (line >= EXP ? bars : 0);
  // A row of few cells is narrower than what stands above it.
  const reach = Math.max((end - x) / 2, monoWidth("x − max  max −0.00", size) / 2);
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
      ...(isBefore ? { x: middle - reach, align: "start" } : { x: middle + reach, align: "end" }),
      y: overLine(line),
    };
  };
  return { ...columns, cell: { width, height }, bars, y, size, label };
}

export function softmaxLens(lens: Lens): Mark[] {
  const lines = linesOf(lens);
  const { theme, act, scores, result } = lens;
  const { cell, columns, end } = lines;
  const marks: Mark[] = [
    ...LINES.map((text, line) => lineLabel(lines, line, text, theme.muted, "before")),
    ...LINES.map((_, line) => emptyLine(lines, line, theme)),
  ];
  if (act.last < 0) return marks;
  // The second row replaces the first; the last one worked out stays as an example.
  const within = act.slow >= 0 ? act.within : 1;
  const numbers = rowNumbers(scores, result, act.last);
  const dots = { kind: "text", text: "⋯", size: 13, color: theme.muted, align: "middle" } as const;
  if (columns < scores.cols.size)
    for (const line of LINES.keys())
      marks.push({ ...dots, x: end - DOTS / 2, y: lines.y(line) + cell.height / 2 });
  for (let col = 0; col < columns; col++) marks.push(...column(lens, lines, numbers, col, within));
  return [...marks, ...ends(lens, lines, numbers, within)];
}

interface Numbers {
  readonly x: readonly number[];
  readonly max: number;
  readonly minus: readonly number[];
  readonly exp: readonly number[];
  readonly sum: number;
}

/**
 * The maximum and the sum are those of all keys, drawn or not. The powers come from the core's shares: the largest score
 * has the power 1, so its share is 1 ÷ Σ.
 */
function rowNumbers(scores: Operand, result: Operand, row: number): Numbers {
  const x = Array.from({ length: scores.cols.size }, (_, col) => scores.value(row, col));
  const max = Math.max(...wholeRow(scores, row));
  const largest = Math.max(...wholeRow(result, row));
  const exp = x.map((_, col) => result.value(row, col) / largest);
  return { x, max, minus: x.map((v) => (isFill(v) ? v : v - max)), exp, sum: 1 / largest };
}

/** One column of the row, line by line, and its share on the way to its place in the result. */
function column(lens: Lens, lines: Lines, numbers: Numbers, col: number, within: number): Mark[] {
  const { scores, result, layout, act } = lens;
  const row = act.last;
  const value = (list: readonly number[]): number => list[col] ?? Number.NaN;
  const [style, ref] = [result.scale(result.value(row, col)), result.ref(row, col)];
  const minus = phase(within, LENS_MOMENT.max, LENS_MOMENT.minus);
  const divided = phase(within, LENS_MOMENT.sum, LENS_MOMENT.divide);
  const marks = [
    ...broughtScore(lens, lines, value(numbers.x) === numbers.max, col, within),
    ...lineCell(lines, 1, col, scores.scale(value(numbers.minus)), minus),
    ...bar(lens, lines, value(numbers.exp), col, within),
    ...lineCell(lines, SHARE, col, style, divided, ref),
  ];
  const [from, to] = [cellInLine(lines, SHARE, col), cellRoom(layout.right, layout.cell, row, col)];
  const move = phase(within, LENS_MOMENT.start, LENS_MOMENT.land);
  return [...marks, ...landing(from, to, result, row, col, move)];
}

/** The score comes from its place in the matrix; the largest is outlined until it is subtracted. */
function broughtScore(
  { scores, layout, theme, act }: Lens,
  lines: Lines,
  isMax: boolean,
  col: number,
  within: number,
): Mark[] {
  const move = phase(within, LENS_MOMENT.light, LENS_MOMENT.bring);
  const at = between(cellRoom(layout.left, layout.cell, act.last, col), cellInLine(lines, 0, col), move);
  const outlined = isMax && within >= LENS_MOMENT.bring && within < LENS_MOMENT.minus;
  const look = { fontSize: fontFor(lines.cell, 5), ...(outlined ? { outline: theme.accent } : {}) };
  return arriving(cellAway(scores, act.last, col, at, look), move);
}

/** The bar holds the colour; its digits stand on paper below it. */
function exponent(value: number, theme: Theme): CellStyle {
  const style = sequential(theme)(value);
  return value > 0 ? { ...style, fill: theme.paper, ink: theme.ink } : style;
}

/** exp(x − max) is at most 1: a bar of full height. */
function bar({ theme }: Lens, lines: Lines, value: number, col: number, within: number): Mark[] {
  const grown = phase(within, LENS_MOMENT.minus, LENS_MOMENT.exp);
  const { x, y, width } = cellInLine(lines, EXP, col);
  const height = (Number.isNaN(value) ? 0 : value) * (lines.bars - 6) * grown;
  const pad = Math.min(6, width * 0.15);
  const marks = lineCell(lines, EXP, col, exponent(value, theme), grown);
  if (height > 0)
    marks.push({
      ...{ kind: "rect", x: x + pad, y: y - height, width: width - 2 * pad, height, fill: theme.accent },
    });
  return marks;
}

/** At the ends of the lines: the maximum, the sum of the exps, and the sum of the shares. */
function ends({ theme }: Lens, lines: Lines, { max, sum }: Numbers, within: number): Mark[] {
  const { bring, max: found, exp, sum: summed, divide } = LENS_MOMENT;
  const one = `Σ ${Number.isNaN(sum) ? "NaN" : "1"}`;
  return [
    ...lineEnd(lines, 0, `max ${digits(max)}`, phase(within, bring, found), theme),
    ...lineEnd(lines, EXP, `Σ ${digits(sum)}`, phase(within, exp, summed), theme),
    ...lineEnd(lines, SHARE, one, phase(within, divide - 0.04, divide), theme),
  ];
}
