/** Undo for an element. Its code is loaded with the first change; what happens until then is done afterwards. */
import type { Moment } from "../store/changes.js";
import type { History } from "../store/history.js";
import { isSameData } from "../store/lesson_runner.js";
import { once } from "../store/once.js";
import type { Begun, Past, PastWords, UndoHost } from "../store/past.js";
import { currentMoment } from "../store/selectors.js";
import type { Store } from "../store/store.js";
import type { Words } from "../words/words.js";

const loadPast = once(() => import("../store/past.js"));

const NONE: PastWords = {};

export class PastController {
  readonly #store: Store;
  readonly #host: UndoHost;
  /** Until the code has loaded: the moment before the first change, or the history of the element before; then what followed. */
  readonly #begun: Begun[] = [];
  #past: Past | undefined;
  #making: Promise<void> | undefined;
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
    if (history) this.#begun[0] = [history, false];
  }

  /** Call right before the data of an address are requested: the next moment is theirs. */
  opened(): void {
    this.#opened = true;
  }

  async undo(): Promise<void> {
    await this.#making;
    this.#past?.undo();
  }

  async redo(): Promise<void> {
    await this.#making;
    this.#past?.redo();
  }

  words(words: Words): PastWords {
    return this.#past?.words(words) ?? NONE;
  }

  #record(): void {
    const moment = currentMoment(this.#store.state);
    if (!moment) return;
    const last = this.#begun.at(-1)?.[0];
    if (this.#past) this.#past.record(moment, this.#opened);
    else if (last && ("past" in last || !isSame(last, moment))) {
      this.#begun.push([moment, this.#opened]);
      this.#making = this.#make();
    } else if (this.#begun.length < 2) this.#begun[0] = [moment, false];
    this.#opened = false;
  }

  async #make(): Promise<void> {
    const parts = await loadPast();
    if (!parts || this.#past) return;
    this.#past = parts.pastFrom(this.#begun, this.#store, this.#host);
    this.#record();
  }
}

/** Ignores the moment within the step. */
const isSame = (a: Moment, b: Moment): boolean =>
  isSameData(a.data, b.data) && a.step === b.step && a.focus === b.focus && a.cell === b.cell;
