/** Undo for an element. Its code loads with the first change; until it is there, moments are kept and an undo waits. */
import type { Moment } from "../store/changes.js";
import type { History } from "../store/history.js";
import { isSameData } from "../store/lesson_runner.js";
import { once } from "../store/once.js";
import type { Past, PastWords, Shown, UndoHost } from "../store/past.js";
import { currentMoment } from "../store/selectors.js";
import type { Store } from "../store/store.js";
import type { Words } from "../words/words.js";

const loadPast = once(() => import("../store/past.js"));

const NONE: PastWords = {};

export class PastController {
  readonly #store: Store;
  readonly #host: UndoHost;
  /** What was shown before the code has loaded: the moment before the first change, or an earlier history; then the moments since. */
  readonly #shown: Shown[] = [];
  #past: Past | undefined;
  #loading: Promise<void> | undefined;
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
    if (history) this.#shown[0] = [history, false];
  }

  /** Call right before the data of an address are requested: the next moment is theirs. */
  opened(): void {
    this.#opened = true;
  }

  async go(way: "undo" | "redo"): Promise<void> {
    await this.#loading;
    this.#past?.[way]();
  }

  words(words: Words): PastWords {
    return this.#past?.words(words) ?? NONE;
  }

  #record(): void {
    const moment = currentMoment(this.#store.state);
    if (!moment) return;
    const last = this.#shown.at(-1)?.[0];
    if (this.#past) this.#past.record(moment, this.#opened);
    else if (last && ("past" in last || !isSame(last, moment))) {
      this.#shown.push([moment, this.#opened]);
      this.#loading = this.#load();
    } else if (this.#shown.length < 2) this.#shown[0] = [moment, false];
    this.#opened = false;
  }

  async #load(): Promise<void> {
    const parts = await loadPast();
    if (!parts || this.#past) return;
    this.#past = parts.pastFrom(this.#shown, this.#store, this.#host);
    this.#record();
  }
}

/** Ignores the moment within the step. */
const isSame = (a: Moment, b: Moment): boolean =>
  isSameData(a.data, b.data) && a.step === b.step && a.focus === b.focus && a.cell === b.cell;
