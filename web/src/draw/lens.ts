/**
 * A lens over a cell that is too small for its digits, or that is not drawn because the axis is thinned. It shows the
 * cell's neighbours in the tensor with their numbers, oriented as on the stage, and can be laid over any picture.
 */
import { range } from "../module/shape.js";
import type { Trace } from "../module/types.js";
import { fontFor, framedCell } from "./marks/cells.js";
import { mono, stroke } from "./marks/marks.js";
import { cellRect, isNarrow, monoWidth } from "./measure.js";
import {
  type CellMark,
  type CellRef,
  type CellSize,
  cellsIn,
  type Mark,
  type Picture,
  type Point,
  type Rect,
  sameRef,
} from "./picture.js";
import { digits, scaleOf } from "./scale.js";
import { valueAt } from "./tensor_view.js";
import type { Theme } from "./theme.js";

export interface Lens {
  /** The cell on the stage, or where it would be between its drawn neighbours. */
  readonly anchor: Rect;
  readonly size: CellSize;
  marks(at: Point): Mark[];
}

/** The axis of the tensor along one side of the lens, and the range of its cells that is shown. */
interface Side {
  /** -1 where the tensor has only one line of cells. */
  readonly axis: number;
  readonly first: number;
  readonly count: number;
}

/** Cells along each side of the lens, the chosen one in the middle where possible. */
const MAX_COUNT = 5;
const DIGITS = 3;
const PAD = 6;
const HEADER = 18;
const NUMBER_SIZE = 11;
const CELL: CellSize = { width: 50, height: 24 };
const NARROW_CELL: CellSize = { width: 42, height: 22 };

/**
 * Undefined if the number is readable on the stage, or not on the stage at this moment. `pointed` is the cell's mark, if
 * it is drawn.
 */
