/**
 * Moving marks never cross what is read. Where a label, or a digit of a table that they neither come from nor go to, is in their way,
 * they fade out before it and come back behind it, as in a tunnel. Cells of their own tables they pass beneath: they are painted
 * first, and stationary marks in their way get a background in the paper colour.
 */

import { monoWidth } from "./measure.js";
import type { Mark, Picture } from "./picture.js";

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Flags marks as moving, so that they are painted beneath all others. */
export const asFlying = <M extends Mark>(marks: readonly M[]): M[] =>
  marks.map((mark) => ({ ...mark, flies: true }));

/** Flags only the cells of a matrix; its labels are already at the destination. */
export const withFlyingCells = (marks: readonly Mark[]): Mark[] =>
  marks.map((mark) => (mark.kind === "cell" ? { ...mark, flies: true } : mark));

/** A mark at progress `p`: absent before it starts, flagged as moving until it arrives. */
export const inTransit = <M extends Mark>(mark: M, p: number): M[] =>
  p <= 0 ? [] : p < 1 ? asFlying([mark]) : [mark];

/** The picture with its flying marks beneath all others, faded where others are in their way; `made` is the tensor of the step. */
export function withFlyingBeneath(picture: Picture, paper: string, made?: string): Picture {
  const flying = picture.marks.filter((mark) => mark.flies);
  if (flying.length === 0) return picture;
  const flights = fadedBefore(obstacles(picture.marks, flying, made), flying);
  const boxes = flights.filter(({ opacity }) => opacity !== 0).flatMap(boxOf);
  const stationary = picture.marks.filter((mark) => !mark.flies);
  const paperBehind = stationary.flatMap((mark): Mark[] => {
    const [box] = hasGaps(mark) ? boxOf(mark) : [];
    if (!box || !boxes.some((flight) => overlap(flight, box))) return [];
    const { left: x, top: y, right, bottom } = box;
    return [{ kind: "rect", x, y, width: right - x, height: bottom - y, fill: paper }];
  });
  return { ...picture, marks: [...flights, ...paperBehind, ...stationary] };
}

/** What may not be crossed: labels, and digits in tables that nothing flies from or to. */
function obstacles(marks: readonly Mark[], flying: readonly Mark[], made: string | undefined): Box[] {
  const nameOf = (mark: Mark): string | undefined => (mark.kind === "cell" ? mark.ref?.name : undefined);
  const own = new Set([made, ...flying.map(nameOf)]);
  const isObstacle = (mark: Mark): boolean =>
    !mark.flies &&
    (mark.opacity ?? 1) > 0.05 &&
    (mark.kind === "text"
      ? mark.text.trim() !== ""
      : mark.kind === "cell" && mark.text !== undefined && !own.has(nameOf(mark)));
  return marks.filter(isObstacle).flatMap(boxOf);
}

/** The pixels over which a mark fades before an obstacle. */
const FADING = 5;

const fadedBefore = (obstacles: readonly Box[], flights: readonly Mark[]): Mark[] =>
  flights.map((mark) => {
    const [box] = boxOf(mark);
    const gap = box ? Math.min(...obstacles.map((obstacle) => gapBetween(box, obstacle))) : FADING;
    const visible = Math.max(0, Math.min(1, (gap + 1) / FADING));
    return visible < 1 ? { ...mark, opacity: (mark.opacity ?? 1) * visible } : mark;
  });

/** The distance of two boxes along the axis on which they are further apart; negative where they overlap. */
const gapBetween = (a: Box, b: Box): number =>
  Math.max(a.left - b.right, b.left - a.right, a.top - b.bottom, b.top - a.bottom);

/** Dimmed cells and the gaps between cells would show a moving mark beneath them. */
const hasGaps = ({ kind, opacity = 1 }: Mark): boolean => kind === "cell" && opacity > 0.05;

function boxOf(mark: Mark): Box[] {
  if (mark.kind === "text") {
    const { x, y, text, size, align } = mark;
    const width = monoWidth(text, size);
    const left = x - (align === "end" ? width : align === "middle" ? width / 2 : 0);
    return [{ left: left - 1, top: y - size / 2 - 1, right: left + width + 1, bottom: y + size / 2 + 1 }];
  }
  if (mark.kind !== "cell" && mark.kind !== "rect") return [];
  return [{ left: mark.x, top: mark.y, right: mark.x + mark.width, bottom: mark.y + mark.height }];
}

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
