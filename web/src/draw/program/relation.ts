/**
 * Which numbers a step of a program reads. The core says so of each drawn number, and the axes along which the
 * numbers that are read differ give each input its table. So every operation has a picture, at any rank, and a picture shows only
 * numbers that its result was made from.
 */
import type { ProgramExplanation, ProgramReads } from "../../module/python/bare.js";
import type { ProgramStep } from "../../module/python/types.js";
import { cellCount, range } from "../../module/shape.js";
import type { CellRef } from "../picture.js";
import { indexAt, offsetOf } from "../tensor_view.js";

/** The cells of a tensor that are drawn: rows × columns, each row and column an index along some of its axes. */
export interface TableOf {
  readonly step: ProgramStep;
  /** Positions of the axes that the rows and columns count; the last two of a result. */
  readonly rowAxes: readonly number[];
  readonly colAxes: readonly number[];
  /** An index of the tensor for each row and each column: `refAt` takes the axes of the rows from the one, the others from the other. */
  readonly rows: readonly (readonly number[])[];
  readonly cols: readonly (readonly number[])[];
  /** Whether not all of its rows or columns are drawn. */
  readonly isCut: boolean;
  /** Whether its rows are drawn as columns, as those of a layer's weight. */
  readonly isTurned?: boolean;
}

/** How a table stands to the result: its rows or columns are those of the result, or those that a product sums over. */
export type Role = "left" | "above" | "beside";

export interface InputTable extends TableOf {
  readonly role: Role;
  /** Whether a cell is among those that were picked out of the tensor; undefined where all that is drawn was read. */
  isPicked?(row: number, col: number): boolean;
}

/** A step; of several that are shown as one, there may be other tensors that come out. */
export type DrawnStep = ProgramStep & { readonly outputs?: readonly string[] };

export interface Relation {
  readonly result: TableOf;
  /** What comes out besides the result. */
  readonly outputs: readonly TableOf[];
  readonly inputs: readonly InputTable[];
  /** Whether every drawn number of the result has a number in each table that it was made from. */
  readonly isComplete: boolean;
  /** Whether every drawn number is a copy of another one. */
  readonly moves: boolean;
  /** The first number that a drawn number was made from, by row and column. */
  sourceOf(row: number, col: number): CellRef | undefined;
  /** How a drawn number was made. */
  explanationAt(row: number, col: number): ProgramExplanation | undefined;
}

/** How many rows and columns are drawn at most, and how many of what is summed over. */
export interface Most {
  readonly rows: number;
  readonly cols: number;
  readonly inner: number;
  /** How many of the blocks before the last two axes are drawn at least, if there are as many; 1: only one. */
  readonly blocks: number;
}

export const refAt = ({ step, rowAxes, rows, cols }: TableOf, row: number, col: number): CellRef => {
  const across = cols[col] ?? [];
  const down = rows[row] ?? [];
  return {
    name: step.name,
    index: across.map((at, axis) => (rowAxes.includes(axis) ? (down[axis] ?? 0) : at)),
  };
};

/** Row and column of a cell in a table; undefined if it is not drawn. */
export function placeOf(table: TableOf, { name, index }: CellRef): readonly [number, number] | undefined {
  if (name !== table.step.name) return undefined;
  const row = table.rows.findIndex((at) => table.rowAxes.every((axis) => at[axis] === index[axis]));
  const col = table.cols.findIndex((at) =>
    at.every((x, axis) => table.rowAxes.includes(axis) || x === index[axis]),
  );
  return row < 0 || col < 0 ? undefined : [row, col];
}

/** The axes that rows and blocks of rows count: the last two before that of the columns, axes of size 1 left out. −1 for none. */
export function rowAxesOf(shape: readonly number[]): readonly [rows: number, blocks: number] {
  const counted = range(shape.length - 1).filter((axis) => shape[axis] !== 1);
  const rows = counted.at(-1) ?? shape.length - 2;
  return [rows, counted.at(-2) ?? -1];
}

