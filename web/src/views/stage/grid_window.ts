/** Which part of a matrix the table holds: only a window of a large one, always with the current cell in it. */

/** Up to this many cells a matrix is shown whole; more would delay a step. */
const WHOLE = 400;
/** A window has fewer cells, because they are recreated as it moves. */
const MOST_CELLS = 320;
/** The columns of the window if the matrix is large in both directions; rows fill the rest. */
const FEWEST_COLS = 16;

export interface GridWindow {
  readonly top: number;
  readonly left: number;
  readonly rows: number;
  readonly cols: number;
}

/** A window that contains the cell: the last one if it does, else one centred on the cell. */
export function windowAround(
  matrix: { readonly rows: number; readonly cols: number },
  row: number,
  col: number,
  last?: GridWindow,
): GridWindow {
  const { rows: allRows, cols: allCols } = matrix;
  if (allRows * allCols <= WHOLE) return { top: 0, left: 0, rows: allRows, cols: allCols };
  const mostCols = Math.max(FEWEST_COLS, Math.floor(MOST_CELLS / allRows));
  const cols = Math.min(allCols, mostCols);
  const rows = Math.min(allRows, Math.floor(MOST_CELLS / cols));
  return {
    top: start(row, rows, allRows, last?.top ?? 0),
    left: start(col, cols, allCols, last?.left ?? 0),
    rows,
    cols,
  };
}

function start(at: number, shown: number, size: number, last: number): number {
  if (at >= last && at < last + shown && last + shown <= size) return last;
  return Math.max(0, Math.min(at - Math.floor(shown / 2), size - shown));
}
