/**
 * Converts typed text to tokens of a task, and back. The text is the concatenation of its tokens. If tokens are pieces of
 * words, a token that begins a word starts with a space, even the first one of the text.
 */

/** A vocabulary whose tokens can be typed. */
export interface Alphabet {
  /** What each id stands for. */
  readonly symbols: readonly string[];
  /** The id of padding, which cannot be typed. */
  readonly padId: number;
}

export interface PromptTokens {
  readonly ids: readonly number[];
  /** The parts of the text that are not tokens, each once: single characters, or words if tokens are pieces of words. */
  readonly unknown: readonly string[];
}

const SPACE = " ";
const isPiece = (symbol: string): boolean => symbol.length > 1 && symbol.startsWith(SPACE);

/** Takes the longest token that matches at each place. A space that does not begin a token only separates tokens. */
export function tokensOfText(text: string, { symbols, padId }: Alphabet): PromptTokens {
  const tokens = symbols
    .map((symbol, id) => ({ symbol, id }))
    .filter(({ symbol, id }) => id !== padId && symbol !== "")
    .sort((a, b) => b.symbol.length - a.symbol.length);
  const hasPieces = tokens.some(({ symbol }) => isPiece(symbol));
  const find = (rest: string) => tokens.find(({ symbol }) => rest.startsWith(symbol));
  const ids: number[] = [];
  const unknown = new Set<string>();
  const spaced = text.replace(/\s+/g, SPACE);
  for (let rest = hasPieces ? SPACE + spaced.trimStart() : spaced; rest !== ""; ) {
    // A piece that begins a word may also be typed without its space.
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

/** A token as it is shown alone: a visible space, or a piece without its space. */
export const shownSymbol = (symbol: string): string => (symbol === SPACE ? "␣" : symbol.trimStart());
