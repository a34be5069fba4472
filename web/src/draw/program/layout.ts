/** Where the tables of a step of a program stand, and how large their cells are: as large as the stage allows. */
import { DIGIT_ADVANCE, isNarrow, labelSize, leastDigits, monoWidth } from "../measure.js";
import type { CellSize, Point, Rect } from "../picture.js";
import { axisText } from "./axis_key.js";
import { type InputTable, type Relation, type RelationInput, relationOf, type TableOf } from "./relation.js";

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
  /** Where the arithmetic is written. */
  readonly room: Rect;
  readonly size: number;
  /** The most rows and columns of a table. */
  readonly count: number;
}

const LARGEST_WINDOW = 10;

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

/** The width of a table's name and shape: no table is narrower. In the corner of a product on a phone they are cut at `most`. */
const headWidth = ({ step }: TableOf, size: number, most = Number.POSITIVE_INFINITY): number =>
  Math.min(
    most,
    Math.max(
      monoWidth(step.name, size),
      monoWidth(step.shape.map((n, i) => axisText(step.axes[i], n)).join(" × "), size),
    ) + 8,
  );
const CORNER_HEAD = 116;

interface Arrangement {
  readonly cell: CellSize;
  place(cell: CellSize): Pick<Layout, "result" | "inputs">;
}

/** The widest number of a tensor, in characters. */
export type CharactersOf = (step: TableOf["step"]) => number;

/**
 * The largest windows whose digits can be read, and the places of their tables. Where not all inputs have room, the last ones are
 * only read in the arithmetic.
 */
export function layoutOf(
  input: RelationInput,
  stage: CellSize,
  charactersOf: CharactersOf,
  first = LARGEST_WINDOW,
): Layout {
  const { width, height } = stage;
  const narrow = isNarrow(width);
  const size = labelSize(width);
  const digits = leastDigits(width);
  const free = { width: width - (narrow ? 12 : 32), height: height - LINE_ROOM - 12 };
  for (let inputs = input.step.inputs.length; ; inputs--)
    for (let count = inputs === input.step.inputs.length ? first : LARGEST_WINDOW; count >= 2; count--) {
      const all = relationOf(input, { rows: count, cols: count, inner: Math.min(count, 8) });
      const relation = { ...all, inputs: all.inputs.slice(0, inputs) };
      const characters = Math.max(
        ...[...relation.inputs, relation.result].map(({ step }) => charactersOf(step)),
      );
      const least = { width: (characters * DIGIT_ADVANCE * digits + 1) / 0.9, height: digits / 0.6 };
      const options = arrangements(relation, free, size, narrow);
      const best = options.reduce((a, b) => (quality(b.cell, least) > quality(a.cell, least) ? b : a));
      const isReadable = best.cell.width >= least.width && best.cell.height >= least.height;
      if (!isReadable && (count > 2 || inputs > 0)) continue;
      const cell = {
        width: Math.max(8, Math.min(best.cell.width, Math.max(LARGEST.width, least.width))),
        height: Math.max(8, Math.min(best.cell.height, LARGEST.height)),
      };
      const room = { x: 8, y: height - LINE_ROOM, width: width - 16, height: LINE_ROOM - 8 };
      const places = centred(best.place(cell), cell, { width, height: height - LINE_ROOM });
      return { relation, cell, room, size, count, ...places };
    }
}

/** First that the digits can be read, then how large the cells are. */
const quality = ({ width, height }: CellSize, least: CellSize): number =>
  2 * Math.min(width / least.width, height / least.height, 1) +
  Math.min(width / LARGEST.width, 1) +
  Math.min(height / LARGEST.height, 1);

function arrangements(
  { result, inputs }: Relation,
  free: CellSize,
  size: number,
  narrow: boolean,
): readonly Arrangement[] {
  const left = inputs.find(({ role }) => role === "left");
  const above = inputs.find(({ role }) => role === "above");
  const others = inputs.filter(({ role }) => role === "beside");
  if (left && above) return [corner({ result, left, above, others }, free, narrow)];
  const all: readonly TableOf[] = [...inputs, result];
  return narrow || all.length > 2
    ? [inColumn(all, free), inRow(all, free, size), ...(all.length > 2 ? [resultBelow(all, free, size)] : [])]
    : [inRow(all, free, size), inColumn(all, free)];
}

const added = (lengths: readonly number[]): number => lengths.reduce((a, b) => a + b, 0);
const columnsOf = (table: TableOf): number => Math.max(1, table.cols.length);

const GAP = 36;

/** The width of a cell where tables share a width: those that are narrower than their heads take the width of these. */
function sharedWidth(width: number, tables: readonly TableOf[], size: number, most?: number): number {
  let [rest, sharing] = [width, tables];
  for (;;) {
    const cell = rest / added(sharing.map((table) => columnsOf(table)));
    const narrow = sharing.filter((table) => columnsOf(table) * cell < headWidth(table, size, most));
    if (narrow.length === 0) return cell;
    if (narrow.length === sharing.length) return 0; // not even their heads have room
    rest -= added(narrow.map((table) => headWidth(table, size, most)));
    sharing = sharing.filter((table) => !narrow.includes(table));
  }
}

