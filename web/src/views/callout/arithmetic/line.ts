/** A line of the arithmetic, and the pieces that it is made of. */
import type { Explanation, Term } from "../../../module/types.js";
import { numberText, realText } from "../../../words/number_text.js";

/** A sign, a number, or a cell of the trace that can be opened. */
export interface Piece {
  readonly text: string;
  readonly term?: Term;
  /** Minimum width in characters, so that digits line up. */
  readonly width?: number;
}

export interface Line {
  readonly key?: string;
  readonly facts?: Readonly<Record<string, string | number>>;
  readonly pieces: readonly Piece[];
  /** The result of the line, in its own column. */
  readonly result?: string;
  readonly strong?: boolean;
  /** Whether the pieces are cells of a row, side by side, instead of one term of a sum. */
  readonly flow?: boolean;
}

export type PieceOf = (term: Term) => Piece;
export type Writer = (e: Explanation, piece: PieceOf) => readonly Line[];

export const sign = (text: string): Piece => ({ text });
/** Puts a negative number in brackets, for use after an operator. */
export const inBrackets = (value: number): string => {
  const text = realText(value);
  return text.startsWith("−") ? `(${text})` : text;
};
export const detail = (e: Explanation, key: string): number => Number(e.detail[key] ?? Number.NaN);
/** The value of a term that is not a cell, such as padId. */
export const leaf = (e: Explanation, name: string): number =>
  e.terms.find((term) => term.name === name)?.value ?? Number.NaN;

/** The line whose result is the cell's own number. */
export const result = (pieces: readonly Piece[], text: string, rest: Partial<Line> = {}): Line => ({
  ...rest,
  pieces,
  result: text,
  strong: true,
});

export const total = (e: Explanation, text = "="): Line => result([sign(text)], realText(e.value));
/** The value of a bit, an id or a position. */
export const whole = (e: Explanation): string => numberText(e.value);
