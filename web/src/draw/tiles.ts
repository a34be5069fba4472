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
  const [left, top] = [area.left * ratio, area.top * ratio].map(Math.round) as [number, number];
  const [width, height] = [area.right * ratio - left, area.bottom * ratio - top].map(Math.round) as [
    number,
    number,
  ];
  const image = new ImageData(width, height);
  const pixels = new Uint32Array(image.data.buffer);
  for (const cell of cells) {
    const air = airOf(cell) * ratio;
    const color = colorOf(cell);
    const [x1, x2] = [Math.round(cell.x * ratio), Math.round((cell.x + cell.width) * ratio) - air];
    const [y1, y2] = [Math.round(cell.y * ratio), Math.round((cell.y + cell.height) * ratio) - air];
    const [begin, end] = [Math.max(0, x1 - left), Math.min(width, x2 - left)];
    if (end <= begin) continue;
    for (let y = Math.max(0, y1 - top); y < Math.min(height, y2 - top); y++)
      pixels.fill(color, y * width + begin, y * width + end);
  }
  const scratch = new OffscreenCanvas(width, height);
  scratch.getContext("2d")?.putImageData(image, 0, 0);
  ctx.globalAlpha = 1;
  ctx.imageSmoothingEnabled = false;
  ctx.drawImage(scratch, left / ratio, top / ratio, width / ratio, height / ratio);
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
