/** Places the arithmetic of a cell on the stage: beside the cell, avoiding the cell itself first, then its operands. */

import { runsOf } from "../../draw/overlay.js";
import {
  type CellMark,
  type CellRef,
  type CellSize,
  cellsIn,
  type Picture,
  type Point,
  type Rect,
  refKey,
} from "../../draw/picture.js";

/** On a stage narrower than this the callout lies along an edge. */
export const NARROW = 560;
const GAP = 14;
const EDGE = 8;
/** Step in pixels of the grid of further candidates. */
const GRID = 28;
/** The room for a callout along an edge: enough to read the products, even if it then covers the cell. */
const LEAST_ROOM = 280;

const overlap = (a: Rect, b: Rect): number =>
  Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));

const center = (b: Rect): readonly [number, number] => [b.x + b.width / 2, b.y + b.height / 2];

const boxesOf = (picture: Picture, which: (mark: CellMark) => boolean): Rect[] =>
  runsOf(cellsIn(picture).filter(which));

/** The boxes of the cells that a number was made from. */
function operandsOn(picture: Picture, terms: readonly CellRef[]): readonly Rect[] {
  const wanted = new Set(terms.map(refKey));
  return boxesOf(picture, ({ ref }) => ref !== undefined && wanted.has(refKey(ref)));
}

/** The boxes of all cells, kept because the arithmetic asks for them at every move of the pointer. */
const covered = new WeakMap<Picture, readonly Rect[]>();
function coveredBy(picture: Picture): readonly Rect[] {
  const boxes = covered.get(picture) ?? boxesOf(picture, () => true);
  covered.set(picture, boxes);
  return boxes;
}

/** Candidates along one axis: beside the cell and centred on it, at the stage's ends, and every GRID pixels. */
function offsets(room: number, size: number, cell: number, cellSize: number, isAcross: boolean): number[] {
  const [after, before] = [cell + cellSize + GAP, cell - GAP - size];
  const centred = cell + cellSize / 2 - size / 2;
  const last = room - size - EDGE;
  const grid = Array.from(
    { length: Math.max(0, Math.ceil((room - size - EDGE) / GRID)) },
    (_, i) => EDGE + i * GRID,
  );
  const all = [...(isAcross ? [after, before, centred] : [centred, after, before]), EDGE, last, ...grid];
  return all.map((at) => Math.max(EDGE, Math.min(at, last)));
}

/** The place of least cost: covering the cell costs most, then operands, then other numbers, then distance. */
export function placeCallout(
  stage: CellSize,
  size: CellSize,
  cell: Rect,
  operands: readonly Rect[],
  others: readonly Rect[] = [],
): Point {
  const [cx, cy] = center(cell);
  const ys = offsets(stage.height, size.height, cell.y, cell.height, false);
  let [best, bestCost]: [Point, number] = [{ x: EDGE, y: EDGE }, Number.POSITIVE_INFINITY];
  for (const left of offsets(stage.width, size.width, cell.x, cell.width, true))
    for (const top of ys) {
      const box = { x: left, y: top, width: size.width, height: size.height };
      const [x, y] = center(box);
      const hidden = (boxes: readonly Rect[]): number =>
        boxes.reduce((sum, other) => sum + overlap(box, other), 0);
      const cost =
        hidden([cell]) * 1000 + hidden(operands) * 10 + hidden(others) * 0.02 + Math.hypot(x - cx, y - cy);
      if (cost < bestCost) [best, bestCost] = [{ x: left, y: top }, cost];
    }
  return best;
}

/**
 * Styles that place the callout along the top or the bottom edge of the stage, whichever side of the cell has more room,
 * and limit its height to that room, or to the least if there is less.
 */
export function alongEdge(
  height: number,
  cell: Rect | undefined,
  isWide: boolean,
): Partial<CSSStyleDeclaration> {
  const above = cell ? cell.y : 0;
  const below = cell ? height - cell.y - cell.height : height;
  const atTop = above > below;
  const room = Math.max(above, below, Math.min(LEAST_ROOM, height));
  return {
    left: "8px",
    right: isWide ? "8px" : "auto",
    top: atTop ? "8px" : "auto",
    bottom: atTop ? "auto" : "8px",
    maxWidth: isWide ? "none" : "",
    maxHeight: `${Math.round(room - 14)}px`,
  };
}

/** What the arithmetic of a cell is placed beside. */
interface Surroundings {
  readonly stage: CellSize;
  readonly picture: Picture | undefined;
  /** The cell; undefined if it is not on the stage. */
  readonly anchor: Rect | undefined;
  readonly terms: readonly CellRef[] | undefined;
}

/** Moves the arithmetic to its place. */
export function placeArithmetic(callout: HTMLElement, { stage, picture, anchor, terms }: Surroundings): void {
  const isNarrow = stage.width < NARROW;
  const { style } = callout;
  if (isNarrow || !anchor || !terms || !picture) {
    Object.assign(style, alongEdge(stage.height, anchor, isNarrow));
    return;
  }
  // Measured in the corner, where nothing limits its width.
  const free = { left: "0", top: "0", right: "auto", bottom: "auto", maxWidth: "" };
  Object.assign(style, free, { maxHeight: `${Math.round(stage.height * 0.94)}px` });
  const size = { width: callout.offsetWidth, height: callout.offsetHeight };
  const at = placeCallout(stage, size, anchor, operandsOn(picture, terms), coveredBy(picture));
  Object.assign(style, { left: `${Math.round(at.x)}px`, top: `${Math.round(at.y)}px` });
}
