/** Reads a step of the trace as the matrix on the stage: one sentence, one head, rows × columns. */

import { cellCount } from "../module/shape.js";
import type { Step, Trace } from "../module/types.js";
import type { AxisRef, CellRef, Focus, Span } from "./picture.js";

/** A step, or a bridge that only the page shows. */
export type TensorLike = Pick<Step, "axes" | "shape"> & {
  readonly name: string;
  readonly data: ArrayLike<number>;
};

export interface Axis {
  readonly letter: string;
  readonly size: number;
  /** The tensor that it belongs to, and its position there. */
  readonly of?: AxisRef;
  /** The tokens that it indexes, if any. */
  readonly names?: AxisNames;
}

export interface TokenName {
  /** The token's word or piece if known, else its id. */
  readonly text: string;
  readonly isPadding: boolean;
  /** Shown instead if `text` does not fit. */
  readonly brief?: string;
  /** Its position in the sentence. */
  readonly at: number;
}

interface AxisNames {
  /** The position of the axis in its tensor. */
  readonly axis: number;
  /** One for each index that is drawn. */
  readonly tokens: readonly TokenName[];
  /** Whether rows of padding are dimmed; false in a tensor that all sentences share. */
  readonly dimsPadding: boolean;
  /** The largest font size. */
  readonly size: number;
}

/** Reads one cell of a matrix. */
export type Reader<T> = (row: number, col: number) => T;

/** A matrix of the trace. */
export interface Slice {
  readonly rows: Axis;
  readonly cols: Axis;
  readonly value: Reader<number>;
  readonly ref: Reader<CellRef>;
}

/** Row-major offset of an index. */
export function offsetOf(shape: readonly number[], index: readonly number[]): number {
  let offset = 0;
  for (let axis = 0; axis < shape.length; axis++) offset = offset * (shape[axis] ?? 1) + (index[axis] ?? 0);
  return offset;
}

/** The index at a row-major offset. */
export function indexAt(shape: readonly number[], offset: number): number[] {
  const index: number[] = [];
  for (let axis = shape.length - 1, rest = offset; axis >= 0; axis--) {
    const size = shape[axis] ?? 1;
    index.unshift(rest % size);
    rest = Math.floor(rest / size);
  }
  return index;
}

export const valueAt = (step: TensorLike, index: readonly number[]): number =>
  step.data[offsetOf(step.shape, index)] ?? Number.NaN;

export function stepOf(trace: Trace, name: string): Step {
  const step = trace.steps.find((s) => s.name === name);
  if (!step) throw new Error(`the trace has no step named ${name}`);
  return step;
}

export const hasStep = (trace: Trace, name: string): boolean => trace.steps.some((s) => s.name === name);

export const axesOf = ({ name, axes, shape }: TensorLike): Axis[] =>
  shape.map((size, i) => ({ letter: axes[i] ?? "1", size, of: { name, axis: i } }));

const lastAxis = ({ axes }: TensorLike): number => axes.length - (axes.at(-1) === "1" ? 2 : 1);

/**
 * The matrix over two axes of a step, by default its last two (a trailing kernel axis "1" is skipped). The other axes
 * are fixed at the focus (B → batch, H → head) or at 0; `fixed` overrides that by axis position. A negative row axis
 * makes a single row.
 */
export function sliceOf(
  step: TensorLike,
  focus: Focus,
  rowAxis = lastAxis(step) - 1,
  colAxis = rowAxis + 1,
  fixed: Readonly<Record<number, number>> = {},
): Slice {
  const base = step.shape.map((size, axis) => {
    if (axis === rowAxis || axis === colAxis || size === 1) return 0;
    return fixed[axis] ?? (step.axes[axis] === "B" ? focus.batch : step.axes[axis] === "H" ? focus.head : 0);
  });
  const { name, data, shape } = step;
  const axis = (i: number): Axis => ({
    ...{ letter: step.axes[i] ?? "1", size: shape[i] ?? 1, of: { name, axis: i } },
  });
  const stride = (i: number): number => (i < 0 || i >= shape.length ? 0 : cellCount(shape.slice(i + 1)));
  const [origin, rowStride, colStride] = [offsetOf(shape, base), stride(rowAxis), stride(colAxis)];
  const value = (row: number, col: number): number =>
    data[origin + row * rowStride + col * colStride] ?? Number.NaN;
  const ref = (row: number, col: number): CellRef => ({
    name,
    index: base.map((fixedIndex, i) => (i === rowAxis ? row : i === colAxis ? col : fixedIndex)),
  });
  return {
    rows: rowAxis < 0 ? { letter: "1", size: 1 } : axis(rowAxis),
    cols: axis(colAxis),
    value,
    ref,
  };
}

