/** The sentences of the settings: which of sentences and ids is typed, and which ids the sentences became. */
import type { ReactiveControllerHost } from "lit";
import type { LessonSpec } from "../../module/types.js";
import { once } from "../../store/once.js";
import { writtenAs } from "../../store/written_text.js";
import type { TypedText } from "./own_words_element.js";
import { rowsText } from "./settings_fields.js";

const loadOwnWordsField = once(() => import("./define_own_words.js"));

export type Source = "text" | "ids";

export class WrittenController {
  readonly #host: ReactiveControllerHost;
  #source: Source = "ids";
  #text: string | undefined;
  /** The last sentences that became ids, and these as the field of the tokens has them. */
  #read: { readonly text: string; readonly ids: string } | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  get source(): Source {
    return this.#source;
  }

  /** As typed; undefined until something is. */
  get text(): string | undefined {
    return this.#text;
  }

  /** The ids of what was typed last and could be read. */
  get ids(): string | undefined {
    return this.#read?.ids;
  }

  choose(source: Source): void {
    this.#source = source;
    if (source === "text") void loadOwnWordsField();
    this.#host.requestUpdate();
  }

  /** What stands on the stage was written elsewhere: in an address, or here some changes ago. */
  take(text: string | undefined, ids: string): void {
    if (text === this.#read?.text) return;
    this.#text = text;
    this.#read = text === undefined ? undefined : { text, ids };
    if (text !== undefined) this.choose("text");
  }

  type({ text, ids }: TypedText): void {
    this.#text = text;
    if (ids) this.#read = { text, ids: rowsText(ids) };
    this.#host.requestUpdate();
  }

  /** A spec with these ids has been written. */
  mark(spec: LessonSpec, ids: string): void {
    if (spec.sequences && this.#read?.ids === ids) writtenAs(spec.sequences, this.#read.text);
  }

  forget(): void {
    this.#text = undefined;
    this.#read = undefined;
  }
}
