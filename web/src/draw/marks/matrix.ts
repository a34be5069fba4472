/** The matrix mark: a block of cells with its name and its two labelled axes. Nearly everything on the stage is made of it. */

import type { CellMark, CellRef, Mark } from "../picture.js";
import type { CellStyle, Scale } from "../scale.js";
import { areSameReaders, type DrawnAxis, type Reader } from "../tensor_view.js";
import { monoWidth } from "../text.js";
import type { Theme } from "../theme.js";
import { type CellSize, cellMark, fontFor } from "./cell.js";
import { mono, stroke } from "./marks.js";
import { abbreviate, BRIEF_LENGTH, narrowCells } from "./rows.js";
import { columnNameRoom, columnNames, paddingDimmer, rowNames } from "./token_names.js";

export { type CellSize, cellMark, fontFor, roundToHalf } from "./cell.js";

export interface MatrixSpec {
  readonly x: number;
  readonly y: number;
  readonly cell: CellSize;
  readonly rows: DrawnAxis;
  readonly cols: DrawnAxis;
  readonly value: Reader<number>;
  readonly scale: Scale;
  readonly theme: Theme;
  readonly ref?: Reader<CellRef | undefined>;
  /** 0 leaves the cell's place empty; between 0 and 1 it appears. */
  readonly shown?: (row: number, col: number) => number;
  /** Moves a cell from its place, in pixels. */
  readonly shift?: (row: number, col: number) => readonly [number, number];
  /** Cells being read or written now. */
  readonly lit?: (row: number, col: number) => boolean;
  /** Fades cells that are not in focus. */
  readonly dim?: (row: number, col: number) => number;
  readonly title?: string;
  /**
   * Which axis labels are drawn. "all", the default: rows at the left, columns above. "brackets": no letters, sizes or tokens.
   * "columns": no labels for the rows. "names": all but the letter and size of the rows.
   */
  readonly labels?: "none" | "all" | "brackets" | "columns" | "names";
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
    ...(fontFor(cell, MIN_LENGTH) > 0 ? cellMarks(spec) : narrowCells(spec)),
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

function cellMarks(spec: MatrixSpec): Mark[] {
  const { x, y, cell, rows, cols, theme } = spec;
  const [marks, onTop]: [Mark[], Mark[]] = [[], []];
  const shares = sharesOf(spec);
  const cached = cachedMatrix(spec);
  const styles = stylesOf(spec, shares, cached.styles);
  const fullFontSize = fontFor(cell, longestText(styles, shares));
  const fontSize = fullFontSize || fontFor(cell, BRIEF_LENGTH);
  const cells = cellsOf(spec, `${fullFontSize} ${fontSize}`, cached);
  for (let row = 0, i = 0; row < rows.size; row++) {
    for (let col = 0; col < cols.size; col++, i++) {
      if (shares && !((shares[i] ?? 0) > 0)) continue;
      const [dx, dy] = spec.shift?.(row, col) ?? NO_SHIFT;
      const outline = spec.lit?.(row, col) ? theme.accent : undefined;
      const opacity = (shares?.[i] ?? 1) * (spec.dim?.(row, col) ?? 1);
      const isMoved = dx !== 0 || dy !== 0;
      const left = x + col * cell.width + dx;
      const top = y + row * cell.height + dy;
      let mark = cells[i];
      if (mark?.x !== left || mark.y !== top || mark.opacity !== opacity || mark.outline !== outline) {
        const at = { x: left, y: top, width: cell.width, height: cell.height };
        const ref = mark ? mark.ref : spec.ref?.(row, col);
        const style = styles[i] as CellStyle;
        mark = cellMark(
          at,
          fullFontSize ? style : abbreviate(style, spec.value(row, col)),
          fontSize,
          opacity,
          outline,
          ref,
        );
        cells[i] = mark;
      }
      // Lit cells and cells on the move are painted last, so that no neighbour covers their outline.
      (outline || isMoved ? onTop : marks).push(mark);
    }
  }
  return [...marks, ...onTop];
}

const NO_SHIFT = [0, 0] as const;

/** How far each cell has appeared, in row-major order; undefined if all are complete. */
function sharesOf({ rows, cols, shown }: MatrixSpec): number[] | undefined {
  if (!shown) return undefined;
  const shares: number[] = [];
  for (let row = 0; row < rows.size; row++)
    for (let col = 0; col < cols.size; col++) shares.push(shown(row, col));
  return shares;
}

/** The styles of all cells that show, in row-major order; added to those known from frames before. */
function stylesOf(
  { rows, cols, value, scale }: MatrixSpec,
  shares: readonly number[] | undefined,
  styles: (CellStyle | undefined)[],
): readonly (CellStyle | undefined)[] {
  for (let row = 0, i = 0; row < rows.size; row++)
    for (let col = 0; col < cols.size; col++, i++)
      if (!styles[i] && (shares?.[i] ?? 1) > 0) styles[i] = scale(value(row, col));
  return styles;
}

/** The shortest number, in characters; where not even that fits, no cell has digits. */
const MIN_LENGTH = 2;

/** All digits of a matrix have one size; sizing for 5 characters ("−0.25") keeps the matrices of a scene alike. */
function longestText(
  styles: readonly (CellStyle | undefined)[],
  shares: readonly number[] | undefined,
): number {
  let characters = MIN_LENGTH;
  for (let i = 0; i < styles.length; i++) {
    const text = styles[i]?.text;
    if (text === undefined || (shares && !((shares[i] ?? 0) > 0))) continue;
    if (text.length > characters) characters = text.length;
    if (characters < 5 && text.includes(".")) characters = 5;
  }
  return characters;
}

/**
 * The cells of a matrix in the previous frame: most stay the same, and objects that are reused need not be created,
 * compared or painted again.
 */
interface CachedMatrix {
  readonly value: MatrixSpec["value"];
  readonly scale: Scale;
  readonly size: string;
  readonly styles: (CellStyle | undefined)[];
  ref: MatrixSpec["ref"];
  look: string;
  cells: (CellMark | undefined)[];
}

/** Most recently used last. */
const newMatrices = (): CachedMatrix[] => [];
const MAX_CACHED = 12;

function cachedMatrix({ value, scale, ref, rows, cols }: MatrixSpec): CachedMatrix {
  const size = `${rows.size} ${cols.size}`;
  const recent = scale.cache?.get(newMatrices) ?? [];
  const at = recent.findIndex((entry) => areSameReaders(entry.value, value));
  const [known] = at < 0 ? [] : recent.splice(at, 1);
  const fits = known?.scale === scale && known.size === size;
  const cached = fits ? known : { value, scale, size, styles: [], ref, look: "", cells: [] };
  if (recent.push(cached) > MAX_CACHED) recent.shift();
  return cached;
}

/** The cells of the previous frame if they still have the same size, else an empty list. */
function cellsOf({ cell, ref }: MatrixSpec, digits: string, cached: CachedMatrix): (CellMark | undefined)[] {
  const look = `${cell.width} ${cell.height} ${digits}`;
  if (cached.look !== look || !areSameReaders(cached.ref, ref))
    Object.assign(cached, { look, ref, cells: [] });
  return cached.cells;
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
  ];
  if (labels !== "brackets") marks.push(mono(axisText(cols), x + width, labelY, colColor, label));
  if (labels === "all") {
    // If the rows have names, the axis letter is drawn above them.
    marks.push(mono(axisText(rows), x - 8, rows.names ? labelY : y + height - size / 2, rowColor, label));
  }
  if (labels === "all" || labels === "names") marks.push(...rowNames({ ...spec, x: x - 8 }));
  if (labels !== "brackets") marks.push(...columnNames({ ...spec, y: y - BRACKET }));
  return [...marks, ...titleMarks(spec, width, labelY)];
}

/** The title shares a line with the column label, or is above it if one line is too short. */
function titleMarks(spec: MatrixSpec, width: number, labelY: number): Mark[] {
  const { x, cols, theme, title, labelSize: size = 13, labels, titleEnd = Number.POSITIVE_INFINITY } = spec;
  if (!title) return [];
  const bandHeight = captionRoom("", cols, width, size);
  const isAbove = labels !== "brackets" && captionRoom(title, cols, width, size) > bandHeight;
  const from = Math.max(2, Math.min(x, titleEnd - monoWidth(title, size)));
  return [mono(title, from, isAbove ? labelY - size - 3 : labelY, theme.ink, { size, bold: true })];
}
