/**
 * Places the arithmetic of a cell, and the lens, on the stage: beside the cell, avoiding the cell itself first, then its
 * operands.
 */

import type { Rect } from "../../draw/layout/rect.js";
import type { Lens } from "../../draw/lens.js";
import type { CellRef, Mark, Picture } from "../../draw/picture.js";
import { coveredBy, operandsOn } from "./covered.js";

/** A lens with its position. */
export interface PlacedLens {
  readonly lens: Lens;
  readonly box: Rect;
  readonly marks: readonly Mark[];
}

/** On a stage narrower than this the callout lies along an edge. */
const NARROW = 560;
const GAP = 14;
const EDGE = 8;
/** Step in pixels of the grid of further candidates. */
const GRID = 28;
/** The room for a callout along an edge: enough to read the products, even if it then covers the lens or the cell. */
const LEAST_ROOM = 280;

export const overlap = (a: Rect, b: Rect): number =>
  Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));

const center = (b: Rect): readonly [number, number] => [b.x + b.width / 2, b.y + b.height / 2];

/** Candidate places around a cell, the preferred ones first. */
function candidates(
  stage: { width: number; height: number },
  size: { width: number; height: number },
  cell: Rect,
): Rect[] {
  const [cx, cy] = center(cell);
  const xs = [
    cell.x + cell.width + GAP,
    cell.x - GAP - size.width,
    cx - size.width / 2,
    EDGE,
    stage.width - size.width - EDGE,
  ];
  const ys = [
    cy - size.height / 2,
    cell.y + cell.height + GAP,
    cell.y - GAP - size.height,
    EDGE,
    stage.height - size.height - EDGE,
  ];
  const within = (value: number, room: number): number => Math.max(EDGE, Math.min(value, room - EDGE));
  for (let x = EDGE; x < stage.width - size.width; x += GRID) xs.push(x);
  for (let y = EDGE; y < stage.height - size.height; y += GRID) ys.push(y);
  return xs.flatMap((x) =>
    ys.map((y) => ({
      ...size,
      x: within(x, stage.width - size.width),
      y: within(y, stage.height - size.height),
    })),
  );
}

/** The place of least cost: covering the cell or a kept box costs most, then operands, then other numbers, then distance. */
export function placeCallout(
  stage: { width: number; height: number },
  size: { width: number; height: number },
  cell: Rect,
  operands: readonly Rect[],
  others: readonly Rect[] = [],
  kept: readonly Rect[] = [],
): { x: number; y: number } {
  const [cx, cy] = center(cell);
  let best: Rect | undefined;
  let bestCost = Number.POSITIVE_INFINITY;
  for (const box of candidates(stage, size, cell)) {
    const [x, y] = center(box);
    const covered = (boxes: readonly Rect[]): number =>
      boxes.reduce((sum, other) => sum + overlap(box, other), 0);
    const cost =
      covered([cell, ...kept]) * 1000 +
      covered(operands) * 10 +
      covered(others) * 0.02 +
      Math.hypot(x - cx, y - cy);
    if (cost < bestCost) [best, bestCost] = [box, cost];
  }
  return best ? { x: best.x, y: best.y } : { x: EDGE, y: EDGE };
}

/** The place on the opposite side of the stage, which leaves the most room for a lens beside the cell. */
export function awayFrom(
  stage: { width: number; height: number },
  size: { width: number; height: number },
  cell: Rect,
): { x: number; y: number } {
  const [cx, cy] = center(cell);
  const right = stage.width - size.width - EDGE;
  const low = Math.max(EDGE, stage.height - size.height - EDGE);
  const y = Math.max(EDGE, Math.min(cy - size.height / 2, low));
  return { x: cx > stage.width / 2 ? EDGE : Math.max(EDGE, right), y };
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

/** Places a lens beside its cell. There is none if it does not fit beside the box that it has to avoid. */
export function placeLens(
  lens: Lens,
  picture: Picture,
  terms: readonly CellRef[],
  avoid: Rect | undefined,
): PlacedLens | undefined {
  const { anchor, size } = lens;
  // On a narrow stage it stays close to its cell, because the arithmetic needs the rest of the room.
  const others = picture.width < NARROW ? [] : coveredBy(picture);
  const kept = avoid ? [avoid] : [];
  const box = { ...placeCallout(picture, size, anchor, operandsOn(picture, terms), others, kept), ...size };
  return kept.some((other) => overlap(box, other) > 0) ? undefined : { lens, box, marks: lens.marks(box) };
}

/** What the arithmetic of a cell is placed beside. */
interface Surroundings {
  readonly stage: { readonly width: number; readonly height: number };
  readonly picture: Picture | undefined;
  /** The cell; undefined if it is not on the stage. */
  readonly anchor: Rect | undefined;
  readonly terms: readonly CellRef[] | undefined;
  readonly lens: Rect | undefined;
}

/** Moves the arithmetic to its place. Returns its box if that covers the lens. */
export function placeArithmetic(
  callout: HTMLElement,
  { stage, picture, anchor, terms, lens }: Surroundings,
): Rect | undefined {
  const isNarrow = stage.width < NARROW;
  const { style } = callout;
  const covering = ({ x, y }: { x: number; y: number }): Rect | undefined => {
    const box = { x, y, width: callout.offsetWidth, height: callout.offsetHeight };
    return lens && overlap(box, lens) > 0 ? box : undefined;
  };
  if (isNarrow || !anchor || !terms || !picture) {
    Object.assign(style, alongEdge(stage.height, anchor, isNarrow));
    return covering({ x: callout.offsetLeft, y: callout.offsetTop });
  }
  // Measured in the corner, where nothing limits its width.
  const free = { left: "0", top: "0", right: "auto", bottom: "auto", maxWidth: "" };
  Object.assign(style, free, { maxHeight: `${Math.round(stage.height * 0.94)}px` });
  const size = { width: callout.offsetWidth, height: callout.offsetHeight };
  const others = coveredBy(picture);
  let at = placeCallout(stage, size, anchor, operandsOn(picture, terms), others, lens ? [lens] : []);
  const isInWay = covering(at) !== undefined;
  if (isInWay) at = awayFrom(stage, size, anchor);
  Object.assign(style, { left: `${Math.round(at.x)}px`, top: `${Math.round(at.y)}px` });
  return isInWay ? { ...at, ...size } : undefined;
}
