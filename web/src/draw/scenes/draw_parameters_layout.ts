/** Where the code, the axis and the tensor that fills stand, for drawing parameters. */
import { type Panels, panelsOf } from "../panels.js";
import type { Room } from "../room.js";
import type { SceneInput } from "../scene.js";
import type { Slice } from "../tensor_view.js";
import { isNarrow } from "../text.js";

export interface Layout {
  readonly code: Room;
  readonly plot: Room;
  readonly panels: Panels;
  readonly x: number;
  readonly y: number;
}

/** Where a cell of the table stands. */
export function cellPlace({ panels, x, y }: Layout, row: number, col: number): Room {
  const p = Math.max(
    0,
    panels.columns.findIndex((rows) => rows.includes(row)),
  );
  const at = Math.max(0, panels.columns[p]?.indexOf(row) ?? 0);
  return {
    x: x + panels.numbers + p * panels.stride + Math.max(0, panels.colAt.indexOf(col)) * panels.cell.width,
    y: y + at * panels.cell.height,
    ...panels.cell,
  };
}

/** The code at the left and the axis at the right over the tensor. */
export function layoutOf({ width, height, step, trace, focus }: SceneInput, slice: Slice): Layout {
  const margin = isNarrow(width) ? 10 : 20;
  const top = Math.min(130, Math.max(96, height * 0.26));
  const code = { x: margin, y: 10, width: Math.min(200, width * 0.4), height: top - 10 };
  const plot = {
    x: code.x + code.width + margin,
    y: 8,
    width: Math.min(420, width - code.x - code.width - 2 * margin),
    height: top - 4,
  };
  const numbered = step.op === "normal";
  const band = 44;
  const room = { width: width - 2 * margin - 8, height: height - top - band - 16 };
  const used = (trace.spec.sequences[focus.batch] ?? []).filter((id) => id < slice.rows.size);
  const panels = panelsOf(
    slice.rows.size,
    slice.cols.size,
    room,
    numbered,
    numbered ? [...used, trace.spec.padId] : [],
  );
  return {
    code,
    plot,
    panels,
    x: (width - panels.width) / 2 + 2,
    y: top + band + Math.max(0, (room.height - panels.height) / 2),
  };
}
