/** Objects in localStorage. Stored values are not trusted: the code that reads them checks them. */

import { asObject } from "../../spec/as_object.js";

/** An object under one key. If storage is full or refused, as in a private window or on a file:// page, it lasts as long as the page. */
class KeptObject {
  readonly #key: string;
  #thisVisit: object = {};
  /** Whether storage refused the last value, so that it holds an older one. */
  #isUnkept = false;

  constructor(key: string) {
    this.#key = key;
  }

  /** Whether storage holds the latest value. */
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

/** Answers in the learner's own words, the times of answers, and test results: kept_practice.ts and kept_tests.ts. */
export const practice = new KeptObject("heads-up-practice");

/** Whether the review is due; kept_practice.ts stores from when. `now` is in milliseconds. */
export const isReviewDue = (now: number): boolean => Number(practice.now["reviewAt"]) <= now;
