/**
 * Shows where a number comes from, over any picture: a strong outline around the chosen cell, an outline around each run
 * of the cells it was computed from, and a fine line from each run to the cell; everything else is dimmed.
 */

import {
  type CellMark,
  type CellRef,
  type LineRef,
  type Mark,
  type Picture,
  type Rect,
  refKey,
  sameRef,
} from "./picture.js";
import type { Theme } from "./theme.js";

/** Cells count as neighbours when the gap between them is at most this. */
const MAX_GAP = 5;
/** With more runs than this, lines would hide the numbers: outlines alone remain. */
const MAX_LINES = 24;
const CURVE_POINTS = 14;

export function highlight(
  picture: Picture,
  selected: CellRef,
  terms: readonly CellRef[],
  theme: Theme,
): Picture {
  const termKeys = new Set(terms.map(refKey));
  const visible = (mark: Mark): mark is CellMark =>
    mark.kind === "cell" && (mark.opacity ?? 1) > 0.05 && mark.ref !== undefined;
  const isSelectedLine = sharedLines([selected, ...terms]);
  const operands: CellMark[] = [];
  let selectedMark: CellMark | undefined;
  const marks = picture.marks.map((mark): Mark => {
    if (mark.kind === "rect" && mark.fill) return { ...mark, opacity: (mark.opacity ?? 1) * theme.rest };
    if (mark.kind === "text" && mark.names && isSelectedLine(mark.names))
      return { ...mark, bold: true, color: theme.accent };
    if (mark.kind !== "cell") return mark;
    const isSelected = visible(mark) && sameRef(mark.ref, selected);
    const isOperand = visible(mark) && mark.ref !== undefined && termKeys.has(refKey(mark.ref));
    if (isSelected) selectedMark = mark;
    else if (isOperand) operands.push(mark);
    if (isSelected || isOperand) return { ...mark, opacity: 1 };
    return { ...mark, opacity: Math.min(mark.opacity ?? 1, theme.rest) };
  });
  const runs = runsOf(operands);
  for (const run of runs) marks.push(outline(run, theme.accent, 1.5));
  if (selectedMark) {
    const to = selectedMark;
    if (runs.length <= MAX_LINES) for (const run of runs) marks.push(...link(run, to, theme));
    marks.push(outline(to, theme.accent, 3));
  }
  return { ...picture, marks };
}

/**
 * Tests for the rows and columns that all selected cells of a tensor share. For a score these are its query and its key, in q,
 * in k and in the scores.
 */
function sharedLines(cells: readonly CellRef[]): (line: LineRef) => boolean {
  const common = new Map<string, (number | undefined)[]>();
  for (const { name, index } of cells) {
    const known = common.get(name);
    common.set(name, known ? known.map((at, axis) => (at === index[axis] ? at : undefined)) : [...index]);
  }
  return ({ name, axis, at }) => common.get(name)?.[axis] === at;
}

const outline = ({ x, y, width, height }: Rect, stroke: string, strokeWidth: number): Mark => ({
  ...{ kind: "rect", x: x - 0.5, y: y - 0.5, width: width + 1, height: height + 1 },
  ...{ stroke, strokeWidth, radius: 2 },
});

/** Merges adjacent operands into runs: a row, a column or a block. */
export function runsOf(cells: readonly CellMark[]): Rect[] {
  const byName = new Map<string, Rect[]>();
  for (const cell of cells) {
    const name = cell.ref?.name ?? "";
    const group = byName.get(name);
    if (group) group.push(cell);
    else byName.set(name, [cell]);
  }
  return [...byName.values()].flatMap((boxes) => joinNeighbours(joinNeighbours(boxes, "x"), "y"));
}

/** Joins neighbours along one direction. */
function joinNeighbours(boxes: readonly Rect[], along: "x" | "y"): Rect[] {
  const [across, length, breadth] =
    along === "x" ? (["y", "width", "height"] as const) : (["x", "height", "width"] as const);
  const sorted = [...boxes].sort(
    (a, b) => a[across] - b[across] || a[breadth] - b[breadth] || a[along] - b[along],
  );
  const runs: Rect[] = [];
  for (const box of sorted) {
    const last = runs.at(-1);
    const sameLine =
      last && Math.abs(last[across] - box[across]) < 0.5 && Math.abs(last[breadth] - box[breadth]) < 0.5;
    if (last && sameLine && box[along] - (last[along] + last[length]) <= MAX_GAP)
      runs[runs.length - 1] = {
        ...last,
        [length]: Math.max(last[length], box[along] + box[length] - last[along]),
      };
    else runs.push(box);
  }
  return runs;
}

/** A fine curve from the nearest edge of a run to the nearest edge of the cell, with a dot where it starts. */
function link(run: Rect, cell: Rect, theme: Theme): Mark[] {
  const [from, to] = [facingEdge(run, cell), facingEdge(cell, run)];
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const distance = Math.hypot(dx, dy);
  if (distance < 6) return [];
  // Bent to one side, so that a line along a row is not hidden by the row.
  const bend = Math.min(18, distance * 0.12);
  const middle = [
    (from[0] + to[0]) / 2 - (dy / distance) * bend,
    (from[1] + to[1]) / 2 + (dx / distance) * bend,
  ] as const;
  const points = Array.from({ length: CURVE_POINTS + 1 }, (_, i): readonly [number, number] => {
    const u = i / CURVE_POINTS;
    const at = (a: number, b: number, c: number): number =>
      (1 - u) ** 2 * a + 2 * u * (1 - u) * b + u ** 2 * c;
    return [at(from[0], middle[0], to[0]), at(from[1], middle[1], to[1])];
  });
  const dot = { x: from[0] - 2.5, y: from[1] - 2.5, width: 5, height: 5, fill: theme.accent, radius: 2.5 };
  return [
    { kind: "line", points, color: theme.accent, width: 1.25, opacity: 0.9, arrow: true },
    { kind: "rect", ...dot },
  ];
}

/** The middle of the side of `box` that faces `other`. */
function facingEdge(box: Rect, other: Rect): readonly [number, number] {
  const [cx, cy] = [box.x + box.width / 2, box.y + box.height / 2];
  if (other.y >= box.y + box.height) return [cx, box.y + box.height];
  if (other.y + other.height <= box.y) return [cx, box.y];
  return other.x > cx ? [box.x + box.width, cy] : [box.x, cy];
}
