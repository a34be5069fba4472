/** The place of tables with cells of one size, the last of which is made from the others, and of the arithmetic of one of its numbers. */
import { bandAbove, rowLabelRoom } from "../marks/block.js";
import { digitsFit } from "../marks/cells.js";
import { isNarrow, monoWidth } from "../measure.js";
import type { CellSize, Point, Rect, TableDigits } from "../picture.js";
import type { DrawnAxis } from "../tensor_view.js";
import { ofCells, placeOnStage } from "./parts.js";

export interface Arranged {
  readonly cell: CellSize;
  readonly at: readonly Point[];
  /** Where the arithmetic is written, and what else is said of the operation. */
  readonly room: Rect;
  readonly foot: Point & { readonly width: number };
}

interface Arrangeable {
  readonly rows: DrawnAxis;
  readonly cols: DrawnAxis;
  readonly title: string;
  readonly digits: TableDigits;
  readonly shape?: readonly DrawnAxis[];
  /** How many rows it stretches to. */
  readonly stretched?: number;
}

const LINE = 40;
/** Width of a sign at the left of a table. */
export const SIGN = 28;
/** Cells with room for words above them; nothing is gained by larger ones. */
const LARGE: CellSize = { width: 60, height: 36 };

/**
 * Side by side, one below the other, or of three the last one below the second: whatever gives the largest cells. `above` is the
 * height of what stands between a table and its labels.
 */
export function arrange(
  stage: CellSize,
  tables: readonly Arrangeable[],
  { signs = false, foot = 0, above = 0 } = {},
): Arranged {
  const narrow = isNarrow(stage.width);
  const result = tables.at(-1) as Arrangeable;
  const three = tables.length === 3;
  const { cols } = result;
  // Few columns leave the names wider than the cells.
  const widest = Math.max(...tables.map(({ title }) => monoWidth(title, 13)));
  const wide = ofCells(cols.size, widest + 4);
  const rows = tables.map((table) => table.stretched ?? table.rows.size);
  const [first = 0, second = 0, last = second] = rows;
  const side = Math.max(...tables.map((table) => rowLabelRoom(table.rows, narrow ? 8 : 20)));
  const signed = side + (signs ? SIGN : 0);
  const bandOf = (width: number): number =>
    above +
    Math.max(...tables.map((one) => bandAbove(one.title, { ...one, rowLabel: "above" }, width * cols.size)));
  const margin = [narrow ? 5 : 8, 5] as const;
  const inner = { x: 8, width: stage.width - 16 };

  const inRow = (): Arranged => {
    const third = { side2: three ? signed : 0, t2: three ? wide : 0 };
    const across = { side0: side, t0: wide, side1: signed, t1: wide, ...third };
    const { cell, x, y } = placeOnStage(stage, margin, across, (width) => ({
      ...{ band: bandOf(width), rows: ofCells(Math.max(...rows)), gap: 8, line: Math.max(LINE, foot) },
    }));
    const half = foot > 0 ? inner.width / 2 : 0;
    return {
      cell,
      at: [x.t0, x.t1, x.t2].slice(0, tables.length).map((left) => ({ x: left, y: y.rows })),
      foot: { x: inner.x, y: y.line, width: half },
      room: { x: inner.x + half, width: inner.width - half, y: y.line, height: Math.max(LINE, foot) },
    };
  };

  const inColumn = (): Arranged => {
    const { cell, x, y } = placeOnStage(stage, margin, { side: signed, table: wide }, (width) => {
      const band = bandOf(width);
      const middle = { band1: three ? band : 0, t1: three ? ofCells(second) : 0 };
      return { band, t0: ofCells(first), ...middle, line: LINE, band2: band, t2: ofCells(last), foot };
    });
    return {
      cell,
      at: (three ? [y.t0, y.t1, y.t2] : [y.t0, y.t2]).map((top) => ({ x: x.table, y: top })),
      foot: { ...inner, y: y.foot },
      room: { ...inner, y: y.line + 5, height: LINE - 10 },
    };
  };

  const inCorner = (): Arranged => {
    const across = { side0: side, t0: wide, side1: signed, t1: wide };
    const { cell, x, y } = placeOnStage(stage, margin, across, (width) => {
      const band = bandOf(width);
      return { band, terms: ofCells(Math.max(first, second)), below: 10, last: band, result: ofCells(last) };
    });
    const width = x.t1 - signed - inner.x;
    const top = y.last + foot;
    return {
      cell,
      at: [
        { x: x.t0, y: y.terms },
        { x: x.t1, y: y.terms },
        { x: x.t1, y: y.result },
      ],
      foot: { x: inner.x, y: y.last, width },
      room: {
        x: inner.x,
        y: top,
        width,
        height: Math.min(stage.height - top, foot > 0 ? 3 * LINE : stage.height),
      },
    };
  };

  /** First that all is on the stage, then that the digits can be read, then how large the cells are. */
  const quality = ({ cell, at }: Arranged): number =>
    (at.some(({ x }) => x < side) ? -8 : 0) +
    4 * Math.min(1, ...digitsFit(cell, result.digits)) +
    Math.min(1, cell.width / LARGE.width, cell.height / LARGE.height);
  // A single row stands above the table that is made from it.
  const isEven = rows.every((count) => count === last);
  const options = [inColumn(), ...(isEven ? [inRow()] : []), ...(three ? [inCorner()] : [])];
  return options.reduce((a, b) => (quality(b) > quality(a) ? b : a));
}
