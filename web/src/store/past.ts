/** Undo and redo of an element: it watches what is shown, and puts an earlier moment back on the stage. */

import { fill } from "../words/number_text.js";
import type { Words } from "../words/words.js";
import { changeText } from "./change_text.js";
import type { Change, Moment } from "./changes.js";
import { begun, type History, recorded, redone, undone } from "./history.js";

/** What the past needs of the element. */
export interface Remembering extends EventTarget {
  spec: Moment["spec"] | undefined;
  step: string;
  readonly updateComplete: Promise<boolean>;
  readonly moment: Moment | undefined;
  seek(step: string, t: number): void;
  choose(focus: Moment["focus"]): void;
  openCell(name: string, index: readonly number[]): boolean;
  requestUpdate(): void;
}

/** What a page hears of a change: another one, or how the last one goes on; then no changes are none any more. */
export interface Heard {
  readonly changes: readonly Change[];
  readonly goesOn: boolean;
}

export interface PastWords {
  readonly undo: string | undefined;
  readonly redo: string | undefined;
  /** What was just undone or done again. */
  readonly said: string;
}

export class Past {
  readonly #host: Remembering;
  #history: History;
  #said: { readonly key: "undone" | "redone"; readonly changes: readonly Change[] } | undefined;
  /** How many earlier moments are on their way back to the stage. */
  #restoring = 0;

  constructor(host: Remembering, history: History | Moment) {
    this.#host = host;
    this.#history = "past" in history ? history : begun(history);
  }

  get history(): History {
    return this.#history;
  }

  look(moment: Moment): void {
    if (this.#restoring > 0) return;
    const before = this.#history;
    this.#history = recorded(before, moment, Date.now());
    const length = this.#history.past.length;
    const last = this.#history.past.at(-1);
    if (last === before.past.at(-1) && length === before.past.length) return;
    this.#said = undefined;
    const goesOn = length < before.past.length || last?.moment === before.past.at(-1)?.moment;
    this.#tell({ changes: length < before.past.length ? [] : (last?.changes ?? []), goesOn });
    this.#host.requestUpdate();
  }

  undo(): void {
    this.#turn("undone", undone(this.#history), this.#history.past.at(-1)?.changes);
  }

  redo(): void {
    this.#turn("redone", redone(this.#history), this.#history.future.at(-1)?.changes);
  }

  words(words: Words): PastWords {
    const { past, future } = this.#history;
    const label = (sentence: string, changes: readonly Change[] | undefined): string | undefined =>
      changes && fill(sentence, { what: changeText(words, changes) });
    return {
      undo: label(words.trail.undo, past.at(-1)?.changes),
      redo: label(words.trail.redo, future.at(-1)?.changes),
      said: (this.#said && label(words.trail[this.#said.key], this.#said.changes)) ?? "",
    };
  }

  #turn(
    key: "undone" | "redone",
    history: History | undefined,
    changes: readonly Change[] | undefined,
  ): void {
    if (!history || !changes) return;
    this.#history = history;
    this.#said = { key, changes };
    const back = changes.map(({ field, from, to }) => ({ field, from: to, to: from }));
    void this.#restore(history.present).then(() =>
      this.#tell({ changes: key === "undone" ? back : changes, goesOn: false }),
    );
  }

  /** What is large takes its time; what was asked for last comes last. */
  async #restore(moment: Moment): Promise<void> {
    const host = this.#host;
    this.#restoring += 1;
    [host.spec, host.step] = [moment.spec, moment.step];
    host.requestUpdate();
    await host.updateComplete;
    if (this.#restoring === 1) {
      host.seek(moment.step, moment.t);
      host.choose(moment.focus);
      if (moment.cell) host.openCell(moment.cell.name, moment.cell.index);
      await host.updateComplete;
    }
    this.#restoring -= 1;
    const shown = host.moment;
    if (this.#restoring === 0 && shown) this.#history = { ...this.#history, present: shown };
  }

  #tell(detail: Heard): void {
    this.#host.dispatchEvent(new CustomEvent("heads-up-change", { detail, bubbles: true, composed: true }));
  }
}
