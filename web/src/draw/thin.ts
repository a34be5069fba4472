/**
 * Long axes on a small stage: no axis draws more cells than can be seen. The drawn cells are cells of the tensor,
 * picked evenly from the first on; the label keeps the true size, and the lens shows the cells between. This applies
 * to tensors in computations, because their parts (heads, padded rows) keep their share of the picture. Parameters and
 * tables, which are filled in order and looked up by number, use `folded` (block.ts) instead: neighbours stay adjacent,
 * and a visible gap replaces the cells left out.
 */
import { type Axis, mapReader, type Slice } from "./tensor_view.js";

/** The most cells drawn along one axis. */
export const MAX_CELLS = 64;

/** An axis of which `size` cells are drawn out of `total`. */
export interface DrawnAxis extends Axis {
  readonly total?: number;
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
  { letter, size, names }: Axis,
  shown: number,
  at: (i: number) => number,
): DrawnAxis {
  const axis = { letter, size: shown, total: size };
  if (!names) return axis;
  const tokens = Array.from({ length: shown }, (_, i) => names.tokens[at(i)]).filter(
    (token) => token !== undefined,
  );
  return { ...axis, names: { ...names, tokens } };
}

export function thin(slice: Slice, maxRows = MAX_CELLS, maxCols = MAX_CELLS): DrawnSlice {
  const rows = Math.min(slice.rows.size, maxRows);
  const cols = Math.min(slice.cols.size, maxCols);
  if (rows === slice.rows.size && cols === slice.cols.size) return slice;
  const row = (r: number): number => pickedIndex(r, rows, slice.rows.size);
  const col = (c: number): number => pickedIndex(c, cols, slice.cols.size);
  const how = `thin ${rows} ${cols}`;
  return {
    rows: drawnAxis(slice.rows, rows, row),
    cols: drawnAxis(slice.cols, cols, col),
    value: mapReader(slice.value, how, (r, c) => slice.value(row(r), col(c))),
    ref: mapReader(slice.ref, how, (r, c) => slice.ref(row(r), col(c))),
  };
}
