/** Objects in localStorage. What is stored is not trusted: its readers check it. */

export const asObject = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

/** Without storage, as in a private window or on a file:// page, or with a full one, it lasts as long as the page. */
class KeptObject {
  readonly #key: string;
  #thisVisit: object = {};
  /** Storage refused the last value, so what it has is older. */
  #isUnkept = false;

  constructor(key: string) {
    this.#key = key;
  }

  /** Whether storage has what is known here. */
  get isStored(): boolean {
    return !this.#isUnkept;
  }

  get now(): Readonly<Record<string, unknown>> {
    if (this.#isUnkept) return asObject(this.#thisVisit);
    try {
      const text = localStorage.getItem(this.#key);
      return asObject(text === null ? this.#thisVisit : JSON.parse(text));
    } catch {
      return asObject(this.#thisVisit);
    }
  }

  keep(value: object): void {
    this.#thisVisit = value;
    try {
      localStorage.setItem(this.#key, JSON.stringify(value));
      this.#isUnkept = false;
    } catch {
      this.#isUnkept = true;
    }
  }

  forget(): void {
    this.#thisVisit = {};
    this.#isUnkept = false;
    try {
      localStorage.removeItem(this.#key);
    } catch {
      // Nothing was stored.
    }
  }
}

/** Answered questions by lesson: kept_answers.ts. */
export const answers = new KeptObject("heads-up-answers");

/** When what was answered, and in which words: kept_practice.ts and kept_tests.ts. */
export const practice = new KeptObject("heads-up-practice");

/** Whether three questions may be asked again: kept_practice.ts says from when; `now` is in milliseconds. */
export const isReviewDue = (now: number): boolean => Number(practice.now["reviewAt"]) <= now;
