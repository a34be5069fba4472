/**
 * Rows of cells too small for digits. A row is as high everywhere, so one line of pixels is its picture, which is only
 * put where the row stands: filling thousands of cells one by one takes longer than a frame. All edges lie on whole
 * device pixels; filled and put, a row has the same pixels.
 */
import type { Kept } from "../palette.js";
import type { CellMark, RowMark } from "../picture.js";

/** A pixel of air between neighbours separates them without a grid of lines; small cells have none. */
export const airOf = (cell: CellMark): number => (Math.min(cell.width, cell.height) > 8 ? 1 : 0);

/** Half a pixel more or less is decided alike wherever it was reckoned: the last digits of a place differ. */
const LAST_DIGITS = 1e-6;
export const nearestPixel = (edge: number): number => Math.round(edge + LAST_DIGITS);

/** A row's line of pixels, for one part of a pixel at which it begins; before it has one, how often it is still filled. */
interface Tile {
  readonly ratio: number;
  readonly part: number;
  /** Where the row began when it was first painted so: all its edges are reckoned from there. */
  readonly start: number;
  filled: number;
  line?: ImageBitmap | undefined;
}

/** A row gets its line when it was painted so often; not all rows of a step in one frame. */
const OFTEN = 3;
const TURNS = 8;

export function paintRow(ctx: CanvasRenderingContext2D, row: RowMark, kept: Kept): void {
  const { cells, from, to } = row;
  const [first, last] = [cells[from], cells[to - 1]];
  if (!first || !last) return;
  const ratio = ctx.getTransform().a || 1;
  const gap = airOf(first) * ratio;
  const air = ratio < 1 ? gap : Math.round(gap);
  const [x, y] = [pixelOf(row.x * ratio), nearestPixel(row.y * ratio)];
  // Rows that moved by whole pixels begin at the same part of one, but for the last digits.
  const part = Math.round((row.x * ratio - x) * 1e9) / 1e9;
  const height = nearestPixel((row.y + first.height) * ratio) - air - y;
  const tile = tileOf(kept, cells, ratio, part, row.x);
  const grid = { ratio, start: tile.start, air };
  // Blending a picture rounds otherwise than blending a fill; and a print's small pictures have air thinner than a pixel.
  const isWhole = (row.opacity ?? 1) >= 1 && Number.isInteger(air);
  const line = isWhole ? lineOf(tile, cells, grid) : undefined;
  if (!line) {
    fillCells(ctx, cells.slice(from, to), { ...grid, x, y, height, unit: 1 / ratio });
    return;
  }
  const [left, right] = [begin(first, grid), end(last, grid) - air];
  const width = right - left;
  ctx.imageSmoothingEnabled = false;
  const [wide, high] = [width / ratio, height / ratio];
  if (width > 0 && height > 0)
    ctx.drawImage(line, left, 0, width, 1, (x + left) / ratio, y / ratio, wide, high);
}

const pixelOf = (place: number): number => Math.floor(place + LAST_DIGITS);

/** A cell's edges in device pixels, counted from the one in which its row begins. */
const edgeAt = (at: number, { ratio, start }: Pick<Grid, "ratio" | "start">): number =>
  nearestPixel((start + at) * ratio) - pixelOf(start * ratio);
const begin = (cell: CellMark, grid: Pick<Grid, "ratio" | "start">): number => edgeAt(cell.x, grid);
const end = (cell: CellMark, grid: Pick<Grid, "ratio" | "start">): number =>
  edgeAt(cell.x + cell.width, grid);

/** How cells lie on device pixels; `air` is counted in them. */
interface Grid {
  readonly ratio: number;
  /** Where a row begins that lies on them so. */
  readonly start: number;
  readonly air: number;
}

interface Place extends Grid {
  /** In device pixels. */
  readonly x: number;
  readonly y: number;
  readonly height: number;
  /** The size of a device pixel on the canvas. */
  readonly unit: number;
}

function fillCells(
  ctx: Pick<CanvasRenderingContext2D, "fillStyle" | "fillRect">,
  cells: readonly CellMark[],
  { x, y, height, unit, ...grid }: Place,
): void {
  for (const cell of cells) {
    const left = begin(cell, grid);
    const width = end(cell, grid) - grid.air - left;
    ctx.fillStyle = cell.fill;
    if (width > 0) ctx.fillRect((x + left) * unit, y * unit, width * unit, height * unit);
  }
}

/** Rows as lines of pixels, and how many there have been. */
const newTiles = () => ({ tiles: new WeakMap<readonly CellMark[], Tile>(), count: 0 });

function tileOf(kept: Kept, cells: readonly CellMark[], ratio: number, part: number, start: number): Tile {
  const cache = kept.of(newTiles);
  const known = cache.tiles.get(cells);
  if (known?.ratio === ratio && known.part === part) return known;
  const tile = { ratio, part, start, filled: OFTEN + (cache.count++ % TURNS) };
  cache.tiles.set(cells, tile);
  return tile;
}

function lineOf(tile: Tile, cells: readonly CellMark[], grid: Grid): ImageBitmap | undefined {
  if (!tile.line && tile.filled-- <= 0) tile.line = newLine(cells, grid);
  return tile.line;
}

function newLine(cells: readonly CellMark[], grid: Grid): ImageBitmap | undefined {
  const last = cells.at(-1);
  const width = last ? end(last, grid) : 0;
  if (width < 1 || typeof OffscreenCanvas === "undefined") return undefined;
  const canvas = new OffscreenCanvas(width, 1);
  const ctx = canvas.getContext("2d");
  if (!ctx) return undefined;
  fillCells(ctx, cells, { ...grid, x: 0, y: 0, height: 1, unit: 1 });
  return canvas.transferToImageBitmap();
}
