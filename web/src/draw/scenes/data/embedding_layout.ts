/** Where ids, table and result stand: side by side, or on a narrow stage the table over the result. */

import { cellIn, type Room } from "../../layout/room.js";
import { bandAbove, type Folded, SIDE } from "../../marks/block.js";
import type { CellSize } from "../../marks/matrix.js";
import type { Place } from "../../place.js";
import type { Scale } from "../../scale.js";
import type { SceneInput, StageStep } from "../../scene.js";
import type { Slice } from "../../tensor_view.js";
import { isNarrow, monoWidth } from "../../text.js";

const LINE = 17;
const RULE = { wide: 26, narrow: 18 } as const;

export interface Layout {
  readonly cell: CellSize;
  readonly idCell: CellSize;
  readonly ids: Place;
  /** Above the ids, or where their name is too long a line higher, over the result's. */
  readonly idTitle: Place;
  readonly table: Place;
  readonly result: Place;
  /** Room for row numbers left of the table. */
  readonly numbers: number;
  readonly rule: Room;
  /** The height of a gap in the table. */
  readonly gap: number;
  readonly rowLabel: "left" | "above";
}

export interface Parts {
  readonly ids: Slice;
  readonly table: Folded;
  readonly result: Folded;
  readonly idScale: Scale;
  readonly scale: Scale;
  /** Which of the table's rows on the stage a position fetches. */
  readonly source: readonly number[];
  /** How many gaps stand before each of the table's rows: other rows are left out there. */
  readonly gapsBefore: readonly number[];
}

export function layoutOf(input: SceneInput, parts: Parts): Layout {
  return isNarrow(input.width) ? narrowLayout(input, parts) : wideLayout(input, parts);
}

export const gapsIn = ({ gapsBefore }: Parts): number => gapsBefore.at(-1) ?? 0;
export const tableHeight = (parts: Parts, rowHeight: number, gap: number): number =>
  parts.table.rows.size * rowHeight + gapsIn(parts) * gap;

const numberRoom = ({ table }: Parts): number =>
  Math.max(22, monoWidth(String(Math.max(...table.rowAt)), 11) + 10);

/** Ids, table and result from left to right. */
function wideLayout({ step, width, height }: SceneInput, parts: Parts): Layout {
  const { table, result } = parts;
  const numbers = numberRoom(parts);
  const gap = 40;
  const fixed = Math.max(SIDE, 12) + 40 + gap + numbers + gap + SIDE + 16;
  const cellWidth = cellIn((width - fixed) / 2, 1, 1, table.cols.size).width;
  const tableWidth = Math.max(cellWidth * table.cols.size, monoWidth(step.inputs[1] ?? "", 13) + 4);
  const band = wideBand(step, parts, cellWidth);
  const gaps = gapsIn(parts);
  const free = height - band - RULE.wide - 20;
  const between = gaps === 0 ? 0 : Math.min(10, (free * 0.2) / gaps);
  const cellHeight = Math.min(
    cellIn(1, free, result.rows.size, 1).height,
    cellIn(1, free - gaps * between, table.rows.size, 1).height,
  );
  const cell = { width: cellWidth, height: cellHeight };
  const used = fixed - 16 + tableWidth + cellWidth * result.cols.size;
  const x = Math.max(8, (width - used) / 2) + SIDE;
  const long = tableHeight(parts, cell.height, between);
  const tall = Math.max(long, result.rows.size * cell.height);
  const top = (height - band - tall - RULE.wide - 8) / 2 + band;
  const middle = (own: number): number => top + (tall - own) / 2;
  const upright = middle(result.rows.size * cell.height);
  const tableX = x + 40 + gap + numbers;
  return {
    cell,
    idCell: { width: 40, height: cell.height },
    numbers,
    gap: between,
    rowLabel: "left",
    ids: { x, y: upright },
    idTitle: { x, y: upright - 13 },
    table: { x: tableX, y: middle(long) },
    result: { x: tableX + tableWidth + gap + SIDE, y: upright },
    rule: { x: 8, y: top + tall + 8, width: width - 16, height: RULE.wide },
  };
}

/** Ids, table and result side by side have their labels in one band. */
const wideBand = (step: StageStep, { table, result }: Parts, cellWidth: number): number =>
  Math.max(
    bandAbove(step.inputs[1] ?? "", { ...table, rowLabel: "above" }, cellWidth * table.cols.size),
    bandAbove(step.name, result, cellWidth * result.cols.size),
    bandAbove(step.inputs[0], { rows: result.rows, cols: { letter: "1", size: 1 } }, 40),
  );

/** The table over the result, column over column; the ids beside the result. */
function narrowLayout({ step, width, height }: SceneInput, parts: Parts): Layout {
  const { table, result } = parts;
  const numbers = Math.max(30, numberRoom(parts));
  const side = 36;
  const cellWidth = cellIn(width - side - numbers - 20, 1, 1, table.cols.size).width;
  const size = cellWidth * table.cols.size;
  const named = bandAbove(step.name, { ...result, rowLabel: "above" }, size);
  const isLong = monoWidth(step.inputs[0] ?? "", 13) > numbers;
  const bands = [
    bandAbove(step.inputs[1], { ...table, rowLabel: "above" }, size),
    named + (isLong ? LINE : 0),
  ] as const;
  const gaps = gapsIn(parts);
  const free = height - bands[0] - bands[1] - RULE.narrow - 12;
  const gap = gaps === 0 ? 0 : Math.min(5, (free * 0.08) / gaps);
  const cell = {
    width: cellWidth,
    height: cellIn(1, free - gaps * gap, table.rows.size + result.rows.size, 1).height,
  };
  const long = tableHeight(parts, cell.height, gap);
  const tall = bands[0] + bands[1] + RULE.narrow + long + result.rows.size * cell.height + 6;
  const x = (width - side - numbers - size - 8) / 2 + side + numbers + 8;
  const y = (height - tall) / 2 + bands[0];
  const below = y + long + 6 + bands[1];
  return {
    cell,
    idCell: { width: numbers, height: cell.height },
    numbers,
    gap,
    rowLabel: "above",
    ids: { x: x - numbers - 8, y: below },
    idTitle: { x: x - numbers - 8, y: below - 13 - (isLong ? named - 8 : 0) },
    table: { x, y },
    result: { x, y: below },
    rule: { x: 6, y: below + result.rows.size * cell.height + 2, width: width - 12, height: RULE.narrow },
  };
}
