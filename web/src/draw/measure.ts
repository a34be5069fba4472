/**
 * Measuring: the size of cells and letters in a given room, and which rows and columns are drawn when not all fit. Text is
 * measured without a canvas: the widest font that may be used decides.
 */
import { lerp } from "../timeline/easing.js";
import type { CellSize, Point, Rect } from "./picture.js";

/** Width of a character of the monospaced face, in ems. */
const MONO_ADVANCE = 0.61;
/** Width of an average character of a cell's digits, minus sign and point included, in ems. */
export const DIGIT_ADVANCE = 0.6;
/** No label is smaller than this. */
export const SMALLEST_LABEL = 11;

/** Width of a character that takes two columns: Hangul, Chinese, Japanese, emoji. */
const WIDE_ADVANCE = 1.04;
/** All characters before this one are narrow, which saves the regular expression. */
const FIRST_WIDE = "\u1100";
/** Whether a character takes two columns, like a Hangul syllable. */
export const isWide = (letter: string): boolean =>
  letter >= FIRST_WIDE &&
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f000}-\u{3ffff}]/u.test(
    letter,
  );

export function monoWidth(text: string, size: number): number {
  let ems = 0;
  for (const letter of text) ems += isWide(letter) ? WIDE_ADVANCE : MONO_ADVANCE;
  return ems * size;
}

/** The text, cut with an ellipsis if it is wider than `width`; empty if not even one letter fits. */
export function shortened(text: string, width: number, size: number): string {
  if (monoWidth(text, size) <= width) return text;
  const letters = [...text];
  while (letters.length > 0 && monoWidth(`${letters.join("")}…`, size) > width) letters.pop();
  return letters.length === 0 ? "" : `${letters.join("")}…`;
}

/** On a narrow stage labels are smaller and repeated ones are left out. */
export const isNarrow = (width: number): boolean => width < 520;

export const labelSize = (stageWidth: number): number => (isNarrow(stageWidth) ? 11 : 13);

/** The least size of a table's digits: what can be read at a desk, and on a phone held nearer. */
export const leastDigits = (stageWidth: number): number => (isNarrow(stageWidth) ? 12 : 13);

/** The rectangle of one cell of a matrix whose first cell is at `at`. */
export const cellRect = (at: Point, cell: CellSize, row: number, col: number): Rect => ({
  x: at.x + col * cell.width,
  y: at.y + row * cell.height,
  width: cell.width,
  height: cell.height,
});

/** The position of a cell that has moved this share of the way from one place to another. */
export const between = (from: Rect, to: Rect, p: number): Rect => ({
  x: lerp(from.x, to.x, p),
  y: lerp(from.y, to.y, p),
  width: lerp(from.width, to.width, p),
  height: lerp(from.height, to.height, p),
});

export const LARGEST_CELL: CellSize = { width: 150, height: 150 };
/** The largest size up to `wanted` at which a text fits a width, never below the readable 11. */
export const monoSize = (text: string, width: number, wanted = 13): number =>
  Math.max(SMALLEST_LABEL, Math.min(wanted, width / monoWidth(text, 1)));

export const fitCell = (
  width: number,
  height: number,
  rows: number,
  cols: number,
  largest: CellSize = LARGEST_CELL,
): CellSize => ({
  width: Math.min(largest.width, width / Math.max(cols, 1)),
  height: Math.min(largest.height, height / Math.max(rows, 1)),
});

/** Stands in for an index where rows or columns are left out. */
export const GAP = -1;

/** The chosen indices in order, with a gap wherever some are left out between, before or behind them. */
export function foldAround(size: number, kept: readonly number[]): readonly number[] {
  const shown: number[] = [];
  let next = 0;
  for (const i of [...new Set(kept)].filter((k) => k >= 0 && k < size).sort((a, b) => a - b)) {
    if (i > next) shown.push(GAP);
    shown.push(i);
    next = i + 1;
  }
  if (next < size) shown.push(GAP);
  return shown;
}
