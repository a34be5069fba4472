/** Shapes as the core writes them. */

/** "(2, 3)", and "(3,)" for one axis, as Python prints a tuple. */
export const shapeText = (shape: readonly number[]): string =>
  shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(", ")})`;

/** The number of cells of a tensor with this shape. */
export const cellCount = (shape: readonly number[]): number =>
  shape.reduce((product, size) => product * size, 1);
