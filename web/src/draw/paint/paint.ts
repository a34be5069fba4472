/**
 * Puts a picture on a canvas. It only reads the picture; what is drawn where was decided by the scene. Edges are put on
 * whole device pixels, so that cells are crisp at any devicePixelRatio and neighbours leave no seam.
 */
import type { CellMark, LineMark, Mark, Picture, Rect, RectMark, TextMark } from "../picture.js";
import { DrawCache } from "../theme.js";

export const SANS =
  'system-ui, "Apple SD Gothic Neo", "Noto Sans KR", "Noto Sans CJK KR", "Malgun Gothic", sans-serif';
const MONO = 'ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", monospace';

const fontOfCell = (size: number): string => `${size}px ${SANS}`;
const fontOf = ({ bold, size, font }: TextMark): string =>
  `${bold ? "600 " : ""}${size}px ${font === "mono" ? MONO : SANS}`;

/** Shapes a mark's text ahead of time: the canvas caches shaped text. */
export function shapeText(ctx: CanvasRenderingContext2D, mark: Mark): void {
  if ((mark.kind !== "text" && mark.kind !== "cell") || !mark.text) return;
  ctx.font = mark.kind === "text" ? fontOf(mark) : fontOfCell(mark.fontSize ?? 0);
  ctx.measureText(mark.text);
}

/** Sizes a canvas for a picture at a device pixel ratio and paints it. */
export function paintOn(
  canvas: HTMLCanvasElement,
  picture: Picture,
  paper: string,
  ratio: number,
  cache?: DrawCache,
): void {
  const [width, height] = [Math.round(picture.width * ratio), Math.round(picture.height * ratio)];
  // Setting a size clears a canvas and is slow: only when it changes.
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const ctx = canvas.getContext("2d");
  if (!ctx) return;
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  paint(ctx, picture, paper, cache);
}

/** Pass the palette's `cache` when the canvas shows many frames. */
export function paint(
  ctx: CanvasRenderingContext2D,
  { width, height, marks }: Picture,
  paper: string,
  cache = new DrawCache(),
): void {
  const ratio = ctx.getTransform().a || 1;
  const pixel = pixelGrid(ratio);
  ctx.globalAlpha = 1;
  ctx.fillStyle = paper;
  ctx.fillRect(0, 0, Math.ceil(width * ratio) / ratio, Math.ceil(height * ratio) / ratio);
  for (const mark of marks) paintMark(ctx, mark, pixel, cache);
  ctx.globalAlpha = 1;
}

/** Moves an edge to the nearest device pixel; `unit` is the size of one. */
export type Snap = ((edge: number) => number) & { readonly unit: number };

/** Makes rounding at half a pixel independent of floating-point error in a position. */
const ROUNDING_SLACK = 1e-6;
const nearestPixel = (edge: number): number => Math.round(edge + ROUNDING_SLACK);

export const pixelGrid = (ratio: number): Snap =>
  Object.assign((edge: number) => nearestPixel(edge * ratio) / ratio, { unit: 1 / ratio });

/** False if the mark would be invisible. */
function setOpacity(ctx: Pen, { opacity = 1 }: Mark): boolean {
  ctx.globalAlpha = Math.min(1, opacity);
  return opacity > 0;
}

export function paintMark(ctx: Pen, mark: Mark, pixel: Snap, cache: DrawCache): void {
  if (!setOpacity(ctx, mark)) return;
  switch (mark.kind) {
    case "cell":
      paintCell(ctx, mark, pixel, cache);
      break;
    case "text":
      paintText(ctx, mark);
      break;
    case "line":
      paintLine(ctx, mark, pixel);
      break;
    case "rect":
      paintRect(ctx, mark, pixel);
      break;
  }
}

/** A pixel of space separates neighbouring cells without grid lines; small cells have none. */
const gapOf = (cell: CellMark): number => (Math.min(cell.width, cell.height) > 8 ? 1 : 0);

function paintCell(ctx: Pen, cell: CellMark, pixel: Snap, cache: DrawCache): void {
  const [x, y] = [pixel(cell.x), pixel(cell.y)];
  const gap = gapOf(cell);
  const [width, height] = [pixel(cell.x + cell.width) - x - gap, pixel(cell.y + cell.height) - y - gap];
  ctx.fillStyle = cell.fill;
  ctx.fillRect(x, y, width, height);
  if (cell.hatch) hatch(ctx, { x, y, width, height }, cell.hatch, 1 / pixel.unit, cache);
  if (cell.outline) {
    const line = cell.outlineWidth ?? 1;
    ctx.strokeStyle = cell.outline;
    ctx.lineWidth = line;
    ctx.strokeRect(x + line / 2, y + line / 2, width - line, height - line);
  }
  if (cell.text && cell.fontSize) {
    ctx.font = fontOfCell(cell.fontSize);
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    ctx.fillStyle = cell.textColor ?? "#000";
    const lines = cell.text.split("\n");
    const top = cell.y + (cell.height - (lines.length - 1) * cell.fontSize) / 2 + 0.5;
    for (const [i, line] of lines.entries())
      ctx.fillText(line, cell.x + (cell.width - gap) / 2, top + i * cell.fontSize);
  }
}

function paintText(ctx: Pen, mark: TextMark): void {
  ctx.font = fontOf(mark);
  ctx.textAlign = mark.align === "middle" ? "center" : (mark.align ?? "start");
  ctx.textBaseline = "middle";
  ctx.fillStyle = mark.color;
  ctx.fillText(mark.text, mark.x, mark.y);
}

