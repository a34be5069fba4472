/** The areas of a picture covered by cells, which the arithmetic and the lens avoid if they can. */
import { refKey, runsOf } from "../../draw/overlay.js";
import { type CellMark, type CellRef, cellsIn, type Picture } from "../../draw/picture.js";
import type { Box } from "../common/box.js";

const known = new WeakMap<Picture, readonly Box[]>();

export function coveredBy(picture: Picture): readonly Box[] {
  const boxes = known.get(picture) ?? boxesOf(picture, () => true);
  known.set(picture, boxes);
  return boxes;
}

/** The boxes of the cells that a number was made from. */
export function operandsOn(picture: Picture, terms: readonly CellRef[]): readonly Box[] {
  const wanted = new Set(terms.map(refKey));
  return boxesOf(picture, ({ ref }) => ref !== undefined && wanted.has(refKey(ref)));
}

const boxesOf = (picture: Picture, which: (mark: CellMark) => boolean): Box[] =>
  runsOf(cellsIn(picture).filter(which));
