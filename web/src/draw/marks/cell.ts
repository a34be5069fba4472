/** A single cell of the trace: its mark, and how large its digits may be. */
import type { CellMark, CellRef } from "../picture.js";
import type { CellStyle } from "../scale.js";
import { DIGIT_ADVANCE } from "../text.js";
import type { Theme } from "../theme.js";

export interface CellSize {
  readonly width: number;
  readonly height: number;
}

/** The largest digits that fit a cell, or 0 where none would be readable. */
export function fontFor(cell: CellSize, characters: number): number {
  const size = Math.min(cell.height * 0.62, (cell.width * 0.84 - 0.5) / (characters * DIGIT_ADVANCE), 20);
  return size >= 8.5 ? size : 0;
}

/** Digits grow and shrink in half-pixel steps: text in a size not used before is expensive to draw. */
export const roundToHalf = (size: number): number => Math.round(2 * size) / 2;

/** A cell of the trace: in a matrix, moving, or in a worked line. */
export function cellMark(
  at: { readonly x: number; readonly y: number } & CellSize,
  style: CellStyle,
  fontSize: number,
  opacity = 1,
  outline?: string,
  ref?: CellRef,
): CellMark {
  const mark: Writable<CellMark> = {
    kind: "cell",
    x: at.x,
    y: at.y,
    width: at.width,
    height: at.height,
    fill: style.fill,
    opacity,
  };
  if (fontSize > 0) {
    mark.text = style.text;
    mark.textColor = style.ink;
    mark.fontSize = fontSize;
  }
  if (style.hatch) mark.hatch = style.hatch;
  if (outline) {
    mark.outline = outline;
    mark.outlineWidth = 2;
  }
  if (ref) mark.ref = ref;
  return mark;
}

/** A cell with a fine frame, because it has no neighbours whose colours show its edges. */
export const framedCell = (
  at: { readonly x: number; readonly y: number } & CellSize,
  style: CellStyle,
  fontSize: number,
  { hairline }: Theme,
  opacity = 1,
  ref?: CellRef,
): CellMark => ({ ...cellMark(at, style, fontSize, opacity, hairline, ref), outlineWidth: 1 });

type Writable<T> = { -readonly [K in keyof T]: T[K] };
