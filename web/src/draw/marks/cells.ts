/**
 * Cells of the trace: a single one, a row, and all cells of a matrix. Cells too small for digits are drawn in runs that look
 * alike, one mark each; its list of cells is the same object in every frame, because tiles.ts caches by it.
 */

import { DIGIT_ADVANCE } from "../measure.js";
import type { CellMark, CellRef, CellSize, Mark, Point, TableDigits } from "../picture.js";
import { type CellStyle, digits, isFill, type Scale } from "../scale.js";
import { areSameReaders, type DrawnAxis, type Reader } from "../tensor_view.js";
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
  /** A wash of colour without digits, whatever the size of its cells. */
  readonly isBare?: boolean;
}

/** The shortest number, in characters; where not even that fits, no cell has digits. */
const MIN_LENGTH = 2;
/** The most characters of a number in a cell too narrow for two decimals. */
export const BRIEF_LENGTH = 4;

/** Rounds the digits of a narrow cell: −0.129 to −.13, −1.19 to −1.2, 12.99 to 13; empty if they are still too long. */
export function abbreviate(style: CellStyle, value: number): CellStyle {
  const size = Math.abs(value);
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

/** How long a tensor's numbers are: the largest and smallest ones and a fill are the longest. Computed once per tensor. */
export function lengthsOf(data: ArrayLike<number> & object, scale: Scale): Omit<TableDigits, "least"> {
  const cached = scale.cache?.get(newLengths);
  const byScale = cached?.get(data) ?? new Map<Scale, Omit<TableDigits, "least">>();
  cached?.set(data, byScale);
  const known = byScale.get(scale);
  if (known) return known;
  let [low, high, fill] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN];
  for (let i = 0; i < data.length; i++) {
    const value = data[i] ?? Number.NaN;
    if (isFill(value)) fill = value;
    else if (value < low) low = value;
    if (value > high) high = value;
  }
  let [full, brief] = [MIN_LENGTH, MIN_LENGTH];
  for (const value of [low, high, fill]) {
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

/** Small cells fade in few steps, so that thousands of them are not repainted in every frame. */
const SHADES = 4;
/** Smaller cells appear at once: a gradual fade would not be visible. */
const MIN_FADING = 8;
const NO_SHIFT = [0, 0] as const;

/** All cells of a matrix. Lit cells and cells on the move come last, so that no neighbour covers their outline. */
export function cellMarks(spec: CellsSpec): Mark[] {
  const { x, y, cell, rows, cols, value, ref, scale, theme, shift, lit } = spec;
  spec.fitted?.(cell);
  const [marks, onTop]: [Mark[], Mark[]] = [[], []];
  const hasDigits = !spec.isBare && fontFor(cell, MIN_LENGTH) > 0;
  const digits = spec.digits ?? (hasDigits ? ofLength(longestText(spec)) : undefined);
  const [fontSize, styleOf] = hasDigits && digits ? digitsFor(cell, digits, scale) : [0, scale];
  const opacityAt = opacityOf(spec, hasDigits);
  for (let row = 0; row < rows.size; row++) {
    let cells: readonly CellMark[] | undefined;
    for (let from = 0, to = 1; from < cols.size; from = to++) {
      const opacity = opacityAt(row, from);
      const outline = lit?.(row, from) ? theme.accent : undefined;
      const [dx, dy] = shift?.(row, from) ?? NO_SHIFT;
      if (!hasDigits && !outline)
        while (
          to < cols.size &&
          !lit?.(row, to) &&
          isShifted(shift, row, to, dx, dy) &&
          opacityAt(row, to) === opacity
        )
          to++;
      if (opacity <= 0) continue;
      const list = outline || dx !== 0 || dy !== 0 ? onTop : marks;
      const at = { x: x + dx, y: y + row * cell.height + dy };
      if (hasDigits) {
        const place = { x: at.x + from * cell.width, y: at.y, width: cell.width, height: cell.height };
        list.push(cellMark(place, styleOf(value(row, from)), fontSize, opacity, outline, ref?.(row, from)));
      } else {
        cells ??= cachedRow(spec, row, cell, scale);
        list.push(...cellRun(cells, at, { from, to, opacity, outline, asOneMark: true }));
      }
    }
  }
  return [...marks, ...onTop];
}

function isShifted(shift: CellsSpec["shift"], row: number, col: number, dx: number, dy: number): boolean {
  if (!shift) return true;
  const [x, y] = shift(row, col);
  return x === dx && y === dy;
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

function opacityOf({ cell, shown, dim }: CellsSpec, hasDigits: boolean): PerCell<number> {
  const fades = hasDigits || Math.min(cell.width, cell.height) >= MIN_FADING;
  const stepped = (share: number, steps: number): number =>
    fades ? share : Math.round(steps * share) / steps;
  return (row, col) => {
    const share = shown ? stepped(shown(row, col), 1) : 1;
    return share > 0 && dim ? share * stepped(dim(row, col), SHADES) : share;
  };
}

interface Look {
  readonly from: number;
  readonly to: number;
  readonly opacity: number;
  readonly outline?: string | undefined;
  /** Whether the cells may be combined into one mark. */
  readonly asOneMark: boolean;
}

/** A row of a slice with its first cell at a place; cell by cell where digits fit. */
export function rowMarks(
  slice: RowSource,
  row: number,
  at: Point,
  cell: CellSize,
  scale: Scale,
  look: Partial<Look> = {},
): Mark[] {
  const [fontSize, styleOf] = digitsFor(cell, slice.digits ?? ofLength(5), scale);
  const cells = fontSize ? rowCells(slice, row, cell, styleOf, fontSize) : cachedRow(slice, row, cell, scale);
  return cellRun(cells, at, { from: 0, to: cells.length, opacity: 1, asOneMark: !fontSize, ...look });
}

/**
 * The position of a moving row. Rows without digits move by whole pixels, so that their cells keep their pixel alignment
 * and the cached picture stays valid. Rows with digits move smoothly.
 */
export function movingPosition(from: number, to: number, share: number, cell: CellSize): number {
  const distance = (to - from) * share;
  return from + (share === 1 || fontFor(cell, BRIEF_LENGTH) > 0 ? distance : Math.round(distance));
}

/** A run of a row's cells as one mark; hatched, lit and single cells are separate marks. */
function cellRun(cells: readonly CellMark[], { x, y }: Point, look: Look): Mark[] {
  const { from, to, opacity, outline, asOneMark } = look;
  const run = cells.slice(from, to);
  if (asOneMark && !outline && run.length > 1 && !run.some(isHatched))
    return [{ kind: "row", x, y, cells, from, to, opacity }];
  const lit = outline ? { outline, outlineWidth: 2 } : {};
  return run.map((cell) => ({ ...cell, ...lit, x: x + cell.x, y, opacity }));
}

/** In the smallest cells hatching is not painted (paint.ts). */
const isHatched = ({ hatch, width, height }: CellMark): boolean =>
  hatch !== undefined && Math.min(width, height) >= 2;

interface CachedRows {
  readonly scale: Scale;
  readonly cell: CellSize;
  readonly ref: RowSource["ref"];
  readonly rows: (readonly CellMark[] | undefined)[];
}

/** Keyed by what is read and how. */
const newRows = () => new WeakMap<object, Map<string, CachedRows>>();

/** A row without digits: that of the previous frame, if size and scale are unchanged. */
function cachedRow(slice: RowSource, row: number, cell: CellSize, scale: Scale): readonly CellMark[] {
  const { value, ref } = slice;
  const cache = scale.cache?.get(newRows);
  const [source, key] = [value.source ?? value, value.key ?? ""];
  const byKey = cache?.get(source) ?? new Map<string, CachedRows>();
  cache?.set(source, byKey);
  let known = byKey.get(key);
  const isSameSize = known?.cell.width === cell.width && known.cell.height === cell.height;
  if (!known || !isSameSize || known.scale !== scale || !areSameReaders(known.ref, ref)) {
    known = { scale, cell, ref, rows: [] };
    byKey.set(key, known);
  }
  known.rows[row] ??= rowCells(slice, row, cell, scale, 0);
  return known.rows[row];
}

/** The cells of a row; their positions are relative to the first one. */
const rowCells = (
  { value, ref, cols }: RowSource,
  row: number,
  { width, height }: CellSize,
  scale: Scale,
  fontSize: number,
): readonly CellMark[] =>
  Array.from({ length: cols.size }, (_, col) => {
    const at = { x: col * width, y: 0, width, height };
    return cellMark(at, scale(value(row, col)), fontSize, 1, undefined, ref?.(row, col));
  });