export function lensOf(
  picture: Picture,
  ref: CellRef,
  trace: Trace,
  theme: Theme,
  pointed: CellMark | undefined,
): Lens | undefined {
  const step = trace.steps.find(({ name }) => name === ref.name);
  const drawn = cellsIn(picture).filter((m) => m.ref?.name === ref.name && (m.opacity ?? 1) > 0.3);
  if (!step || drawn.some((m) => m.text !== undefined && sameRef(m.ref, ref))) return undefined;
  /** The indices along an axis that are drawn, in order. */
  const drawnAlong = (axis: number): number[] =>
    [...new Set(drawn.map((m) => m.ref?.index[axis] ?? 0))].sort((a, b) => a - b);
  /** The last drawn index up to the cell's and the distance to the next; undefined beyond the range of the last one. */
  const drawnBefore = (axis: number): { at: number; step: number } | undefined => {
    const [indices, x] = [drawnAlong(axis), ref.index[axis] ?? 0];
    const i = indices.findLastIndex((drawnIndex) => drawnIndex <= x);
    const at = indices[i];
    if (at === undefined) return undefined;
    const gaps = indices.slice(1).map((drawnIndex, k) => drawnIndex - (indices[k] ?? drawnIndex));
    const distance = i + 1 < indices.length ? (gaps[i] ?? 1) : Math.max(1, ...gaps);
    return x - at < distance ? { at, step: distance } : undefined;
  };
  // A cell that is not drawn is represented by the last drawn one before it along every thinned axis.
  const wanted = pointed ? [] : ref.index.map((_, axis) => drawnBefore(axis)?.at);
  const mark = pointed ?? drawn.findLast((m) => m.ref?.index.every((x, axis) => x === wanted[axis]));
  if (!mark?.ref) return undefined;
  const own = mark.ref.index;

  /** Which axis of the tensor runs along one direction of the stage at this mark, and the neighbours along it. */
  const sideAlong = (along: "x" | "y"): Side => {
    const across = along === "x" ? "y" : "x";
    const distance = (m: CellMark): number => Math.abs(m[along] - mark[along]);
    const inLine = drawn.filter((m) => distance(m) > 0 && Math.abs(m[across] - mark[across]) < 0.5);
    const least = Math.min(...inLine.map(distance));
    const nearest = inLine.find((m) => distance(m) === least);
    const axis = nearest?.ref?.index.findLastIndex((x, i) => x !== own[i]) ?? -1;
    const length = step.shape[axis] ?? 1;
    const count = Math.min(MAX_COUNT, length);
    const first = Math.max(0, Math.min((ref.index[axis] ?? 0) - Math.floor(MAX_COUNT / 2), length - count));
    return { axis, first, count };
  };
  const [rows, cols] = [sideAlong("y"), sideAlong("x")];

  /** The extent of an undrawn cell within the mark that represents it. */
  const within = ({ axis }: Side, from: number, length: number): readonly [number, number] => {
    const nearest = axis < 0 ? undefined : drawnBefore(axis);
    if (!nearest) return [from, length];
    return [from + (((ref.index[axis] ?? 0) - nearest.at) / nearest.step) * length, length / nearest.step];
  };
  const cell = isNarrow(picture.width) ? NARROW_CELL : CELL;
  const lastNumber = `${step.axes[rows.axis]} ${rows.first + rows.count - 1}`;
  const gutter = rows.axis < 0 ? 0 : monoWidth(lastNumber, NUMBER_SIZE) + 6;
  const size = {
    width: 2 * PAD + gutter + cols.count * cell.width,
    height: 2 * PAD + HEADER + rows.count * cell.height,
  };
  const placeInMark = (): Rect => {
    const [[x, width], [y, height]] = [within(cols, mark.x, mark.width), within(rows, mark.y, mark.height)];
    return { x, y, width, height };
  };
  const anchor = pointed ?? placeInMark();
  const scale = scaleOf(step, trace, theme);

  /** The number of a row or column; the chosen one also shows its axis letter. */
  const number = (
    { axis, first }: Side,
    i: number,
    x: number,
    y: number,
    align: "middle" | "end",
  ): Mark[] => {
    if (axis < 0) return [];
    const letter = step.axes[axis] ?? "";
    const bold = ref.index[axis] === first + i;
    const text = bold ? `${letter} ${first + i}` : String(first + i);
    const color = (bold && theme.axes[letter]) || theme.muted;
    return [mono(text, x, y, color, { size: NUMBER_SIZE, align, bold })];
  };

  const cellInLens = (room: Rect, row: number, col: number): CellMark => {
    const index = ref.index.map((x, axis) =>
      axis === rows.axis ? rows.first + row : axis === cols.axis ? cols.first + col : x,
    );
    const value = valueAt(step, index);
    const style = scale(value);
    const text = style.text.includes(".") ? digits(value, DIGITS) : style.text;
    const fontSize = fontFor(room, Math.max(6, text.length));
    return framedCell(room, { ...style, text }, fontSize, theme, 1, { name: ref.name, index });
  };

  /** The cell at its place on the stage, and a line from it to the lens. */
  const connector = (lens: Rect): Mark[] => {
    const [cx, cy] = [anchor.x + anchor.width / 2, anchor.y + anchor.height / 2];
    const toX = Math.max(lens.x, Math.min(cx, lens.x + lens.width));
    const toY = Math.max(lens.y, Math.min(cy, lens.y + lens.height));
    const [width, height] = [Math.max(anchor.width, 4), Math.max(anchor.height, 4)];
    const look = { fill: scale(valueAt(step, ref.index)).fill, stroke: theme.accent, strokeWidth: 2 };
    return [
      stroke(cx, cy, toX, toY, theme.accent, { width: 1.25 }),
      { kind: "rect", x: cx - width / 2, y: cy - height / 2, width, height, ...look },
    ];
  };

  /** The frame, the row and column numbers and the cells; the chosen cell is outlined, its numbers are bold. */
  const marks = (at: Point): Mark[] => {
    const from = { x: at.x + PAD + gutter, y: at.y + PAD + HEADER };
    const cells = range(rows.count).flatMap((r) =>
      range(cols.count).map((c) => cellInLens(cellRect(from, cell, r, c), r, c)),
    );
    const chosen = cells.findLast((one) => sameRef(one.ref, ref));
    return [
      ...connector({ ...at, ...size }),
      { kind: "rect", ...at, ...size, fill: theme.paper, stroke: theme.ink, strokeWidth: 1, radius: 3 },
      ...range(cols.count).flatMap((c) =>
        number(cols, c, from.x + (c + 0.5) * cell.width, from.y - HEADER / 2, "middle"),
      ),
      ...range(rows.count).flatMap((r) =>
        number(rows, r, from.x - 5, from.y + (r + 0.5) * cell.height, "end"),
      ),
      ...cells.filter((one) => !sameRef(one.ref, ref)),
      ...(chosen ? [{ ...chosen, outline: theme.accent, outlineWidth: 2.5 }] : []),
    ];
  };

  return { anchor, size, marks };
}
