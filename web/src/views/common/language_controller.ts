/** The words of an element's language: the requested one, else the reader's. */
import type { ReactiveControllerHost } from "lit";
import type { Refusal } from "../../module/refusal.js";
import type { LessonName } from "../../module/types.js";
import { type WordsAsked, wordsMissing, wordsStore } from "../../store/words_store.js";
import { chooseLanguage, hasStepWords, isWhole, type Words } from "../../words/words.js";

export class LanguageController {
  readonly #store = wordsStore();
  /** Why words that the reader waited for could not be loaded. */
  missing: Refusal | undefined;

  /** `report` is called when words are missing; `choose` does not retry the same language. */
  constructor(host: ReactiveControllerHost, report: (missing: Refusal) => void) {
    this.#store.subscribe(({ asked, error }) => {
      host.requestUpdate();
      if (error === undefined || !asked?.isAwaited) return;
      this.missing = wordsMissing(error, asked.lang);
      report(this.missing);
    });
  }

  get chosen(): string {
    return this.#store.state.asked?.lang ?? "";
  }

  /** Until the words of the chosen language have loaded, those of the previous one. */
  get words(): Words | undefined {
    return this.#store.state.answer;
  }

  /** Loads the words of the language and of the lesson's steps. */
  choose(lang: string, lesson: LessonName): void {
    const { asked } = this.#store.state;
    const chosen = chooseLanguage(lang ? [lang] : navigator.languages);
    if (chosen === asked?.lang && lesson === asked.lesson) return;
    this.#ask({ lang: chosen, lesson, isAwaited: true });
  }

  /** Whether the words of a lesson other than the first are still loading. */
  awaits(lesson: LessonName): boolean {
    const { isRunning, answer } = this.#store.state;
    return isRunning && answer?.steps !== undefined && !hasStepWords(answer.language.code, lesson);
  }

  /** Also loads the words of the laboratory, now and for later languages; another call retries after a failure. */
  openLaboratory(isAwaited: boolean): void {
    // Another element may have loaded them, and then this one has not asked for them yet.
    if (this.#store.state.asked?.withLaboratory && this.words && isWhole(this.words)) return;
    this.#ask({ withLaboratory: true, isAwaited });
  }

  /** Also loads the words of readable and trained weights. */
  openWeights(): void {
    if (!this.#store.state.asked?.withWeights) this.#ask({ withWeights: true });
  }

  /** Resolves when all words of the chosen language have loaded, or loading has failed. */
  complete(): Promise<void> {
    return this.#store.idle();
  }

  #ask(changed: Partial<WordsAsked>): void {
    void this.#store.ask({ lang: "", ...this.#store.state.asked, ...changed });
  }
}
