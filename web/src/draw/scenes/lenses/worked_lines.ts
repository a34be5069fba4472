/**
 * A row worked out line by line, each line with its label before the cells and a sum or the like after them. As many
 * columns as have room for digits are worked out; dots stand for the rest.
 */
import { range } from "../../../module/shape.js";
import { phase } from "../../../timeline/easing.js";
import { asFlying, inTransit } from "../../flight.js";
import type { PairLayout } from "../../layout/tables.js";
import { cellMark, fontFor } from "../../marks/cells.js";
import { mono } from "../../marks/marks.js";
import { between, cellRect } from "../../measure.js";
import { type Operand, operandCell } from "../../operand.js";
import type { CellRef, CellSize, Mark, Point, Rect, TextMark } from "../../picture.js";
import type { CellStyle } from "../../scale.js";
import { type DrawnAxis, indexIn } from "../../tensor_view.js";
import type { Theme } from "../../theme.js";
import type { RowSweep } from "../sweep.js";

/** The least width of a cell with digits. */
const MIN_DIGITS_WIDTH = 46;
/** Width of the dots that stand for omitted columns. */
export const DOTS_WIDTH = 18;

/** How many columns are worked out, the width of one, and that of the dots where there are more. */
export function workedColumns({ size, total = size }: DrawnAxis, free: number, largest: number) {
  const columns =
    size * MIN_DIGITS_WIDTH <= free ? size : Math.max(1, Math.floor((free - DOTS_WIDTH) / MIN_DIGITS_WIDTH));
  const dots = columns < total ? DOTS_WIDTH : 0;
  return { columns, dots, width: Math.min(largest, (free - dots) / columns) };
}

/** The columns of a row in the middle of a room, with room for labels at both ends. */
export function columnsIn(
  { x, width: roomWidth }: Rect,
  cols: DrawnAxis,
  { before, after, largest }: { before: number; after: number; largest: number },
) {
  const free = roomWidth - before - after;
  const { columns, dots, width } = workedColumns(cols, free, largest);
  const from = x + before + (free - dots - width * columns) / 2;
  return { columns, width, x: from, end: from + width * columns + dots };
}

/** Moments within the slow row. */
type Span = readonly [from: number, to: number];

export interface LinesLayout {
  readonly columns: number;
  readonly cell: CellSize;
  /** Start and end of the cells, including the dots. */
  readonly x: number;
  readonly end: number;
  readonly size: number;
  y(line: number): number;
  label(line: number, side: "before" | "after"): Point & Pick<TextMark, "align">;
}

/** The marks of the lines: `left` is the row they start from, `result` the one they lead to, both of `sweep.last`. */
export function workedLines(
  { cell: tableCell, ...tables }: PairLayout,
  { left, result }: { readonly left: Operand; readonly result: Operand },
  sweep: RowSweep,
  { columns, cell, x, end, size, y, label }: LinesLayout,
  theme: Theme,
) {
  /** How much of a span has passed. The second row replaces the first; the last one worked out stays as an example. */
  const progress = ([from, to]: Span): number => phase(sweep.slow >= 0 ? sweep.within : 1, from, to);
  const place = (line: number, col: number): Rect => ({ x: x + col * cell.width, y: y(line), ...cell });
  return {
    progress,
    place,
    /** The names of the lines and the places of their cells. */
    empty: (names: readonly string[]): Mark[] =>
      names.flatMap((name, line) => {
        const { x: at, y: middle, ...align } = label(line, "before");
        const room = { ...place(line, 0), width: columns * cell.width };
        return [
          mono(name, at, middle, theme.muted, { size, ...align }),
          { kind: "rect", ...room, stroke: theme.hairline },
        ];
      }),
    /** At the end of lines that are cut. */
    dots: (lines: number, font: "mono" | "sans"): Mark[] =>
      range(columns < left.whole.cols.size ? lines : 0).map((line) => {
        const middle = y(line) + cell.height / 2;
        return mono("⋯", end - DOTS_WIDTH / 2, middle, theme.muted, { align: "middle", font });
      }),
    /** A column's number in a list of the whole row's. */
    number: (list: readonly number[], col: number): number => list[indexIn(left.cols, col)] ?? Number.NaN,
    /** A cell, which appears in a span. */
    cell: (line: number, col: number, style: CellStyle, span: Span, ref?: CellRef): Mark[] => {
      const shown = progress(span);
      return shown > 0 ? [cellMark(place(line, col), style, fontFor(cell, 5), shown, undefined, ref)] : [];
    },
    /** A number moving from its matrix to the first line; its digits fit the moving cell, or `digitsFit`. */
    bring: (col: number, span: Span, outline?: string, digitsFit?: CellSize): Mark[] => {
      const p = progress(span);
      const at = between(cellRect(tables.left, tableCell, sweep.last, col), place(0, col), p);
      const look = { fontSize: fontFor(digitsFit ?? at, 5), ...(outline && { outline }) };
      return inTransit(operandCell(left, sweep.last, col, at, look), p);
    },
    /** A result moving from a line to its cell. */
    land: (line: number, col: number, span: Span): Mark[] => {
      const p = progress(span);
      if (p <= 0 || p >= 1) return [];
      const to = cellRect(tables.result, tableCell, sweep.last, col);
      const look = { fontSize: fontFor(to, 5) };
      return asFlying([operandCell(result, sweep.last, col, between(place(line, col), to, p), look)]);
    },
    /** The text after a line's cells, such as its sum. */
    after: (line: number, text: string, span: Span): Mark[] => {
      const opacity = progress(span);
      const { x: at, y: middle, ...align } = label(line, "after");
      const look = { size, ...align, opacity, bold: true };
      return opacity > 0 ? [mono(text, at, middle, theme.accent, look)] : [];
    },
  };
}
