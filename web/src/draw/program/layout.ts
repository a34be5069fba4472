/** Where the tables of a step of a program stand, and how large their cells are: as large as the stage allows. */

import { cellCount, range } from "../../module/shape.js";
import { DIGIT_ADVANCE, isNarrow, labelSize, leastDigits, monoWidth } from "../measure.js";
import type { CellSize, Point, Rect } from "../picture.js";
import { axisText } from "./axis_key.js";
import {
  type InputTable,
  type Relation,
  type RelationInput,
  relationOf,
  StepReads,
  type TableOf,
} from "./relation.js";

export interface Placed extends Point {
  readonly table: TableOf;
  /** The width of its name and shape, where a table beside it leaves them less than they need. */
  readonly head?: number;
}

export interface Layout {
  readonly relation: Relation;
  readonly cell: CellSize;
  readonly result: Placed;
  readonly inputs: readonly Placed[];
  readonly outputs: readonly Placed[];
  /** Where the arithmetic is written. */
  readonly room: Rect;
  readonly size: number;
  /** The most rows and columns of the result, and of what is summed over. */
  readonly count: number;
  readonly columns: number;
  readonly inner: number;
}

const LARGEST_WINDOW = 10;
const MOST_INNER = 8;

/** Above a table stand its name and its shape; at its left the numbers of its rows. */
export const HEAD = 46;
export const INDEX = 26;
/** Between blocks of rows, such as two heads. */
export const BLOCK_GAP = 10;
const LINE_ROOM = 64;
const LARGEST: CellSize = { width: 92, height: 60 };

/** The gaps above a row: rows whose block, an axis before the last of the rows, differs from that of the row before. */
export const gapsAbove = ({ rows, rowAxes }: TableOf, row: number): number => {
  const outer = rowAxes.slice(0, -1);
  let gaps = 0;
  for (let i = 1; i <= row; i++) if (outer.some((axis) => rows[i]?.[axis] !== rows[i - 1]?.[axis])) gaps++;
  return gaps;
};

const heightOf = (table: TableOf, cell: number): number =>
  table.rows.length * cell + gapsAbove(table, table.rows.length - 1) * BLOCK_GAP;

/** The width of a table's title and shape, up to `most`: no table is narrower. */
type HeadWidth = (table: TableOf, most?: number) => number;
/** A title that is code may be long; there is more of it where nothing stands beside it. */
const LONGEST_TITLE = 150;
/** In the corner of a product on a phone titles and shapes are cut. */
const CORNER_HEAD = 116;

const headWidthIn =
  (size: number, titleOf: (step: TableOf["step"]) => string): HeadWidth =>
  ({ step }, most = Number.POSITIVE_INFINITY) => {
    const shape = step.shape.map((n, i) => axisText(step.axes[i], n)).join(" × ");
    const title = Math.min(LONGEST_TITLE, monoWidth(titleOf(step), size));
    return Math.min(most, Math.max(title, monoWidth(shape, size)) + 8);
  };

interface Arrangement {
  readonly cell: CellSize;
  place(cell: CellSize): readonly Placed[];
}

/** The widest number of a tensor, in characters. */
export type CharactersOf = (step: TableOf["step"]) => number;

type Window = Pick<Layout, "count" | "columns" | "inner">;

export interface LayoutInput extends RelationInput {
  readonly width: number;
  readonly height: number;
  /** What a tensor is called. */
  titleOf(step: TableOf["step"]): string;
}

/**
 * The largest windows whose digits can be read, and in which each number of the result is seen with what it was made from; and the
 * places of their tables. Where not all inputs have room, the last ones are only read in the arithmetic.
 */
