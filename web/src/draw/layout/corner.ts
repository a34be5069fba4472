/**
 * The place of a matrix product: A at the left, B above, the result in the corner where A's row and B's column meet.
 * The cells are as large as the stage allows and of one size in all three, so that an entry keeps its size on its way.
 * The free quadrant at the top left is the room where the arithmetic is written out.
 */
import { type CellSize, captionRoom } from "../marks/matrix.js";
import type { Place } from "../place.js";
import { isNarrow, labelSize } from "../text.js";
import type { DrawnAxis } from "../thin.js";
import { LARGEST_CELL, type Room } from "./room.js";

export interface CornerSpec {
  readonly rows: DrawnAxis;
  /** The axis that A and B share. */
  readonly inner: DrawnAxis;
  readonly cols: DrawnAxis;
  readonly titles: { readonly left: string; readonly above: string; readonly result: string };
  /** Room kept free between B and the result (a bias). */
  readonly between?: number;
  /** The result is drawn a second time, this far to the right of the first. */
  readonly again?: number;
}

export interface CornerLayout {
  readonly cell: CellSize;
  /** Cell size along the shared axis, where it differs: its width in A, its height in B. */
  readonly inner?: CellSize;
  readonly left: Place;
  readonly above: Place;
  readonly result: Place;
  /** Top of the band between B and the result. */
  readonly betweenY: number;
  readonly room: Room;
  readonly labelSize: number;
  readonly narrow: boolean;
}

/** Room for the letters and sizes of an axis beside a matrix. */
export const AXIS_ROOM = { x: 40, y: 22 } as const;
/** The least room for the arithmetic: a short line each for product, sum and result. */
const LEAST_ROOM: CellSize = { width: 104, height: 50 };

export function cornerLayout(stage: CellSize, spec: CornerSpec): CornerLayout {
  const { rows, inner, cols, titles, between = 0, again = 0 } = spec;
  const results = again > 0 ? 2 : 1;
  const narrow = isNarrow(stage.width);
  const size = labelSize(stage.width);
  const margin = narrow ? 6 : 14;
  const axisX = narrow ? 36 : AXIS_ROOM.x;
  // On a narrow stage the result's row label is left out: A's stands on the same line.
  const gapX = narrow ? 18 : 50;
  const freeX = stage.width - 2 * margin - gapX - again;
  const width = share(
    freeX - axisX,
    inner.size,
    results * cols.size,
    LEAST_ROOM.width - axisX,
    LARGEST_CELL.width,
  );
  const leftWidth = Math.max(axisX + inner.size * width, LEAST_ROOM.width);
  const caption = (title: string, axis: DrawnAxis): number =>
    captionRoom(title, axis, axis.size * width, size);
  const top = caption(titles.above, cols);
  const middle = 10 + between + Math.max(caption(titles.result, cols), caption(titles.left, inner));
  const freeY = stage.height - 2 * margin - top - middle;
  const height = share(freeY, inner.size, rows.size, LEAST_ROOM.height, LARGEST_CELL.height);
  const aboveHeight = Math.max(inner.size * height, LEAST_ROOM.height);
  const usedX = leftWidth + gapX + again + results * cols.size * width;
  const usedY = top + aboveHeight + middle + rows.size * height;
  const x = (stage.width - usedX) / 2 + leftWidth;
  const y = (stage.height - usedY) / 2 + top;
  const resultY = y + aboveHeight + middle;
  const roomTop = Math.max(margin, y - top);
  return {
    cell: { width, height },
    left: { x: x - inner.size * width, y: resultY },
    above: { x: x + gapX, y: y + aboveHeight - inner.size * height },
    result: { x: x + gapX, y: resultY },
    betweenY: y + aboveHeight + 6,
    room: { x: margin, y: roomTop, width: x - margin - 4, height: y + aboveHeight - roomTop },
    labelSize: size,
    narrow,
  };
}

/** The size of a cell when `a` cells (which take at least `leastA`) and `b` cells share `free` pixels. */
function share(free: number, a: number, b: number, leastA: number, largest: number): number {
  const even = Math.min(largest, free / (a + b));
  return a * even >= leastA ? even : Math.max(0.5, Math.min(even, (free - leastA) / b));
}
