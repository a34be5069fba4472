/** The matrix of a step that is on the stage, as the table for keyboards and screen readers reads it. */
import type { CellRef } from "../draw/picture.js";
import type { StageStep } from "../draw/scene.js";
import { type Focus, type Slice, sliceOf, stepOf, valueAt } from "../draw/tensor_view.js";
import type { Trace } from "../module/types.js";

export interface VisibleMatrix {
  readonly name: string;
  readonly dtype: StageStep["dtype"];
  readonly rowLetter: string;
  readonly colLetter: string;
  readonly rows: number;
  readonly cols: number;
  rowHeader(row: number): string;
  colHeader(col: number): string;
  value(row: number, col: number): number;
  ref(row: number, col: number): CellRef;
}

/** How many sentences and heads there are to choose from; a step without the axis has one. */
export function choices({ axes, shape }: Pick<StageStep, "axes" | "shape">): {
  batches: number;
  heads: number;
} {
  const size = (letter: string): number => shape[axes.indexOf(letter)] ?? 1;
  return { batches: size("B"), heads: size("H") };
}

/** A split tensor (B, L, H, K) stands as rows L and columns H × K: the heads side by side. */
function sideBySide(step: StageStep, focus: Focus): VisibleMatrix {
  const [batches = 1, rows = 1, heads = 1, size = 1] = step.shape;
  const batch = batches === 1 ? 0 : focus.batch;
  const index = (row: number, col: number): number[] => [batch, row, Math.floor(col / size), col % size];
  return {
    name: step.name,
    dtype: step.dtype,
    rowLetter: step.axes[1] ?? "L",
    colLetter: `${step.axes[2]} ${step.axes[3]}`,
    rows,
    cols: heads * size,
    rowHeader: (row) => `${step.axes[1]} ${row}`,
    colHeader: (col) => `${step.axes[2]} ${Math.floor(col / size)} ${step.axes[3]} ${col % size}`,
    value: (row, col) => valueAt(step, index(row, col)),
    ref: (row, col) => ({ name: step.name, index: index(row, col) }),
  };
}

/** A padding mask (B, 1, L) stands as one row a sentence; every other tensor as its last two axes. */
const sliceOnStage = (step: StageStep, focus: Focus): Slice =>
  step.op === "not_equal" ? sliceOf(step, focus, 0, 2) : sliceOf(step, focus);

export function visibleMatrix(trace: Trace, step: StageStep, focus: Focus): VisibleMatrix {
  if (step.axes.length === 4 && step.axes[2] === "H") return sideBySide(step, focus);
  // A bridge has no numbers of its own: its cells are those of the step it looks at.
  const owner = step.op === "unsqueeze" ? stepOf(trace, step.inputs[0] ?? "") : step;
  const slice = sliceOnStage(owner, focus);
  return {
    name: step.name,
    dtype: step.dtype,
    rowLetter: slice.rows.letter,
    colLetter: slice.cols.letter,
    rows: slice.rows.size,
    cols: slice.cols.size,
    rowHeader: (row) => `${slice.rows.letter} ${row}`,
    colHeader: (col) => `${slice.cols.letter} ${col}`,
    value: slice.value,
    ref: slice.ref,
  };
}

/** The place of a cell in the matrix, or undefined where it is not on the stage. */
export function placeOf(matrix: VisibleMatrix, ref: CellRef): readonly [number, number] | undefined {
  for (let row = 0; row < matrix.rows; row++) {
    for (let col = 0; col < matrix.cols; col++) {
      const cell = matrix.ref(row, col);
      if (cell.name === ref.name && cell.index.every((x, axis) => x === ref.index[axis])) return [row, col];
    }
  }
  return undefined;
}
