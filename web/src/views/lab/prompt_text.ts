/** Typed text as tokens of a task, and back. */

/** A vocabulary as the reader writes it. */
export interface Alphabet {
  /** What each id stands for. */
  readonly symbols: readonly string[];
  /** Stands for no token and cannot be written. */
  readonly padId: number;
}

export interface PromptTokens {
  readonly ids: readonly number[];
  /** What is no token: single characters, or whole words where tokens are words. Each once, in the order of the text. */
  readonly unknown: readonly string[];
}

const isSpace = (letter: string): boolean => /\s/.test(letter);

/** Whether tokens are words, which stand apart: a token of several letters other than a sign such as `<end>`. */
export const isOfWords = ({ symbols, padId }: Alphabet): boolean =>
  symbols.some((symbol, id) => id !== padId && [...symbol].length > 1 && !/^<.*>$/.test(symbol));

/** At each place the longest token that fits. Spaces only divide, unless a space is a token. */
export function tokensOfText(text: string, alphabet: Alphabet): PromptTokens {
  const { symbols, padId } = alphabet;
  const known = symbols
    .map((symbol, id) => ({ symbol, id }))
    .filter(({ symbol, id }) => id !== padId && symbol !== "")
    .sort((a, b) => b.symbol.length - a.symbol.length);
  const ofNoToken = isOfWords(alphabet) ? /^(?:\S+|\s)/u : /^./su;
  const ids: number[] = [];
  const unknown = new Set<string>();
  for (let rest = text; rest !== ""; ) {
    const found = known.find(({ symbol }) => rest.startsWith(symbol));
    const part = found?.symbol ?? ofNoToken.exec(rest)?.[0] ?? "";
    if (found) ids.push(found.id);
    else if (!isSpace(part)) unknown.add(part);
    rest = rest.slice(part.length);
  }
  return { ids, unknown: [...unknown] };
}

/** Tokens as text that gives the same tokens. */
export const textOfTokens = (ids: readonly number[], alphabet: Alphabet): string =>
  ids.map((id) => alphabet.symbols[id] ?? "").join(isOfWords(alphabet) ? " " : "");

/** A space that can be seen. */
export const shownSymbol = (symbol: string): string => symbol.replaceAll(" ", "␣");
