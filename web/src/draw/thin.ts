/**
 * Long axes on a small stage: no axis draws more cells than can be seen. What is drawn are true cells of the tensor,
 * evenly picked, the first among them; the label keeps the true size, and the lens shows the cells between. This applies
 * to tensors in computations, because their parts (heads, padded rows) keep their share of the picture. Parameters and
 * tables, which are filled in order and looked up by number, use `folded` (block.ts) instead: neighbours stay adjacent,
 * and a visible gap replaces the cells left out.
 */
import { type Axis, type Slice, through } from "./tensor_view.js";

/** The most cells drawn along one axis. */
export const MOST_CELLS = 64;

/** An axis of which `size` cells are drawn out of `total`. */
export interface DrawnAxis extends Axis {
  readonly total?: number;
}

export interface DrawnSlice extends Slice {
  readonly rows: DrawnAxis;
  readonly cols: DrawnAxis;
}

/**
 * The true position of the i-th drawn cell of an axis. They are picked by twos: positions have sines in even columns and
 * cosines in odd ones, and every second column would be all sines.
 */
export const picked = (i: number, shown: number, size: number): number =>
  shown === size ? i : 2 * Math.floor((Math.floor(i / 2) * size) / shown) + (i % 2);

/** An axis of which `shown` cells are drawn; `at` maps a drawn cell to its index. */
export function axisAt({ letter, size, names }: Axis, shown: number, at: (i: number) => number): DrawnAxis {
  const axis = { letter, size: shown, total: size };
  if (!names) return axis;
  const tokens = Array.from({ length: shown }, (_, i) => names.tokens[at(i)]).filter(
    (one) => one !== undefined,
  );
  return { ...axis, names: { ...names, tokens } };
}

export function thin(slice: Slice, mostRows = MOST_CELLS, mostCols = MOST_CELLS): DrawnSlice {
  const rows = Math.min(slice.rows.size, mostRows);
  const cols = Math.min(slice.cols.size, mostCols);
  if (rows === slice.rows.size && cols === slice.cols.size) return slice;
  const row = (r: number): number => picked(r, rows, slice.rows.size);
  const col = (c: number): number => picked(c, cols, slice.cols.size);
  const how = `thin ${rows} ${cols}`;
  return {
    rows: axisAt(slice.rows, rows, row),
    cols: axisAt(slice.cols, cols, col),
    value: through(slice.value, how, (r, c) => slice.value(row(r), col(c))),
    ref: through(slice.ref, how, (r, c) => slice.ref(row(r), col(c))),
  };
}
