/** Reports progress to the learner's record. Answers and completion are sent at once, other steps after a delay. */
import { type Answered, isOfLesson } from "../lessons/questions/answered.js";
import { isInWords, type Lesson, shareSeen } from "./progress.js";
import type { LearnerRecord } from "./record.js";

/** Steps are batched for this long, because each commit is a network request. */
const COMMIT_MS = 5000;

export class Reporter {
  readonly #record: LearnerRecord;
  readonly #seen: Set<string>;
  readonly #right: Set<string>;
  #hasTried: boolean;
  #why: string | undefined;
  #step: string;
  #lesson: Lesson = { steps: [], questions: [] };
  #commitTimer: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;

  constructor(record: LearnerRecord) {
    this.#record = record;
    const { seen, right, hasTried, why, step } = record.earlier;
    this.#seen = new Set(seen);
    this.#right = new Set(right);
    this.#hasTried = hasTried;
    this.#why = why;
    this.#step = step;
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "hidden") this.#commit();
    });
    addEventListener("pagehide", () => this.#end());
    // The Back button may restore the page after its visit has ended, when it would report nothing more.
    addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
  }

  /** The learner's last step; empty at the start of the first visit. */
  get step(): string {
    return this.#step;
  }

  get right(): readonly string[] {
    return [...this.#right];
  }

  /** The learner's answer in their own words, if there is one. */
  get why(): string | undefined {
    return this.#why;
  }

  reach(step: string, lesson: Lesson): void {
    const isNew = !this.#seen.has(step);
    this.#lesson = lesson;
    this.#step = step;
    this.#seen.add(step);
    this.#sendProgress();
    if (isNew && shareSeen({ ...lesson, seen: [...this.#seen] }) === 1) this.#commit();
    else this.#commitTimer ??= setTimeout(() => this.#commit(), COMMIT_MS);
  }

  answer(answered: Answered): void {
    if (isInWords(answered)) this.#why = String(answered.answer);
    else if (isOfLesson(answered)) {
      this.#hasTried = true;
      if (answered.right) this.#right.add(`${answered.step}.${answered.question}`);
    }
    this.#record.answer(answered);
    this.#sendProgress();
    this.#commit();
  }

  #commit(): void {
    clearTimeout(this.#commitTimer);
    this.#commitTimer = undefined;
    if (!this.#isOver) this.#record.commit();
  }

  #sendProgress(): void {
    this.#record.progress({
      ...this.#lesson,
      step: this.#step,
      seen: [...this.#seen],
      right: [...this.#right],
      hasTried: this.#hasTried,
      why: this.#why,
      seconds: performance.now() / 1000,
    });
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#commitTimer);
    this.#sendProgress();
    this.#record.end();
  }
}