/** `size` columns of a slice, starting at column `from`. */
export function columnsOf({ rows, cols, value, ref }: Slice, from: number, size: number): Slice {
  return {
    rows,
    cols: { letter: cols.letter, size, ...(cols.of && { of: cols.of }) },
    value: (row, col) => value(row, from + col),
    ref: (row, col) => ref(row, from + col),
  };
}

export const transposed = ({ rows, cols, value, ref }: Slice): Slice => ({
  rows: cols,
  cols: rows,
  value: (row, col) => value(col, row),
  ref: (row, col) => ref(col, row),
});

/** The most cells along one axis of a picture without digits. */
export const MAX_CELLS = 64;

/** An axis of which `size` cells are drawn out of `total`. */
export interface DrawnAxis extends Axis {
  readonly total?: number;
  /** The index of the first drawn cell; 0 unless the axis is drawn in a window. */
  readonly from?: number;
}

export interface DrawnSlice extends Slice {
  readonly rows: DrawnAxis;
  readonly cols: DrawnAxis;
}

/**
 * The true position of the i-th drawn cell of an axis. They are picked in pairs: position tables have
 * sines in even columns and cosines in odd ones, so every second column would be all sines.
 */
export const pickedIndex = (i: number, shown: number, size: number): number =>
  shown === size ? i : 2 * Math.floor((Math.floor(i / 2) * size) / shown) + (i % 2);

/** An axis of which `shown` cells are drawn; `at` maps a drawn cell to its index. */
export function drawnAxis(
  { size, names, ...rest }: Axis,
  shown: number,
  at: (i: number) => number,
): DrawnAxis {
  const axis = { ...rest, size: shown, total: size };
  if (!names) return axis;
  const tokens = Array.from({ length: shown }, (_, i) => names.tokens[at(i)]).filter(
    (token) => token !== undefined,
  );
  return { ...axis, names: { ...names, tokens } };
}

/** The index along the whole axis of the i-th drawn cell. */
export const indexIn = ({ from = 0 }: DrawnAxis, i: number): number => from + i;

/** A part of the rows and of the columns of a slice; an axis without a span, or shorter than it, is whole. */
export function windowed(slice: Slice, rowSpan?: Span, colSpan?: Span): DrawnSlice {
  const part = (axis: Axis, span: Span | undefined): DrawnAxis => {
    if (!span || span.count >= axis.size) return axis;
    const from = Math.max(0, Math.min(span.from, axis.size - span.count));
    return { ...drawnAxis(axis, span.count, (i) => from + i), from };
  };
  const [rows, cols] = [part(slice.rows, rowSpan), part(slice.cols, colSpan)];
  if (rows === slice.rows && cols === slice.cols) return slice;
  const [top, left] = [indexIn(rows, 0), indexIn(cols, 0)];
  return {
    ...{ rows, cols },
    value: (r, c) => slice.value(top + r, left + c),
    ref: (r, c) => slice.ref(top + r, left + c),
  };
}

/** Row and column of a number in a slice; empty if it is not there. */
export function placeIn({ rows, cols, ref }: Slice, { name, index }: CellRef): readonly number[] {
  const first = ref(0, 0);
  if (first.name !== name) return [];
  const along = (next: CellRef): number => {
    const axis = next.index.findIndex((x, i) => x !== first.index[i]);
    return axis < 0 ? 0 : (index[axis] ?? 0) - (first.index[axis] ?? 0);
  };
  const row = rows.size > 1 ? along(ref(1, 0)) : 0;
  const col = cols.size > 1 ? along(ref(0, 1)) : 0;
  const isInside = row >= 0 && row < rows.size && col >= 0 && col < cols.size;
  return isInside && ref(row, col).index.every((x, i) => x === index[i]) ? [row, col] : [];
}

export function thin(slice: Slice, maxRows = MAX_CELLS, maxCols = MAX_CELLS): DrawnSlice {
  const rows = Math.min(slice.rows.size, maxRows);
  const cols = Math.min(slice.cols.size, maxCols);
  if (rows === slice.rows.size && cols === slice.cols.size) return slice;
  const row = (r: number): number => pickedIndex(r, rows, slice.rows.size);
  const col = (c: number): number => pickedIndex(c, cols, slice.cols.size);
  return {
    rows: drawnAxis(slice.rows, rows, row),
    cols: drawnAxis(slice.cols, cols, col),
    value: (r, c) => slice.value(row(r), col(c)),
    ref: (r, c) => slice.ref(row(r), col(c)),
  };
}
