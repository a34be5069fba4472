/**
 * The place of a matrix product: A at the left, B above, the result in the corner where A's row and B's column meet.
 * The free quadrant at the top left is the room where the arithmetic is written out.
 */

import { axisText, captionRoom, type MatrixSpec, matrix } from "../marks/matrix.js";
import { rowNameRoom } from "../marks/token_names.js";
import { isNarrow, LARGEST_CELL, labelSize, monoWidth } from "../measure.js";
import type { Operand } from "../operand.js";
import type { CellSize, Directions, Mark, Point, Rect } from "../picture.js";
import type { DrawnAxis } from "../tensor_view.js";
import type { Theme } from "../theme.js";
import { ofCells, placeOnStage, placeParts } from "./parts.js";

/** One value each of A, B and their product; or, without `above`, of a tensor and the result made from it row by row. */
export interface Corner<T> {
  readonly left: T;
  readonly above: T;
  readonly result: T;
}

/** A product sums over the columns of A, which are the rows of B. */
export const CORNER: Corner<Directions> = {
  ...{ left: ["row", "inner"], above: ["inner", "col"], result: ["row", "col"] },
};

export type Pair<T> = Omit<Corner<T>, "above">;

export interface PairLayout extends Pair<Point> {
  readonly cell: CellSize;
  /** Where the arithmetic is written out. */
  readonly room: Rect;
  readonly labelSize: number;
  readonly narrow: boolean;
}

export interface CornerLayout extends PairLayout, Corner<Point> {
  /** Top of the band between B and the result. */
  readonly betweenY: number;
  /** Left edge of a column between A and the result. */
  readonly besideX: number;
  /** The room of the result. */
  readonly extent: CellSize;
}

/** The least room for the arithmetic: a short line each for product, sum and result. */
const MIN_ROOM: CellSize = { width: 104, height: 50 };

/** What all layouts take from the stage: margins, and the height of a caption. */
function frameOf({ width }: CellSize) {
  const [narrow, size] = [isNarrow(width), labelSize(width)];
  const caption = ({ title, cols }: { title: string; cols: DrawnAxis }, cell: number): number =>
    captionRoom(title, cols, cols.size * cell, size);
  return { narrow, size, margin: narrow ? 6 : 14, caption };
}

/** The letters or names beside A. */
const axisRoom = ({ rows }: Operand, narrow: boolean): number =>
  Math.max(narrow ? 36 : 40, rowNameRoom(rows));

/** Cells are as large as the stage allows and of one size in all three matrices, so that they keep it while moving. */
export function cornerLayout(
  stage: CellSize,
  { left, above, result }: Corner<Operand>,
  /** Height kept free between B and the result, and width at the left of the result, for a bias; whether it may be transposed. */
  { between = 0, beside = 0, isSquare = false } = {},
): CornerLayout {
  const inner = left.cols.size;
  const [rows, cols] = isSquare
    ? ([result, result].map((one) => Math.max(one.rows.size, one.cols.size)) as [number, number])
    : [result.rows.size, result.cols.size];
  const { narrow, size, margin, caption } = frameOf(stage);
  const axisX = axisRoom(left, narrow);
  // On a narrow stage the result's row label and names are left out: A's stand on the same lines.
  const resultNames = isSquare
    ? rowNameRoom(result.cols)
    : narrow || beside > 0
      ? 0
      : rowNameRoom(result.rows);
  const namesWidth = Math.max(rowNameRoom(above.rows), beside + resultNames);
  const gap = Math.max(narrow ? 18 : 50, namesWidth + (beside > 0 ? 12 : 4));
  const freeX = stage.width - 2 * margin - gap - axisX;
  const width = cellLength(freeX, inner, cols, MIN_ROOM.width - axisX, LARGEST_CELL.width);
  const top = caption(above, width);
  const middle = 10 + between + Math.max(caption(result, width), caption(left, width));
  const freeY = stage.height - 2 * margin - top - middle;
  const height = cellLength(freeY, inner, rows, MIN_ROOM.height, LARGEST_CELL.height);
  const [leftWidth, aboveHeight] = [inner * width, inner * height];
  const across = { left: Math.max(axisX + leftWidth, MIN_ROOM.width), gap, result: ofCells(cols) };
  const down = { top, above: Math.max(aboveHeight, MIN_ROOM.height), middle, result: ofCells(rows) };
  const x = placeParts(stage.width, across, width, margin);
  const y = placeParts(stage.height, down, height, margin);
  return {
    ...{ narrow, labelSize: size, cell: { width, height }, betweenY: y.middle + 6, besideX: x.gap + 6 },
    left: { x: x.gap - leftWidth, y: y.result },
    above: { x: x.result, y: y.middle - aboveHeight },
    result: { x: x.result, y: y.result },
    extent: { width: cols * width, height: rows * height },
    room: { x: margin, y: y.top, width: x.gap - margin - 4, height: y.middle - y.top },
  };
}

