/** A thumbnail of a step for the pipeline strip: its cells without digits, all heads side by side. */

import { cellMark } from "./marks/cells.js";
import { wash } from "./marks/wash.js";
import { cellRect } from "./measure.js";
import type { CellSize, Picture, SceneInput } from "./picture.js";
import { bits, maskedBit, type Scale, scaleOf } from "./scale.js";
import { type Slice, sliceOf, type TensorLike, thin } from "./tensor_view.js";
import type { Theme } from "./theme.js";

const MARGIN = 2;
/** Largest cell size, and the largest ratio of width to height for the cells of a long table. */
const MAX_CELL = 7;
const MAX_RATIO = 3;
const HEAD_GAP = 2;
/** Smallest cell size; if more cells than fit would be needed, they are picked evenly. */
const MIN_CELL = 1;

/** The size of a cell of a mask that is shown alone. */
const MASK_CELL = { width: 12, height: 12 };

/** A small picture of a mask as the stage draws it; true = attend. */
export function maskThumbnail(mask: readonly (readonly boolean[])[], theme: Theme): Picture {
  const scale = bits(theme);
  const marks = mask.flatMap((row, i) =>
    row.map((attends, j) => cellMark(cellRect({ x: 0, y: 0 }, MASK_CELL, i, j), scale(Number(attends)), 0)),
  );
  const [rows, cols] = [mask.length, mask[0]?.length ?? 0];
  return { width: cols * MASK_CELL.width, height: rows * MASK_CELL.height, marks };
}

/** Shows no number, so it needs no core. */
export type ThumbnailInput = Omit<SceneInput, "hu">;
type Shown = Pick<SceneInput, "focus" | "theme" | "width" | "height"> & { readonly step: TensorLike };

export function thumbnail(input: ThumbnailInput): Picture {
  const { trace, step, theme } = input;
  return thumbnailOf(
    input,
    scaleOf(step, trace, theme),
    step.dtype === "int32" && maskedBit(step) === undefined,
  );
}

/** `isFramed`: ids have no colour, so a grid makes their cells visible. */
export function thumbnailOf(input: Shown, scale: Scale, isFramed: boolean): Picture {
  const { theme, width, height } = input;
  const slices = slicesOf(input);
  const gaps = HEAD_GAP * (slices.length - 1);
  const room = { width: width - 2 * MARGIN - gaps, height: height - 2 * MARGIN };
  const maxCols = Math.max(1, Math.floor(room.width / slices.length / MIN_CELL));
  const drawn = slices.map((slice) => thin(slice, Math.floor(room.height / MIN_CELL), maxCols));
  const [rows, cols] = [drawn[0]?.rows.size ?? 1, drawn[0]?.cols.size ?? 1];
  const cell = cellSize(room, rows, cols * slices.length);
  const drawnSize = { width: cols * slices.length * cell.width + gaps, height: rows * cell.height };
  const origin = { x: (width - drawnSize.width) / 2, y: (height - drawnSize.height) / 2 };
  const marks = drawn.flatMap((slice, i) =>
    wash(slice, scale, { x: origin.x + i * (cols * cell.width + HEAD_GAP), y: origin.y }, cell),
  );
  const grid = { outline: theme.hairline, outlineWidth: 0.5 };
  return { width, height, marks: isFramed ? marks.map((mark) => ({ ...mark, ...grid })) : marks };
}

function cellSize(room: CellSize, rows: number, cols: number): CellSize {
  const height = Math.min(MAX_CELL, room.height / rows);
  const width = Math.min(MAX_CELL, room.width / cols);
  return { width: Math.min(width, height * MAX_RATIO), height: Math.min(height, width * MAX_RATIO) };
}

/** One matrix, or one for each head. A tensor of single rows for every sentence is shown as all its sentences. */
function slicesOf({ step, focus }: Shown): Slice[] {
  const { axes, shape } = step;
  const clampedFocus = {
    batch: Math.min(focus.batch, (shape[axes.indexOf("B")] ?? 1) - 1),
    head: focus.head,
  };
  if (axes[0] === "B" && shape.length === 3 && shape[1] === 1) return [sliceOf(step, clampedFocus, 0, 2)];
  const headAxis = axes.indexOf("H");
  if (headAxis < 0) return [sliceOf(step, clampedFocus)];
  const rowAxis = axes.findIndex((letter, axis) => axis > 0 && axis !== headAxis && letter !== "B");
  return Array.from({ length: shape[headAxis] ?? 1 }, (_, head) =>
    sliceOf(step, clampedFocus, rowAxis, shape.length - 1, { [headAxis]: head }),
  );
}
