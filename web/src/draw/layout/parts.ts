/**
 * One direction of the stage, from left to right or from the top down: its parts in order, each with a name. A part has a
 * length or so many cells. First the cells get the size that fits (fitCells), then every part its place (placeParts): between
 * the two a scene may make cells smaller, or learn from their width how high a caption is.
 */
import type { CellSize } from "../marks/cell.js";
import { LARGEST_CELL } from "./room.js";

export interface Cells {
  readonly cells: number;
  /** They take at least this room, however small they are. */
  readonly least: number;
}
export type Parts<Name extends string = string> = Readonly<Record<Name, number | Cells>>;

export const ofCells = (count: number, least = 0): Cells => ({ cells: count, least });

const partsOf = (parts: Parts): readonly (number | Cells)[] => Object.values(parts);

/** The length of a cell where all parts fit a length. */
export function fitCells(length: number, parts: Parts, largest: number): number {
  let free = length;
  let sharing: Cells[] = [];
  for (const part of partsOf(parts))
    if (typeof part === "number") free -= part;
    else sharing.push(part);
  for (;;) {
    const count = sharing.reduce((sum, { cells }) => sum + cells, 0);
    const size = Math.min(largest, free / Math.max(count, 1));
    // Parts at their minimum size leave less room to the others.
    const isHeld = ({ cells, least }: Cells): boolean => cells * size < least;
    const held = sharing.filter(isHeld);
    if (held.length === 0 || held.length === sharing.length) return size;
    free -= held.reduce((sum, { least }) => sum + least, 0);
    sharing = sharing.filter((part) => !isHeld(part));
  }
}

export const fitWidth = (width: number, parts: Parts): number => fitCells(width, parts, LARGEST_CELL.width);
export const fitHeight = (height: number, parts: Parts): number =>
  fitCells(height, parts, LARGEST_CELL.height);

const sizeOf = (part: number | Cells, cell: number): number =>
  typeof part === "number" ? part : Math.max(part.cells * cell, part.least);

/** The length of all parts. */
export const lengthOf = (parts: Parts, cell: number): number =>
  partsOf(parts).reduce((sum: number, part) => sum + sizeOf(part, cell), 0);

/** Where each part begins, all of them in the middle of a length, but not before `from`. */
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
  const wide = fitWidth(width - 2 * margin[0], across);
  const down = downOf(wide);
  const cell = proportioned({ width: wide, height: fitHeight(height - 2 * margin[1], down) }, ...proportion);
  return { cell, x: placeParts(width, across, cell.width), y: placeParts(height, down, cell.height) };
}

/** At most so many times as wide as high, and as high as wide. */
export const proportioned = ({ width, height }: CellSize, widest: number, highest: number): CellSize => ({
  width: Math.min(width, height * widest),
  height: Math.min(height, width * highest),
});
