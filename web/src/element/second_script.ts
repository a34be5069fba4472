/**
 * What has loaded of a lesson. It comes in two scripts, each with a file of words, which are requested together: the first
 * draws and plays, the second (beside.ts) has what stands beside that. On a slow line the second comes a moment after the
 * first, and this is the place that knows it: until then `beside` is undefined.
 */
import type { ReactiveControllerHost } from "lit";
import { messageOf, type Refusal } from "../module/errors.js";
import { RequestStore } from "../store/request_store.js";
import {
  languageFor,
  loadWholeWords,
  loadWords,
  settled,
  type WholeWords,
  type Words,
} from "../words/words.js";

export type Beside = typeof import("./beside.js");

type Loaded =
  | { readonly words: Words; readonly beside: undefined }
  | { readonly words: WholeWords; readonly beside: Beside };

const whole = new Map<string, Promise<Extract<Loaded, { beside: Beside }>>>();

/** The second script and the words of both, in a language; after a failure the next call tries again. */
export function loadBeside(lang: string): Promise<Extract<Loaded, { beside: Beside }>> {
  const loading =
    whole.get(lang) ??
    settled([loadWholeWords(lang), import("./beside.js")]).then(([words, beside]) => ({ words, beside }));
  whole.set(lang, loading);
  loading.catch(() => whole.delete(lang));
  return loading;
}

export const WORDS_MISSING = "words-missing";

export function wordsMissing(error: unknown, lang: string): Refusal {
  const got = messageOf(error);
  return { code: WORDS_MISSING, message: `words: got ${got}, wants the words of ${lang}`, details: { got } };
}

/** What a reader does when something is missing; each of these tries to load it again. */
const RETRIED_AT = ["pointerdown", "keydown", "online"] as const;

/** The words of an element's language, the requested one or else the reader's, and the second script. */
export class LessonLoader {
  /** The first language is shown as soon as its first part is there; another one replaces it when it has loaded whole. */
  readonly #store = new RequestStore<string, Loaded>(async function* (lang, shown) {
    if (!shown) yield { words: await loadWords(lang), beside: undefined };
    yield loadBeside(lang);
  });
  /** Why something could not be loaded. */
  missing: Refusal | undefined;

  /** `report` is called when something is missing. */
  constructor(host: ReactiveControllerHost, report: (missing: Refusal) => void) {
    this.#store.subscribe(({ asked = "", error, isRunning }, before) => {
      host.requestUpdate();
      if (isRunning || !before.isRunning) return;
      this.missing = error === undefined ? undefined : wordsMissing(error, asked);
      if (!this.missing) return;
      report(this.missing);
      this.#retryOnce();
    });
  }

  get chosen(): string {
    return this.#store.state.asked ?? "";
  }

  /** Until the words of the chosen language have loaded, those of the previous one. */
  get loaded(): Loaded | undefined {
    return this.#store.state.answer;
  }

  choose(lang: string): void {
    const chosen = languageFor(lang);
    if (chosen !== this.chosen) void this.#store.ask(chosen);
  }

  /** Resolves when all of the chosen language has loaded, or loading has failed. */
  complete(): Promise<void> {
    return this.#store.idle();
  }

  #retryOnce(): void {
    const listening = new AbortController();
    const retry = (): void => {
      listening.abort();
      if (!this.#store.state.isRunning && this.#store.state.error !== undefined)
        void this.#store.ask(this.chosen);
    };
    for (const event of RETRIED_AT)
      globalThis.addEventListener(event, retry, { capture: true, passive: true, signal: listening.signal });
  }
}
