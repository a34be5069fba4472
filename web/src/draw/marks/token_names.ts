/**
 * The token names of a matrix, as in a printed table: those of its columns above it, those of its rows at the left. Names that
 * do not fit are shortened or left out. The layouts reserve the room.
 */

import { range } from "../../module/shape.js";
import { isWide, monoWidth, SMALLEST_LABEL, shortened } from "../measure.js";
import type { CellRef, CellSize, Point, TextMark } from "../picture.js";
import type { DrawnAxis, Reader, TokenName } from "../tensor_view.js";
import type { Theme } from "../theme.js";
import { mono } from "./marks.js";

/** The widest name of a row: four syllables on a narrow stage, six on a wide one. */
const maxNameWidth = (size: number): number => (size < 13 ? 46 : 84);
/** The rule and the gap at both of its sides. */
const RULE_WIDTH = 8;
/** Gap between the names of two columns. */
const COLUMN_GAP = 4;
const LINE_GAP = 4;
/** The most lines of a column's name. */
const MAX_LINES = 3;
/** Opacity of rows of padding: dimmed, but readable. */
const PADDING_OPACITY = 0.65;

/** The width of the row names with their rule; 0 without names. */
export function rowNameRoom({ names }: DrawnAxis): number {
  if (!names) return 0;
  const { size } = names;
  const longest = names.tokens.reduce((most, { text }) => Math.max(most, monoWidth(text, size)), 0);
  return RULE_WIDTH + 2 + Math.min(longest, maxNameWidth(size));
}

/** The height of the column names at this cell width; 0 if they do not fit. */
export function columnNameRoom(cols: DrawnAxis, cellWidth: number): number {
  const fontSize = columnFontSize(cols, cellWidth);
  if (fontSize === 0) return 0;
  const tokens = cols.names?.tokens ?? [];
  const lines = Math.max(
    1,
    ...tokens.map((token) => linesOf(token, cellWidth - COLUMN_GAP, fontSize).length),
  );
  return lines * fontSize + LINE_GAP;
}

const isNumber = (text: string): boolean => /^-?\d+$/.test(text);

/** The largest size at which all names fit; words may be shortened, ids not. */
function columnFontSize({ names }: DrawnAxis, cellWidth: number): number {
  if (!names) return 0;
  const free = cellWidth - COLUMN_GAP;
  const fits = (fontSize: number): boolean =>
    names.tokens.every(({ text }) => monoWidth(text, fontSize) <= free);
  if (fits(names.size)) return names.size;
  return names.tokens.every((token) => fittedName(token, free, SMALLEST_LABEL) !== "") ? SMALLEST_LABEL : 0;
}

/** The lines of a column's name: one, or those of a short Korean word that is written downwards because it is too wide. */
function linesOf(token: TokenName, width: number, size: number): readonly string[] {
  const name = fittedName(token, width, size);
  const word = bareWord(token.text);
  if (name === token.text || name === word || !isWide(word)) return [name];
  const lines = brokenWord(word, width, size);
  return lines.length <= MAX_LINES && lines.every((line) => monoWidth(line, size) <= width) ? lines : [name];
}

/** A word in as few lines of this width as it takes, of about as many letters each. */
export function brokenWord(word: string, width: number, size: number): readonly string[] {
  const letters = [...word];
  for (let lines = 2; lines < letters.length; lines++) {
    const each = Math.ceil(letters.length / lines);
    const broken = range(lines).map((line) => letters.slice(line * each, (line + 1) * each).join(""));
    if (broken.every((part) => monoWidth(part, size) <= width)) return broken;
  }
  return letters;
}

/** The tokenizer's mark for the beginning of a word is the first thing to be left out. */
const bareWord = (text: string): string => text.replace(/^[\u2581_](?=.)/, "");

/** As much of a name as fits in a line. A word is cut to at least one syllable, or one letter with an ellipsis; an id is never cut. */
function fittedName({ text, brief = text }: TokenName, width: number, size: number): string {
  const fits = (part: string): boolean => monoWidth(part, size) <= width;
  if (fits(text)) return text;
  if (isNumber(brief)) return fits(brief) ? brief : "";
  const word = bareWord(text);
  const [first = ""] = word;
  return fits(word) ? word : shortened(word, width, size) || (isWide(first) && fits(first) ? first : "");
}

export interface NamedMatrix extends Point {
  readonly cell: CellSize;
  readonly rows: DrawnAxis;
  readonly cols: DrawnAxis;
  readonly ref?: Reader<CellRef | undefined> | undefined;
  readonly theme: Theme;
  readonly opacity?: number;
  /** How far each row is moved down. */
  readonly drop?: ((row: number) => number) | undefined;
}

type Names = NonNullable<DrawnAxis["names"]>;

/** The reference from a name to its row or column; `name` is that of the tensor. */
const lineOf = (name: string | undefined, { axis, tokens }: Names, i: number) =>
  name === undefined ? {} : { names: { name, axis, at: tokens[i]?.at ?? i } };

const inkOf = ({ tokens }: Names, i: number, { muted, ink }: Theme): string =>
  tokens[i]?.isPadding ? muted : ink;

/** Row names, right-aligned at `x`: all of them if the rows are high enough, else every second, third, … */
export function rowNames(spec: NamedMatrix): TextMark[] {
  const { x, y, cell, rows, ref, theme, opacity = 1, drop } = spec;
  const { names } = rows;
  if (!names) return [];
  const { size } = names;
  const fontSize = Math.max(SMALLEST_LABEL, Math.min(size, Math.floor(cell.height - 1)));
  const every = Math.max(1, Math.ceil(SMALLEST_LABEL / cell.height));
  const name = ref?.(0, 0)?.name;
  const marks: TextMark[] = [];
  for (let row = 0; row < rows.size; row += every) {
    const text = shortened(names.tokens[row]?.text ?? "", maxNameWidth(size), fontSize);
    const middle = y + (row + 0.5) * cell.height + (drop?.(row) ?? 0);
    const color = inkOf(names, row, theme);
    marks.push(
      mono(text, x, middle, color, { size: fontSize, align: "end", opacity, ...lineOf(name, names, row) }),
    );
  }
  return marks;
}

/** Column names, whose lower edge is at `y`. */
export function columnNames({ x, y, cell, cols, ref, theme, opacity = 1 }: NamedMatrix): TextMark[] {
  const { names } = cols;
  const fontSize = columnFontSize(cols, cell.width);
  if (!names || fontSize === 0) return [];
  const name = ref?.(0, 0)?.name;
  const look = { size: fontSize, align: "middle", opacity } as const;
  return Array.from({ length: cols.size }, (_, col) => {
    const token = names.tokens[col];
    const lines = token ? linesOf(token, cell.width - COLUMN_GAP, fontSize) : [];
    const middle = x + (col + 0.5) * cell.width;
    const bottom = y - fontSize / 2 - 1;
    return lines.map((text, line) => {
      const at = bottom - (lines.length - 1 - line) * fontSize;
      return mono(text, middle, at, inkOf(names, col, theme), { ...look, ...lineOf(name, names, col) });
    });
  }).flat();
}

/** The opacity of each row, lower for padding; undefined if no row is padding. */
export function paddingDimmer(rows: DrawnAxis, theme: Theme): ((row: number) => number) | undefined {
  const { tokens = [], dimsPadding = false } = rows.names ?? {};
  if (!dimsPadding || !tokens.some(({ isPadding }) => isPadding)) return undefined;
  const dimmedOpacity = Math.max(PADDING_OPACITY, theme.rest);
  return (row) => (tokens[row]?.isPadding ? dimmedOpacity : 1);
}
