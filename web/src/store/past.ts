/** Undo and redo of an element: it watches what is shown, and puts an earlier moment back on the stage. */

import { fill } from "../words/number_text.js";
import type { Words } from "../words/words.js";
import { changeText } from "./change_text.js";
import { type Change, changesBetween } from "./changes.js";
import { type History, recorded, redone, startHistory, undone } from "./history.js";
import { isSameData } from "./lesson_runner.js";
import { currentMoment } from "./selectors.js";
import type { Store } from "./store.js";

export interface PastWords {
  readonly undo?: string | undefined;
  readonly redo?: string | undefined;
  /** Says what was just undone or redone, or which data the lesson was computed with again; otherwise empty. */
  readonly announcement?: string;
}

interface Announcement {
  readonly key: "undone" | "redone" | "computed";
  readonly changes: readonly Change[];
}

/** The changes that compute nothing, and another lesson, which announces its step. */
const NOT_COMPUTED: readonly (string | undefined)[] = ["lesson", "step", "batch", "head", "cell"];

export class Past {
  readonly #store: Store;
  readonly #changed: () => void;
  readonly #now: () => number;
  /** Begins with the first moment on the stage, or goes on from that of an earlier element. */
  history: History | undefined;
  #announced: Announcement | undefined;
  /** The history before undos and redos whose lesson is not on the stage yet. */
  #before: History | undefined;
  #latest: Announcement | undefined;
  /** Whether the next moment is that of an opened address: its change is never merged with an edit that follows soon. */
  #isOpening = false;

  /** `changed` is called when `words` may have changed. */
  constructor(store: Store, changed: () => void, now: () => number = Date.now) {
    this.#now = now;
    this.#store = store;
    this.#changed = changed;
    store.subscribe(() => this.#record());
  }

  /** Call right before the data of an address are requested: the next moment is theirs. */
  opened(): void {
    this.#isOpening = true;
  }

  #record(): void {
    const moment = currentMoment(this.#store.state);
    if (!moment || this.#before) return;
    const before = this.history ?? startHistory(moment);
    this.history = recorded(before, moment, this.#isOpening ? Number.NEGATIVE_INFINITY : this.#now());
    this.#isOpening = false;
    const { past } = this.history;
    if (past.at(-1) === before.past.at(-1) && past.length === before.past.length) return;
    const changes = changesBetween(before.present, moment);
    this.#announced = NOT_COMPUTED.includes(changes[0]?.field) ? undefined : { key: "computed", changes };
    this.#changed();
  }

  undo(): void {
    this.#move("undone", this.history && undone(this.history), this.history?.past.at(-1)?.changes);
  }

  redo(): void {
    this.#move("redone", this.history && redone(this.history), this.history?.future.at(-1)?.changes);
  }

  words(words: Words): PastWords {
    const { past = [], future = [] } = this.history ?? {};
    const label = (sentence: string, changes?: readonly Change[]): string | undefined =>
      changes && fill(sentence, { what: changeText(words, changes) });
    return {
      undo: label(words.undo.undo, past.at(-1)?.changes),
      redo: label(words.undo.redo, future.at(-1)?.changes),
      announcement:
        (this.#announced && label(words.undo[this.#announced.key], this.#announced.changes)) ?? "",
    };
  }

  /** A large lesson takes a while: announce the change when it is on the stage, and not at all if it was refused. */
  #move(
    key: "undone" | "redone",
    history: History | undefined,
    changes: readonly Change[] | undefined,
  ): void {
    if (!history || !changes) return;
    const isFirst = this.#before === undefined;
    this.#before ??= this.history;
    this.history = history;
    this.#announced = undefined;
    const { data, step, t, focus, cell } = history.present;
    this.#store.dispatch({ type: "restore", data, place: { step, t, focus, cell } });
    if (isFirst) void this.#store.idle().then(() => this.#arrive());
    this.#latest = { key, changes };
  }

  /** Called when the restored lesson is on the stage, was refused, or was replaced by another request. */
  #arrive(): void {
    const { state } = this.#store;
    const before = this.#before;
    this.#before = undefined;
    if (this.history && isSameData(state.run, this.history.present.data)) this.#announced = this.#latest;
    else if (state.computing.kind === "refused") this.history = before;
    this.#record();
    this.#changed();
  }
}
