/**
 * A row worked out line by line, each line with its label before the cells and a sum or the like after them. As many
 * columns as have room for digits are worked out; dots stand for the rest.
 */
import { phase } from "../../../timeline/easing.js";
import { asFlying, inTransit } from "../../flight.js";
import { between, cellRect, type Rect } from "../../layout/rect.js";
import type { PairLayout } from "../../layout/tables.js";
import { type CellSize, cellMark, fontFor } from "../../marks/cells.js";
import { mono } from "../../marks/marks.js";
import { type Operand, operandCell } from "../../operand.js";
import type { CellRef, Mark, Point, TextMark } from "../../picture.js";
import type { CellStyle } from "../../scale.js";
import type { Theme } from "../../theme.js";
import type { RowSweep } from "../sweep.js";

/** The least width of a cell with digits. */
const MIN_DIGITS_WIDTH = 31;
/** Width of the dots that stand for omitted columns. */
export const DOTS_WIDTH = 18;

interface WorkedColumns {
  readonly columns: number;
  readonly dots: number;
  /** The width of one column. */
  readonly width: number;
}

export function workedColumns(total: number, free: number, largest: number): WorkedColumns {
  const shownColumns =
    total * MIN_DIGITS_WIDTH <= free
      ? total
      : Math.max(1, Math.floor((free - DOTS_WIDTH) / MIN_DIGITS_WIDTH));
  const dots = shownColumns < total ? DOTS_WIDTH : 0;
  return { columns: shownColumns, dots, width: Math.min(largest, (free - dots) / shownColumns) };
}

/** A pair of matrices whose rows are worked out one after the other. */
export interface WorkedRows {
  readonly layout: PairLayout;
  readonly theme: Theme;
  readonly sweep: RowSweep;
}

export interface WorkedLines extends WorkedRows {
  readonly columns: number;
  readonly cell: CellSize;
  /** Start and end of the cells, including the dots. */
  readonly x: number;
  readonly end: number;
  readonly y: (line: number) => number;
  readonly size: number;
  readonly label: (line: number, side: Side) => Point & Pick<TextMark, "align">;
}
export type Side = "before" | "after";

/** Moments within the slow row. */
type Span = readonly [from: number, to: number];

/** How much of a span has passed. The second row replaces the first; the last one worked out stays as an example. */
export const progressOf = ({ sweep }: WorkedRows, [from, to]: Span): number =>
  phase(sweep.slow >= 0 ? sweep.within : 1, from, to);

/** The columns of a row in the middle of a room, with room for labels at both ends. */
export function columnsIn(
  { x, width: roomWidth }: Rect,
  total: number,
  { before, after, largest }: { before: number; after: number; largest: number },
): Pick<WorkedLines, "columns" | "x" | "end"> & { readonly width: number } {
  const free = roomWidth - before - after;
  const { columns, dots, width } = workedColumns(total, free, largest);
  const from = x + before + (free - dots - width * columns) / 2;
  return { columns, width, x: from, end: from + width * columns + dots };
}

export const cellInLine = ({ x, y, cell }: WorkedLines, line: number, col: number): Rect => ({
  ...{ x: x + col * cell.width, y: y(line), ...cell },
});

/** The name of a line and the place of its cells. */
export function emptyLine(
  { label, size, x, y, columns, cell, theme }: WorkedLines,
  line: number,
  name: string,
): Mark[] {
  const { x: left, y: middle, ...align } = label(line, "before");
  const room = { x, y: y(line), width: columns * cell.width, height: cell.height };
  return [
    mono(name, left, middle, theme.muted, { size, ...align }),
    { kind: "rect", ...room, stroke: theme.hairline },
  ];
}

/** A cell of a line, which appears in a span. */
export function lineCell(
  lines: WorkedLines,
  line: number,
  col: number,
  style: CellStyle,
  span: Span,
  ref?: CellRef,
): Mark[] {
  const shown = progressOf(lines, span);
  if (shown <= 0) return [];
  return [cellMark(cellInLine(lines, line, col), style, fontFor(lines.cell, 5), shown, undefined, ref)];
}

/** A number moving from the left matrix to the first line; its digits fit the moving cell, or `digitsFit`. */
export function flyingNumber(
  lines: WorkedLines,
  operand: Operand,
  col: number,
  span: Span,
  { outline, digitsFit }: { outline?: string | undefined; digitsFit?: CellSize } = {},
): Mark[] {
  const { layout, sweep } = lines;
  const p = progressOf(lines, span);
  const at = between(cellRect(layout.left, layout.cell, sweep.last, col), cellInLine(lines, 0, col), p);
  const look = { fontSize: fontFor(digitsFit ?? at, 5), ...(outline && { outline }) };
  return inTransit(operandCell(operand, sweep.last, col, at, look), p);
}

/** A result moving from a line to its cell in the right matrix. */
export function landing(lines: WorkedLines, line: number, operand: Operand, col: number, span: Span): Mark[] {
  const { layout, sweep } = lines;
  const p = progressOf(lines, span);
  if (p <= 0 || p >= 1) return [];
  const to = cellRect(layout.result, layout.cell, sweep.last, col);
  const at = between(cellInLine(lines, line, col), to, p);
  return asFlying([operandCell(operand, sweep.last, col, at, { fontSize: fontFor(to, 5) })]);
}

/** The text after a line's cells, such as its sum. */
export function lineEnd(lines: WorkedLines, line: number, text: string, span: Span): Mark[] {
  const { size, theme } = lines;
  const opacity = progressOf(lines, span);
  const { x, y, ...align } = lines.label(line, "after");
  return opacity > 0 ? [mono(text, x, y, theme.accent, { size, ...align, opacity, bold: true })] : [];
}
