/**
 * The layout of heads in steps that only rearrange: (L, D) is one block, (L, H, K) is rows whose columns are split into
 * heads, (H, L, K) is a stair of matrices, one per head. Reading the picture from the top down and each row
 * from the left gives the tensor's own order; the outermost axis has the widest gaps.
 */
import { type CellSize, fontFor } from "../marks/cell.js";
import { rowNameRoom } from "../marks/token_names.js";
import type { Axis, TokenName } from "../tensor_view.js";
import { isNarrow, labelSize } from "../text.js";
import { type DrawnAxis, drawnAxis, MAX_CELLS, pickedIndex } from "../thin.js";
import { fitHeight, fitWidth, ofCells, placeParts } from "./parts.js";
import { foldIn, GAP } from "./rect.js";

/** The sizes of the axes and how many cells of each are drawn. */
interface HeadsShape {
  readonly rows: DrawnAxis;
  /** The index of each drawn row in its tensor; GAP where rows are left out. */
  readonly rowAt: readonly number[];
  readonly heads: number;
  readonly k: { readonly size: number; readonly shown: number };
}

export interface HeadsLayout {
  readonly shape: HeadsShape;
  readonly cell: CellSize;
  /** Left edge and middle of the parted block. */
  readonly x: number;
  readonly y: number;
  /** Gaps between the heads' columns and, in (L, H, K), between rows. */
  readonly gap: number;
  readonly rowGap: number;
  /** The number of stair steps for the heads of (H, L, K), and the height of one. */
  readonly steps: number;
  readonly stepHeight: number;
  readonly stageWidth: number;
  readonly labelSize: number;
}

/** Digits need this much height; the stair gets more steps only while cells stay this high. */
const READABLE = 14;
/** If rows are left out to make room for digits: the height of the remaining rows, and their minimum number. */
const FOLDED = { height: 20, rows: 6 } as const;

/** `rows` are those of one head's slice. */
export function headsShape(rows: Axis, heads: number, k: number): HeadsShape {
  const shown = Math.min(rows.size, MAX_CELLS);
  const rowAt = Array.from({ length: shown }, (_, row) => pickedIndex(row, shown, rows.size));
  return {
    rows: drawnAxis(rows, shown, (row) => rowAt[row] ?? 0),
    rowAt,
    heads,
    k: { size: k, shown: Math.max(1, Math.min(k, Math.floor(MAX_CELLS / heads))) },
  };
}

/** The shape with at most `maxRows` rows: the first and the last ones. */
function foldRows(shape: HeadsShape, maxRows: number): HeadsShape {
  const { rows, rowAt } = shape;
  const kept = foldIn(rows.size, Number.POSITIVE_INFINITY, maxRows);
  const gap: TokenName = { text: "⋮", isPadding: false, at: GAP };
  const tokens = kept.map((row) => rows.names?.tokens[row] ?? gap);
  return {
    ...shape,
    rowAt: kept.map((row) => rowAt[row] ?? GAP),
    rows: {
      ...{ letter: rows.letter, size: kept.length, total: rows.total ?? rows.size },
      ...(rows.names ? { names: { ...rows.names, tokens } } : {}),
    },
  };
}

/** The distance of H's bracket from the cells: left of the row names. */
const bracketDistance = (rows: DrawnAxis, narrow: boolean): number =>
  Math.max(narrow ? 42 : 52, rowNameRoom(rows) + 10);
export const headsBracketDistance = ({ shape, stageWidth }: HeadsLayout): number =>
  bracketDistance(shape.rows, isNarrow(stageWidth));

/** Room at the left: for the rows' label or names, and beyond it for H's bracket and label. */
function axisRoom(rows: DrawnAxis, narrow: boolean, stair: boolean): number {
  if (stair) return bracketDistance(rows, narrow) + (narrow ? 30 : 44);
  return Math.max(narrow ? 36 : 44, rowNameRoom(rows) + 2);
}

