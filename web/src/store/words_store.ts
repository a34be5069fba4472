/** The words on the screen. Until those of another language have loaded, they stay in the one before. */
import type { LessonName } from "../module/types.js";
import { loadAllWords, loadWords, type Words } from "../words/words.js";
import { RequestStore } from "./request_store.js";

export interface WordsAsked {
  readonly lang: string;
  /** The lesson whose steps are needed; otherwise those of all lessons. */
  readonly lesson?: LessonName | undefined;
  readonly withLaboratory?: boolean | undefined;
  /** Whether those of readable and trained weights are needed. */
  readonly withWeights?: boolean;
  /** Whether the reader waits for them. */
  readonly isAwaited?: boolean;
}

export type WordsStore = RequestStore<WordsAsked, Words>;

export const wordsStore = (words?: Words): WordsStore =>
  new RequestStore(async function* ({ lang, lesson, withLaboratory, withWeights }, shown) {
    // Only the first language is shown in part.
    if (!shown) yield loadWords(lang);
    yield loadAllWords(lang, withLaboratory, lesson, withWeights);
  }, words);
