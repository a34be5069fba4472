/** Undo for an element. Its code is loaded with the first change; until then only the first moment is kept. */
import type { Moment } from "../store/changes.js";
import type { History } from "../store/history.js";
import { isSameData } from "../store/lesson_runner.js";
import { once } from "../store/once.js";
import type { Past, PastWords, UndoHost } from "../store/past.js";
import { currentMoment } from "../store/selectors.js";
import type { Store } from "../store/store.js";
import type { Words } from "../words/words.js";

const loadPast = once(() => import("../store/past.js"));

const NONE: PastWords = { undo: undefined, redo: undefined, announcement: "" };

export class PastController {
  readonly #store: Store;
  readonly #host: UndoHost;
  /** The moment before the first change, or the history of the element before this one. */
  #begun: History | Moment | undefined;
  #past: Past | undefined;
  #opened = false;

  constructor(store: Store, host: UndoHost) {
    this.#store = store;
    this.#host = host;
    store.subscribe(() => this.#record());
  }

  /** The undo history, which a page passes on from one element to the next. */
  get history(): History | undefined {
    return this.#past?.history;
  }

  set history(history: History | undefined) {
    this.#begun = history;
  }

  /** Call right before the data of an address are requested: the next moment is theirs. */
  opened(): void {
    this.#opened = true;
    this.#past?.opened();
  }

  undo(): void {
    this.#past?.undo();
  }

  redo(): void {
    this.#past?.redo();
  }

  words(words: Words): PastWords {
    return this.#past?.words(words) ?? NONE;
  }

  #record(): void {
    const moment = currentMoment(this.#store.state);
    if (!moment) return;
    if (this.#past) this.#past.record(moment);
    else if (this.#begun && ("past" in this.#begun || !isSame(this.#begun, moment))) void this.#make();
    else {
      this.#begun = moment;
      this.#opened = false; // it changed nothing
    }
  }

  async #make(): Promise<void> {
    const parts = await loadPast();
    if (!parts || !this.#begun || this.#past) return;
    this.#past = new parts.Past(this.#store, this.#host, this.#begun);
    if (this.#opened) this.#past.opened();
    this.#record();
  }
}

/** Ignores the moment within the step. */
const isSame = (a: Moment, b: Moment): boolean =>
  isSameData(a.data, b.data) && a.step === b.step && a.focus === b.focus && a.cell === b.cell;
