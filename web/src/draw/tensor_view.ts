/** Reading a step of the trace as the matrix the learner looks at: one sentence, one head, rows × columns. */
import type { Step, Trace } from "../module/types.js";
import type { CellRef } from "./picture.js";

/** Which sentence and which head of a tensor is on the stage. */
export interface Focus {
  readonly batch: number;
  readonly head: number;
}

/** A step, or a bridge that only the page shows. */
export type TensorLike = Pick<Step, "name" | "axes" | "shape" | "data">;

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

export const valueAt = (step: TensorLike, index: readonly number[]): number =>
  step.data[offsetOf(step.shape, index)] ?? Number.NaN;

export function stepOf(trace: Trace, name: string): Step {
  const step = trace.steps.find((s) => s.name === name);
  if (!step) throw new Error(`the trace has no step named ${name}`);
  return step;
}

export const hasStep = (trace: Trace, name: string): boolean => trace.steps.some((s) => s.name === name);

/**
 * The matrix over two chosen axes of a step; the others are held at the focus (B → batch, H → head), an axis of size 1
 * at 0, and `fixed` overrides by axis position. A missing row axis makes a single row.
 */
export function sliceOf(
  step: TensorLike,
  focus: Focus,
  rowAxis = step.shape.length - 2,
  colAxis = step.shape.length - 1,
  fixed: Readonly<Record<number, number>> = {},
): Slice {
  const base = step.shape.map((size, axis) => {
    const held =
      fixed[axis] ?? (step.axes[axis] === "B" ? focus.batch : step.axes[axis] === "H" ? focus.head : 0);
    return size === 1 ? 0 : held;
  });
  const at = (row: number, col: number): number[] =>
    base.map((held, axis) => (axis === rowAxis ? row : axis === colAxis ? col : held));
  const axis = (i: number): Axis => ({ letter: step.axes[i] ?? "1", size: step.shape[i] ?? 1 });
  return {
    rows: rowAxis < 0 ? { letter: "1", size: 1 } : axis(rowAxis),
    cols: axis(colAxis),
    value: (row, col) => valueAt(step, at(row, col)),
    ref: (row, col) => ({ name: step.name, index: at(row, col) }),
  };
}
