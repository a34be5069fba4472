/** Reading a step of the trace as the matrix the learner looks at: one sentence, one head, rows × columns. */
import type { Step, Trace } from "../module/types.js";
import type { CellRef } from "./picture.js";

/** Which sentence and which head of a tensor is on the stage. */
export interface Focus {
  readonly batch: number;
  readonly head: number;
}

/** A step, or a bridge that only the page shows. */
export type TensorLike = Pick<Step, "axes" | "shape" | "data"> & { readonly name: string };

export interface Axis {
  readonly letter: string;
  readonly size: number;
}

/** A matrix of the trace: `value` and `ref` take a row and a column. */
export interface Slice {
  readonly rows: Axis;
  readonly cols: Axis;
  value(row: number, col: number): number;
  ref(row: number, col: number): CellRef;
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

const lastAxis = ({ axes }: TensorLike): number => axes.length - (axes.at(-1) === "1" ? 2 : 1);

/**
 * The matrix over two chosen axes of a step, else its last two (a kernel one wide, "1" at the end, is no column); the
 * others are held at the focus (B → batch, H → head), an axis of size 1 at 0, and `fixed` overrides by axis position. A
 * missing row axis makes a single row.
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
  const known = slices.get(step.data) ?? new Map<string, Slice>();
  slices.set(step.data, known);
  const key = `${step.name} ${step.axes.join()} ${step.shape.join()} ${base.join()} ${rowAxis} ${colAxis}`;
  const slice = known.get(key) ?? newSlice(step, base, rowAxis, colAxis);
  known.set(key, slice);
  return slice;
}

/** The same slice is the same object for as long as the tensor lives: what is made of it can be remembered by it. */
const slices = new WeakMap<TensorLike["data"], Map<string, Slice>>();

/** `base` is the index of the slice's first number. */
function newSlice(step: TensorLike, base: readonly number[], rowAxis: number, colAxis: number): Slice {
  const { data, shape } = step;
  const axis = (i: number): Axis => ({ letter: step.axes[i] ?? "1", size: shape[i] ?? 1 });
  const stride = (i: number): number =>
    i < 0 || i >= shape.length ? 0 : shape.slice(i + 1).reduce((product, size) => product * size, 1);
  const [first, down, along] = [offsetOf(shape, base), stride(rowAxis), stride(colAxis)];
  return {
    rows: rowAxis < 0 ? { letter: "1", size: 1 } : axis(rowAxis),
    cols: axis(colAxis),
    value: (row, col) => data[first + row * down + col * along] ?? Number.NaN,
    ref: (row, col) => ({
      name: step.name,
      index: base.map((held, i) => (i === rowAxis ? row : i === colAxis ? col : held)),
    }),
  };
}

/** Some columns of a slice, from one on, as a slice of their own; the same object for the same columns. */
export function columnsOf(slice: Slice, from: number, size: number): Slice {
  const known = columns.get(slice) ?? new Map<string, Slice>();
  columns.set(slice, known);
  const key = `${from} ${size}`;
  const some = known.get(key) ?? {
    rows: slice.rows,
    cols: { letter: slice.cols.letter, size },
    value: (row: number, col: number) => slice.value(row, from + col),
    ref: (row: number, col: number) => slice.ref(row, from + col),
  };
  known.set(key, some);
  return some;
}

const columns = new WeakMap<Slice, Map<string, Slice>>();
