/**
 * Layout along one direction of the stage: named parts in order, each with a fixed length or a number of cells. fitCells
 * computes the cell size that fits, placeParts the start of every part. Between the two a scene may reduce the cell size,
 * or derive the height of a caption from the cell width.
 */

import { LARGEST_CELL } from "../measure.js";
import type { CellSize } from "../picture.js";

export interface Cells {
  readonly cells: number;
  /** The minimum length of the part. */
  readonly least: number;
}
export type Parts<Name extends string = string> = Readonly<Record<Name, number | Cells>>;

export const ofCells = (count: number, least = 0): Cells => ({ cells: count, least });

const lengthsOf = (parts: Parts): readonly (number | Cells)[] => Object.values(parts);

/** The cell size at which all parts fit into `length`, at least 1: what does not fit then ends beyond the stage. */
export function fitCells(length: number, parts: Parts, largest: number): number {
  let free = length;
  let sharing: Cells[] = [];
  for (const part of lengthsOf(parts))
    if (typeof part === "number") free -= part;
    else sharing.push(part);
  for (;;) {
    const count = sharing.reduce((sum, { cells }) => sum + cells, 0);
    const size = Math.min(largest, free / Math.max(count, 1));
    // Parts at their minimum size leave less room to the others.
    const isAtMinimum = ({ cells, least }: Cells): boolean => cells * size < least;
    const atMinimum = sharing.filter(isAtMinimum);
    if (atMinimum.length === 0 || atMinimum.length === sharing.length) return Math.max(1, size);
    free -= atMinimum.reduce((sum, { least }) => sum + least, 0);
    sharing = sharing.filter((part) => !isAtMinimum(part));
  }
}

export const fitWidth = (width: number, parts: Parts): number => fitCells(width, parts, LARGEST_CELL.width);
export const fitHeight = (height: number, parts: Parts): number =>
  fitCells(height, parts, LARGEST_CELL.height);

const sizeOf = (part: number | Cells, cell: number): number =>
  typeof part === "number" ? part : Math.max(part.cells * cell, part.least);

/** The length of all parts. */
export const lengthOf = (parts: Parts, cell: number): number =>
  lengthsOf(parts).reduce((sum: number, part) => sum + sizeOf(part, cell), 0);

/** The start of each part; together they are centred in `length`, but do not start before `from`. */
export function placeParts<Name extends string>(
  length: number,
  parts: Parts<Name>,
  cell: number,
  from = Number.NEGATIVE_INFINITY,
): Readonly<Record<Name, number>> {
  let at = Math.max(from, (length - lengthOf(parts, cell)) / 2);
  const places = {} as Record<Name, number>;
  for (const name of Object.keys(parts) as Name[]) {
    places[name] = at;
    at += sizeOf(parts[name], cell);
  }
  return places;
}

/** Places parts across and down the stage. Across first, because the height of a caption depends on the cells' width. */
export function placeOnStage<X extends string, Y extends string>(
  { width, height }: CellSize,
  margin: readonly [x: number, y: number],
  across: Parts<X>,
  downOf: (cellWidth: number) => Parts<Y>,
  proportion: readonly [widest: number, highest: number] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
  ],
) {
  const cellWidth = fitWidth(width - 2 * margin[0], across);
  const down = downOf(cellWidth);
  const cell = limitRatio(
    { width: cellWidth, height: fitHeight(height - 2 * margin[1], down) },
    ...proportion,
  );
  return { cell, x: placeParts(width, across, cell.width), y: placeParts(height, down, cell.height) };
}

/** Limits width to `widest` × height, and height to `highest` × width. */
export const limitRatio = ({ width, height }: CellSize, widest: number, highest: number): CellSize => ({
  width: Math.min(width, height * widest),
  height: Math.min(height, width * highest),
});
