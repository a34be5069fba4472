/**
 * The hatching of masked cells: slanted lines from edge to edge, painted once per cell size and then copied
 * as whole pixels, so that a repaint may clip them anywhere.
 */

import type { Rect } from "../layout/rect.js";
import type { DrawCache } from "../palette.js";
import type { Pen } from "./pen.js";

const STEP = 5;
/** Hatching is invisible in smaller cells. */
const SMALLEST = 3;
/** Margin for the ends of the lines, which extend a little beyond the cell; device pixels. */
const MARGIN = 2;
/** A cell that opens or closes needs one picture for each pixel of its height. */
const MAX_CACHED = 200;

type Hatching = OffscreenCanvas | undefined;

/** The box lies on whole device pixels, of which `ratio` are one CSS pixel. */
export function hatch(ctx: Pen, box: Rect, color: string, ratio: number, cache: DrawCache): void {
  const { x, y, width, height } = box;
  if (Math.min(width, height) < SMALLEST) return;
  const image = ctx.drawImage && hatching(width, height, color, ratio, cache);
  if (!image) {
    strokes(ctx, box, color);
    return;
  }
  const margin = MARGIN / ratio;
  ctx.imageSmoothingEnabled = false;
  ctx.drawImage?.(image, x - margin, y - margin, image.width / ratio, image.height / ratio);
}

/** Keyed by size and colour. */
const newHatchings = () => new Map<string, Hatching>();

function hatching(width: number, height: number, color: string, ratio: number, cache: DrawCache): Hatching {
  const hatchings = cache.get(newHatchings);
  const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
  const key = `${wide} ${high} ${color} ${ratio}`;
  if (hatchings.has(key)) return hatchings.get(key);
  if (hatchings.size >= MAX_CACHED) hatchings.clear();
  const image = newHatching(wide, high, color, ratio);
  hatchings.set(key, image);
  return image;
}

function newHatching(wide: number, high: number, color: string, ratio: number): Hatching {
  if (typeof OffscreenCanvas === "undefined") return undefined;
  const image = new OffscreenCanvas(wide + 2 * MARGIN, high + 2 * MARGIN);
  const ctx = image.getContext("2d", { willReadFrequently: true });
  if (!ctx) return undefined;
  ctx.setTransform(ratio, 0, 0, ratio, MARGIN, MARGIN);
  strokes(ctx, { x: 0, y: 0, width: wide / ratio, height: high / ratio }, color);
  return image;
}

/** Computes where each line ends, because clipping takes longer than drawing. */
function strokes(
  ctx: Pick<Pen, "beginPath" | "moveTo" | "lineTo" | "strokeStyle" | "lineWidth" | "stroke">,
  { x, y, width, height }: Rect,
  color: string,
): void {
  ctx.beginPath();
  for (let d = STEP - height; d < width; d += STEP) {
    const [from, to] = [Math.max(0, d), Math.min(width, d + height)];
    ctx.moveTo(x + from, y + height - (from - d));
    ctx.lineTo(x + to, y + height - (to - d));
  }
  ctx.strokeStyle = color;
  ctx.lineWidth = 1;
  ctx.stroke();
}
