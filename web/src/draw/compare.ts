/**
 * One tensor of two runs side by side: as it is, as the other run has it, and the other minus the first, in one scale. Cells
 * that differ are framed where the difference stands.
 */
import type { Step } from "../module/types.js";
import { bandAbove, block, SIDE } from "./block.js";
import type { CellSize } from "./matrix.js";
import type { CellRef, Mark, Picture } from "./picture.js";
import { cellsOf } from "./picture.js";
import type { Room } from "./room.js";
import { bits, digits, diverging, isFill, maskedBit, rangeOf, type Scale, sequential } from "./scale.js";
import { type Focus, type Slice, sliceOf, type TensorLike, valueAt } from "./tensor_view.js";
import { monoWidth } from "./text.js";
import type { Theme } from "./theme.js";
import { type DrawnSlice, MOST_CELLS, thin } from "./thin.js";

export const SIDES = ["asItIs", "other", "difference"] as const;
export type Side = (typeof SIDES)[number];

export interface Compared {
  readonly asItIs: Step;
  readonly other: Step;
}

const TOLERANCE = 1e-6;

/** Whether two numbers are more than a rounding apart; −1e12 and −∞ both say masked. */
export function differs(a: number, b: number): boolean {
  if (Object.is(a, b)) return false;
  if (isFill(a) || isFill(b)) return isFill(a) !== isFill(b);
  const apart = Math.abs(b - a);
  return !(apart <= TOLERANCE + TOLERANCE * Math.abs(a));
}

/** The other minus the first; 0 where they do not differ. */
export const difference = (a: number, b: number): number => (differs(a, b) ? b - a : 0);

/** The same cell in the other run, which may have fewer heads. */
export const otherIndex = ({ other }: Compared, index: readonly number[]): number[] =>
  index.map((i, axis) => Math.min(i, (other.shape[axis] ?? 1) - 1));

export const bothAt = (pair: Compared, index: readonly number[]): readonly [number, number] => [
  valueAt(pair.asItIs, index),
  valueAt(pair.other, otherIndex(pair, index)),
];

const clamped = ({ axes, shape }: TensorLike, { batch, head }: Focus): Focus => {
  const within = (letter: string, at: number): number => Math.min(at, (shape[axes.indexOf(letter)] ?? 1) - 1);
  return { batch: within("B", batch), head: within("H", head) };
};

/** What stands in the panels: the cells of the first run, and the numbers of both at their places. */
export function comparedSlice(pair: Compared, focus: Focus): Slice {
  return sliceOf(pair.asItIs, clamped(pair.asItIs, focus));
}

export interface Differences {
  readonly cells: number;
  readonly changed: number;
  /** Masked in one run and not in the other. */
  readonly masked: number;
  readonly broken: number;
  /** The cell where two numbers, neither masked nor NaN, are furthest apart. */
  readonly largest?: CellRef;
}

/** What differs among the cells that stand in the panels. */
export function differences(pair: Compared, focus: Focus): Differences {
  const { rows, cols, ref } = comparedSlice(pair, focus);
  const found = { cells: rows.size * cols.size, changed: 0, masked: 0, broken: 0 };
  let largest: { cell: CellRef; size: number } | undefined;
  for (let row = 0; row < rows.size; row++)
    for (let col = 0; col < cols.size; col++) {
      const cell = ref(row, col);
      const [a, b] = bothAt(pair, cell.index);
      if (!differs(a, b)) continue;
      found.changed++;
      const size = Math.abs(b - a);
      if (Number.isNaN(a) || Number.isNaN(b)) found.broken++;
      else if (isFill(a) || isFill(b)) found.masked++;
      else if (size > (largest?.size ?? 0)) largest = { cell, size };
    }
  return largest ? { ...found, largest: largest.cell } : found;
}

/** One scale for all three. */
function scaleOf(pair: Compared, theme: Theme): { values: Scale; differences: Scale } {
  const { asItIs, other } = pair;
  const masked = maskedBit(asItIs);
  const shares = asItIs.op === "softmax";
  const range = shares || masked !== undefined ? 1 : Math.max(rangeOf(asItIs), rangeOf(other));
  const signed = diverging(range, theme);
  const values = masked !== undefined ? bits(theme, masked) : shares ? sequential(theme) : signed;
  return { values, differences: differenceScale(signed, theme) };
}

/** What is the same says nothing; what a mask took or gave is hatched. */
const differenceScale =
  (signed: Scale, theme: Theme): Scale =>
  (value) => {
    if (value === 0) return { fill: theme.paper, ink: theme.muted, text: "" };
    if (!Number.isNaN(value) && Math.abs(value) >= 1e9)
      return { fill: theme.blank, ink: theme.muted, text: digits(value), hatch: theme.hatch };
    return signed(value);
  };

export interface PanelInput {
  readonly pair: Compared;
  readonly side: Side;
  readonly focus: Focus;
  readonly theme: Theme;
  readonly width: number;
  /** The cell whose numbers are told, framed in ink. */
  readonly pointed?: CellRef | undefined;
}

const MARGIN = 6;
const LARGEST: CellSize = { width: 46, height: 30 };
const NUMBERS = 16;

export function comparePanel({ pair, side, focus, theme, width, pointed }: PanelInput): Picture {
  const slice = thin(comparedSlice(pair, focus), MOST_CELLS, MOST_CELLS);
  const { rows, cols } = slice;
  const scales = scaleOf(pair, theme);
  const numbers = monoWidth(String(rows.size - 1), 11) + 8;
  const x = MARGIN + SIDE + numbers;
  const wide = Math.min(LARGEST.width, (width - x - MARGIN) / cols.size);
  const cell = { width: wide, height: Math.max(10, Math.min(LARGEST.height, wide * 0.75)) };
  const title = pair.asItIs.name;
  const apart = side === "difference" ? differences(pair, focus) : undefined;
  const isAll = apart?.changed === apart?.cells;
  const y = MARGIN + bandAbove(title, slice, cols.size * cell.width) + NUMBERS;
  const marks = block({
    ...slice,
    x,
    y,
    cell,
    theme,
    title,
    value: (row, col) => numberOf(pair, side, slice, row, col),
    scale: side === "difference" ? scales.differences : scales.values,
    lit: (row, col) => !isAll && numberOf(pair, side, slice, row, col) !== 0,
    indices: {
      rows: { room: numbers, text: String },
      cols: { room: NUMBERS, text: String },
    },
  });
  const height = rows.size * cell.height;
  // Where every cell differs, one frame says it.
  const all: Mark[] =
    apart && isAll ? [framed({ x, y, width: cols.size * cell.width, height }, theme.accent)] : [];
  const picture = { width, height: y + height + MARGIN, marks: [...thinFrames(marks), ...all] };
  if (!pointed) return picture;
  const frames = cellsOf(picture, pointed).map((mark) => framed(mark, theme.ink));
  return { ...picture, marks: [...picture.marks, ...frames] };
}

function numberOf(pair: Compared, side: Side, slice: DrawnSlice, row: number, col: number): number {
  const [a, b] = bothAt(pair, slice.ref(row, col).index);
  return side === "asItIs" ? a : side === "other" ? b : difference(a, b);
}

const thinFrames = (marks: readonly Mark[]): Mark[] =>
  marks.map((mark) => (mark.kind === "cell" && mark.outline ? { ...mark, outlineWidth: 1 } : mark));

const framed = ({ x, y, width, height }: Room, stroke: string): Mark => ({
  kind: "rect",
  x: x - 1,
  y: y - 1,
  width: width + 2,
  height: height + 2,
  stroke,
  strokeWidth: 2,
});
