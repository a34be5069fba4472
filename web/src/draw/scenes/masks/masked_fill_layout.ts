/** Where scores, mask and result stand: side by side, or on a narrow stage the scores over the result. */

import { cellIn, type Place, type Room } from "../../layout/room.js";
import { bandAbove, SIDE } from "../../marks/block.js";
import type { CellSize } from "../../marks/matrix.js";
import type { Scale } from "../../scale.js";
import type { SceneInput } from "../../scene.js";
import type { Slice } from "../../tensor_view.js";
import { isNarrow, monoWidth } from "../../text.js";

/** The arithmetic's width, however few the columns. */
const LEAST_LINE = 330;

export interface Layout {
  readonly cell: CellSize;
  readonly bit: CellSize;
  readonly scores: Place;
  readonly mask: Place;
  readonly result: Place;
  readonly room: Room;
  readonly narrow: boolean;
  /** Where there is no room for the mask's name, the arithmetic alone has it. */
  readonly maskTitle: string;
}

export interface Parts {
  readonly scores: Slice;
  readonly mask: Slice;
  readonly result: Slice;
  /** The names of scores and mask. */
  readonly titles: readonly [string, string];
  /** Where the mask's bit stands that rules a score: an axis of size 1 serves all. */
  readonly ruledBy: (row: number, col: number) => readonly [number, number];
  /** Whether the mask lets this score pass. */
  readonly isOpen: (row: number, col: number) => boolean;
  /** The colours of the mask's bits. */
  readonly tone: Scale;
  readonly scale: Scale;
}

export function layoutOf(input: SceneInput, parts: Parts): Layout {
  return isNarrow(input.width) ? narrowLayout(input, parts) : wideLayout(input, parts);
}

/** Scores at the left, result at the right, the mask above the scores it will lie on, the arithmetic above the result. */
function wideLayout({ width, height, step }: SceneInput, { scores, mask, titles }: Parts): Layout {
  const { rows, cols } = scores;
  const gap = 20;
  const slot = (width - 2 * SIDE - gap - 16) / 2;
  const cellWidth = cellIn(slot, 1, 1, cols.size).width;
  const band = Math.max(
    ...[...titles, step.name].map((title) => bandAbove(title, { rows, cols }, cellWidth * cols.size)),
  );
  const free = height - 2 * band - 34;
  const share = mask.rows.size === 1 ? 0 : 0.37;
  const bit = {
    width: cellWidth,
    height: mask.rows.size === 1 ? Math.min(24, cellWidth) : Math.min((free * share) / mask.rows.size, 18),
  };
  const over = Math.max(mask.rows.size * bit.height, 40);
  const cell = { width: cellWidth, height: cellIn(1, free - over, rows.size, 1).height };
  const used = 2 * (SIDE + cols.size * cell.width) + gap;
  const x = (width - used) / 2 + SIDE;
  const right = x + cols.size * cell.width + gap + SIDE;
  const tall = 2 * band + over + 18 + rows.size * cell.height;
  const top = (height - tall) / 2 + band;
  const y = top + over + 18 + band;
  return {
    cell,
    bit,
    narrow: false,
    maskTitle: titles[1],
    scores: { x, y },
    mask: { x, y: top },
    result: { x: right, y },
    room: {
      x: right - 30,
      y: top + over / 2 - 18,
      width: Math.min(Math.max(cols.size * cell.width + 30, LEAST_LINE), width - right + 20),
      height: 36,
    },
  };
}

/** Scores over result, so that digits fit; the mask small at their right, the arithmetic between them. */
function narrowLayout({ width, height, step }: SceneInput, { scores, mask, titles }: Parts): Layout {
  const { rows, cols } = scores;
  const line = 30;
  const aside = 30;
  const cellWidth = cellIn(width - aside - 12, 1, 1, cols.size).width;
  const band = Math.max(
    ...[titles[0], step.name].map((title) =>
      bandAbove(title, { rows, cols, rowLabel: "above" }, cellWidth * cols.size),
    ),
  );
  const cell = {
    width: cellWidth,
    height: cellIn(1, (height - 2 * band - line - 10) / 2, rows.size, 1).height,
  };
  const size = { width: cols.size * cell.width, height: rows.size * cell.height };
  // Few columns leave the labels wider than the cells.
  const labelled = Math.max(size.width, 150);
  const x = Math.max(5, (width - labelled - aside - 6) / 2);
  const y = (height - 2 * (band + size.height) - line) / 2 + band;
  const maskX = x + labelled + 6;
  const bit = cellIn(aside, Math.min(aside, size.height), mask.rows.size, mask.cols.size, {
    width: 14,
    height: 14,
  });
  return {
    cell,
    bit,
    narrow: true,
    maskTitle: monoWidth(titles[1], 11) <= width - maskX ? titles[1] : "",
    scores: { x, y },
    mask: { x: maskX, y },
    result: { x, y: y + size.height + line + band },
    room: { x: 6, y: y + size.height + 4, width: width - 12, height: line - 6 },
  };
}