/** The window of the result that begins at `origin`: its rows and columns, and the blocks before them, as far as they fit. */
function resultTable(step: ProgramStep, origin: readonly number[], most: Most): TableOf {
  const { shape } = step;
  const rank = shape.length;
  const start = shape.map((size, axis) => Math.max(0, Math.min(origin[axis] ?? 0, size - 1)));
  const along = (axis: number, count: number): number[] => {
    const size = shape[axis] ?? 1;
    const from = Math.max(0, Math.min(start[axis] ?? 0, size - count));
    return range(Math.min(size, count)).map((i) => from + i);
  };
  const at = (changed: Readonly<Record<number, number>>): number[] =>
    start.map((x, axis) => changed[axis] ?? x);
  const cols = rank === 0 ? [[]] : along(rank - 1, most.cols).map((i) => at({ [rank - 1]: i }));
  const [rowAxis, blockAxis] = rowAxesOf(shape);
  const least = Math.min(shape[blockAxis] ?? 1, most.blocks);
  const perBlock = rank < 2 ? [0] : along(rowAxis, Math.max(1, Math.floor(most.rows / least)));
  const blockCount = Math.max(1, Math.floor(most.rows / perBlock.length));
  const blocks = most.blocks === 1 || blockAxis < 0 ? [start[blockAxis] ?? 0] : along(blockAxis, blockCount);
  const rows =
    rank < 2
      ? [start]
      : blocks.flatMap((block) =>
          perBlock.map((i) => at({ ...(blockAxis >= 0 && { [blockAxis]: block }), [rowAxis]: i })),
        );
  const rowAxes = rank < 2 ? [] : blocks.length > 1 ? [blockAxis, rowAxis] : [rowAxis];
  return {
    step,
    rowAxes,
    colAxes: rank === 0 ? [] : [rank - 1],
    rows,
    cols,
    isCut: rows.length * cols.length < cellCount(shape),
  };
}

export interface RelationInput {
  readonly tensors: ReadonlyMap<string, ProgramStep>;
  readonly step: DrawnStep;
  readonly origin: readonly number[];
  /** How one number was made; undefined for a number that is no cell of the trace. */
  explain(ref: CellRef): ProgramExplanation | undefined;
  /** Of the cells at these positions of a step, which numbers they were made from. */
  reads(name: string, positions: readonly number[]): ProgramReads;
}

/** What one cell was made from: the positions of the numbers that it read, by input. */
interface CellReads {
  readonly isMoved: boolean;
  readonly inputs: readonly Int32Array[];
}

/** The reads of a step's cells: of several windows of one step, each cell is asked for once. */
export class StepReads {
  readonly #input: RelationInput;
  readonly #known = new Map<number, CellReads>();

  constructor(input: RelationInput) {
    this.#input = input;
  }

  at(positions: readonly number[]): readonly CellReads[] {
    const { step, reads } = this.#input;
    const missing = positions.filter((position) => !this.#known.has(position));
    if (missing.length > 0) {
      const { inputs, moved } = reads(step.name, missing);
      for (const [i, position] of missing.entries())
        this.#known.set(position, {
          isMoved: moved[i] === 1,
          inputs: inputs.map(({ starts, positions }) => positions.subarray(starts[i], starts[i + 1])),
        });
    }
    return positions.flatMap((position) => this.#known.get(position) ?? []);
  }
}

/**
 * A product is drawn block by block, because its factors meet in one block only. Where an axis is moved, such as that of the heads,
 * two blocks are drawn in part, because in one there would be nothing to see; everything else with all blocks that fit.
 */
export function relationOf(input: RelationInput, cells: StepReads, most: Omit<Most, "blocks">): Relation {
  const one = relationIn(input, cells, { ...most, blocks: 1 });
  const isProduct = one.inputs.some(({ role }) => role !== "beside");
  const [rowAxis, blockAxis] = rowAxesOf(input.step.shape);
  if (isProduct || blockAxis < 0) return one;
  const moves = one.inputs.some(
    ({ rowAxes, step }) => rowAxes.length === 1 && rowAxes[0] !== rowAxesOf(step.shape)[0],
  );
  if (!moves && (input.step.shape[rowAxis] ?? 1) * 2 > most.rows) return one;
  const two = relationIn(input, cells, { ...most, blocks: 2 });
  return two.isComplete || !one.isComplete ? two : one;
}

