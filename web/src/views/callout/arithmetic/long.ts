/** Shortens sums and rows that are too long to read. */
import type { Term } from "../../../module/types.js";
import { type Piece, type PieceOf, sign } from "./line.js";

export type Pair = readonly [Term, Term];

/** Longer sums show only the first and the largest products. */
const MOST_PRODUCTS = 24;
const FIRST = 6;
const LARGEST = 6;
/** Longer rows show only the first and the last cells. */
const MOST_CELLS = 40;
const HEAD = 20;
const TAIL = 4;

export interface Parts {
  readonly first: readonly Pair[];
  /** In the order of the sum. */
  readonly largest: readonly Pair[];
  readonly rest: { readonly count: number; readonly sum: number };
}

export const productOf = ([a, b]: Pair): number => Math.fround(a.value * b.value);

/** All products if there are few enough to read. */
export function partsOf(pairs: readonly Pair[]): Parts {
  if (pairs.length <= MOST_PRODUCTS) return { first: pairs, largest: [], rest: { count: 0, sum: 0 } };
  const others = pairs.slice(FIRST);
  const bySize = [...others].sort((a, b) => Math.abs(productOf(b)) - Math.abs(productOf(a)));
  const large = new Set(bySize.slice(0, LARGEST));
  const rest = others.filter((pair) => !large.has(pair));
  return {
    first: pairs.slice(0, FIRST),
    largest: others.filter((pair) => large.has(pair)),
    rest: { count: rest.length, sum: rest.reduce((sum, pair) => sum + productOf(pair), 0) },
  };
}

/** The cells of a row, side by side. */
export function rowPieces(cells: readonly Term[], piece: PieceOf): readonly Piece[] {
  if (cells.length <= MOST_CELLS) return cells.map(piece);
  const left = cells.length - HEAD - TAIL;
  return [...cells.slice(0, HEAD).map(piece), sign(`⋯ ${left} ⋯`), ...cells.slice(-TAIL).map(piece)];
}
