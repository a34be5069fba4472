/** Tracks whether the settings take sentences or ids, and the ids of the typed sentences. */
import type { ReactiveControllerHost } from "lit";
import type { LessonSpec } from "../../module/types.js";
import { rowsText } from "../../store/settings_fields.js";
import { type WrittenText, writtenAs } from "../../store/written_text.js";
import { loadAuthoring } from "../authoring/load_authoring.js";
import type { TypedText } from "./own_words_element.js";

export type Source = "text" | "ids";

export class WrittenController {
  readonly #host: ReactiveControllerHost;
  #source: Source = "ids";
  #text: string | undefined;
  /** The last sentences that had ids, and these ids as text of the token field. */
  #read: { readonly written: WrittenText; readonly ids: string } | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  get source(): Source {
    return this.#source;
  }

  /** The sentences as typed; undefined before the first input. */
  get text(): string | undefined {
    return this.#text;
  }

  /** The ids of the last sentences that were not refused. */
  get ids(): string | undefined {
    return this.#read?.ids;
  }

  choose(source: Source): void {
    this.#source = source;
    if (source === "text") void loadAuthoring();
    this.#host.requestUpdate();
  }

  /** Takes over the text of the spec on the stage if it is not the last one typed here, such as after a URL change or undo. */
  take(written: WrittenText | undefined, ids: string): void {
    if (written?.text === this.#read?.written.text) return;
    this.#text = written?.text;
    this.#read = written && { written, ids };
    if (written) this.choose("text");
  }

  type({ text, written, ids }: TypedText): void {
    this.#text = text;
    if (written && ids) this.#read = { written, ids: rowsText(ids) };
    this.#host.requestUpdate();
  }

  /** Remembers the sentences as the text of a spec's sequences, if these are their ids. */
  mark(spec: LessonSpec, ids: string): void {
    if (spec.sequences && this.#read?.ids === ids) writtenAs(spec.sequences, this.#read.written);
  }

  forget(): void {
    this.#text = undefined;
    this.#read = undefined;
  }
}
