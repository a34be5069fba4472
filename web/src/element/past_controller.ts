/** Where an element's past begins: once its first lesson stands. The past itself comes with the first change. */
import type { Moment } from "../store/changes.js";
import type { History } from "../store/history.js";
import { once } from "../store/once.js";
import type { Past, PastWords, Remembering } from "../store/past.js";
import type { Words } from "../words/words.js";

const loadPast = once(() => import("../store/past.js"));

const NONE: PastWords = { undo: undefined, redo: undefined, said: "" };

export class PastController {
  readonly #host: Remembering;
  #begun: History | Moment | undefined;
  #progress: "new" | "beginning" | "begun" = "new";
  #past: Past | undefined;

  constructor(host: Remembering) {
    this.#host = host;
  }

  /** An element that follows another on the same page goes on with its past. */
  get history(): History | undefined {
    return this.#past?.history;
  }

  set history(history: History | undefined) {
    this.#begun = history;
  }

  look(moment: Moment | undefined): void {
    if (!moment) return;
    if (this.#past) this.#past.look(moment);
    else if (this.#progress !== "begun") void this.#begin();
    else if (this.#begun && !("past" in this.#begun) && isSame(this.#begun, moment)) this.#begun = moment;
    else void this.#make();
  }

  /** What an address asks for besides the lesson is put on the stage before anything counts as a change. */
  async #begin(): Promise<void> {
    if (this.#progress !== "new") return;
    this.#progress = "beginning";
    await this.#host.updateComplete;
    this.#progress = "begun";
    if (this.#begun) await this.#make();
    else this.#begun = this.#host.moment;
  }

  async #make(): Promise<void> {
    const parts = await loadPast();
    if (!parts || !this.#begun || this.#past) return;
    this.#past = new parts.Past(this.#host, this.#begun);
    if (this.#host.moment) this.#past.look(this.#host.moment);
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
}

/** All but the moment within the step; a spec that was set again is another. */
const isSame = (a: Moment, b: Moment): boolean =>
  a.spec === b.spec && a.step === b.step && a.focus === b.focus && a.cell === b.cell;