function inRow(all: readonly TableOf[], free: CellSize, size: number): Arrangement {
  const fixed = all.length * INDEX + (all.length - 1) * GAP;
  const cellWidth = sharedWidth(free.width - fixed, all, size);
  const rows = Math.max(...all.map(({ rows }) => rows.length));
  const gaps = Math.max(...all.map((table) => gapsAbove(table, table.rows.length - 1)));
  return {
    cell: { width: cellWidth, height: (free.height - HEAD - gaps * BLOCK_GAP) / rows },
    place: (cell) => {
      const tallest = Math.max(...all.map((table) => heightOf(table, cell.height)));
      let x = 0;
      const places = all.map((table) => {
        const place = { table, x: x + INDEX, y: HEAD + (tallest - heightOf(table, cell.height)) / 2 };
        x += INDEX + Math.max(columnsOf(table) * cell.width, headWidth(table, size)) + GAP;
        return place;
      });
      return split(places);
    },
  };
}

function inColumn(all: readonly TableOf[], free: CellSize): Arrangement {
  const rows = added(all.map((table) => table.rows.length));
  const gaps = added(all.map((table) => gapsAbove(table, table.rows.length - 1)));
  const columns = Math.max(...all.map(columnsOf));
  return {
    cell: {
      width: (free.width - INDEX) / columns,
      height: (free.height - all.length * (HEAD + 6) - gaps * BLOCK_GAP) / rows,
    },
    place: (cell) => {
      let y = 0;
      const places = all.map((table) => {
        const place = { table, x: INDEX, y: y + HEAD };
        y += HEAD + heightOf(table, cell.height) + 6;
        return place;
      });
      return split(places);
    },
  };
}

/** The inputs side by side, their result below them. */
function resultBelow(all: readonly TableOf[], free: CellSize, size: number): Arrangement {
  const inputs = all.slice(0, -1);
  const result = all.at(-1) as TableOf;
  const row = inRow(inputs, free, size);
  const inputRows = Math.max(...inputs.map(({ rows }) => rows.length));
  const gaps =
    Math.max(...inputs.map((t) => gapsAbove(t, t.rows.length - 1))) +
    gapsAbove(result, result.rows.length - 1);
  return {
    cell: {
      width: Math.min(row.cell.width, (free.width - INDEX) / columnsOf(result)),
      height: (free.height - 2 * HEAD - 12 - gaps * BLOCK_GAP) / (inputRows + result.rows.length),
    },
    place: (cell) => {
      const { inputs: some, result: last } = row.place(cell);
      const tallest = Math.max(...inputs.map((table) => heightOf(table, cell.height)));
      return {
        inputs: [...some, last],
        result: { table: result, x: INDEX, y: HEAD + tallest + 12 + HEAD },
      };
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

function corner({ result, left, above, others }: Factors, free: CellSize, narrow: boolean): Arrangement {
  const gap = narrow ? 10 : 30;
  const most = narrow ? CORNER_HEAD : undefined;
  const extra = added(others.map((table) => table.rows.length));
  const rows = above.rows.length + result.rows.length + extra;
  return {
    cell: {
      width: sharedWidth(free.width - 2 * INDEX - gap, [left, result], 13, most),
      height: (free.height - (2 + others.length) * HEAD) / rows,
    },
    place: (cell) => {
      const head = Math.max(left.cols.length * cell.width, headWidth(left, 13, most));
      const x = INDEX + head + gap + INDEX;
      let y = HEAD + heightOf(above, cell.height);
      const between = others.map((table) => {
        const place = { table, x, y: y + HEAD };
        y += HEAD + heightOf(table, cell.height);
        return place;
      });
      const top = y + HEAD;
      return {
        result: { table: result, x, y: top },
        inputs: [
          { table: left, x: INDEX, y: top, head: head + gap },
          { table: above, x, y: HEAD },
          ...between,
        ],
      };
    },
  };
}

const split = (places: readonly Placed[]): Pick<Layout, "result" | "inputs"> => ({
  inputs: places.slice(0, -1),
  result: places.at(-1) as Placed,
});

/** Moves all tables into the middle of the stage. */
function centred(
  { result, inputs }: Pick<Layout, "result" | "inputs">,
  cell: CellSize,
  stage: CellSize,
): Pick<Layout, "result" | "inputs"> {
  const all = [...inputs, result];
  const right = Math.max(...all.map(({ x, table }) => x + columnsOf(table) * cell.width));
  const bottom = Math.max(...all.map(({ y, table }) => y + heightOf(table, cell.height)));
  const [dx, dy] = [Math.max(4, (stage.width - right) / 2), Math.max(4, (stage.height - bottom) / 2)];
  const shifted = (place: Placed): Placed => ({ ...place, x: place.x + dx, y: place.y + dy });
  return { result: shifted(result), inputs: inputs.map(shifted) };
}
