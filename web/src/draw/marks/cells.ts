/** Cells of the trace: a single one, a row, and all cells of a matrix. */

import { DIGIT_ADVANCE } from "../measure.js";
import type { CellMark, CellRef, CellSize, Mark, Point, TableDigits } from "../picture.js";
import { type CellStyle, digits, isFill, type Scale } from "../scale.js";
import type { DrawnAxis, Reader } from "../tensor_view.js";
import type { Theme } from "../theme.js";

const widthFont = ({ width }: CellSize, characters: number): number =>
  (width * 0.9 - 0.5) / (characters * DIGIT_ADVANCE);
const heightFont = ({ height }: CellSize): number => height * 0.66;

/** The largest digits that fit a cell, or 0 where none would be readable. */
export function fontFor(cell: CellSize, characters: number): number {
  const size = Math.min(heightFont(cell), widthFont(cell, characters), 36);
  return size >= 8.5 ? size : 0;
}

/** Whether cells are high and wide enough for a table's digits: 1 or more where they are, else how near they come. */
export const digitsFit = (
  cell: CellSize,
  { brief, least }: TableDigits,
): readonly [down: number, across: number] => [heightFont(cell) / least, widthFont(cell, brief) / least];

/** Digits grow and shrink in half-pixel steps: text in a size not used before is expensive to draw. */
export const roundToHalf = (size: number): number => Math.round(2 * size) / 2;

/** A cell of the trace: in a matrix, moving, or in a worked line. */
export function cellMark(
  at: Point & CellSize,
  style: CellStyle,
  fontSize: number,
  opacity = 1,
  outline?: string,
  ref?: CellRef,
): CellMark {
  const { x, y, width, height } = at;
  const mark: Writable<CellMark> = { kind: "cell", x, y, width, height, fill: style.fill, opacity };
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

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** A cell with a fine frame, because it has no neighbours whose colours show its edges. */
export const framedCell = (
  at: Point & CellSize,
  style: CellStyle,
  fontSize: number,
  { hairline }: Theme,
  opacity = 1,
  ref?: CellRef,
): CellMark => ({ ...cellMark(at, style, fontSize, opacity, hairline, ref), outlineWidth: 1 });

interface RowSource {
  readonly cols: DrawnAxis;
  readonly value: Reader<number>;
  readonly ref?: Reader<CellRef | undefined>;
  /** How long the numbers of the whole table are; without it those that are drawn decide. */
  readonly digits?: TableDigits;
}
type PerCell<T> = (row: number, col: number) => T;

/** The cells of a matrix whose first one is at (x, y), and how each of them looks now. */
export interface CellsSpec extends RowSource, Point {
  readonly cell: CellSize;
  readonly rows: DrawnAxis;
  readonly scale: Scale;
  readonly theme: Theme;
  /** 0 leaves the cell's place empty; between 0 and 1 it appears. */
  readonly shown?: PerCell<number>;
  /** Moves a cell from its place, in pixels. */
  readonly shift?: PerCell<readonly [number, number]>;
  /** Cells being read or written now. */
  readonly lit?: PerCell<boolean>;
  /** Fades cells that are not in focus. */
  readonly dim?: PerCell<number>;
  /** Told the size of the cells. */
  readonly fitted?: ((cell: CellSize) => void) | undefined;
}

/** The shortest number, in characters; where not even that fits, no cell has digits. */
const MIN_LENGTH = 2;
/** The most characters of a number in a cell too narrow for two decimals. */
export const BRIEF_LENGTH = 4;

/** Rounds the digits of a narrow cell: −0.129 to −.13, −1.19 to −1.2, 12.99 to 13; empty if they are still too long. */
export function abbreviate(style: CellStyle, value: number): CellStyle {
  const size = Math.abs(value);
  // A number with more decimals is too small to be rounded.
  const isSmall = style.text.includes(".") && style.text.indexOf(".") < style.text.length - 3;
  if (isSmall) return { ...style, text: "" };
  const text = style.text.includes(".")
    ? digits(value, size < 0.995 ? 2 : size < 9.95 ? 1 : 0).replace("0.", ".")
    : style.text;
  return { ...style, text: text.length > BRIEF_LENGTH ? "" : text };
}

/** The font size for numbers of this length, and the style of a number, abbreviated where two decimals do not fit. */
export function digitsFor(
  cell: CellSize,
  { full, brief, least }: TableDigits,
  scale: Scale,
): readonly [size: number, style: Scale] {
  const size = fontFor(cell, full);
  const isShort = brief === full || size >= least || (size > 0 && widthFont(cell, full) >= least);
  return isShort ? [size, scale] : [fontFor(cell, brief), (value) => abbreviate(scale(value), value)];
}

/** Numbers of this length, abbreviated only where they would otherwise be unreadable. */
const ofLength = (characters: number): TableDigits => ({
  ...{ full: characters, brief: Math.min(characters, BRIEF_LENGTH), least: 8.5 },
});

const newLengths = () => new WeakMap<object, Map<Scale, Omit<TableDigits, "least">>>();

/** Numbers from here on are written without decimals. */
const LEAST_WHOLE = 99.995;

/** How long a tensor's numbers are: the largest and smallest ones, with decimals and without, and a fill are the longest. Computed once per tensor. */
export function lengthsOf(data: ArrayLike<number> & object, scale: Scale): Omit<TableDigits, "least"> {
  const cached = scale.cache?.get(newLengths);
  const byScale = cached?.get(data) ?? new Map<Scale, Omit<TableDigits, "least">>();
  cached?.set(data, byScale);
  const known = byScale.get(scale);
  if (known) return known;
  let [low, high, fill] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN];
  let [lowReal, highReal] = [low, high];
  for (let i = 0; i < data.length; i++) {
    const value = data[i] ?? Number.NaN;
    if (isFill(value)) fill = value;
    else if (value < low) low = value;
    if (value > high) high = value;
    if (Math.abs(value) >= LEAST_WHOLE) continue;
    if (value < lowReal) lowReal = value;
    if (value > highReal) highReal = value;
  }
  let [full, brief] = [MIN_LENGTH, MIN_LENGTH];
  for (const value of [low, high, lowReal, highReal, fill]) {
    const style = scale(value);
    const { length } = style.text;
    full = Math.max(full, length, style.text.includes(".") ? 5 : 0);
    brief = Math.max(
      brief,
      abbreviate(style, value).text.length || length,
      style.text.includes(".") ? BRIEF_LENGTH : 0,
    );
  }
  const lengths = { full, brief };
  byScale.set(scale, lengths);
  return lengths;
}

