/**
 * Splits sentences at spaces and punctuation, and gives each word an id. A word that the weights know has theirs, whatever
 * particle or plural it has; any other gets one made from its letters, the same in every sentence. Upper and lower case are one
 * word.
 */
import type { Piece, Written } from "./own_words.js";

export interface Vocabulary {
  readonly size: number;
  readonly padId: number;
  /** The words of the weights' first ids, such as those of the designed model; none for other weights. */
  readonly words?: readonly string[];
  /** Particles and plurals with which a word is still the same. */
  readonly endings?: readonly string[];
}

/** Runs of letters, digits and what joins them; any other sign is a word by itself. */
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’_-][\p{L}\p{M}\p{N}]+)*|[^\s]/gu;

const plain = (word: string): string => word.normalize("NFC").toLowerCase();

/** The word, and the same without each ending that it has; something is left of it. */
const formsOf = (word: string, endings: readonly string[]): readonly string[] => {
  const whole = plain(word);
  const cut = endings
    .filter((ending) => whole.endsWith(ending))
    .map((ending) => whole.slice(0, -ending.length));
  return [whole, ...cut.filter((form) => form.length > 0)];
};

/** FNV-1a over UTF-16 units. */
function hash(word: string): number {
  let bits = 0x811c9dc5;
  for (let i = 0; i < word.length; i++) bits = Math.imul(bits ^ word.charCodeAt(i), 0x01000193);
  return bits >>> 0;
}

export function readWords(text: string, { size, padId, words = [], endings = [] }: Vocabulary): Written {
  const lines = text
    .trimEnd()
    .split("\n")
    .map((line) => line.match(WORD) ?? []);
  const others = new Map<string, number>();
  const known = new Map(
    words.flatMap((word, id) => formsOf(word, endings).map((form) => [form, id] as const)),
  );
  const knownId = (word: string): number =>
    formsOf(word, endings).flatMap((form) => known.get(form) ?? [])[0] ?? -1;
  const count = new Set(
    lines
      .flat()
      .filter((word) => knownId(word) < 0)
      .map(plain),
  ).size;
  // Ids of the weights' words are not free, nor is that of padding.
  const first = words.length;
  const vocabSize = Math.max(size, first + count + 1);
  const taken = new Set([padId]);
  const otherId = (word: string): number => {
    const found = others.get(plain(word));
    if (found !== undefined) return found;
    const room = vocabSize - first;
    let id = first + (hash(plain(word)) % room);
    while (taken.has(id)) id = first + ((id - first + 1) % room);
    taken.add(id);
    others.set(plain(word), id);
    return id;
  };
  const pieceOf = (word: string): Piece => {
    const id = knownId(word);
    return { text: word, id: id < 0 ? otherId(word) : id, known: words.length === 0 || id >= 0 };
  };
  return {
    text,
    rows: lines.map((line) => line.map(pieceOf)),
    isTutorial: false,
    inPieces: false,
    vocabSize,
  };
}
