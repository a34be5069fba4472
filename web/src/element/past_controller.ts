/** Undo for an element: its history begins with the first moment on the stage, or goes on from that of an earlier element. */
import type { History } from "../store/history.js";
import { Past, type PastWords, type UndoHost } from "../store/past.js";
import { currentMoment } from "../store/selectors.js";
import type { Store } from "../store/store.js";
import type { Words } from "../words/words.js";

export class PastController {
  readonly #store: Store;
  readonly #host: UndoHost;
  #past: Past | undefined;
  #opened = false;
  #earlier: History | undefined;

  constructor(store: Store, host: UndoHost) {
    this.#store = store;
    this.#host = host;
    store.subscribe(() => this.#record());
  }

  get history(): History | undefined {
    return this.#past?.history ?? this.#earlier;
  }

  /** The history of an earlier element, with which this one goes on. */
  set history(history: History | undefined) {
    this.#earlier = history;
  }

  /** Call right before the data of an address are requested: the next moment is theirs. */
  opened(): void {
    this.#opened = true;
  }

  go(way: "undo" | "redo"): void {
    this.#past?.[way]();
  }

  words(words: Words): PastWords {
    return this.#past?.words(words) ?? {};
  }

  #record(): void {
    const moment = currentMoment(this.#store.state);
    if (!moment) return;
    this.#past ??= new Past(this.#store, this.#host, this.#earlier ?? moment);
    this.#past.record(moment, this.#opened);
    this.#opened = false;
  }
}
