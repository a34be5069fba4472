/** Objects in localStorage. Stored values are not trusted: the code that reads them checks them. */

import { asObject, type UnknownFields } from "../../spec/as_object.js";
import { KeptText } from "./kept_text.js";

class KeptObject {
  readonly #text: KeptText;

  constructor(name: string) {
    this.#text = new KeptText(name);
  }

  /** Whether storage holds the latest value; false once it has refused one. */
  get isStored(): boolean {
    return this.#text.isStored;
  }

  get now(): UnknownFields {
    try {
      return asObject(JSON.parse(this.#text.now ?? "{}"));
    } catch {
      return {}; // The text is damaged.
    }
  }

  keep(value: object): void {
    this.#text.keep(JSON.stringify(value));
  }

  forget(): void {
    this.#text.keep(undefined);
  }
}

/** Answered questions by lesson: kept_answers.ts. */
export const answers = new KeptObject("answers");

/** Answers in the learner's own words, the times of answers, and test results: kept_practice.ts and kept_tests.ts. */
export const practice = new KeptObject("practice");

/** Whether the review is due; kept_practice.ts stores from when. `now` is in milliseconds. */
export function isReviewDue(now: number): boolean {
  const at = practice.now["reviewAt"];
  return typeof at === "number" && at <= now;
}
