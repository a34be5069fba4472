/** Layout of a batch of ids with an answer below each id. */
import { bandAbove, SIDE } from "../marks/block.js";
import type { CellSize } from "../marks/matrix.js";
import type { Place } from "../place.js";
import { cellOf } from "../scenes/pace/cell_sweep.js";
import { differing } from "../scenes/pace/sweep.js";
import type { Axis, Slice } from "../tensor_view.js";
import { isNarrow } from "../text.js";
import { cellIn, type Room } from "./room.js";

const WRITTEN = 40;
const MARGIN = 6;

export interface IdsLayout {
  readonly cell: CellSize;
  readonly ids: Place;
  readonly answers: Place;
  readonly room: Room;
}

export interface Captions {
  readonly ids: string;
  readonly answers: string;
  /** The shape written above the answers instead of their axis letters. */
  readonly shape?: readonly Axis[];
  /** Room between the ids and their captions. */
  readonly counted?: number;
}

/** One above the other; side by side where that makes larger cells. */
export function idsLayout(
  { width, height }: CellSize,
  slice: Slice,
  { ids, answers, shape, counted = 0 }: Captions,
): IdsLayout {
  const [rows, cols] = [slice.rows.size, slice.cols.size];
  const side = isNarrow(width) ? 36 : SIDE;
  const band = (room: number): number => {
    const wide = cellIn(room, 1, 1, cols).width * cols;
    const axes = { ...slice, ...(shape ? { shape } : {}) };
    return Math.max(bandAbove(answers, axes, wide), bandAbove(ids, slice, wide));
  };
  const below = width - side - 2 * MARGIN;
  const beside = (width - 2 * side - 4 * MARGIN) / 2;
  const free = height - counted - WRITTEN - 2 * MARGIN;
  const stacked = cellIn(below, (free - 2 * band(below)) / 2, rows, cols);
  const abreast = cellIn(beside, free - band(beside), rows, cols);
  if (abreast.width * abreast.height <= 1.5 * stacked.width * stacked.height) {
    const top = (height - 2 * band(below) - counted - WRITTEN - 2 * rows * stacked.height) / 2;
    const x = (width - side - cols * stacked.width) / 2 + side;
    const y = top + band(below) + counted;
    const middle = y + rows * stacked.height;
    return {
      cell: stacked,
      ids: { x, y },
      answers: { x, y: middle + WRITTEN + band(below) },
      room: { x: MARGIN, y: middle + 6, width: width - 2 * MARGIN, height: WRITTEN - 10 },
    };
  }
  const top = (height - band(beside) - counted - WRITTEN - rows * abreast.height) / 2;
  const y = top + WRITTEN + band(beside) + counted;
  const used = cols * abreast.width;
  const x = side + MARGIN + (beside - used) / 2;
  return {
    cell: abreast,
    ids: { x, y },
    answers: { x: x + beside + side + 2 * MARGIN, y },
    room: { x: MARGIN, y: top + 4, width: width - 2 * MARGIN, height: WRITTEN - 12 },
  };
}

/**
 * Both kinds of answer are shown slowly: first that of the sentence's first cell, then a different one, from this
 * sentence if possible.
 */
export function bothAnswers(
  answers: Slice,
  sentence: number,
  kind: (answer: number) => unknown,
): readonly [number, number] {
  const cols = answers.cols.size;
  const first = sentence * cols;
  const kindOf = (item: number): unknown => kind(answers.value(...cellOf(item, cols)));
  const here = differing(cols, 0, (i) => kindOf(first + i)) + first;
  if (kindOf(here) !== kindOf(first) && here < first + cols) return [first, here];
  return [first, differing(answers.rows.size * cols, first, kindOf)];
}
