/** Objects in localStorage. Stored values are not trusted: the code that reads them checks them. */

import { asObject, type UnknownFields } from "../../spec/as_object.js";

/** An object under one key. If storage is full or refused, as in a private window or on a file:// page, it lasts as long as the page. */
class KeptObject {
  readonly #key: string;
  #thisVisit: UnknownFields = {};
  /** Whether storage holds the latest value; false once it has refused one. */
  isStored = true;

  constructor(key: string) {
    this.#key = key;
  }

  get now(): UnknownFields {
    try {
      // What is missing was forgotten, perhaps in another tab.
      if (this.isStored) return asObject(JSON.parse(localStorage.getItem(this.#key) ?? "{}"));
    } catch {
      // Storage is refused, or its text is damaged.
    }
    return this.#thisVisit;
  }

  keep(value: object): void {
    this.#thisVisit = asObject(value);
    try {
      localStorage.setItem(this.#key, JSON.stringify(value));
      this.isStored = true;
    } catch {
      this.isStored = false;
    }
  }

  forget(): void {
    this.#thisVisit = {};
    this.isStored = true;
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
export function isReviewDue(now: number): boolean {
  const at = practice.now["reviewAt"];
  return typeof at === "number" && at <= now;
}
