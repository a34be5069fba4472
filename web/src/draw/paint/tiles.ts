/**
 * Rows of cells too small for digits. All pixel lines of a row are equal, so one line is cached as an image and stretched
 * to the row's height: filling thousands of cells one by one takes longer than a frame. All edges lie on whole device
 * pixels, so both ways give the same pixels.
 */

import type { CellMark, RowMark } from "../picture.js";
import type { DrawCache } from "../theme.js";

/** A pixel of space separates neighbouring cells without grid lines; small cells have none. */
export const gapOf = (cell: CellMark): number => (Math.min(cell.width, cell.height) > 8 ? 1 : 0);

/** Makes rounding at half a pixel independent of floating-point error in a position. */
const ROUNDING_SLACK = 1e-6;
export const nearestPixel = (edge: number): number => Math.round(edge + ROUNDING_SLACK);

/** A row's cached line of pixels for one subpixel offset. `filled` counts down the paints until it is made. */
interface Tile {
  readonly ratio: number;
  readonly subpixel: number;
  /** The row's start when first painted at this offset: all edges are computed from it. */
  readonly start: number;
  fillsLeft: number;
  line?: ImageBitmap | undefined;
}

/** Fills before a row gets its cached line; staggered, so that not all rows of a step get it in the same frame. */
const MIN_FILLS = 3;
const STAGGER = 8;

export function paintRow(ctx: CanvasRenderingContext2D, row: RowMark, cache: DrawCache): void {
  const { cells, from, to } = row;
  const [first, last] = [cells[from], cells[to - 1]];
  if (!first || !last) return;
  const ratio = ctx.getTransform().a || 1;
  const exactGap = gapOf(first) * ratio;
  const gap = ratio < 1 ? exactGap : Math.round(exactGap);
  const [x, y] = [pixelOf(row.x * ratio), nearestPixel(row.y * ratio)];
  // Rows that moved by whole pixels have the same subpixel offset, up to floating-point error.
  const subpixel = Math.round((row.x * ratio - x) * 1e9) / 1e9;
  const height = nearestPixel((row.y + first.height) * ratio) - gap - y;
  const tile = tileOf(cache, cells, ratio, subpixel, row.x);
  const grid = { ratio, start: tile.start, gap };
  // Blending an image rounds differently from blending a fill, and printed thumbnails have gaps thinner than a pixel.
  const isWhole = (row.opacity ?? 1) >= 1 && Number.isInteger(gap);
  const line = isWhole ? lineOf(tile, cells, grid) : undefined;
  if (!line) {
    fillCells(ctx, cells.slice(from, to), { ...grid, x, y, height, unit: 1 / ratio });
    return;
  }
  const [left, right] = [leftEdge(first, grid), rightEdge(last, grid) - gap];
  const width = right - left;
  ctx.imageSmoothingEnabled = false;
  const [wide, high] = [width / ratio, height / ratio];
  if (width > 0 && height > 0)
    ctx.drawImage(line, left, 0, width, 1, (x + left) / ratio, y / ratio, wide, high);
}

const pixelOf = (place: number): number => Math.floor(place + ROUNDING_SLACK);

/** A cell's edge in device pixels, relative to the pixel in which its row begins. */
const edgePixel = (offset: number, { ratio, start }: Pick<Grid, "ratio" | "start">): number =>
  nearestPixel((start + offset) * ratio) - pixelOf(start * ratio);
const leftEdge = (cell: CellMark, grid: Pick<Grid, "ratio" | "start">): number => edgePixel(cell.x, grid);
const rightEdge = (cell: CellMark, grid: Pick<Grid, "ratio" | "start">): number =>
  edgePixel(cell.x + cell.width, grid);

/** How cells lie on device pixels; `gap` is in device pixels. */
interface Grid {
  readonly ratio: number;
  /** Where the row begins, in CSS pixels. */
  readonly start: number;
  readonly gap: number;
}

interface RowPlacement extends Grid {
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
  { x, y, height, unit, ...grid }: RowPlacement,
): void {
  for (const cell of cells) {
    const left = leftEdge(cell, grid);
    const width = rightEdge(cell, grid) - grid.gap - left;
    ctx.fillStyle = cell.fill;
    if (width > 0) ctx.fillRect((x + left) * unit, y * unit, width * unit, height * unit);
  }
}

/** The cached rows, and how many have been made. */
const newTiles = () => ({ tiles: new WeakMap<readonly CellMark[], Tile>(), count: 0 });

function tileOf(
  cache: DrawCache,
  cells: readonly CellMark[],
  ratio: number,
  subpixel: number,
  start: number,
): Tile {
  const entries = cache.get(newTiles);
  const cached = entries.tiles.get(cells);
  if (cached?.ratio === ratio && cached.subpixel === subpixel) return cached;
  const tile = { ratio, subpixel, start, fillsLeft: MIN_FILLS + (entries.count++ % STAGGER) };
  entries.tiles.set(cells, tile);
  return tile;
}

function lineOf(tile: Tile, cells: readonly CellMark[], grid: Grid): ImageBitmap | undefined {
  if (!tile.line && tile.fillsLeft-- <= 0) tile.line = newLine(cells, grid);
  return tile.line;
}

function newLine(cells: readonly CellMark[], grid: Grid): ImageBitmap | undefined {
  const last = cells.at(-1);
  const width = last ? rightEdge(last, grid) : 0;
  if (width < 1 || typeof OffscreenCanvas === "undefined") return undefined;
  const canvas = new OffscreenCanvas(width, 1);
  const ctx = canvas.getContext("2d");
  if (!ctx) return undefined;
  fillCells(ctx, cells, { ...grid, x: 0, y: 0, height: 1, unit: 1 });
  return canvas.transferToImageBitmap();
}
