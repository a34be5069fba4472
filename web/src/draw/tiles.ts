/**
 * Cells too small for digits, painted together: thousands of them are written into one picture and put on the canvas at
 * once, where filling them one by one would take longer than a frame.
 */
import type { Area } from "./damage.js";
import type { CellMark, Mark } from "./picture.js";

/** Fewer are filled as fast one by one. */
const LEAST = 48;
const MOST_COLORS = 30_000;

/** A pixel of air between neighbours separates them without a grid of lines; small cells have none. */
export const airOf = (cell: CellMark): number => (Math.min(cell.width, cell.height) > 8 ? 1 : 0);

const isTile = (mark: Mark | undefined): mark is CellMark =>
  mark?.kind === "cell" &&
  !mark.text &&
  !mark.outline &&
  (!mark.hatch || Math.min(mark.width, mark.height) < 2) &&
  mark.fill.length === 7;

/** Row after row, from left to right: such cells do not cover each other. */
const follows = (a: CellMark, b: CellMark): boolean =>
  b.y >= a.y + a.height - 0.5 || (b.y === a.y && b.x >= a.x + a.width - 0.5);

/**
 * Paints the run of tiles that begins at `from`, if there is one; returns where it ends, or `from`. `within` is the part of
 * the canvas that is painted.
 */
export function paintTiles(
  ctx: CanvasRenderingContext2D,
  marks: readonly Mark[],
  from: number,
  within: Area,
): number {
  let to = from;
  let last: CellMark | undefined;
  const reach = { left: within.right, right: within.left };
  for (; to < marks.length; to++) {
    const mark = marks[to];
    if (!isTile(mark) || (last && !follows(last, mark))) break;
    last = mark;
    reach.left = Math.min(reach.left, mark.x);
    reach.right = Math.max(reach.right, mark.x + mark.width);
  }
  if (to - from < LEAST || !last || typeof OffscreenCanvas === "undefined") return from;
  const ratio = ctx.getTransform().a || 1;
  if (!Number.isInteger(ratio)) return from;
  const cells = marks.slice(from, to) as CellMark[];
  const area = {
    left: Math.max(within.left, Math.floor(reach.left)),
    top: Math.max(within.top, Math.floor(cells[0]?.y ?? 0)),
    right: Math.min(within.right, Math.ceil(reach.right)),
    bottom: Math.min(within.bottom, Math.ceil(last.y + last.height)),
  };
  if (area.right > area.left && area.bottom > area.top) putTogether(ctx, cells, area, ratio);
  return to;
}

function putTogether(
  ctx: CanvasRenderingContext2D,
  cells: readonly CellMark[],
  area: Area,
  ratio: number,
): void {
  const [left, top] = [Math.round(area.left * ratio), Math.round(area.top * ratio)];
  const [width, height] = [Math.round(area.right * ratio) - left, Math.round(area.bottom * ratio) - top];
  const scratch = scratchOf(width, height);
  if (!scratch) return;
  const { context, image, pixels } = scratch;
  const line = image.width;
  for (let y = 0; y < height; y++) pixels.fill(0, y * line, y * line + width);
  for (let i = 0; i < cells.length; ) {
    const first = cells[i] as CellMark;
    const air = airOf(first) * ratio;
    const y1 = Math.max(0, Math.round(first.y * ratio) - top);
    const y2 = Math.min(height, Math.round((first.y + first.height) * ratio) - air - top);
    // A row of cells is one line of pixels, and the lines below it are its copies.
    for (; i < cells.length && cells[i]?.y === first.y; i++) {
      const cell = cells[i] as CellMark;
      const begin = Math.max(0, Math.round(cell.x * ratio) - left);
      const end = Math.min(width, Math.round((cell.x + cell.width) * ratio) - air - left);
      if (end > begin && y2 > y1) pixels.fill(colorOf(cell), y1 * line + begin, y1 * line + end);
    }
    for (let y = y1 + 1; y < y2; y++) pixels.copyWithin(y * line, y1 * line, y1 * line + width);
  }
  context.putImageData(image, 0, 0, 0, 0, width, height);
  ctx.globalAlpha = 1;
  ctx.imageSmoothingEnabled = false;
  const [w, h] = [width / ratio, height / ratio];
  ctx.drawImage(context.canvas, 0, 0, width, height, left / ratio, top / ratio, w, h);
}

interface Scratch {
  readonly context: OffscreenCanvasRenderingContext2D;
  readonly image: ImageData;
  readonly pixels: Uint32Array;
}
let kept: Scratch | undefined;

/** One canvas and its pixels for all that is put together, as large as was ever needed; they stay in the processor's memory. */
function scratchOf(width: number, height: number): Scratch | undefined {
  if (kept && kept.image.width >= width && kept.image.height >= height) return kept;
  const [wide, high] = [Math.max(width, kept?.image.width ?? 0), Math.max(height, kept?.image.height ?? 0)];
  const context = new OffscreenCanvas(wide, high).getContext("2d", { willReadFrequently: true });
  if (!context) return undefined;
  const image = context.createImageData(wide, high);
  kept = { context, image, pixels: new Uint32Array(image.data.buffer) };
  return kept;
}

const colors = new Map<string, number>();

/** As ImageData keeps it in the memory of all machines that browsers run on: alpha, blue, green, red. */
function colorOf({ fill, opacity = 1 }: CellMark): number {
  let color = colors.get(fill);
  if (color === undefined) {
    const rgb = Number.parseInt(fill.slice(1), 16);
    color = ((rgb & 0xff) << 16) | (rgb & 0xff00) | (rgb >> 16);
    if (colors.size >= MOST_COLORS) colors.clear();
    colors.set(fill, color);
  }
  const alpha = Math.round(255 * Math.max(0, Math.min(1, opacity)));
  return (color | (alpha << 24)) >>> 0;
}
