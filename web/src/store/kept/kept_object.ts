/** Objects in localStorage. What is stored is not trusted: its readers check it. */

export const asObject = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

/** Without storage, as in a private window or on a file:// page, it lasts as long as the page. */
class KeptObject {
  readonly #key: string;
  #thisVisit: object = {};

  constructor(key: string) {
    this.#key = key;
  }

  get now(): Readonly<Record<string, unknown>> {
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
    } catch {
      // Kept for this visit.
    }
  }

  forget(): void {
    this.#thisVisit = {};
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
