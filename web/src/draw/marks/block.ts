/**
 * A matrix whose labels never overlap: its name and the column axis are above it, in two lines if one is too short; the
 * row axis is at the left, or above if there is no room beside the cells.
 */

import { monoWidth } from "../measure.js";
import type { AxisRef, CellSize, Mark } from "../picture.js";
import { type DrawnAxis, type DrawnSlice, drawnAxis, indexIn } from "../tensor_view.js";
import type { Theme } from "../theme.js";
import { mono, stroke } from "./marks.js";
import { axisColor, axisText, type MatrixSpec, matrix } from "./matrix.js";
import { columnNameRoom, columnNames, rowNameRoom, rowNames } from "./token_names.js";

export interface BlockSpec extends Omit<MatrixSpec, "labels"> {
  readonly rowLabel?: "left" | "above" | "none";
  /** False where the tokens are already drawn beside the rows. */
  readonly rowNames?: boolean;
  /** The whole shape, written above instead of the letters of columns (and rows). */
  readonly shape?: readonly DrawnAxis[];
  /** How far the brackets and their letters have appeared. */
  readonly labelled?: number;
  /** Whether the empty place is outlined. */
  readonly framed?: boolean;
  /** Numbers of rows and columns between the cells and the brackets. */
  readonly indices?: { readonly rows?: Indices; readonly cols?: Indices };
  /** How far a row is shifted down because rows before it are left out. */
  readonly drop?: (row: number) => number;
}

interface Indices {
  /** Room they need between cells and bracket. */
  readonly room: number;
  text(i: number): string;
  strong?(i: number): boolean;
}

const FONT_SIZE = 13;
const LINE_HEIGHT = 17;
/** Room for the letter and size of the rows at the left. */
export const ROW_LABEL_ROOM = 46;

/** Room at the left for the tokens of the rows, or for their letter and size. */
export const rowLabelRoom = (rows: DrawnAxis, least = ROW_LABEL_ROOM): number =>
  Math.max(least, rowNameRoom(rows));

const labelsOf = (spec: Pick<BlockSpec, "rows" | "cols" | "rowLabel" | "shape">): readonly DrawnAxis[] =>
  spec.shape ?? (spec.rowLabel === "above" ? [spec.rows, spec.cols] : [spec.cols]);
const TIMES = " × ";
export const shapeWidth = (axes: readonly DrawnAxis[], size = FONT_SIZE): number =>
  monoWidth(axes.map(axisText).join(TIMES), size);

/** Room that the labels take above the cells; `width` is the block's. */
export function bandAbove(
  title: string | undefined,
  axes: Pick<BlockSpec, "rows" | "cols" | "rowLabel" | "shape">,
  width: number,
): number {
  const titleWidth = title ? monoWidth(title, FONT_SIZE) + 10 : 0;
  const labels = labelsOf(axes);
  const namesHeight = columnNameRoom(axes.cols, width / axes.cols.size);
  const lines = titleWidth && labels.length > 0 && titleWidth + shapeWidth(labels) > width ? 2 : 1;
  return 8 + namesHeight + lines * LINE_HEIGHT;
}

/** The band of several blocks in a line: the highest of theirs. */
export const bandAboveAll = (
  titles: readonly string[],
  axes: Parameters<typeof bandAbove>[1],
  width: number,
): number => Math.max(...titles.map((title) => bandAbove(title, axes, width)));

export function block(spec: BlockSpec): Mark[] {
  const { title: _, drop, ...bare } = spec;
  const shift = (row: number, col: number): readonly [number, number] => {
    const [dx, dy] = spec.shift?.(row, col) ?? [0, 0];
    return [dx, dy + (drop?.(row) ?? 0)];
  };
  const cells = matrix({ ...bare, labels: "none", ...(drop ? { shift } : {}) });
  const framed = (spec.framed ?? true) && !drop;
  return [...(framed ? cells : cells.filter((m) => m.kind !== "rect")), ...labels(spec)];
}

