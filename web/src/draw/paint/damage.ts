/**
 * What has to be repainted when one picture follows another: a few rectangles around all marks that were added, removed
 * or changed. Outside them both pictures have the same marks in the same order, and so the same pixels.
 */
import type { LineMark, Mark, Picture } from "../picture.js";

/** In CSS pixels; `right` and `bottom` lie outside. */
export interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** How far ahead in the list to look for a mark that has moved. */
const LOOKAHEAD = 48;
/** Lookahead budget of a frame. Beyond it marks are compared pairwise: that repaints more, but stays correct. */
const MAX_LOOKUPS = 6000;
/** Areas are merged until there are at most this many. */
const MAX_AREAS = 10;
/** The cost of one more area, as the number of unchanged pixels that are worth repainting to avoid it. */
const AREA_COST = 3000;
/** Where this share of the picture is damaged, all of it is painted. */
const FULL_REPAINT_SHARE = 0.7;

/** The damaged areas; undefined where it is cheaper to paint everything. */
export function damage(before: Picture, after: Picture): readonly Area[] | undefined {
  if (before.marks === after.marks) return [];
  if (before.width !== after.width || before.height !== after.height) return undefined;
  const areas: Area[] = [];
  compare(before.marks, after.marks, (mark) => {
    if (mark.opacity === 0) return;
    const markArea = areaOf(mark, { left: 0, top: 0, right: 0, bottom: 0 });
    // Marks come row by row, so the previous area is usually adjacent.
    const last = areas.at(-1);
    if (last && isWorthJoining(last, markArea)) join(last, markArea);
    else areas.push(markArea);
  });
  const merged = mergeAreas(areas);
  for (const area of merged) growAroundMarks(area, after.marks);
  const total = merged.reduce((sum, area) => sum + size(area), 0);
  return total > FULL_REPAINT_SHARE * after.width * after.height ? undefined : merged;
}

/** How far characters reach above and below the middle of their line, as a share of their size. */
const REACH = 0.6;

/**
 * Clipping changes the antialiasing of curves, slopes and dashes, and where only the edge of a line of text is within the clip,
 * a character of another font such as ⋮ may be left out: an area grows until it cuts through none.
 */
function growAroundMarks(area: Area, marks: readonly Mark[]): void {
  const markArea = { left: 0, top: 0, right: 0, bottom: 0 };
  let before: number;
  do {
    before = size(area);
    for (const mark of marks)
      if (mark.kind === "text") {
        areaOf(mark, markArea);
        markArea.top = mark.y - REACH * mark.size;
        markArea.bottom = mark.y + REACH * mark.size;
        if (!overlaps(markArea, area)) continue;
        area.top = Math.min(area.top, markArea.top);
        area.bottom = Math.max(area.bottom, markArea.bottom);
      } else if (isCurved(mark) && overlaps(areaOf(mark, markArea), area)) join(area, markArea);
  } while (size(area) > before);
}

/** Whether a mark has edges that are not horizontal or vertical. */
export function isCurved(mark: Mark): boolean {
  if (mark.kind === "cell" || mark.kind === "text" || mark.kind === "row") return false;
  if (mark.dash) return true;
  return mark.kind === "rect" ? (mark.radius ?? 0) > 0 : mark.arrow === true || !isLevelOrUpright(mark);
}

export const isLevelOrUpright = ({ points: [a, b, c] }: LineMark): boolean =>
  c === undefined && a !== undefined && b !== undefined && (a[0] === b[0] || a[1] === b[1]);

/** Finds a common subsequence of equal marks, and reports every mark of either list outside it. */
function compare(before: readonly Mark[], after: readonly Mark[], changed: (mark: Mark) => void): void {
  let [endBefore, endAfter] = [before.length, after.length];
  while (endBefore > 0 && endAfter > 0 && isSame(before[endBefore - 1], after[endAfter - 1])) {
    endBefore--;
    endAfter--;
  }
  const lookups = { left: MAX_LOOKUPS };
  let [i, j] = [0, 0];
  while (i < endBefore && j < endAfter) {
    const [old, next] = [before[i] as Mark, after[j] as Mark];
    if (!isSame(old, next)) {
      const mayHaveMoved = !isInPlace(old, next);
      const added = mayHaveMoved ? distanceTo(old, after, j + 1, endAfter, lookups) : 0;
      const removed = mayHaveMoved && added === 0 ? distanceTo(next, before, i + 1, endBefore, lookups) : 0;
      for (let k = 0; k < added; k++) changed(after[j++] as Mark);
      for (let k = 0; k < removed; k++) changed(before[i++] as Mark);
      if (added > 0 || removed > 0) continue;
      changed(old);
      changed(next);
    }
    i++;
    j++;
  }
  while (i < endBefore) changed(before[i++] as Mark);
  while (j < endAfter) changed(after[j++] as Mark);
}

/** How far ahead the mark equal to `mark` is, counting from the current one; 0 if it is not near. */
function distanceTo(
  mark: Mark,
  list: readonly Mark[],
  from: number,
  to: number,
  lookups: { left: number },
): number {
  const end = Math.min(to, from + LOOKAHEAD);
  for (let k = from; k < end && lookups.left > 0; k++) {
    lookups.left--;
    if (isSame(mark, list[k])) return k - from + 1;
  }
  return 0;
}

