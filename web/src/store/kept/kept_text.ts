/** Texts and objects in localStorage. What is stored is not trusted: the code that reads it checks it. */
import { asObject, type UnknownFields } from "../../spec/as_object.js";

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

/** "whole" if the reader wants to see known steps too. */
export const keptPath = new KeptText("path");

/** An object as JSON under one key. */
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

/**
 * Whether single-character shortcuts (L, M, F, B, ., ?, /) are on. Readers who use speech input or hit keys by accident turn
 * them off (WCAG 2.1.4).
 */
export const areLetterKeysOn = (): boolean => letters.now !== OFF;

export const setLetterKeys = (isOn: boolean): void => letters.keep(isOn ? undefined : OFF);

const OFF = "off";
const letters = new KeptText("letters");

const solved = new KeptText("mistakes");

/** The ids of solved exercises. */
export const solvedMistakes = (): readonly string[] => solved.now?.split(",") ?? [];

export const keepSolved = (id: string): void => solved.keep([...new Set([...solvedMistakes(), id])].join());

export const forgetSolved = (): void => solved.keep(undefined);