function labels(spec: BlockSpec): Mark[] {
  const { x, y, cell, rows, cols, theme, title, labelled = 1, labelSize: size = FONT_SIZE, rowLabel } = spec;
  const width = cols.size * cell.width;
  const height = rows.size * cell.height + (spec.drop?.(rows.size - 1) ?? 0);
  const left = x - (spec.indices?.rows?.room ?? 0) - 4;
  const top = y - (spec.indices?.cols?.room ?? 0) - 4;
  const namesHeight = columnNameRoom(cols, cell.width);
  const above = top - namesHeight - 1 - LINE_HEIGHT / 2;
  const axes = labelled > 0 ? labelsOf(spec) : [];
  const marks: Mark[] = indexMarks(spec);
  if (title) {
    const inTwoLines = axes.length > 0 && monoWidth(title, size) + 10 + shapeWidth(axes, size) > width;
    marks.push(mono(title, x, inTwoLines ? above - LINE_HEIGHT : above, theme.ink, { size, bold: true }));
  }
  if (labelled <= 0) return marks;
  const faded = { opacity: labelled };
  marks.push(stroke(x, top, x + width, top, axisColor(cols, theme), faded));
  marks.push(
    ...shapeLine(axes, Math.max(x + width, x + shapeWidth(axes, size)), above, theme, { size, ...faded }),
  );
  const names = { x, y, cell, rows, cols, ref: spec.ref, theme, opacity: labelled, drop: spec.drop };
  marks.push(...columnNames({ ...names, y: top }));
  if (rowLabel === "none") return marks;
  const isNamed = rows.names !== undefined && (spec.rowNames ?? true);
  if (isNamed) marks.push(...rowNames({ ...names, x: left - 4 }));
  const color = axisColor(rows, theme);
  marks.push(stroke(left, y, left, y + height, color, faded));
  if (rowLabel !== "above") {
    const labelY = isNamed ? above : y + Math.max(height - 7, height / 2);
    marks.push(mono(axisText(rows), left - 5, labelY, color, { size, align: "end", of: rows.of, ...faded }));
  }
  return marks;
}

const INDEX_SIZE = 11;

/** The numbers of rows and columns: every one where they fit, else in even steps. */
function indexMarks({ x, y, cell, rows, cols, theme, indices, drop }: BlockSpec): Mark[] {
  const label = (
    axisIndices: Indices,
    i: number,
    left: number,
    top: number,
    align: "end" | "middle",
  ): Mark => {
    const bold = axisIndices.strong?.(i) ?? false;
    return mono(axisIndices.text(i), left, top, bold ? theme.accent : theme.muted, {
      size: INDEX_SIZE,
      align,
      bold,
    });
  };
  const marks: Mark[] = [];
  if (indices?.rows) {
    const every = Math.ceil(12 / cell.height);
    for (let row = 0; row < rows.size; row += every)
      marks.push(label(indices.rows, row, x - 5, y + (row + 0.5) * cell.height + (drop?.(row) ?? 0), "end"));
  }
  if (indices?.cols) {
    const every = Math.ceil((monoWidth(indices.cols.text(cols.size - 1), INDEX_SIZE) + 4) / cell.width);
    for (let col = 0; col < cols.size; col += every)
      marks.push(label(indices.cols, col, x + (col + 0.5) * cell.width, y - indices.cols.room / 2, "middle"));
  }
  return marks;
}

/** "L 10 × D 8", each letter in its colour, ending at `right`. */
export function shapeLine(
  axes: readonly DrawnAxis[],
  right: number,
  y: number,
  theme: Theme,
  { size = FONT_SIZE, opacity = 1 }: { size?: number; opacity?: number } = {},
): Mark[] {
  const marks: Mark[] = [];
  let end = right;
  const label = (text: string, color: string, of?: AxisRef): void => {
    marks.push(mono(text, end, y, color, { size, align: "end", opacity, of }));
    end -= monoWidth(text, size);
  };
  for (const [i, axis] of [...axes].reverse().entries()) {
    if (i > 0) label(TIMES, theme.muted);
    label(axisText(axis), axisColor(axis, theme), axis.of);
  }
  return marks;
}

/** The sentence in focus, if it is in the window: its part of the batch's bracket is drawn thick. */
export function focusBar(
  x: number,
  y: number,
  sentence: number,
  rows: DrawnAxis,
  { height }: CellSize,
  theme: Theme,
): Mark[] {
  const row = sentence - indexIn(rows, 0);
  if (row < 0 || row >= rows.size) return [];
  return [stroke(x - 4, y + row * height, x - 4, y + (row + 1) * height, theme.accent, { width: 4 })];
}

export interface Picked extends DrawnSlice {
  readonly rowAt: readonly number[];
}

/** Some rows of a matrix, such as those that are looked up. */
export function picked(slice: DrawnSlice, rowAt: readonly number[]): Picked {
  const at = (row: number): number => rowAt[row] ?? 0;
  return {
    rows: drawnAxis(slice.rows, rowAt.length, at),
    cols: slice.cols,
    value: (row, col) => slice.value(at(row), col),
    ref: (row, col) => slice.ref(at(row), col),
    rowAt,
  };
}