function paintLine(ctx: Pen, mark: LineMark, pixel: Snap): void {
  if (isLevelOrUpright(mark) && !mark.arrow && !mark.dash) {
    paintStraight(ctx, mark, pixel);
    return;
  }
  const [first, ...rest] = pixelAligned(mark, pixel);
  if (!first) return;
  ctx.beginPath();
  ctx.moveTo(first[0], first[1]);
  for (const [x, y] of rest) ctx.lineTo(x, y);
  if (mark.dash) ctx.setLineDash([...mark.dash]);
  ctx.strokeStyle = mark.color;
  ctx.lineWidth = mark.width;
  ctx.stroke();
  if (mark.dash) ctx.setLineDash([]);
  if (mark.arrow) arrowHead(ctx, mark);
}

const isLevelOrUpright = ({ points: [a, b, c] }: LineMark): boolean =>
  c === undefined && a !== undefined && b !== undefined && (a[0] === b[0] || a[1] === b[1]);

/** The points of a line; one that is level or upright is put on the pixel grid as a whole. */
function pixelAligned(mark: LineMark, pixel: Snap): readonly (readonly [number, number])[] {
  const { points, width } = mark;
  const [a, b] = points;
  if (!a || !b || !isLevelOrUpright(mark)) return points;
  const middle = (v: number): number => pixel(v - width / 2) + width / 2;
  const isLevel = a[1] === b[1];
  return [a, b].map(([x, y]): readonly [number, number] =>
    isLevel ? [pixel(x), middle(y)] : [middle(x), pixel(y)],
  );
}

/** Fills whole pixels, and a fainter one for the remaining fraction: edges stay crisp. */
function paintStraight(ctx: Pen, { points, width, color }: LineMark, pixel: Snap): void {
  const [a, b] = points;
  if (!a || !b) return;
  const isLevel = a[1] === b[1];
  const [from, to] = (isLevel ? [a[0], b[0]] : [a[1], b[1]]).map(pixel).sort((x, y) => x - y) as [
    number,
    number,
  ];
  const edge = pixel((isLevel ? a[1] : a[0]) - width / 2);
  const wholeWidth = Math.floor(width / pixel.unit + 1e-6) * pixel.unit;
  const fill = (at: number, breadth: number): void =>
    isLevel ? ctx.fillRect(from, at, to - from, breadth) : ctx.fillRect(at, from, breadth, to - from);
  ctx.fillStyle = color;
  if (wholeWidth > 0) fill(edge, wholeWidth);
  ctx.globalAlpha *= (width - wholeWidth) / pixel.unit;
  if (width - wholeWidth > 1e-3) fill(edge + wholeWidth, pixel.unit);
}

function arrowHead(ctx: Pen, { points, color }: LineMark): void {
  const tip = points.at(-1);
  const before = points.at(-2);
  if (!tip || !before) return;
  const angle = Math.atan2(tip[1] - before[1], tip[0] - before[0]);
  ctx.beginPath();
  ctx.moveTo(tip[0], tip[1]);
  for (const side of [-1, 1])
    ctx.lineTo(tip[0] - 7 * Math.cos(angle + side * 0.45), tip[1] - 7 * Math.sin(angle + side * 0.45));
  ctx.fillStyle = color;
  ctx.fill();
}

function paintRect(ctx: Pen, mark: RectMark, pixel: Snap): void {
  const half = mark.stroke ? ((mark.strokeWidth ?? 1) % 2) / 2 : 0;
  const [x, y] = [pixel(mark.x) + half, pixel(mark.y) + half];
  const [width, height] = [
    pixel(mark.x + mark.width) - pixel(mark.x) - 2 * half,
    pixel(mark.y + mark.height) - pixel(mark.y) - 2 * half,
  ];
  if (mark.fill) ctx.fillStyle = mark.fill;
  if (mark.stroke) {
    ctx.strokeStyle = mark.stroke;
    ctx.lineWidth = mark.strokeWidth ?? 1;
    if (mark.dash) ctx.setLineDash([...mark.dash]);
  }
  if (mark.radius) {
    ctx.beginPath();
    ctx.roundRect(x, y, Math.max(0, width), Math.max(0, height), mark.radius);
    if (mark.fill) ctx.fill();
    if (mark.stroke) ctx.stroke();
  } else {
    if (mark.fill) ctx.fillRect(x, y, Math.max(0, width), Math.max(0, height));
    if (mark.stroke) ctx.strokeRect(x, y, Math.max(0, width), Math.max(0, height));
  }
  if (mark.dash) ctx.setLineDash([]);
}

export type Pen = Pick<
  CanvasRenderingContext2D,
  | ("fillStyle" | "strokeStyle" | "lineWidth" | "globalAlpha" | "font" | "textAlign" | "textBaseline")
  | ("fillRect" | "strokeRect" | "fillText" | "setLineDash")
  | ("beginPath" | "moveTo" | "lineTo" | "roundRect" | "fill" | "stroke")
> &
  Partial<Pick<CanvasRenderingContext2D, "drawImage" | "imageSmoothingEnabled">>;

const STEP = 5;
/** Hatching is invisible in smaller cells. */
const SMALLEST = 3;
/** Margin for the ends of the lines, which extend a little beyond the cell; device pixels. */
const MARGIN = 2;
/** A cell that opens or closes needs one picture for each pixel of its height. */
const MAX_CACHED = 200;

type Hatching = OffscreenCanvas | undefined;

/** The box lies on whole device pixels, of which `ratio` are one CSS pixel. */
function hatch(ctx: Pen, box: Rect, color: string, ratio: number, cache: DrawCache): void {
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
