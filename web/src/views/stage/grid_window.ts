/** Which part of a matrix stands in the table: a large one is never all there, and the current cell always is. */

/** A matrix of so many cells stands whole; more would hold up a step. */
const WHOLE = 400;
/** Of a larger one fewer stand, because they are made anew as the window moves. */
const MOST_CELLS = 320;
/** Of one that is large both ways so many columns stand, and as many rows as there is room for. */
const FEWEST_COLS = 16;

export interface GridWindow {
  readonly top: number;
  readonly left: number;
  readonly rows: number;
  readonly cols: number;
}

/** The window with the cell in it: the last one where that will do, else one with the cell in its middle. */
export function windowAround(
  matrix: { readonly rows: number; readonly cols: number },
  row: number,
  col: number,
  last?: GridWindow,
): GridWindow {
  const { rows: allRows, cols: allCols } = matrix;
  if (allRows * allCols <= WHOLE) return { top: 0, left: 0, rows: allRows, cols: allCols };
  const most = Math.max(FEWEST_COLS, Math.floor(MOST_CELLS / allRows));
  const cols = Math.min(allCols, most);
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
