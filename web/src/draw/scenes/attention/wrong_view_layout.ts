/** Where q, the wrong view and the right one stand: q between the two, or on a narrow stage above them. */

import { LARGEST_CELL, type Room } from "../../layout/room.js";
import type { CellSize } from "../../marks/matrix.js";
import type { Place } from "../../place.js";
import { isNarrow, monoWidth } from "../../text.js";
import { MOST_CELLS } from "../../thin.js";

export interface ViewSizes {
  /** Tokens, heads, the numbers a head has of a token, and how many of those are drawn. */
  readonly rows: number;
  readonly heads: number;
  readonly k: number;
  readonly shownK: number;
}

export interface ViewLayout {
  readonly sizes: ViewSizes;
  readonly cell: CellSize;
  /** Room between two tokens, and between two heads in q. */
  readonly gap: number;
  readonly headGap: number;
  readonly q: Place;
  readonly wrong: Place;
  readonly right: Place;
  readonly narrow: boolean;
  readonly labelSize: number;
}

/** Digits of a token's number, left of its row. */
export const NUMBER = 26;
/** Two lines of code over a block, and the line of its axes. */
const HEADER = 56;
/** Only the name and axes of q are above it; the numbers of its heads are below. */
const OWN_HEADER = 28;
const FOOT = 16;

export const viewSizes = ([, heads = 1, rows = 1, k = 1]: readonly number[]): ViewSizes => ({
  ...{ heads, k, rows: Math.min(rows, MOST_CELLS) },
  shownK: Math.max(1, Math.min(k, Math.floor(MOST_CELLS / heads))),
});

/** `code` is the longest line that stands over one of the outer blocks. */
export function viewLayout(stage: CellSize, sizes: ViewSizes, code: string): ViewLayout {
  const { rows, heads, shownK } = sizes;
  const narrow = isNarrow(stage.width);
  const labelSize = narrow ? 11 : 13;
  const margin = narrow ? 6 : 14;
  const headGap = heads > 8 ? 2 : 6;
  const gapX = narrow ? 12 : 36;
  const label = monoWidth(code, labelSize);
  // On a narrow stage the code starts above the row numbers.
  const sideOf = (width: number): number => Math.max(NUMBER + shownK * width, label + (narrow ? 0 : NUMBER));
  const qOf = (width: number): number => NUMBER + heads * shownK * width + (heads - 1) * headGap;
  const usedOf = (width: number): number =>
    narrow ? Math.max(qOf(width), 2 * sideOf(width) + gapX) : qOf(width) + 2 * (sideOf(width) + gapX);
  let width = LARGEST_CELL.width;
  while (width > 1 && usedOf(width) > stage.width - 2 * margin) width -= 0.5;
  const header = narrow ? OWN_HEADER + HEADER + FOOT : HEADER + FOOT;
  const each = (stage.height - margin - header) / (narrow ? 2 : 1);
  const gap = Math.min(5, ((narrow ? 0.1 : 0.2) * each) / rows);
  const height = Math.min(LARGEST_CELL.height, (each - gap * (rows - 1)) / rows);
  const tall = rows * height + gap * (rows - 1);
  const shared = { sizes, gap, headGap, narrow, labelSize, cell: { width, height } };
  if (narrow) {
    const left = (stage.width - 2 * sideOf(width) - gapX) / 2 + NUMBER;
    const below = OWN_HEADER + tall + FOOT + HEADER;
    return {
      ...shared,
      q: { x: (stage.width - qOf(width)) / 2 + NUMBER, y: OWN_HEADER },
      wrong: { x: left, y: below },
      right: { x: left + sideOf(width) + gapX, y: below },
    };
  }
  const x = (stage.width - usedOf(width)) / 2;
  const y = (stage.height - tall - FOOT + HEADER) / 2;
  const q = x + sideOf(width) + gapX + NUMBER;
  return {
    ...shared,
    // The wrong view ends where q begins.
    wrong: { x: x + sideOf(width) - shownK * width, y },
    q: { x: q, y },
    right: { x: q - NUMBER + qOf(width) + gapX + NUMBER, y },
  };
}

/** A cell of q: its token, its head, and the c-th of what is drawn of that. */
export const qRoom = (
  { q, cell, gap, headGap, sizes }: ViewLayout,
  token: number,
  head: number,
  c: number,
): Room => ({
  x: q.x + head * (sizes.shownK * cell.width + headGap) + c * cell.width,
  y: q.y + token * (cell.height + gap),
  ...cell,
});

/** A cell of an outer block; `tokens` is how many tokens end above its row. */
export const sideRoom = (
  { cell, gap }: ViewLayout,
  at: Place,
  row: number,
  tokens: number,
  c: number,
): Room => ({ x: at.x + c * cell.width, y: at.y + row * cell.height + tokens * gap, ...cell });
