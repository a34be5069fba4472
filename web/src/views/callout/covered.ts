/** The areas of a picture covered by cells, which the arithmetic and the lens avoid if they can. */

import type { Rect } from "../../draw/layout/rect.js";
import { runsOf } from "../../draw/overlay.js";
import { type CellMark, type CellRef, cellsIn, type Picture, refKey } from "../../draw/picture.js";

const cache = new WeakMap<Picture, readonly Rect[]>();

export function coveredBy(picture: Picture): readonly Rect[] {
  const boxes = cache.get(picture) ?? boxesOf(picture, () => true);
  cache.set(picture, boxes);
  return boxes;
}

/** The boxes of the cells that a number was made from. */
export function operandsOn(picture: Picture, terms: readonly CellRef[]): readonly Rect[] {
  const wanted = new Set(terms.map(refKey));
  return boxesOf(picture, ({ ref }) => ref !== undefined && wanted.has(refKey(ref)));
}

const boxesOf = (picture: Picture, which: (mark: CellMark) => boolean): Rect[] =>
  runsOf(cellsIn(picture).filter(which));
