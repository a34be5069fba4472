/** The matrix mark: a block of cells with its name and its two labelled axes. Nearly everything on the stage is made of it. */

import { monoWidth } from "../measure.js";
import type { Mark } from "../picture.js";
import type { DrawnAxis } from "../tensor_view.js";
import type { Theme } from "../theme.js";
import { type CellsSpec, cellMarks } from "./cells.js";
import { mono, stroke } from "./marks.js";
import { columnNameRoom, columnNames, paddingDimmer, rowNames } from "./token_names.js";

export interface MatrixSpec extends CellsSpec {
  readonly title?: string;
  /**
   * Which axis labels are drawn. "all", the default: rows at the left, columns above.
   * "columns": no labels for the rows. "names": all but the letter and size of the rows.
   */
  readonly labels?: "none" | "all" | "columns" | "names";
  /** Height of title and labels; default 13. */
  readonly labelSize?: number;
  /** The title may not reach beyond this x; a long one starts further left instead. */
  readonly titleEnd?: number;
}

const LABEL_BAND = 20;
const BRACKET = 4;

export const axisText = (axis: DrawnAxis): string =>
  `${axis.letter === "1" ? "" : `${axis.letter} `}${axis.total ?? axis.size}`;

export const axisColor = (axis: DrawnAxis, theme: Theme): string => theme.axes[axis.letter] ?? theme.muted;

/**
 * Room above a matrix for the tokens of its columns, its title and its column label. Title and label share a line if both
 * fit.
 */
export function captionRoom(title: string | undefined, cols: DrawnAxis, width: number, size = 13): number {
  const band = LABEL_BAND + columnNameRoom(cols, width / cols.size);
  if (!title) return band;
  const needed = monoWidth(title, size) + monoWidth(axisText(cols), size) + 10;
  return band + (needed <= width ? 0 : size + 3);
}

export function matrix(undimmed: MatrixSpec): Mark[] {
  const spec = dimPadding(undimmed);
  const { x, y, cell, rows, cols, theme } = spec;
  const width = cols.size * cell.width;
  const height = rows.size * cell.height;
  return [
    { kind: "rect", x, y, width, height, stroke: theme.hairline, strokeWidth: 1 },
    ...cellMarks(spec),
    ...(spec.labels === "none" ? [] : axisLabels(spec, width, height)),
  ];
}

/** Dims the rows of padding in addition to any dimming of the scene; masked numbers, which are grey already, stay readable. */
function dimPadding(spec: MatrixSpec): MatrixSpec {
  const padded = paddingDimmer(spec.rows, spec.theme);
  if (!padded) return spec;
  const { dim, scale, value, theme } = spec;
  const isGrey = (row: number, col: number): boolean => scale(value(row, col)).ink === theme.muted;
  return {
    ...spec,
    dim: (row, col) => Math.min(isGrey(row, col) ? 1 : padded(row), dim?.(row, col) ?? 1),
  };
}

/** A bracket along each axis, the axis letters with their sizes, and the title. */
function axisLabels(spec: MatrixSpec, width: number, height: number): Mark[] {
  const { x, y, cell, rows, cols, theme, labelSize: size = 13, labels = "all" } = spec;
  const [rowColor, colColor] = [axisColor(rows, theme), axisColor(cols, theme)];
  const top = y - BRACKET - columnNameRoom(cols, cell.width);
  const labelY = top - size / 2 - 2.5;
  const label = { size, align: "end" } as const;
  const marks: Mark[] = [
    stroke(x, y - BRACKET, x + width, y - BRACKET, colColor),
    stroke(x - BRACKET, y, x - BRACKET, y + height, rowColor),
    mono(axisText(cols), x + width, labelY, colColor, { ...label, of: cols.of }),
  ];
  if (labels === "all") {
    // If the rows have names, the axis letter is drawn above them.
    marks.push(
      mono(axisText(rows), x - 8, rows.names ? labelY : y + height - size / 2, rowColor, {
        ...label,
        of: rows.of,
      }),
    );
  }
  if (labels === "all" || labels === "names") marks.push(...rowNames({ ...spec, x: x - 8 }));
  return [...marks, ...columnNames({ ...spec, y: y - BRACKET }), ...titleMarks(spec, width, labelY)];
}

/** The title shares a line with the column label, or is above it if one line is too short. */
function titleMarks(spec: MatrixSpec, width: number, labelY: number): Mark[] {
  const { x, cols, theme, title, labelSize: size = 13, titleEnd = Number.POSITIVE_INFINITY } = spec;
  if (!title) return [];
  const bandHeight = captionRoom("", cols, width, size);
  const isAbove = captionRoom(title, cols, width, size) > bandHeight;
  const from = Math.max(2, Math.min(x, titleEnd - monoWidth(title, size)));
  return [mono(title, from, isAbove ? labelY - size - 3 : labelY, theme.ink, { size, bold: true })];
}