export function layoutOf(input: LayoutInput, charactersOf: CharactersOf, first?: Window): Layout {
  const { width, height } = input;
  const narrow = isNarrow(width);
  const size = labelSize(width);
  const digits = leastDigits(width);
  const free = { width: width - (narrow ? 12 : 32), height: height - LINE_ROOM - 12 };
  const leastFor = (characters: number): CellSize => ({
    width: (characters * DIGIT_ADVANCE * digits + 1) / 0.9,
    height: digits / 0.6,
  });
  const { shape } = input.step;
  const colCount = Math.max(1, shape.at(-1) ?? 1);
  const rowCount = cellCount(shape) / colCount;
  const mostColumns = Math.floor(free.width / leastFor(charactersOf(input.step)).width);
  const sizes = range(LARGEST_WINDOW - 1).flatMap((i) => {
    const count = LARGEST_WINDOW - i;
    // More columns than rows where they have room: of a long row there is more to see.
    const wide = Math.min(LARGEST_WINDOW, colCount, mostColumns);
    const least = Math.min(count, MOST_INNER);
    return [
      ...(wide > count && count < rowCount ? [{ count, columns: wide, inner: MOST_INNER }] : []),
      ...(least < MOST_INNER ? [{ count, columns: count, inner: MOST_INNER }] : []),
      { count, columns: count, inner: least },
    ];
  });
  const keyOf = ({ count, columns, inner }: Window): string =>
    [Math.min(count, rowCount), Math.min(columns, colCount), inner].join();
  const keys = sizes.map(keyOf);
  const windows = sizes.filter((_, i) => keys.indexOf(keys[i] ?? "") === i);
  const reads = new StepReads(input);
  for (let inputs = input.step.inputs.length; ; inputs--)
    for (const most of inputs === input.step.inputs.length && first ? [first, ...windows] : windows) {
      const { count, columns, inner } = most;
      const all = relationOf(input, reads, { rows: count, cols: columns, inner });
      const relation = { ...all, inputs: all.inputs.slice(0, inputs) };
      const characters = Math.max(
        ...[...relation.inputs, relation.result, ...relation.outputs].map(({ step }) => charactersOf(step)),
      );
      const least = leastFor(characters);
      const options = arrangements(relation, free, headWidthIn(size, input.titleOf), narrow);
      const best = options.reduce((a, b) => (quality(b.cell, least) > quality(a.cell, least) ? b : a));
      const isReadable = best.cell.width >= least.width && best.cell.height >= least.height;
      const isLast = most === windows.at(-1);
      if (!(isReadable && all.isComplete) && !(isLast && (isReadable || inputs === 0))) continue;
      const cell = {
        width: Math.max(8, Math.min(best.cell.width, Math.max(LARGEST.width, least.width))),
        height: Math.max(8, Math.min(best.cell.height, LARGEST.height)),
      };
      const room = { x: 8, y: height - LINE_ROOM, width: width - 16, height: LINE_ROOM - 8 };
      const places = centred(best.place(cell), cell, { width, height: height - LINE_ROOM });
      const placesOf = (tables: readonly TableOf[]): readonly Placed[] =>
        places.filter(({ table }) => tables.includes(table));
      return {
        ...{ relation, cell, room, size, count, columns, inner },
        inputs: placesOf(relation.inputs),
        result: placesOf([relation.result])[0] as Placed,
        outputs: placesOf(relation.outputs),
      };
    }
}

/** First that the digits can be read, then how large the cells are. */
const quality = ({ width, height }: CellSize, least: CellSize): number =>
  2 * Math.min(width / least.width, height / least.height, 1) +
  Math.min(width / LARGEST.width, 1) +
  Math.min(height / LARGEST.height, 1);

function arrangements(
  { result, inputs, outputs }: Relation,
  free: CellSize,
  head: HeadWidth,
  narrow: boolean,
): readonly Arrangement[] {
  const left = inputs.find(({ role }) => role === "left");
  const above = inputs.find(({ role }) => role === "above");
  const others = inputs.filter(({ role }) => role === "beside");
  if (left && above) return [corner({ result, left, above, others }, free, head, narrow)];
  const made = [result, ...outputs];
  const all: readonly TableOf[] = [...inputs, ...made];
  const inRow = stacked([all], free, head);
  const inColumn = stacked(
    all.map((table) => [table]),
    free,
    head,
  );
  if (all.length > 2)
    return [inColumn, inRow, ...(inputs.length > 0 ? [stacked([inputs, made], free, head)] : [])];
  return narrow ? [inColumn, inRow] : [inRow, inColumn];
}

const added = (lengths: readonly number[]): number => lengths.reduce((a, b) => a + b, 0);
const columnsOf = (table: TableOf): number => Math.max(1, table.cols.length);

const GAP = 36;
/** For each row, where there are several. */
const ROW_GAP = 6;

