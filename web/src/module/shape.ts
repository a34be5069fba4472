/** Shapes as the core writes them, and the indices of their axes. */

/** "(2, 3)", and "(3,)" for one axis, as Python prints a tuple. */
export const shapeText = (shape: readonly number[]): string =>
  shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(", ")})`;

export const sameShape = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((size, axis) => size === b[axis]);

/** Whether two lists have the same rows; false for what is no list of rows. */
export const sameRows = (a: readonly unknown[] | undefined, b: readonly (readonly number[])[]): boolean =>
  a?.length === b.length && b.every((row, i) => String(row) === String(a[i]));

/** The number of cells of a tensor with this shape. */
export const cellCount = (shape: readonly number[]): number =>
  shape.reduce((product, size) => product * size, 1);

/** The indices of an axis: 0 to size − 1. */
export const range = (size: number): number[] => Array.from({ length: size }, (_, i) => i);
