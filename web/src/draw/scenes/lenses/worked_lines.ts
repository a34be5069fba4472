/**
 * A row worked out line by line, each line with its label before the cells and a sum or the like after them. As many
 * columns as have room for digits are worked out; dots stand for the rest.
 */
import { flying } from "../../flight.js";
import { between, type Room } from "../../layout/room.js";
import { type CellSize, cellMark, fontFor } from "../../marks/cell.js";
import { mono } from "../../marks/marks.js";
import { cellAway, type Operand } from "../../operand.js";
import type { CellRef, Mark, TextMark } from "../../picture.js";
import type { Place } from "../../place.js";
import type { CellStyle } from "../../scale.js";
import type { Theme } from "../../theme.js";

/** The least width of a cell with digits. */
const DIGITS_WIDTH = 31;
/** Width of the dots that stand for omitted columns. */
export const DOTS = 18;

interface WorkedColumns {
  readonly columns: number;
  readonly dots: number;
  /** The width of one column. */
  readonly width: number;
}

export function workedColumns(all: number, free: number, largest: number): WorkedColumns {
  const fit = all * DIGITS_WIDTH <= free ? all : Math.max(1, Math.floor((free - DOTS) / DIGITS_WIDTH));
  const dots = fit < all ? DOTS : 0;
  return { columns: fit, dots, width: Math.min(largest, (free - dots) / fit) };
}

export interface WorkedLines {
  readonly columns: number;
  readonly cell: CellSize;
  /** Where the cells begin and end, with the dots. */
  readonly x: number;
  readonly end: number;
  readonly y: (line: number) => number;
  readonly size: number;
  readonly label: (line: number, side: Side) => Place & Pick<TextMark, "align">;
}
export type Side = "before" | "after";

/** The columns of a row in the middle of a room, with room for labels at both ends. */
export function columnsIn(
  { x, width: room }: Room,
  all: number,
  { before, after, largest }: { before: number; after: number; largest: number },
): Pick<WorkedLines, "columns" | "x" | "end"> & { readonly width: number } {
  const free = room - before - after;
  const { columns, dots, width } = workedColumns(all, free, largest);
  const from = x + before + (free - dots - width * columns) / 2;
  return { columns, width, x: from, end: from + width * columns + dots };
}

export const cellInLine = ({ x, y, cell }: WorkedLines, line: number, col: number): Room => ({
  ...{ x: x + col * cell.width, y: y(line), ...cell },
});

/** The place of a line's cells. */
export const emptyLine = ({ x, y, columns, cell }: WorkedLines, line: number, { hairline }: Theme): Mark => ({
  ...{ kind: "rect", x, y: y(line), width: columns * cell.width, height: cell.height, stroke: hairline },
});

/** A cell of a line; `shown` (0…1) is its opacity. */
export const lineCell = (
  lines: WorkedLines,
  line: number,
  col: number,
  style: CellStyle,
  shown: number,
  ref?: CellRef,
): Mark[] =>
  shown > 0
    ? [cellMark(cellInLine(lines, line, col), style, fontFor(lines.cell, 5), shown, undefined, ref)]
    : [];

/** A result on its way from a line to its place in the matrix. */
export const landing = (from: Room, to: Room, of: Operand, row: number, col: number, p: number): Mark[] =>
  p > 0 && p < 1 ? flying([cellAway(of, row, col, between(from, to, p), { fontSize: fontFor(to, 5) })]) : [];

export function lineLabel(
  { label, size }: WorkedLines,
  line: number,
  text: string,
  color: string,
  side: Side,
  more: Partial<TextMark> = {},
): TextMark {
  const { x, y, ...align } = label(line, side);
  return mono(text, x, y, color, { size, ...align, ...more });
}

/** The text after a line's cells, such as its sum. */
export const lineEnd = (
  lines: WorkedLines,
  line: number,
  text: string,
  opacity: number,
  { accent }: Theme,
): Mark[] => (opacity > 0 ? [lineLabel(lines, line, text, accent, "after", { opacity, bold: true })] : []);
