/** Texts in localStorage. Stored texts are not trusted: the code that reads them checks them. */

/** Ends every key; empty for the reader's own texts. */
let owner = "";

/** From now on, texts are those of this learner of a course, apart from all others in this browser; "" means the reader's own. */
export const keepApart = (learner: string): void => {
  owner = learner && `:${learner}`;
};

/** A text under one key. If storage is full or refused, as in a private window or on a file:// page, it lasts as long as the page. */
export class KeptText {
  readonly #name: string;
  #thisVisit: string | undefined;
  /** Whether storage holds the latest text; false once it has refused one. */
  isStored = true;

  constructor(name: string) {
    this.#name = name;
  }

  get #key(): string {
    return `heads-up-${this.#name}${owner}`;
  }

  get now(): string | undefined {
    try {
      // What is missing was forgotten, perhaps in another tab.
      if (this.isStored) return localStorage.getItem(this.#key) ?? undefined;
    } catch {
      // Storage is refused.
    }
    return this.#thisVisit;
  }

  /** Undefined forgets the text. */
  keep(text: string | undefined): void {
    this.#thisVisit = text;
    try {
      if (text === undefined) localStorage.removeItem(this.#key);
      else localStorage.setItem(this.#key, text);
      this.isStored = true;
    } catch {
      this.isStored = false;
    }
  }
}