/** The size of a cell when `a` cells (which take at least `leastA`) and `b` cells share `free` pixels. */
function cellLength(free: number, countA: number, countB: number, minA: number, largest: number): number {
  const even = Math.min(largest, free / (countA + countB));
  return countA * even >= minA ? even : Math.max(0.5, Math.min(even, (free - minA) / countB));
}

/** The matrices, each in its state. */
export function matricesOf(
  { cell, labelSize, narrow, ...at }: PairLayout & Partial<Pick<CornerLayout, "above">>,
  { left, above, result }: Pair<Operand> & Partial<Pick<Corner<Operand>, "above">>,
  states: Pair<Partial<MatrixSpec>> & Partial<Pick<Corner<Partial<MatrixSpec>>, "above">>,
  theme: Theme,
  stageWidth: number,
): Mark[] {
  const base = { cell, theme, labelSize };
  // The axis letter of the result's rows is drawn above their tokens and needs room there.
  const letter = !narrow && result.rows.names ? monoWidth(axisText(result.rows), labelSize) : 0;
  const right = { ...base, labels: narrow ? "columns" : "all", titleEnd: stageWidth - 4 } as const;
  const aboveLabels = narrow ? "names" : "all";
  const besideLeft = at.result.x > at.left.x ? at.result.x : stageWidth;
  return [
    ...matrix({ ...base, ...left, ...at.left, titleEnd: besideLeft - 12 - letter, ...states.left }),
    ...(above && at.above
      ? matrix({ ...right, labels: aboveLabels, ...above, ...at.above, ...states.above })
      : []),
    ...matrix({ ...right, ...result, ...at.result, ...states.result }),
  ];
}

/**
 * The layout of a tensor beside the result made from it, row by row: softmax, layer norm.
 */
export function pairLayout(
  stage: CellSize,
  { left, result }: Pair<Operand>,
  /** Height kept free above the two for the arithmetic, and width at the right for a label at each row's end. */
  { top, tail = 0 }: { readonly top: number; readonly tail?: number },
): PairLayout {
  const { rows, cols } = result;
  const { narrow, size, margin, caption } = frameOf(stage);
  const across = {
    leftNames: Math.max(narrow ? 36 : 44, rowNameRoom(left.rows)),
    left: ofCells(cols.size),
    // On a narrow stage only the left matrix has row names.
    gap: narrow ? 18 : Math.max(56, rowNameRoom(rows) + 12),
    ...{ result: ofCells(cols.size), tail },
  };
  const captionOf = (width: number): number =>
    Math.max(...[left, result].map(({ title }) => caption({ title, cols }, width)));
  const downOf = (width: number) => ({
    ...{ room: top, seam: 12, caption: captionOf(width), rows: ofCells(rows.size) },
  });
  const { cell, x, y } = placeOnStage(stage, [margin, margin], across, downOf);
  return {
    ...{ cell, labelSize: size, narrow, left: { x: x.left, y: y.rows }, result: { x: x.result, y: y.rows } },
    room: { x: margin, y: y.room, width: stage.width - 2 * margin, height: top },
  };
}

/** A matrix product: rows × inner at the left, inner × columns above. */
export interface Product extends Corner<Operand> {
  /** 1 × columns, added to every row, or rows × 1, added to every column */
  readonly bias?: Operand | undefined;
  /** Divides the sum: shown as "÷ √d_k". */
  readonly divisor?: { readonly text: string };
}

/** The cell that is being explained: where it is drawn, and which cell of the tensor it is. */
export interface Current {
  readonly row: number;
  readonly col: number;
  readonly trueRow: number;
  readonly trueCol: number;
  /** The progress of the explanation, 0…1. */
  readonly within: number;
}
