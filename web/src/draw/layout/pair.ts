/** The place of a tensor and what is made of it, side by side, row beside row: softmax, a view that changes nothing. */

import { type CellSize, captionRoom } from "../marks/matrix.js";
import type { Place } from "../place.js";
import { isNarrow, labelSize } from "../text.js";
import type { DrawnAxis } from "../thin.js";
import { LARGEST_CELL, type Room } from "./room.js";

export interface PairSpec {
  readonly rows: DrawnAxis;
  readonly cols: DrawnAxis;
  readonly titles: readonly [string, string];
  /** Room kept free above the two for working, and at the right for a mark at each row's end. */
  readonly top?: number;
  readonly tail?: number;
}

export interface PairLayout {
  readonly cell: CellSize;
  readonly left: Place;
  readonly right: Place;
  readonly room: Room;
  readonly labelSize: number;
  readonly narrow: boolean;
}

export function pairLayout(stage: CellSize, { rows, cols, titles, top = 0, tail = 0 }: PairSpec): PairLayout {
  const narrow = isNarrow(stage.width);
  const size = labelSize(stage.width);
  const margin = narrow ? 6 : 14;
  const axisX = narrow ? 36 : 44;
  const gapX = narrow ? 18 : 56;
  const width = Math.min(
    LARGEST_CELL.width,
    (stage.width - 2 * margin - axisX - gapX - tail) / (2 * cols.size),
  );
  const caption = Math.max(...titles.map((title) => captionRoom(title, cols, cols.size * width, size)));
  const gapY = top > 0 ? 12 : 0;
  const height = Math.min(
    LARGEST_CELL.height,
    (stage.height - 2 * margin - top - gapY - caption) / rows.size,
  );
  const used = {
    x: axisX + gapX + tail + 2 * cols.size * width,
    y: top + gapY + caption + rows.size * height,
  };
  const x = (stage.width - used.x) / 2 + axisX;
  const y0 = (stage.height - used.y) / 2;
  const y = y0 + top + gapY + caption;
  return {
    cell: { width, height },
    left: { x, y },
    right: { x: x + cols.size * width + gapX, y },
    room: { x: margin, y: y0, width: stage.width - 2 * margin, height: top },
    labelSize: size,
    narrow,
  };
}