/** The operation of several steps that are shown as one: no number of its result is explained by those that come in. */
export const WHOLE = "whole";

function relationIn(
  { tensors, step, origin, explain }: RelationInput,
  cells: StepReads,
  most: Most,
): Relation {
  const result = resultTable(step, origin, most);
  const known = new Map<number, ProgramExplanation | undefined>();
  const across = result.cols.length;
  const made = {
    explanationAt: (row: number, col: number): ProgramExplanation | undefined => {
      const at = row * across + col;
      if (!known.has(at)) known.set(at, explain(refAt(result, row, col)));
      return known.get(at);
    },
    sourceOf: (): CellRef | undefined => undefined,
    outputs: [],
    moves: false,
    isComplete: true,
  };
  const names = [...new Set(step.inputs)];
  if (step.op === WHOLE) {
    // Blocks that come together in the result are seen apart.
    const blocksOf = ({ shape }: ProgramStep): number => (shape.length > step.shape.length ? 2 : most.blocks);
    const tables = (of: readonly string[] = []): readonly TableOf[] =>
      of
        .flatMap((name) => tensors.get(name) ?? [])
        .map((one) => resultTable(one, [], { ...most, blocks: blocksOf(one) }));
    const inputs = tables(names).map((table): InputTable => ({ ...table, role: "beside" }));
    return { ...made, result, inputs, outputs: tables(step.outputs), explanationAt: () => undefined };
  }
  // What is drawn at random or given has no inputs to be found.
  if (names.length === 0) return { ...made, result, inputs: [] };
  const positions = result.rows.flatMap((_, row) =>
    result.cols.map((_, col) => offsetOf(step.shape, refAt(result, row, col).index)),
  );
  const reads = cells.at(positions);
  const readOf = (input: number): readonly Int32Array[] => reads.flatMap(({ inputs }) => inputs[input] ?? []);
  const inputs = names.flatMap((name, i) => {
    const input = tensors.get(name);
    // A number in the code is read in the arithmetic.
    const table =
      input && input.shape.length + input.inputs.length > 0 && inputTable(input, readOf(i), across, most);
    if (!table) return [];
    const isWhole = i === 0 && PICKS.test(step.op) && !result.isCut;
    return [(isWhole && wholeTable(table, readOf(i), most)) || table];
  });
  const isComplete = inputs.every((table) => {
    const has = placesIn(table);
    return readOf(names.indexOf(table.step.name)).every((own) => own.length === 0 || own.some(has));
  });
  const sourceOf = (row: number, col: number): CellRef | undefined => {
    const own = reads[row * across + col]?.inputs ?? [];
    const input = own.findIndex(({ length }) => length > 0);
    const { name, shape } = tensors.get(names[input] ?? "") ?? {};
    return name && shape ? { name, index: indexAt(shape, own[input]?.[0] ?? 0) } : undefined;
  };
  const moves = inputs.length > 0 && reads.every(({ isMoved }) => isMoved);
  const relation = { ...made, result, inputs: withRoles(inputs), isComplete, moves, sourceOf };
  // What is summed along rows stands at their ends, as a column.
  const [only, ...others] = inputs;
  const [rowAxis = 0] = only?.rowAxes ?? [];
  const isAtRowEnds =
    step.shape.length === 1 && others.length === 0 && only?.rowAxes.length === 1 && only.varies[rowAxis]?.col;
  return isAtRowEnds && only.colAxes.every((axis) => only.inner.includes(axis))
    ? {
        ...relation,
        result: turned(result),
        sourceOf: (row, col) => sourceOf(col, row),
        explanationAt: (row, col) => made.explanationAt(col, row),
      }
    : relation;
}