const NO_SHIFT = [0, 0] as const;

/** All cells of a matrix. Lit cells and cells on the move come last, so that no neighbour covers their outline. */
export function cellMarks(spec: CellsSpec): Mark[] {
  const { x, y, cell, rows, cols, value, ref, scale, theme, shown, dim, shift, lit } = spec;
  spec.fitted?.(cell);
  const [marks, onTop]: [Mark[], Mark[]] = [[], []];
  const [fontSize, styleOf] = digitsFor(cell, spec.digits ?? ofLength(longestText(spec)), scale);
  for (let row = 0; row < rows.size; row++)
    for (let col = 0; col < cols.size; col++) {
      const opacity = (shown?.(row, col) ?? 1) * (dim?.(row, col) ?? 1);
      if (opacity <= 0) continue;
      const outline = lit?.(row, col) ? theme.accent : undefined;
      const [dx, dy] = shift?.(row, col) ?? NO_SHIFT;
      const list = outline || dx !== 0 || dy !== 0 ? onTop : marks;
      const place = { ...cell, x: x + dx + col * cell.width, y: y + dy + row * cell.height };
      list.push(cellMark(place, styleOf(value(row, col)), fontSize, opacity, outline, ref?.(row, col)));
    }
  return [...marks, ...onTop];
}

/** All digits of a matrix have one size; sizing for 5 characters ("−0.25") keeps the matrices of a scene alike. */
function longestText({ rows, cols, value, scale, shown }: CellsSpec): number {
  let characters = MIN_LENGTH;
  for (let row = 0; row < rows.size; row++)
    for (let col = 0; col < cols.size; col++) {
      if (shown && !(shown(row, col) > 0)) continue;
      const { text } = scale(value(row, col));
      characters = Math.max(characters, text.length, text.includes(".") ? 5 : 0);
    }
  return characters;
}

interface Look {
  readonly from: number;
  readonly to: number;
  readonly opacity: number;
  readonly outline?: string | undefined;
}

/** A row of a slice, whose first cell, drawn or not, has its place at `at`. */
export function rowMarks(
  { value, ref, cols, digits = ofLength(5) }: RowSource,
  row: number,
  { x, y }: Point,
  cell: CellSize,
  scale: Scale,
  { from = 0, to = cols.size, opacity = 1, outline }: Partial<Look> = {},
): Mark[] {
  const [fontSize, styleOf] = digitsFor(cell, digits, scale);
  return Array.from({ length: to - from }, (_, i) => {
    const col = from + i;
    const place = { ...cell, x: x + col * cell.width, y };
    return cellMark(place, styleOf(value(row, col)), fontSize, opacity, outline, ref?.(row, col));
  });
}
