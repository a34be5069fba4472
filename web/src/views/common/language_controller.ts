/** Loads the words of an element's language: the requested one, else the reader's. */
import type { ReactiveControllerHost } from "lit";
import { reason } from "../../module/errors.js";
import type { Refusal } from "../../module/refusal.js";
import type { LessonName } from "../../module/types.js";
import { Latest } from "../../store/latest.js";
import {
  chooseLanguage,
  hasStepWords,
  isWhole,
  loadAllWords,
  loadWords,
  type Words,
} from "../../words/words.js";

export class LanguageController {
  readonly #host: ReactiveControllerHost;
  #chosen = "";
  #lesson: LessonName | undefined;
  #isLoading = false;
  #words: Words | undefined;
  readonly #latest = new Latest();
  #withLaboratory = false;
  readonly #missing: (refusal: Refusal) => void;
  #loading: Promise<void> = Promise.resolve();

  /** `missing` is called when words cannot be loaded; `choose` does not retry the same language. */
  constructor(host: ReactiveControllerHost, missing: (refusal: Refusal) => void) {
    this.#host = host;
    this.#missing = missing;
  }

  get chosen(): string {
    return this.#chosen;
  }

  /** Until the words of the chosen language have loaded, those of the previous one. */
  get words(): Words | undefined {
    return this.#words;
  }

  /** Loads the words of the language and of the lesson's steps. */
  choose(lang: string, lesson: LessonName): void {
    const chosen = chooseLanguage(lang ? [lang] : navigator.languages);
    if (chosen === this.#chosen && lesson === this.#lesson) return;
    [this.#chosen, this.#lesson] = [chosen, lesson];
    this.#loading = this.#load(chosen);
  }

  /** Whether the words of another lesson than the first are still on their way. */
  awaits(lesson: LessonName): boolean {
    const { steps, language } = this.#words ?? {};
    return (
      this.#isLoading && steps !== undefined && language !== undefined && !hasStepWords(language.code, lesson)
    );
  }

  /** Also loads the words of the laboratory, now and for later languages; another call retries after a failure. */
  openLaboratory(isAwaited: boolean): void {
    if (this.#words && isWhole(this.#words)) return;
    this.#withLaboratory = true;
    this.#loading = this.#load(this.#chosen, isAwaited);
  }

  /** Resolves when all words of the chosen language have loaded, or loading has failed. */
  async complete(): Promise<void> {
    for (let waited: Promise<void> | undefined; waited !== this.#loading; ) {
      waited = this.#loading;
      await waited;
    }
  }

  async #load(lang: string, isAwaited = true): Promise<void> {
    const lesson = this.#lesson;
    this.#isLoading = true;
    try {
      // Only the first language is shown in part; a change of language takes effect once all of it has loaded.
      if (!this.#words) await this.#take(loadWords(lang));
      await this.#take(loadAllWords(lang, this.#withLaboratory, lesson));
    } catch (error) {
      if (!isAwaited) return;
      const got = reason(error);
      const message = `words: got ${got}, wants the words of ${lang}`;
      this.#missing({ code: "words-missing", message, details: { got } });
    } finally {
      if (lang === this.#chosen && lesson === this.#lesson) {
        this.#isLoading = false;
        this.#host.requestUpdate();
      }
    }
  }

  async #take(coming: Promise<Words>): Promise<void> {
    const words = await this.#latest.only(coming);
    if (!words || words.value === this.#words) return;
    this.#words = words.value;
    this.#host.requestUpdate();
  }
}
