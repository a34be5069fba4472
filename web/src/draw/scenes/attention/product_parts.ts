/** The parts of a matrix product, and the cell that is explained. */
import type { Corner } from "../../layout/corner.js";
import type { Operand } from "../../operand.js";

/** rows × inner at the left, inner × columns above. */
export interface Product extends Corner<Operand> {
  /** 1 × columns, added to every row, or rows × 1, added to every column */
  readonly bias?: Operand | undefined;
  /** Divides the sum: shown as "÷ √d_k". */
  readonly divisor?: { readonly text: string };
}

/** The cell that is being explained: where it is drawn, and which cell of the tensor it is. */
export interface Current {
  readonly row: number;
  readonly col: number;
  readonly trueRow: number;
  readonly trueCol: number;
  /** The progress of the explanation, 0…1. */
  readonly within: number;
}
