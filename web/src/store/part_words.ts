/** The words of one part of the page, loaded when the part first renders, in the language of its element. */
import { RequestStore } from "./request_store.js";

export class PartWords<T> {
  readonly #store: RequestStore<string, Awaited<T>>;

  constructor(element: { requestUpdate(): void }, load: (lang: string) => Promise<T>) {
    this.#store = new RequestStore(async function* (lang) {
      yield load(lang);
    });
    this.#store.subscribe(() => element.requestUpdate());
  }

  /** Loads the words of a language. Until they have loaded, returns those of the language before, or undefined. */
  in(lang: string): Awaited<T> | undefined {
    if (lang !== this.#store.state.asked) void this.#store.ask(lang);
    return this.#store.state.answer;
  }

  /** Resolves when no words are loading. */
  idle(): Promise<void> {
    return this.#store.idle();
  }

  get hasFailed(): boolean {
    return this.#store.state.error !== undefined;
  }
}
