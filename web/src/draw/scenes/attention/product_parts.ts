/** A matrix product as its pictures are given it. */
import type { Scale } from "../../scale.js";
import type { Slice } from "../../tensor_view.js";

export interface Operand {
  readonly title: string;
  readonly slice: Slice;
  readonly scale: Scale;
}

export interface Product {
  /** rows × inner */
  readonly left: Operand;
  /** inner × columns */
  readonly above: Operand;
  /** rows × columns */
  readonly result: Operand;
  /** 1 × columns, added to every row, or rows × 1, added to every column */
  readonly bias?: Operand;
  /** Divides the sum: shown as "÷ √d_k". */
  readonly divisor?: { readonly text: string };
}

/** The cell that is being explained: where it is drawn, and which cell of the tensor it is. */
export interface Current {
  readonly row: number;
  readonly col: number;
  readonly trueRow: number;
  readonly trueCol: number;
  /** How far the explanation has come, 0…1. */
  readonly within: number;
}
