/**
 * A lens over a cell that is too small for its digits, or that is not drawn because the axis is thinned. It shows the
 * cell's neighbours in the tensor with their numbers, oriented as on the stage, and can be laid over any picture.
 */
import { range } from "../module/shape.js";
import type { Trace } from "../module/types.js";
import { fontFor, framedCell } from "./marks/cells.js";
import { mono, stroke } from "./marks/marks.js";
import { cellRect, isNarrow, monoWidth } from "./measure.js";
import { tensorsOf } from "./operand.js";
import {
  type CellMark,
  type CellRef,
  type CellSize,
  cellsIn,
  type Mark,
  type Picture,
  type Point,
  type Rect,
  type StageStep,
  sameRef,
} from "./picture.js";
import { digits, scaleOf } from "./scale.js";
import { type TensorLike, valueAt } from "./tensor_view.js";
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
  /** The step on the stage: the number is coloured by its scale. */
  stage?: StageStep,
): Lens | undefined {
  const step = trace.steps.find(({ name }) => name === ref.name);
  const drawn = cellsIn(picture).filter((m) => m.ref?.name === ref.name && (m.opacity ?? 1) > 0.3);
  if (!step || drawn.some((m) => m.text !== undefined && sameRef(m.ref, ref))) return undefined;
  const mark = pointed ?? standIn(drawn, ref.index);
  if (!mark?.ref) return undefined;
  const [rows, cols] = [lensSide(step, ref, mark, drawn, "y"), lensSide(step, ref, mark, drawn, "x")];
  const cell = isNarrow(picture.width) ? NARROW_CELL : CELL;
  const lastNumber = `${step.axes[rows.axis]} ${rows.first + rows.count - 1}`;
  const gutter = rows.axis < 0 ? 0 : monoWidth(lastNumber, NUMBER_SIZE) + 6;
  const size = {
    width: 2 * PAD + gutter + cols.count * cell.width,
    height: 2 * PAD + HEADER + rows.count * cell.height,
  };
  const anchor = pointed ?? placeWithin(mark, ref.index, drawn, rows, cols);
  const scale = scaleOf(step, trace.spec.padId, theme, stage && tensorsOf(trace, stage));

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

/** The drawn cell that represents this one: the last one before it along every thinned axis. */
function standIn(drawn: readonly CellMark[], index: readonly number[]): CellMark | undefined {
  const wanted = index.map((x, axis) => drawnBefore(drawnAlong(drawn, axis), x)?.at);
  return drawn.findLast((m) => m.ref?.index.every((x, axis) => x === wanted[axis]));
}

/** The indices along an axis that are drawn, in order. */
const drawnAlong = (drawn: readonly CellMark[], axis: number): number[] =>
  [...new Set(drawn.map((m) => m.ref?.index[axis] ?? 0))].sort((a, b) => a - b);

/** The last drawn index up to x and the distance to the next; undefined beyond the range of the last one. */
function drawnBefore(indices: readonly number[], x: number): { at: number; step: number } | undefined {
  const i = indices.findLastIndex((drawnIndex) => drawnIndex <= x);
  const at = indices[i];
  if (at === undefined) return undefined;
  const gaps = indices.slice(1).map((drawnIndex, k) => drawnIndex - (indices[k] ?? drawnIndex));
  const step = i + 1 < indices.length ? (gaps[i] ?? 1) : Math.max(1, ...gaps);
  return x - at < step ? { at, step } : undefined;
}

/** The position of an undrawn cell within the mark that represents it. */
function placeWithin(
  mark: CellMark,
  index: readonly number[],
  drawn: readonly CellMark[],
  rows: Side,
  cols: Side,
): Rect {
  const span = ({ axis }: Side, from: number, length: number): readonly [number, number] => {
    const nearest = axis < 0 ? undefined : drawnBefore(drawnAlong(drawn, axis), index[axis] ?? 0);
    if (!nearest) return [from, length];
    return [from + (((index[axis] ?? 0) - nearest.at) / nearest.step) * length, length / nearest.step];
  };
  const [x, width] = span(cols, mark.x, mark.width);
  const [y, height] = span(rows, mark.y, mark.height);
  return { x, y, width, height };
}

/** Which axis of the tensor runs along one direction of the stage at this mark, and the neighbours along it. */
function lensSide(
  step: TensorLike,
  ref: CellRef,
  mark: CellMark,
  drawn: readonly CellMark[],
  along: "x" | "y",
): Side {
  const across = along === "x" ? "y" : "x";
  let nearest: CellMark | undefined;
  for (const candidate of drawn) {
    if (candidate[along] === mark[along] || Math.abs(candidate[across] - mark[across]) >= 0.5) continue;
    if (!nearest || Math.abs(candidate[along] - mark[along]) < Math.abs(nearest[along] - mark[along]))
      nearest = candidate;
  }
  const axis = nearest?.ref?.index.findLastIndex((x, i) => x !== mark.ref?.index[i]) ?? -1;
  const size = step.shape[axis] ?? 1;
  const count = Math.min(MAX_COUNT, size);
  const first = Math.max(0, Math.min((ref.index[axis] ?? 0) - Math.floor(MAX_COUNT / 2), size - count));
  return { axis, first, count };
}
