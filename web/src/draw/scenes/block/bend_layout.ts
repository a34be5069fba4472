/** Where the numbers before and after, the curve between them and the arithmetic stand. */

import type { Room } from "../../layout/room.js";
import { bandAbove } from "../../marks/block.js";
import type { CellSize } from "../../marks/matrix.js";
import type { Place } from "../../place.js";
import { isNarrow } from "../../text.js";
import type { DrawnAxis } from "../../thin.js";

export interface BendLayout {
  readonly cell: CellSize;
  readonly before: Place;
  readonly after: Place;
  readonly plot: Room;
  /** The cell that stands at the curve's foot, and at its right end. */
  readonly token: CellSize;
  readonly titleY: number;
  readonly line: Room;
}

const LARGEST = 28;
const TITLE = 22;
const LINE = 34;
const GAP = 22;
/** How far the plot reaches below the axis, and its height, as shares of its half width: both axes have one scale. */
export const BELOW = 0.3;
const TALL = (1 + BELOW) / 2;

interface BendSpec {
  readonly rows: DrawnAxis;
  readonly cols: DrawnAxis;
  readonly titles: readonly [string, string];
}

/** The curve between the two blocks, or on a narrow stage above them. */
export function bendLayout({ width, height }: CellSize, { rows, cols, titles }: BendSpec): BendLayout {
  const narrow = isNarrow(width);
  const margin = narrow ? 8 : 14;
  const token = { width: 42, height: 22 };
  const extra = TITLE + token.height + 6 + LINE;
  // The plot, the cells around it and the arithmetic under it.
  const plotWidth = narrow
    ? Math.min(width - 2 * margin - token.width - 6, 210)
    : Math.min(380, width * 0.36);
  const group = { width: plotWidth + token.width + 6, height: plotWidth * TALL + extra };
  const free = narrow
    ? { width: (width - 2 * margin - GAP) / 2, height: height - margin - group.height - 10 }
    : { width: (width - 2 * margin - group.width - 2 * GAP) / 2, height: height - 2 * margin };
  const cellWidth = Math.min(LARGEST, free.width / cols.size);
  const used = cols.size * cellWidth;
  const band = Math.max(...titles.map((title) => bandAbove(title, { rows, cols, rowLabel: "above" }, used)));
  const cell = { width: cellWidth, height: Math.min(LARGEST, (free.height - band - 4) / rows.size) };
  const tall = band + rows.size * cell.height;
  // Few columns leave the labels wider than the cells.
  const slot = Math.min(free.width, Math.max(used, 110));
  const total = narrow ? 2 * slot + GAP : 2 * slot + 2 * GAP + group.width;
  const x = (width - total) / 2;
  const y = narrow ? group.height + 10 + band : (height - tall) / 2 + band;
  const groupX = narrow ? (width - group.width) / 2 : x + slot + GAP;
  const groupY = narrow ? 2 : (height - group.height) / 2;
  const plot = { x: groupX, y: groupY + TITLE, width: plotWidth, height: plotWidth * TALL };
  return {
    cell,
    before: { x: x + (slot - used) * (narrow ? 0.5 : 0), y },
    after: { x: x + total - slot + (slot - used) * (narrow ? 0.5 : 0), y },
    plot,
    token,
    titleY: groupY + TITLE / 2,
    line: { x: groupX, y: groupY + group.height - LINE, width: group.width, height: LINE },
  };
}
