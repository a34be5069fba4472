/** Where the code, the axis and the tensor that fills stand, for drawing parameters. */
import type { Room } from "../../layout/room.js";
import type { SceneInput } from "../../scene.js";
import type { Slice } from "../../tensor_view.js";
import { isNarrow } from "../../text.js";
import { type TensorTable, tensorTable } from "./tensor_table.js";

export interface Layout {
  readonly code: Room;
  readonly plot: Room;
  readonly table: TensorTable;
}

/** The code at the left and the axis at the right over the tensor. */
export function layoutOf(input: SceneInput, slice: Slice): Layout {
  const { width, height } = input;
  const margin = isNarrow(width) ? 10 : 20;
  const top = Math.min(130, Math.max(96, height * 0.26));
  const code = { x: margin, y: 10, width: Math.min(200, width * 0.4), height: top - 10 };
  const plot = {
    x: code.x + code.width + margin,
    y: 8,
    width: Math.min(420, width - code.x - code.width - 2 * margin),
    height: top - 4,
  };
  const room = { x: margin + 6, y: top, width: width - 2 * margin - 8, height: height - top - 16 };
  return { code, plot, table: tensorTable(input, slice, room) };
}