const PICKS = /^(select|slice|narrow|index|index_select)$/;
/** The most rows of a tensor of which all is drawn, though only some of it is read. */
const MOST_PICKED_FROM = 8;

/** A small tensor out of which an operation picks: what it leaves is seen, too. */
function wholeTable(
  table: Candidate,
  reads: readonly Int32Array[],
  most: Most,
): (Candidate & Pick<InputTable, "isPicked">) | undefined {
  const { step } = table;
  const { shape } = step;
  const cols = shape.at(-1) ?? 1;
  const rows = cellCount(shape) / cols;
  if (rows > MOST_PICKED_FROM || cols > most.cols) return undefined;
  const picked = new Set(reads.flatMap((own) => [...own]));
  const whole = {
    ...table,
    rowAxes: range(shape.length - 1).filter((axis) => shape[axis] !== 1),
    colAxes: [shape.length - 1],
    rows: range(rows).map((row) => indexAt(shape, row * cols)),
    cols: range(cols).map((col) => indexAt(shape, col)),
    isCut: false,
  };
  const isPicked = (row: number, col: number): boolean =>
    picked.has(offsetOf(shape, refAt(whole, row, col).index));
  return { ...whole, isPicked };
}

/** The position of a number along some axes alone, in the order of these. */
function partOf(shape: readonly number[], position: number, axes: readonly number[]): number {
  if (axes.length === shape.length) return position;
  let part = 0;
  for (let axis = shape.length - 1, rest = position, stride = 1; axis >= 0; axis--) {
    const size = shape[axis] ?? 1;
    if (axes.includes(axis)) part += (rest % size) * stride;
    rest = Math.floor(rest / size);
    stride *= size;
  }
  return part;
}

/** Whether a number of its tensor is drawn in a table. */
function placesIn({ step: { shape }, rowAxes, rows, cols }: TableOf): (position: number) => boolean {
  const others = range(shape.length).filter((axis) => !rowAxes.includes(axis));
  const drawn = (indices: typeof rows, axes: readonly number[]): ReadonlySet<number> =>
    new Set(indices.map((index) => partOf(shape, offsetOf(shape, index), axes)));
  const [inRows, inCols] = [drawn(rows, rowAxes), drawn(cols, others)];
  return (position) =>
    inRows.has(partOf(shape, position, rowAxes)) && inCols.has(partOf(shape, position, others));
}

/** Whether the index along an axis of an input changes from row to row of the result, from column to column, or within one cell. */
interface Varies {
  readonly row: boolean;
  readonly col: boolean;
  readonly inner: boolean;
}

/** The most rows and columns of a table that is read. */
const MOST_SOURCES = 12;

interface Candidate extends TableOf {
  readonly inner: readonly number[];
  readonly varies: readonly Varies[];
}

