/** The words on the screen; they stay in the previous language until those of the next one have loaded. */
import { messageOf } from "../module/errors.js";
import type { Refusal } from "../module/refusal.js";
import type { LessonName } from "../module/types.js";
import { loadAllWords, loadWords, type Words } from "../words/words.js";
import { RequestStore } from "./request_store.js";

export interface WordsAsked {
  readonly lang: string;
  /** The lesson whose steps are needed; otherwise those of all lessons. */
  readonly lesson?: LessonName | undefined;
  readonly withLaboratory?: boolean | undefined;
  /** Whether the words about readable and trained weights are needed. */
  readonly withWeights?: boolean;
  /** Whether the reader waits for them. */
  readonly isAwaited?: boolean;
}

export const WORDS_MISSING = "words-missing";

export function wordsMissing(error: unknown, lang: string): Refusal {
  const got = messageOf(error);
  return { code: WORDS_MISSING, message: `words: got ${got}, wants the words of ${lang}`, details: { got } };
}

export type WordsStore = RequestStore<WordsAsked, Words>;

export const wordsStore = (words?: Words): WordsStore =>
  new RequestStore(async function* ({ lang, lesson, withLaboratory, withWeights }, shown) {
    // The words are first shown in part only if none are on the screen yet.
    if (!shown) yield loadWords(lang);
    yield loadAllWords(lang, withLaboratory, lesson, withWeights);
  }, words);
