/** The part of a tensor that the walk shows: one matrix of its last two axes, and of that a window. */

import { indexAt, offsetOf } from "../../draw/tensor_view.js";
import { cellCount } from "../../module/shape.js";

const WINDOW = { rows: 8, columns: 8 } as const;

export interface Window {
  /** The shape without its last two axes, as one number. */
  readonly matrices: number;
  readonly rows: readonly number[];
  readonly columns: readonly number[];
  /** The numbers of rows and columns outside the window. */
  readonly moreRows: number;
  readonly moreColumns: number;
}

interface Sizes {
  readonly matrices: number;
  readonly rows: number;
  readonly columns: number;
}

function sizesOf(shape: readonly number[]): Sizes {
  const rows = shape.at(-2) ?? 1;
  const columns = shape.at(-1) ?? 1;
  return { matrices: cellCount(shape.slice(0, -2)), rows, columns };
}

/** The window that contains the cell `index`. */
export function windowAt(shape: readonly number[], index: readonly number[]): Window {
  const { matrices, rows, columns } = sizesOf(shape);
  const shownRows = around(index.at(-2) ?? 0, rows, WINDOW.rows);
  const shownColumns = around(index.at(-1) ?? 0, columns, WINDOW.columns);
  return {
    matrices,
    rows: shownRows,
    columns: shownColumns,
    moreRows: rows - shownRows.length,
    moreColumns: columns - shownColumns.length,
  };
}

function around(at: number, size: number, most: number): number[] {
  const count = Math.min(size, most);
  const first = Math.max(0, Math.min(size - count, at - (at < most ? at : most - 1)));
  return Array.from({ length: count }, (_, i) => first + i);
}

/** The index of a cell in a matrix, row and column; it has as many numbers as the shape. */
export function indexOf(shape: readonly number[], matrix: number, row: number, column: number): number[] {
  const leading = indexAt(shape.slice(0, -2), matrix);
  return [...leading, row, column].slice(-shape.length || shape.length + 2);
}

export const matrixOf = (shape: readonly number[], index: readonly number[]): number =>
  offsetOf(shape.slice(0, -2), index.slice(0, -2));

/** The number of shades between a tensor's largest number and 0. */
export const SHADES = 4;

/** The class of a cell's colour: its sign, and its share of the largest number. */
export function shadeOf(value: number, largest: number): string {
  const shade = Math.ceil((Math.abs(value) / largest) * SHADES);
  return shade > 0 && shade <= SHADES ? `${value < 0 ? "negative" : "positive"} shade-${shade}` : "";
}

/** Three decimals; very small and very large numbers, as gradients often are, with a power of ten. */
export function shortNumber(value: number): string {
  if (!Number.isFinite(value) || Number.isInteger(value)) return String(value).replace("-", "−");
  const size = Math.abs(value);
  const text = size < 1e-3 || size >= 1e4 ? value.toExponential(1) : value.toFixed(3);
  return text.replaceAll("-", "−");
}