/** `reads` has the positions of the input's numbers that each drawn cell read, row by row; `across` cells are a row. */
function inputTable(
  step: ProgramStep,
  reads: readonly Int32Array[],
  across: number,
  most: Most,
): Candidate | undefined {
  const { shape } = step;
  const all = new Set<number>();
  for (const own of reads) for (const position of own) all.add(position);
  const cells = [...all].sort((a, b) => a - b);
  const [first] = cells;
  if (first === undefined) return undefined;
  const differ = (positions: Iterable<number>, axis: number): boolean => {
    let one: number | undefined;
    for (const position of positions) {
      const part = partOf(shape, position, [axis]);
      if (part !== (one ?? part)) return true;
      one = part;
    }
    return false;
  };
  const firstOf = (some: readonly Int32Array[]): number[] => some.flatMap(([one]) => one ?? []);
  const down = range(across).map((col) => firstOf(reads.filter((_, i) => i % across === col)));
  const along = range(reads.length / across).map((row) =>
    firstOf(reads.slice(row * across, (row + 1) * across)),
  );
  const varies = shape.map(
    (_, axis): Varies => ({
      row: down.some((column) => differ(column, axis)),
      col: along.some((row) => differ(row, axis)),
      inner: reads.some((own) => differ(own, axis)),
    }),
  );
  const axes = range(shape.length).filter((axis) => differ(cells, axis));
  // A vector along the rows of the result stands as a column, any other as a row.
  const [only] = axes;
  const isColumn =
    axes.length === 1 && only !== undefined && varies[only]?.row === true && !varies[only]?.inner;
  const rowAxes = isColumn ? axes : axes.slice(0, -1);
  const colAxes = isColumn ? [] : axes.slice(-1);
  /** A number that is read for each place along some axes, in their order. */
  const distinct = (of: readonly number[]): readonly number[] => {
    const seen = new Map<number, number>();
    for (const position of cells) seen.set(partOf(shape, position, of), position);
    return [...seen].sort(([a], [b]) => a - b).map(([, position]) => position);
  };
  // Of what is summed over, some terms of each number; of all else, what the drawn numbers were made from.
  const drawnAlong = (of: readonly number[]): readonly number[] => {
    const all = distinct(of);
    const outer = of.filter((axis) => !varies[axis]?.inner);
    const limit = outer.length === 0 ? most.inner : MOST_SOURCES;
    if (all.length <= limit || outer.length === 0) return all.slice(0, limit);
    const each = Math.floor(limit / distinct(outer).length);
    const inner = all.length / distinct(outer).length;
    if (outer.length === of.length || each < Math.min(inner, 4)) return all.slice(0, limit);
    const counts = new Map<number, number>();
    return all.filter((position) => {
      const key = partOf(shape, position, outer);
      counts.set(key, (counts.get(key) ?? 0) + 1);
      return (counts.get(key) ?? 0) <= each;
    });
  };
  const drawn = (of: readonly number[]): readonly (readonly number[])[] =>
    drawnAlong(of).map((position) => indexAt(shape, position));
  const rows = drawn(rowAxes);
  const cols = drawn(colAxes);
  const isCut = rows.length * cols.length < cellCount(shape);
  return {
    step,
    rowAxes,
    colAxes,
    rows,
    cols,
    isCut,
    varies,
    inner: axes.filter((axis) => varies[axis]?.inner),
  };
}

/**
 * The two factors of a product stand at the left of the result and above it, so that a row and a column meet in the cell that they
 * make; everything else stands beside it. A factor is drawn transposed where it would otherwise not fit there.
 */
function withRoles(inputs: readonly Candidate[]): readonly InputTable[] {
  const beside = inputs.map((table): InputTable => ({ ...table, role: "beside" }));
  const [left, right] = inputs;
  if (!left || !right) return beside;
  const sumsAlong = ({ inner, rowAxes, colAxes }: Candidate): boolean =>
    inner.length === 1 && rowAxes.length + colAxes.length === 2;
  if (!(sumsAlong(left) && sumsAlong(right))) return beside;
  const goesWith = ({ varies, inner }: Candidate, direction: "row" | "col"): boolean =>
    varies.some((axis, i) => axis[direction] && !inner.includes(i));
  const [a, b] = goesWith(left, "row") && goesWith(right, "col") ? [left, right] : [right, left];
  if (!(goesWith(a, "row") && !goesWith(a, "col") && goesWith(b, "col") && !goesWith(b, "row")))
    return beside;
  const leftTable = a.inner.some((axis) => a.colAxes.includes(axis)) ? a : turned(a);
  const aboveTable = b.inner.some((axis) => b.rowAxes.includes(axis)) ? b : turned(b);
  return [
    { ...leftTable, role: "left" },
    { ...aboveTable, role: "above" },
    ...beside.filter(({ step }) => step !== a.step && step !== b.step),
  ];
}

/** Rows as columns. */
const turned = <T extends TableOf>(table: T): T => ({
  ...table,
  rowAxes: table.colAxes,
  colAxes: table.rowAxes,
  rows: table.cols,
  cols: table.rows,
  isTurned: true,
});
