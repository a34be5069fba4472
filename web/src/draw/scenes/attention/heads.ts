/** What view and transpose show of all heads of a sentence at once: their cells, numbers, brackets and changing name. */
import { lerp } from "../../../timeline/easing.js";
import { blockWidth, type HeadsLayout } from "../../layout/heads.js";
import { mono, stroke } from "../../marks/marks.js";
import { axisColor, axisText } from "../../marks/matrix.js";
import { rowMarks } from "../../marks/rows.js";
import { paddedRows, rowNames } from "../../marks/token_names.js";
import type { Mark } from "../../picture.js";
import type { Scale } from "../../scale.js";
import type { Slice } from "../../tensor_view.js";
import { monoWidth } from "../../text.js";
import type { Theme } from "../../theme.js";
import { thin } from "../../thin.js";

/** A block of one head's cells; `rowGap` spreads its rows. */
export interface Block {
  readonly x: number;
  readonly y: number;
  readonly rowGap: number;
  readonly head: number;
  /** L × K */
  readonly slice: Slice;
}

export function blockMarks({ shape, cell }: HeadsLayout, block: Block, scale: Scale, theme: Theme): Mark[] {
  const { rows, k } = shape;
  const drawn = thin(block.slice, rows.size, k.shown);
  const padded = paddedRows(rows, theme);
  return Array.from({ length: rows.size }, (_, row) => {
    const at = { x: block.x, y: block.y + row * (cell.height + block.rowGap) };
    return rowMarks(drawn, row, at, cell, scale, { opacity: padded?.(row) ?? 1 });
  }).flat();
}

/** The number of a head under its block; the one in focus is strong, with a line under its whole width. */
export function headNumber(
  layout: HeadsLayout,
  theme: Theme,
  x: number,
  bottom: number,
  head: number,
  focused: boolean,
  opacity = 1,
): Mark[] {
  const width = blockWidth(layout);
  const color = theme.axes.H ?? theme.ink;
  const size = layout.labelSize;
  if (width < 8) return [];
  const style = { size, align: "middle", bold: focused, opacity } as const;
  const number = mono(String(head), x + width / 2, bottom + 5 + size / 2, color, style);
  if (!focused) return [number];
  return [number, stroke(x, bottom + 3, x + width, bottom + 3, color, { width: 2.5, opacity })];
}

/** A bracket over columns with its letter and size at its right end or, where it repeats, in its middle. */
export function overBracket(
  from: number,
  to: number,
  y: number,
  text: string,
  color: string,
  size: number,
  opacity: number,
  align: "end" | "middle" = "end",
): Mark[] {
  if (opacity <= 0) return [];
  const x = align === "end" ? to : (from + to) / 2;
  return [
    stroke(from, y, to, y, color, { opacity }),
    mono(text, x, y - size / 2 - 3, color, { size, align, opacity }),
  ];
}

/** A bracket left of rows. */
export function sideBracket(
  x: number,
  from: number,
  to: number,
  text: string,
  color: string,
  size: number,
  opacity: number,
): Mark[] {
  if (opacity <= 0) return [];
  const line = stroke(x, from, x, to, color, { opacity });
  return text ? [line, mono(text, x - 4, to - size / 2, color, { size, align: "end", opacity })] : [line];
}

/** K over one head's columns. Where they are too narrow for it, only the first head has one. */
export function kBracket(
  layout: HeadsLayout,
  theme: Theme,
  x: number,
  y: number,
  head: number,
  opacity: number,
): Mark[] {
  const { shape, labelSize: size } = layout;
  const text = `K ${shape.k.size}`;
  const width = blockWidth(layout);
  const fits = width >= monoWidth(text, size);
  return overBracket(
    x + 1,
    x + width - 1,
    y - 4,
    fits || head === 0 ? text : "",
    theme.axes.K ?? theme.muted,
    size,
    opacity,
    fits ? "middle" : "end",
  );
}

/** The bracket of the rows (L, S or T) left of a block, with letter, size and tokens if `named`. */
export function rowsBracket(
  { shape, cell, labelSize: size }: HeadsLayout,
  theme: Theme,
  { x, y, rowGap, slice, head }: Block,
  bottom: number,
  named: boolean,
  opacity: number,
): Mark[] {
  const { rows } = shape;
  const color = axisColor(rows, theme);
  const text = named && !rows.names ? axisText(rows) : "";
  const marks = sideBracket(x - 5, y, bottom, text, color, size, opacity);
  if (!named || !rows.names || opacity <= 0) return marks;
  const own = { x: x - 9, y, cell, rows, cols: slice.cols, ref: slice.ref, theme, opacity };
  const letter = mono(axisText(rows), x - 9, y - 4 - size / 2 - 3, color, { size, align: "end", opacity });
  return [...marks, ...(head === 0 ? [letter] : []), ...rowNames({ ...own, drop: (row) => row * rowGap })];
}

/** "q → q_split": the old name steps aside for the new one. */
export function renaming(
  theme: Theme,
  x: number,
  y: number,
  size: number,
  from: string,
  to: string,
  t: number,
): Mark[] {
  const name = (text: string, at: number, more = {}): Mark =>
    mono(text, at, y, theme.ink, { size, bold: true, ...more });
  if (t <= 0) return [name(from, x)];
  if (t >= 1) return [name(to, x)];
  const after = (characters: number): number => x + monoWidth("0", size) * characters;
  const arrival = Math.min(1, t / 0.2);
  const leaving = Math.max(0, (t - 0.85) / 0.15);
  const place = lerp(after(from.length + 3), x, leaving > 0.5 ? (leaving - 0.5) * 2 : 0);
  return [
    name(from, x, { opacity: 1 - leaving }),
    name("→", after(from.length + 1), { color: theme.muted, opacity: arrival * (1 - leaving) }),
    name(to, place, { opacity: arrival }),
  ];
}
