/**
 * Typed text as tokens of a task, and back. Tokens joined are the text; where tokens are pieces of words, one that begins a
 * word starts with a space, the first one of the text too.
 */

/** A vocabulary as the reader writes it. */
export interface Alphabet {
  /** What each id stands for. */
  readonly symbols: readonly string[];
  /** Stands for no token and cannot be written. */
  readonly padId: number;
}

export interface PromptTokens {
  readonly ids: readonly number[];
  /** What is no token: single characters, or as much of a word where tokens are pieces of words. Each once. */
  readonly unknown: readonly string[];
}

const SPACE = " ";
const isPiece = (symbol: string): boolean => symbol.length > 1 && symbol.startsWith(SPACE);

/** At each place the longest token that fits. A space that does not begin a token only separates tokens. */
export function tokensOfText(text: string, { symbols, padId }: Alphabet): PromptTokens {
  const known = symbols
    .map((symbol, id) => ({ symbol, id }))
    .filter(({ symbol, id }) => id !== padId && symbol !== "")
    .sort((a, b) => b.symbol.length - a.symbol.length);
  const hasPieces = known.some(({ symbol }) => isPiece(symbol));
  const find = (rest: string) => known.find(({ symbol }) => rest.startsWith(symbol));
  const ids: number[] = [];
  const unknown = new Set<string>();
  const written = text.replace(/\s+/g, SPACE);
  for (let rest = hasPieces ? SPACE + written.trimStart() : written; rest !== ""; ) {
    // A piece that begins a word may follow without its space.
    const found = find(rest) ?? (rest.startsWith(SPACE) ? undefined : find(SPACE + rest));
    if (found) {
      ids.push(found.id);
      rest = rest.startsWith(found.symbol)
        ? rest.slice(found.symbol.length)
        : rest.slice(found.symbol.length - 1);
      continue;
    }
    const part = (hasPieces ? /^(?:\s|[^\s.,?!]+|.)/u : /^./u).exec(rest)?.[0] ?? rest;
    if (part !== SPACE) unknown.add(part);
    rest = rest.slice(part.length);
  }
  return { ids, unknown: [...unknown] };
}

/** Tokens as text that gives the same tokens. */
export const textOfTokens = (ids: readonly number[], { symbols }: Alphabet): string => {
  const text = ids.map((id) => symbols[id] ?? "").join("");
  return ids.some((id) => isPiece(symbols[id] ?? "")) ? text.trimStart() : text;
};

/** A token by itself: a space that can be seen, a piece without its space. */
export const shownSymbol = (symbol: string): string => (symbol === SPACE ? "␣" : symbol.trimStart());