/** `stair` leaves room for the heads one below the other, and leaves rows out where only then numbers can be read. */
export function headsLayout(stage: CellSize, whole: HeadsShape, stair: boolean): HeadsLayout {
  const size = labelSize(stage.width);
  const narrow = isNarrow(stage.width);
  const margin = narrow ? 6 : 14;
  const { heads, k } = whole;
  const axisX = axisRoom(whole.rows, narrow, stair);
  const gap = heads > 8 ? 6 : narrow ? 10 : 16;
  const across = { axis: axisX, cells: ofCells(heads * k.shown), gaps: (heads - 1) * gap };
  const width = fitWidth(stage.width - 2 * margin, across);
  // A line for the title, one each for D (of a view), H and K; and below every block the number of its head.
  const line = size + 7;
  const top = margin + 4 + (stair ? 3 : 4) * line;
  const free = stage.height - margin - top - line;
  const seamsOf = (steps: number): number => (steps - 1) * 2 * line;
  const downIn = (steps: number, { rows } = whole) => ({
    rows: ofCells(steps * rows.size),
    seams: seamsOf(steps),
  });
  let steps = stair && heads > 1 ? 2 : 1;
  while (steps > 1 && steps < heads && fitHeight(free, downIn(steps + 1)) >= READABLE) steps++;
  const maxRows = Math.floor((free - seamsOf(steps)) / (steps * FOLDED.height));
  const hasRoom = maxRows >= FOLDED.rows && fontFor({ width, height: FOLDED.height }, 5) > 0;
  const isFolded = stair && hasRoom && fitHeight(free, downIn(steps)) < READABLE;
  const shape = isFolded ? foldRows(whole, maxRows) : whole;
  const { rows } = shape;
  const down = downIn(steps, shape);
  const height = Math.max(0.5, fitHeight(free, down));
  const rowGap =
    height > 12 && rows.size > 1 ? Math.min(4, (free - rows.size * height) / (rows.size - 1)) : 0;
  return {
    ...{ shape, gap, steps, labelSize: size, stageWidth: stage.width, cell: { width, height } },
    rowGap: Math.max(0, rowGap),
    x: placeParts(stage.width, across, width).cells,
    y: top + placeParts(free, down, height, 0).rows,
    stepHeight: rows.size * height + 2 * line,
  };
}

export const blockWidth = ({ shape, cell }: HeadsLayout): number => shape.k.shown * cell.width;
export const blockHeight = ({ shape, cell }: HeadsLayout, open = 0, rowGap = 0): number =>
  shape.rows.size * cell.height + open * rowGap * (shape.rows.size - 1);
export const headsWidth = (layout: HeadsLayout, split = 1): number =>
  layout.shape.heads * blockWidth(layout) + split * (layout.shape.heads - 1) * layout.gap;

/** Left edge of a head's columns when the heads have parted this far; the whole keeps its middle. */
export function headX(layout: HeadsLayout, head: number, split = 1): number {
  const slack = (headsWidth(layout) - headsWidth(layout, split)) / 2;
  return layout.x + slack + head * (blockWidth(layout) + split * layout.gap);
}

/** Top of the parted rows when they stand side by side. */
export const levelY = (layout: HeadsLayout): number =>
  layout.y +
  ((layout.steps - 1) * layout.stepHeight) / 2 -
  ((layout.shape.rows.size - 1) * layout.rowGap) / 2;

/** Top of a head's matrix on the stair. */
export const stairY = (layout: HeadsLayout, head: number): number =>
  layout.y + Math.floor((head * layout.steps) / layout.shape.heads) * layout.stepHeight;

/** Middle of the title's line, above `lines` lines of brackets over the cells. */
export const titleY = (layout: HeadsLayout, cellsTop: number, lines: number): number =>
  cellsTop - 4 - (lines + 0.5) * (layout.labelSize + 7) + 1;
