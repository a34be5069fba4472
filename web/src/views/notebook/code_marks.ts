/** Where marks stand in a text: places of a program as offsets and back, and the texts of shapes. */
import type { Text } from "@codemirror/state";
import { html, type TemplateResult } from "lit";
import { axisKey } from "../../draw/program/axis_key.js";
import type { SourcePlace } from "../../module/python/types.js";
import type { LineShape } from "../../notebook/steps.js";

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

/** A piece of the text of a shape; an axis has a letter, which is "" or "1" for one without. */
export interface ShapePiece {
  readonly text: string;
  readonly letter?: string;
}

/** (B 5, H 2, L 10); of several that are alike 3 × (B 5, L 10), of others each after its name. */
export function shapePieces(shapes: readonly LineShape[]): readonly ShapePiece[] {
  const pieces = ({ axes }: LineShape): readonly ShapePiece[] => [
    { text: "(" },
    ...axes.flatMap(({ letter, size }, i) => [
      ...(i > 0 ? [{ text: ", " }] : []),
      { text: letter === "" || letter === "1" ? String(size) : `${letter} ${size}`, letter },
    ]),
    { text: ")" },
  ];
  const [first, ...others] = shapes;
  if (!first) return [];
  const isLike = (other: LineShape): boolean => JSON.stringify(other.axes) === JSON.stringify(first.axes);
  if (others.every(isLike))
    return [...(others.length > 0 ? [{ text: `${shapes.length} × ` }] : []), ...pieces(first)];
  return shapes.flatMap((shape, i) => [
    { text: (i > 0 ? ", " : "") + (shape.name && `${shape.name} `) },
    ...pieces(shape),
  ]);
}

/** The same, each axis in its colour. */
export const shapeTemplate = (pieces: readonly ShapePiece[]): TemplateResult[] =>
  pieces.map(({ text, letter }) =>
    letter === undefined ? html`${text}` : html`<span class="axis-${axisKey(letter)}">${text}</span>`,
  );

/** How many columns a line takes at most: a letter of Korean or Chinese, or an emoji, takes two. */
export const columnsOf = (line: string): number =>
  line.replace(/\t/g, "    ").replace(/[\u1100-\uffff]/g, "  ").length;