/** A cell that only changed its look: no need to search for it elsewhere. */
const isInPlace = (a: Mark, b: Mark): boolean =>
  a.kind === "cell" && b.kind === "cell" && a.x === b.x && a.y === b.y && a.width === b.width;

/** The fields of each kind of mark, besides its opacity, that decide its pixels. */
const FIELDS = {
  cell: [
    "x",
    "y",
    "width",
    "height",
    "fill",
    "text",
    "textColor",
    "fontSize",
    "hatch",
    "outline",
    "outlineWidth",
  ],
  row: ["cells", "x", "y", "from", "to"],
  text: ["x", "y", "text", "size", "color", "align", "font", "bold"],
  line: ["color", "width", "arrow"],
  rect: ["x", "y", "width", "height", "fill", "stroke", "strokeWidth", "radius"],
} as const satisfies Record<Mark["kind"], readonly string[]>;

/** Whether two marks give the same pixels. */
export function isSame(a: Mark | undefined, b: Mark | undefined): boolean {
  if (a === b) return true;
  if (!a || !b || a.kind !== b.kind || (a.opacity ?? 1) !== (b.opacity ?? 1)) return false;
  const [one, other] = [a, b] as unknown as readonly Readonly<Record<string, unknown>>[];
  for (const field of FIELDS[a.kind]) if (one?.[field] !== other?.[field]) return false;
  if (a.kind === "rect" && b.kind === "rect") return sameNumbers(a.dash, b.dash);
  if (a.kind !== "line" || b.kind !== "line") return true;
  const { points } = b;
  const hasSamePoints =
    a.points.length === points.length && a.points.every((at, i) => sameNumbers(at, points[i]));
  return hasSamePoints && sameNumbers(a.dash, b.dash);
}

const sameNumbers = (a: readonly number[] | undefined, b: readonly number[] | undefined): boolean =>
  a === b || (a?.length === b?.length && (a ?? []).every((x, i) => x === b?.[i]));

/** Everything a mark can touch, antialiasing and rounding to device pixels included; written into `area`. */
export function areaOf(mark: Mark, area: Area): Area {
  switch (mark.kind) {
    case "cell": {
      // Digits are narrower than three quarters of their size; those of a narrow cell may extend beyond it.
      const digits = mark.text ? mark.text.length * (mark.fontSize ?? 0) * 0.75 : 0;
      const margin = Math.max(0, (digits - mark.width) / 2) + 1;
      return around(area, mark.x, mark.y, mark.x + mark.width, mark.y + mark.height, margin);
    }
    case "row": {
      const [first, last] = [mark.cells[mark.from], mark.cells[mark.to - 1]];
      const right = (last?.x ?? 0) + (last?.width ?? 0);
      return around(area, mark.x + (first?.x ?? 0), mark.y, mark.x + right, mark.y + (first?.height ?? 0), 1);
    }
    case "rect":
      return around(
        area,
        mark.x,
        mark.y,
        mark.x + mark.width,
        mark.y + mark.height,
        (mark.strokeWidth ?? 1) + 1,
      );
    case "text": {
      // No character in these fonts is much wider than its size; one size of slack at either end.
      const width = mark.text.length * mark.size;
      const left = mark.x - (mark.align === "end" ? width : mark.align === "middle" ? width / 2 : 0);
      return around(area, left, mark.y, left + width, mark.y, mark.size);
    }
    case "line":
      return areaOfLine(mark, area);
  }
}

function areaOfLine({ points, width, arrow }: LineMark, area: Area): Area {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  // A sharp bend's miter reaches ten half widths at most.
  return around(area, left, top, right, bottom, (points.length > 2 ? 5 * width : width) + (arrow ? 8 : 1));
}

function around(area: Area, left: number, top: number, right: number, bottom: number, margin: number): Area {
  area.left = left - margin;
  area.top = top - margin;
  area.right = right + margin;
  area.bottom = bottom + margin;
  return area;
}

const size = ({ left, top, right, bottom }: Area): number => (right - left) * (bottom - top);

const sizeOfBoth = (a: Area, b: Area): number =>
  (Math.max(a.right, b.right) - Math.min(a.left, b.left)) *
  (Math.max(a.bottom, b.bottom) - Math.min(a.top, b.top));

/** The unchanged pixels that joining two areas would repaint. */
const waste = (a: Area, b: Area): number => sizeOfBoth(a, b) - size(a) - size(b);

const isWorthJoining = (a: Area, b: Area): boolean => waste(a, b) <= AREA_COST;

function join(into: Area, other: Area): void {
  into.left = Math.min(into.left, other.left);
  into.top = Math.min(into.top, other.top);
  into.right = Math.max(into.right, other.right);
  into.bottom = Math.max(into.bottom, other.bottom);
}

export const overlaps = (a: Area, b: Area): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Merges areas that are close together, then the nearest ones, until at most MAX_AREAS are left. */
function mergeAreas(areas: readonly Area[]): Area[] {
  const merged: Area[] = [];
  for (const area of areas) {
    let nearest: Area | undefined;
    let leastCost = Infinity;
    for (const candidate of merged) {
      const cost = waste(candidate, area);
      if (cost < leastCost) [leastCost, nearest] = [cost, candidate];
    }
    if (nearest && (leastCost <= AREA_COST || merged.length >= MAX_AREAS)) join(nearest, area);
    else merged.push(area);
  }
  return merged.length > 1 && merged.length < areas.length ? mergeAreas(merged) : merged;
}