/** The width of a cell where tables share a width: those that are narrower than their heads take the width of these. */
function sharedWidth(width: number, tables: readonly TableOf[], head: HeadWidth, most?: number): number {
  let [rest, sharing] = [width, tables];
  for (;;) {
    const cell = rest / added(sharing.map((table) => columnsOf(table)));
    const narrow = sharing.filter((table) => columnsOf(table) * cell < head(table, most));
    if (narrow.length === 0) return cell;
    if (narrow.length === sharing.length) return 0; // not even their heads have room
    rest -= added(narrow.map((table) => head(table, most)));
    sharing = sharing.filter((table) => !narrow.includes(table));
  }
}

/** Rows of tables, one below the other: those of a row share its width, and stand in its middle. */
function stacked(rows: readonly (readonly TableOf[])[], free: CellSize, head: HeadWidth): Arrangement {
  // One table may be narrower than its head, beside which nothing stands.
  const widthOf = (row: readonly TableOf[]): number =>
    row.length > 1
      ? sharedWidth(free.width - row.length * INDEX - (row.length - 1) * GAP, row, head)
      : (free.width - INDEX) / added(row.map(columnsOf));
  const tallest = (row: readonly TableOf[], cell: number): number =>
    Math.max(...row.map((table) => heightOf(table, cell)));
  const gaps = added(rows.map((row) => tallest(row, 0)));
  const between = rows.length > 1 ? (rows.length * ROW_GAP) / (rows.length - 1) : 0;
  const heads = rows.length * HEAD + (rows.length - 1) * between;
  return {
    cell: {
      width: Math.min(...rows.map(widthOf)),
      height:
        (free.height - heads - gaps) /
        added(rows.map((row) => Math.max(...row.map((table) => table.rows.length)))),
    },
    place: (cell) => {
      let top = HEAD;
      return rows.flatMap((row) => {
        let x = INDEX;
        const height = tallest(row, cell.height);
        const placed = row.map((table, i): Placed => {
          const width = Math.max(columnsOf(table) * cell.width, head(table));
          const y = top + (height - heightOf(table, cell.height)) / 2;
          const place = { table, x, y, ...(i < row.length - 1 && { head: width + GAP }) };
          x += width + GAP + INDEX;
          return place;
        });
        top += height + between + HEAD;
        return placed;
      });
    },
  };
}

interface Factors {
  readonly result: TableOf;
  readonly left: InputTable;
  readonly above: InputTable;
  /** A bias, or a divisor, between the upper factor and the result. */
  readonly others: readonly InputTable[];
}

function corner(
  { result, left, above, others }: Factors,
  free: CellSize,
  headOf: HeadWidth,
  narrow: boolean,
): Arrangement {
  const gap = narrow ? 10 : 30;
  const most = narrow ? CORNER_HEAD : undefined;
  const extra = added(others.map((table) => table.rows.length));
  const rows = above.rows.length + result.rows.length + extra;
  return {
    cell: {
      width: sharedWidth(free.width - 2 * INDEX - gap, [left, result], headOf, most),
      height: (free.height - (2 + others.length) * HEAD) / rows,
    },
    place: (cell) => {
      const head = Math.max(left.cols.length * cell.width, headOf(left, most));
      const x = INDEX + head + gap + INDEX;
      let y = HEAD + heightOf(above, cell.height);
      const between = others.map((table) => {
        const place = { table, x, y: y + HEAD };
        y += HEAD + heightOf(table, cell.height);
        return place;
      });
      const top = y + HEAD;
      return [
        { table: left, x: INDEX, y: top, head: head + gap },
        { table: above, x, y: HEAD },
        ...between,
        { table: result, x, y: top },
      ];
    },
  };
}

/** Moves all tables into the middle of the stage. */
function centred(all: readonly Placed[], cell: CellSize, stage: CellSize): readonly Placed[] {
  const right = Math.max(...all.map(({ x, table }) => x + columnsOf(table) * cell.width));
  const bottom = Math.max(...all.map(({ y, table }) => y + heightOf(table, cell.height)));
  const [dx, dy] = [Math.max(4, (stage.width - right) / 2), Math.max(4, (stage.height - bottom) / 2)];
  return all.map((place) => ({ ...place, x: place.x + dx, y: place.y + dy }));
}
