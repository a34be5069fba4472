/**
 * The place of a convolution of kernel 1: the weight at the left, the sequence above with time from left to right, the
 * result in the corner, the bias between weight and result. Of two axes the shorter one has the cells with digits.
 */
import { AXIS_ROOM, type CornerLayout } from "../../layout/corner.js";
import { cellIn, LARGEST_CELL } from "../../layout/room.js";
import { type CellSize, captionRoom } from "../../marks/matrix.js";
import type { Place } from "../../place.js";
import { isNarrow, labelSize } from "../../text.js";
import type { DrawnAxis } from "../../thin.js";

export interface ConvSpec {
  /** Channels out, channels in, positions. */
  readonly rows: DrawnAxis;
  readonly inner: DrawnAxis;
  readonly cols: DrawnAxis;
  readonly titles: { readonly left: string; readonly above: string; readonly result: string };
  /** Whether the result is transposed at the end, which needs room too. */
  readonly turns: boolean;
}

export interface ConvLayout extends CornerLayout {
  readonly inner: CellSize;
  readonly bias: Place & { readonly width: number };
  /** Cell size of the transposed result. */
  readonly turned: CellSize;
}

const READABLE: CellSize = { width: 32, height: 14 };
const LEAST_ROOM: CellSize = { width: 104, height: 50 };
/** The line of the bias's name. */
const NAME = 16;
/** A transposed result gets room for at least this many rows or columns. */
const TURNED = 16;

export function convLayout(stage: CellSize, { rows, inner, cols, titles, turns }: ConvSpec): ConvLayout {
  const narrow = isNarrow(stage.width);
  const size = labelSize(stage.width);
  const margin = narrow ? 6 : 14;
  const axisX = narrow ? 36 : AXIS_ROOM.x;
  const biasWidth = narrow ? 12 : 26;
  const gapX = biasWidth + (narrow ? 14 : 24);
  const held = heldBy(rows.size, cols.size, turns);
  const free = { width: stage.width - 2 * margin - gapX - axisX, height: stage.height - 2 * margin };
  const [innerWidth, width] = shares(free.width, inner.size, held.cols, READABLE.width, LARGEST_CELL.width);
  const caption = (title: string, axis: DrawnAxis, cell: number): number =>
    captionRoom(title, axis, axis.size * cell, size);
  const low = Math.max(caption(titles.result, cols, width), caption(titles.left, inner, innerWidth));
  const top = caption(titles.above, cols, width);
  const middle = 10 + NAME + low;
  const freeY = free.height - top - middle;
  const [innerHeight, height] = shares(freeY, inner.size, held.rows, READABLE.height, LARGEST_CELL.height);
  const leftWidth = Math.max(axisX + inner.size * innerWidth, LEAST_ROOM.width);
  const aboveHeight = Math.max(inner.size * innerHeight, LEAST_ROOM.height);
  const usedX = leftWidth + gapX + held.cols * width;
  const usedY = top + aboveHeight + middle + held.rows * height;
  const x = Math.max(margin, (stage.width - usedX) / 2) + leftWidth;
  const y = Math.max(margin, (stage.height - usedY) / 2) + top;
  const result = { x: x + gapX, y: y + aboveHeight + middle };
  const roomY = Math.max(margin, y - top);
  return {
    ...{ narrow, labelSize: size, result, cell: { width, height } },
    inner: { width: innerWidth, height: innerHeight },
    left: { x: x - inner.size * innerWidth, y: result.y },
    above: { x: result.x, y: y + aboveHeight - inner.size * innerHeight },
    betweenY: result.y - low - NAME / 2,
    room: { x: margin, y: roomY, width: x - margin - 4, height: y + aboveHeight - roomY },
    bias: { x: x + (gapX - biasWidth) / 2, y: result.y, width: biasWidth },
    turned: cellIn(held.cols * width, held.rows * height, cols.size, rows.size),
  };
}

/** How many rows and columns the result's place must hold, before and after the transpose. */
function heldBy(
  rows: number,
  cols: number,
  turns: boolean,
): { readonly rows: number; readonly cols: number } {
  if (!turns) return { rows, cols };
  return { rows: Math.max(rows, Math.min(cols, TURNED)), cols: Math.max(cols, Math.min(rows, TURNED)) };
}

/** The sizes of `a` and `b` cells in `free` pixels: equal, or the smaller group large enough for digits. */
function shares(
  free: number,
  a: number,
  b: number,
  readable: number,
  largest: number,
): readonly [number, number] {
  const even = Math.min(largest, free / (a + b));
  const few = Math.min(a, b);
  const large = Math.min(readable, (0.45 * free) / few);
  if (a === b || large <= even) return [even, even];
  const small = (free - few * large) / Math.max(a, b);
  return a < b ? [large, small] : [small, large];
}
