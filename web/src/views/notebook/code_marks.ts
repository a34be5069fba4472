/** Where marks stand in a text: places of a program as offsets and back, and the texts of shapes. */
import type { Text } from "@codemirror/state";
import type { SourcePlace } from "../../module/python/types.js";

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The offset of a column that a line may not have: the line's end then. */
function offsetAt(doc: Text, lineNumber: number, column: number): number {
  const line = doc.line(lineNumber);
  return Math.min(line.from + column, line.to);
}

/**
 * The characters of a place; undefined for one outside the text. A place without characters, such as that of a missing
 * bracket, gets the one after it, or at a line's end the one before it, so that there is something to underline.
 */
export function spanOf(doc: Text, place: Omit<SourcePlace, "frames">): Span | undefined {
  if (place.line < 1 || place.line > doc.lines) return undefined;
  const from = offsetAt(doc, place.line, place.column);
  const to = place.endLine > doc.lines ? doc.length : offsetAt(doc, place.endLine, place.endColumn);
  if (to > from) return { from, to };
  const line = doc.lineAt(from);
  return from < line.to ? { from, to: from + 1 } : { from: Math.max(line.from, from - 1), to: from };
}

/** The line from 1 and the column from 0 of an offset. */
export function placeAt(doc: Text, offset: number): { readonly line: number; readonly column: number } {
  const { number, from } = doc.lineAt(offset);
  return { line: number, column: offset - from };
}

export interface LineAxis {
  /** "" or "1" for an axis without a letter. */
  readonly letter: string;
  readonly size: number;
}

/** (B 5, H 2, L 10): the text of each axis, without the parentheses and commas. */
export const axisTexts = (axes: readonly LineAxis[]): string[] =>
  axes.map(({ letter, size }) => (letter === "" || letter === "1" ? String(size) : `${letter} ${size}`));

/** How many columns a line takes at most: a letter of Korean or Chinese, or an emoji, takes two. */
export const columnsOf = (line: string): number =>
  line.replace(/\t/g, "    ").replace(/[\u1100-\uffff]/g, "  ").length;
