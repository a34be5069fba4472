/**
 * What flies passes beneath what stands, so that it never hides a header or a digit: flying marks are painted first, and
 * whatever stands in their way has paper behind it.
 */
import { type Mark, type Picture, singly } from "./picture.js";
import { monoWidth } from "./text.js";

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The marks as they are painted while they move. */
export const flying = <M extends Mark>(marks: readonly M[]): M[] =>
  marks.map((mark) => ({ ...mark, flies: true }));

/** The same for a matrix whose labels already stand where it goes. */
export const flyingCells = (marks: readonly Mark[]): Mark[] =>
  marks.map((mark) => (mark.kind === "cell" || mark.kind === "row" ? { ...mark, flies: true } : mark));

/** A mark on its way: nothing before it leaves, flying until it stands. */
export const arriving = <M extends Mark>(mark: M, p: number): M[] =>
  p <= 0 ? [] : p < 1 ? flying([mark]) : [mark];

/** The picture with its flying marks beneath all others. */
export function beneath(picture: Picture, paper: string): Picture {
  const flights = picture.marks.filter((mark) => mark.flies);
  if (flights.length === 0) return picture;
  const boxes = singly(flights).flatMap(boxOf);
  const standing = picture.marks.filter((mark) => !mark.flies);
  const paperBehind = standing.flatMap((mark): Mark[] => {
    const [box] = hasGaps(mark) ? boxOf(mark) : [];
    if (!box || !boxes.some((flight) => meets(flight, box))) return [];
    const { left: x, top: y, right, bottom } = box;
    return [{ kind: "rect", x, y, width: right - x, height: bottom - y, fill: paper }];
  });
  return { ...picture, marks: [...flights, ...paperBehind, ...standing] };
}

/** Labels, dimmed cells and the air between cells show what is painted beneath them. */
const hasGaps = ({ kind, opacity = 1 }: Mark): boolean =>
  (kind === "text" || kind === "cell") && opacity > 0.05;

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

const meets = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
