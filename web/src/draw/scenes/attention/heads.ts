/** What view and transpose show of all heads of a sentence at once: their cells, numbers, brackets and changing name. */
import { lerp } from "../../../timeline/easing.js";
import { blockWidth, type HeadsLayout } from "../../layout/heads.js";
import { GAP } from "../../layout/rect.js";
import { mono, stroke } from "../../marks/marks.js";
import { axisColor, axisText } from "../../marks/matrix.js";
import { rowMarks } from "../../marks/rows.js";
import { paddingDimmer, rowNames } from "../../marks/token_names.js";
import type { Mark } from "../../picture.js";
import type { Scale } from "../../scale.js";
import type { Axis, Slice } from "../../tensor_view.js";
import { monoWidth } from "../../text.js";
import type { Theme } from "../../theme.js";
import { type DrawnAxis, thin } from "../../thin.js";

/** The layout of all heads, and how they are drawn. */
export interface Heads extends HeadsLayout {
  readonly theme: Theme;
  readonly scale: Scale;
}

/** A block of one head's cells; `rowGap` spreads its rows. */
export interface Block {
  readonly x: number;
  readonly y: number;
  readonly rowGap: number;
  readonly head: number;
  /** L × K */
  readonly slice: Slice;
}

export function blockMarks({ shape, cell, scale, theme }: Heads, { x, y, rowGap, slice }: Block): Mark[] {
  const { rows, rowAt, k } = shape;
  const drawn = thin(slice, slice.rows.size, k.shown);
  const padded = paddingDimmer(rows, theme);
  return rowAt.flatMap((index, row): Mark[] => {
    const at = { x, y: y + row * (cell.height + rowGap) };
    if (index === GAP) {
      const middle = { x: at.x + (k.shown * cell.width) / 2, y: at.y + cell.height / 2 };
      return [mono("⋮", middle.x, middle.y, theme.muted, { align: "middle" })];
    }
    return rowMarks(drawn, index, at, cell, scale, { opacity: padded?.(row) ?? 1 });
  });
}

/** The axis H. */
export const headsAxis = ({ shape }: HeadsLayout): Axis => ({ letter: "H", size: shape.heads });

/** The number of a head under its block; the one in focus is strong, with a line under its whole width. */
export function headNumber(
  heads: Heads,
  { x, head }: Pick<Block, "x" | "head">,
  bottom: number,
  focused: boolean,
  opacity = 1,
): Mark[] {
  const width = blockWidth(heads);
  const color = axisColor(headsAxis(heads), heads.theme);
  const size = heads.labelSize;
  if (width < 8) return [];
  const style = { size, align: "middle", bold: focused, opacity } as const;
  const number = mono(String(head), x + width / 2, bottom + 5 + size / 2, color, style);
  if (!focused) return [number];
  return [number, stroke(x, bottom + 3, x + width, bottom + 3, color, { width: 2.5, opacity })];
}

/** A bracket over columns with its letter and size at its right end or, where it repeats, in its middle. */
export function overBracket(
  { theme, labelSize: size }: Heads,
  axis: Axis,
  [from, to]: readonly [from: number, to: number],
  y: number,
  opacity: number,
  { text = axisText(axis), align = "end" }: { text?: string; align?: "end" | "middle" } = {},
): Mark[] {
  if (opacity <= 0) return [];
  const [x, color] = [align === "end" ? to : (from + to) / 2, axisColor(axis, theme)];
  return [
    stroke(from, y, to, y, color, { opacity }),
    mono(text, x, y - size / 2 - 3, color, { size, align, opacity }),
  ];
}

/** A bracket left of rows. */
export function sideBracket(
  { theme, labelSize: size }: Heads,
  axis: DrawnAxis,
  x: number,
  [from, to]: readonly [from: number, to: number],
  opacity: number,
  isNamed = true,
): Mark[] {
  if (opacity <= 0) return [];
  const color = axisColor(axis, theme);
  const name = mono(axisText(axis), x - 4, to - size / 2, color, { size, align: "end", opacity });
  return [stroke(x, from, x, to, color, { opacity }), ...(isNamed ? [name] : [])];
}

/** K over one head's columns. If they are too narrow for its label, only the first head has the label. */
export function kBracket(
  heads: Heads,
  { x, y, head }: Pick<Block, "x" | "y" | "head">,
  opacity: number,
): Mark[] {
  const k = { letter: "K", size: heads.shape.k.size };
  const width = blockWidth(heads);
  const fits = width >= monoWidth(axisText(k), heads.labelSize);
  const align = fits ? "middle" : "end";
  const text = fits || head === 0 ? axisText(k) : "";
  return overBracket(heads, k, [x + 1, x + width - 1], y - 4, opacity, { text, align });
}

/** The bracket of the rows (L, S or T) left of a block, with letter, size and tokens if `named`. */
export function rowsBracket(
  heads: Heads,
  { x, y, rowGap, slice, head }: Block,
  bottom: number,
  named: boolean,
  opacity: number,
): Mark[] {
  const { shape, cell, labelSize: size, theme } = heads;
  const { rows } = shape;
  const marks = sideBracket(heads, rows, x - 5, [y, bottom], opacity, named && !rows.names);
  if (!named || !rows.names || opacity <= 0) return marks;
  const namesSpec = { x: x - 9, y, cell, rows, cols: slice.cols, ref: slice.ref, theme, opacity };
  const look = { size, align: "end", opacity } as const;
  const letter = mono(axisText(rows), x - 9, y - 4 - size / 2 - 3, axisColor(rows, theme), look);
  return [
    ...marks,
    ...(head === 0 ? [letter] : []),
    ...rowNames({ ...namesSpec, drop: (row) => row * rowGap }),
  ];
}

/** "q → q_split": the new name appears beside the old one and then replaces it. */
export function renaming(
  { theme, labelSize: size }: Heads,
  [from, to]: readonly [from: string, to: string],
  x: number,
  y: number,
  t: number,
): Mark[] {
  const name = (text: string, at: number, more = {}): Mark =>
    mono(text, at, y, theme.ink, { size, bold: true, ...more });
  if (t <= 0) return [name(from, x)];
  if (t >= 1) return [name(to, x)];
  const after = (characters: number): number => x + monoWidth("0", size) * characters;
  const arrivalOpacity = Math.min(1, t / 0.2);
  const departure = Math.max(0, (t - 0.85) / 0.15);
  const place = lerp(after(from.length + 3), x, departure > 0.5 ? (departure - 0.5) * 2 : 0);
  return [
    name(from, x, { opacity: 1 - departure }),
    name("→", after(from.length + 1), { color: theme.muted, opacity: arrivalOpacity * (1 - departure) }),
    name(to, place, { opacity: arrivalOpacity }),
  ];
}
