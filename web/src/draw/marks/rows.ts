/**
 * Rows of cells too small for digits, one mark per row. A row keeps the same cell list object wherever it moves, as long
 * as its numbers and size stay the same; tiles.ts caches by that object.
 */

import type { CellMark, Mark, Point } from "../picture.js";
import { type CellStyle, digits, type Scale } from "../scale.js";
import { type Axis, areSameReaders, type Reader } from "../tensor_view.js";
import type { Theme } from "../theme.js";
import { type CellSize, cellMark, fontFor } from "./cell.js";

interface RowSource {
  readonly cols: Axis;
  readonly value: Reader<number>;
  readonly ref?: Reader<CellMark["ref"]>;
}
type PerCell<T> = (row: number, col: number) => T;

/** The part of a matrix spec (matrix.ts) that describes its cells. */
interface NarrowSpec extends RowSource, Point {
  readonly cell: CellSize;
  readonly rows: Axis;
  readonly scale: Scale;
  readonly theme: Theme;
  readonly shown?: PerCell<number>;
  readonly shift?: PerCell<readonly [number, number]>;
  readonly lit?: PerCell<boolean>;
  readonly dim?: PerCell<number>;
}

type Rows = (readonly CellMark[] | undefined)[];

interface CachedRows {
  readonly scale: Scale;
  readonly cell: CellSize;
  readonly ref: RowSource["ref"];
  readonly rows: Rows;
}

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

/** A row of a slice with its first cell at a place; cell by cell where digits fit. */
export function rowMarks(
  slice: RowSource,
  row: number,
  at: Point,
  cell: CellSize,
  scale: Scale,
  look: Partial<Omit<Look, "isOne">> = {},
): Mark[] {
  const fullFontSize = fontFor(cell, 5);
  const fontSize = fullFontSize || fontFor(cell, BRIEF_LENGTH);
  const styleOf: Scale = fullFontSize ? scale : (value) => abbreviate(scale(value), value);
  const cells = fontSize ? rowCells(slice, row, cell, styleOf, fontSize) : cachedRow(slice, row, cell, scale);
  return cellRun(cells, at, { from: 0, to: cells.length, opacity: 1, ...look, asOneMark: !fontSize });
}

/**
 * The position of a moving row. Rows without digits move by whole pixels, so that their cells keep their pixel alignment
 * and the cached picture stays valid. Rows with digits move smoothly.
 */
export function movingPosition(from: number, to: number, share: number, cell: CellSize): number {
  const distance = (to - from) * share;
  return from + (share === 1 || fontFor(cell, BRIEF_LENGTH) > 0 ? distance : Math.round(distance));
}

/** Small cells fade in few steps, so that thousands of them are not repainted in every frame. */
const SHADES = 4;
/** Smaller cells appear at once: a gradual fade would not be visible. */
const MIN_FADING = 8;

/** The cells of a matrix without digits: each row as runs of cells that look alike. Lit and moved ones come last. */
export function narrowCells(spec: NarrowSpec): Mark[] {
  const { x, y, cell, rows, cols, scale, theme } = spec;
  const [marks, onTop]: [Mark[], Mark[]] = [[], []];
  const opacityAt = opacityOf(spec);
  for (let row = 0; row < rows.size; row++) {
    let from = 0;
    let cells: readonly CellMark[] | undefined;
    for (let col = 1; from < cols.size; col++) {
      const opacity = opacityAt(row, from);
      const isLit = spec.lit?.(row, from) ?? false;
      const [dx, dy] = spec.shift?.(row, from) ?? NO_SHIFT;
      while (
        col < cols.size &&
        !isLit &&
        looksAlike(spec, row, col, dx, dy) &&
        opacityAt(row, col) === opacity
      )
        col++;
      if (opacity > 0) {
        const at = { x: x + dx, y: y + row * cell.height + dy };
        cells ??= cachedRow(spec, row, cell, scale);
        const outline = isLit ? theme.accent : undefined;
        const runMarks = cellRun(cells, at, { from, to: col, opacity, outline, asOneMark: true });
        (isLit || dx !== 0 || dy !== 0 ? onTop : marks).push(...runMarks);
      }
      from = col;
    }
  }
  return [...marks, ...onTop];
}

const NO_SHIFT = [0, 0] as const;

function looksAlike({ lit, shift }: NarrowSpec, row: number, col: number, dx: number, dy: number): boolean {
  if (lit?.(row, col)) return false;
  if (!shift) return true;
  const [x, y] = shift(row, col);
  return x === dx && y === dy;
}

function opacityOf({ cell, shown, dim }: NarrowSpec): PerCell<number> {
  const fades = Math.min(cell.width, cell.height) >= MIN_FADING;
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

function cachedRow(slice: RowSource, row: number, cell: CellSize, scale: Scale): readonly CellMark[] {
  const rows = cachedRows(slice, cell, scale);
  const cells = rows[row] ?? rowCells(slice, row, cell, scale, 0);
  rows[row] = cells;
  return cells;
}

/** Keyed by what is read and how. */
const newRows = () => new WeakMap<object, Map<string, CachedRows>>();

/** The rows of the previous frame, if size and scale are unchanged. */
function cachedRows({ value, ref }: RowSource, cell: CellSize, scale: Scale): Rows {
  const cache = scale.cache?.get(newRows);
  const [source, key] = [value.source ?? value, value.key ?? ""];
  const byKey = cache?.get(source) ?? new Map<string, CachedRows>();
  cache?.set(source, byKey);
  const known = byKey.get(key);
  const isReusable = known?.scale === scale && areSameReaders(known.ref, ref);
  if (isReusable && known.cell.width === cell.width && known.cell.height === cell.height) return known.rows;
  const rows: Rows = [];
  byKey.set(key, { scale, cell, ref, rows });
  return rows;
}

/** The cells of a row; their positions are relative to the first one. */
function rowCells(
  { value, ref, cols }: RowSource,
  row: number,
  { width, height }: CellSize,
  scale: Scale,
  fontSize: number,
): readonly CellMark[] {
  return Array.from({ length: cols.size }, (_, col) => {
    const at = { x: col * width, y: 0, width, height };
    return cellMark(at, scale(value(row, col)), fontSize, 1, undefined, ref?.(row, col));
  });
}
