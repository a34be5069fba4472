/**
 * What operations write the arithmetic of a cell with: lines of signs and numbers, made from its explanation, which has every
 * number: nothing is computed here. Lines contain no text in any language; a line's `key` names the locale's sentence for it
 * (`cell.<key>`).
 */
import { range } from "../module/shape.js";
import type { Explanation, Term, Trace } from "../module/types.js";
import { numberText, realText } from "../words/number_text.js";

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
/** The lines of an explanation; `piece` writes a term. */
export type Writer = (e: Explanation, piece: PieceOf, trace: Trace) => readonly Line[];

export const sign = (text: string): Piece => ({ text });
/** Puts a negative number in brackets, for use after an operator. */
export const inBrackets = (value: number): string => {
  const text = realText(value);
  return text.startsWith("−") ? `(${text})` : text;
};
export const detail = (e: Explanation, key: string): number => Number(e.detail[key] ?? Number.NaN);
/** A list of the detail. */
export const list = (e: Explanation, key: string): readonly number[] => {
  const found = e.detail[key];
  return typeof found === "object" ? found : [];
};
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

// Sums of products, and rows.

/** Longer sums show only their largest products. */
export const MOST_PRODUCTS = 24;
export const LARGEST = 12;

/** The products of pairs of terms, one per line, factors aligned; of a long sum only the largest, in its order, and the rest. */
export function products(e: Explanation, piece: PieceOf): Line[] {
  const values = list(e, "products");
  const isLong = values.length > MOST_PRODUCTS;
  const largest = list(e, "order").slice(0, LARGEST);
  const pairs = (isLong ? [...largest].sort((a, b) => a - b) : range(values.length)).flatMap((at) => {
    const [a, b] = [e.terms[2 * at], e.terms[2 * at + 1]];
    return a && b ? [{ a: piece(a), b: piece(b), product: values[at] ?? Number.NaN }] : [];
  });
  const [left, right] = (["a", "b"] as const).map((side) =>
    Math.max(...pairs.map((pair) => pair[side].text.length)),
  ) as [number, number];
  const lines = pairs.map(
    ({ a, b, product }, i): Line => ({
      pieces: [sign(i === 0 ? "  " : "+ "), { ...a, width: left }, sign(" × "), { ...b, width: right }],
      result: realText(product),
    }),
  );
  if (!isLong) return lines;
  const rest = realText(list(e, "rest")[LARGEST] ?? Number.NaN);
  return [
    { key: "largest", facts: { count: LARGEST }, pieces: [] },
    ...lines,
    { key: "others", facts: { count: values.length - LARGEST }, pieces: [sign("+ ⋯")], result: rest },
  ];
}

/** The sum of a layer: products and, if there is one, a bias. */
export const layerSum: Writer = (e, piece) => {
  const bias = e.terms.length % 2 === 1 ? e.terms.at(-1) : undefined;
  const lines = products(e, piece);
  if (bias) lines.push({ key: "bias", pieces: [sign("+ "), piece(bias)], result: realText(bias.value) });
  return [...lines, total(e, "Σ =")];
};

/** Longer rows show only the first and the last cells. */
export const MOST_CELLS = 40;
export const HEAD = 20;
export const TAIL = 4;

/** The cells of a row, side by side. */
export function rowPieces(cells: readonly Term[], piece: PieceOf): readonly Piece[] {
  if (cells.length <= MOST_CELLS) return cells.map(piece);
  const left = cells.length - HEAD - TAIL;
  return [...cells.slice(0, HEAD).map(piece), sign(`⋯ ${left} ⋯`), ...cells.slice(-TAIL).map(piece)];
}

/** The input row of the cell, and the place in it of the input at the cell's own index. */
export function inputRow(e: Explanation): { cells: readonly Term[]; own: Term | undefined; at: number } {
  const cells = e.terms.filter((term) => term.index.length === e.index.length);
  const at = detail(e, "position");
  return { cells, own: cells[at], at };
}

// Made from one or two other cells: mask bits, fills, sums, activations, and rearrangements.

/** A writer for ops that always have two terms. */
export const ofTwo =
  (write: (e: Explanation, first: Term, second: Term, piece: PieceOf) => ReturnType<Writer>): Writer =>
  (e, piece) => {
    const [first, second] = e.terms;
    return first && second ? write(e, first, second, piece) : [];
  };

/** A writer for ops that always have one term. */
export const ofOne =
  (write: (e: Explanation, term: Term, piece: PieceOf) => ReturnType<Writer>): Writer =>
  (e, piece) => {
    const [term] = e.terms;
    return term ? write(e, term, piece) : [];
  };

export const same: Writer = (e, piece) => [{ key: "same", pieces: e.terms.map(piece) }];

/** `hides` is the bit that means masked. */
export const compared = (comparison: string, hides: 0 | 1): Writer =>
  ofTwo((e, id, padId, piece) => [
    result([piece(id), sign(` ${comparison} ${numberText(padId.value)} →`)], whole(e), {
      key: e.value === hides ? "isPadding" : "notPadding",
    }),
  ]);

export const besideDiagonal =
  (hides: 0 | 1): Writer =>
  (e) => {
    const [query, key] = [leaf(e, "query"), leaf(e, "key")];
    return [
      result([sign(`${numberText(key)} ${key <= query ? "≤" : ">"} ${numberText(query)} →`)], whole(e), {
        key: e.value === hides ? "future" : "past",
        facts: { query, key },
      }),
    ];
  };

// Not computed from other cells: tokens, tables, positions, random draws, given weights.

/** Integers (counts, words of the random generator) in full, real numbers with the usual digits. */
export const factText = (fact: Explanation["detail"][string]): string =>
  typeof fact === "number" && !Number.isInteger(fact) ? numberText(fact) : String(fact);

export const factsOf = (e: Explanation): Record<string, string> =>
  Object.fromEntries(Object.entries(e.detail).map(([key, fact]) => [key, factText(fact)]));

/** One sentence, with the explanation's details as its facts. */
export const sentence =
  (key: string): Writer =>
  (e) => [result([], numberText(e.value), { key, facts: factsOf(e) })];
