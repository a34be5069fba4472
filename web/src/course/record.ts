/** A learner's record in an LMS, and what the course page reports to it: progress and answers. */
import { type Answered, isOfLesson } from "../lessons/questions/answered.js";
import { type Completion, type Done, isInWords, type Lesson, type Progress, shareDone } from "./progress.js";

/** What the course page needs from the system that keeps a learner's record: an LMS by SCORM, or an LRS by cmi5. */
export interface LearnerRecord {
  /** Tells this learner from others in this browser; empty if the record does not say who it is. */
  readonly learner: string;
  /** The progress of earlier visits, and the step at which the last one ended; empty at the first visit. */
  readonly earlier: Done & { readonly step: string };
  /** The language tags that the learner prefers, the best first. */
  readonly languages: readonly string[];
  /** Whether nothing is reported, because the lesson was opened to browse or to review. */
  readonly isSilent: boolean;
  /** The page to which the learner should go on leaving, if the record names one. */
  readonly returnUrl?: string | undefined;
  /** Records the progress so far; it need not be sent before `commit`. */
  progress(progress: Progress): void;
  /** Records an answer; it need not be sent before `commit`. */
  answer(answered: Answered): void;
  /** Sends everything recorded. */
  commit(): void;
  /** Sends everything recorded and ends the visit, because the page is about to be closed. */
  end(): void;
}

/** Called with the message of a record that refuses something, and with undefined once it has accepted all of that. */
export type OnRefused = (got: string | undefined) => void;

/** Steps are batched for this long, because each commit is a network request. Answers and completion are sent at once. */
const COMMIT_MS = 5000;

export class Reporter {
  readonly #record: LearnerRecord;
  readonly #completion: Completion;
  readonly #played: Set<string>;
  readonly #answered: Set<string>;
  readonly #right: Set<string>;
  #why: string | undefined;
  #step: string;
  #lesson: Lesson = { steps: [], questions: [] };
  #commitTimer: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;

  constructor(record: LearnerRecord, completion: Completion = "walked") {
    this.#record = record;
    this.#completion = completion;
    const { played, answered, right, why, step } = record.earlier;
    this.#played = new Set(played);
    this.#answered = new Set(answered);
    this.#right = new Set(right);
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

  /** A step is on the stage. */
  reach(step: string, lesson: Lesson): void {
    this.#lesson = lesson;
    this.#step = step;
    this.#commitSoon();
  }

  /** A step was played to its end. */
  play(step: string): void {
    if (this.#played.has(step)) return;
    const before = shareDone(this.#progress);
    this.#played.add(step);
    this.#commitSoon();
    if (before < 1 && shareDone(this.#progress) === 1) this.#commit();
  }

  answer(answered: Answered): void {
    if (isInWords(answered)) this.#why = String(answered.answer);
    else if (isOfLesson(answered)) {
      const name = `${answered.step}.${answered.question}`;
      this.#answered.add(name);
      if (answered.right) this.#right.add(name);
    }
    this.#record.answer(answered);
    this.#record.progress(this.#progress);
    this.#commit();
  }

  get #progress(): Progress {
    return {
      ...this.#lesson,
      ...{ completion: this.#completion, step: this.#step, why: this.#why },
      ...{ played: [...this.#played], answered: [...this.#answered], right: [...this.#right] },
      seconds: performance.now() / 1000,
    };
  }

  #commitSoon(): void {
    this.#record.progress(this.#progress);
    this.#commitTimer ??= setTimeout(() => this.#commit(), COMMIT_MS);
  }

  #commit(): void {
    clearTimeout(this.#commitTimer);
    this.#commitTimer = undefined;
    if (!this.#isOver) this.#record.commit();
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#commitTimer);
    this.#record.progress(this.#progress);
    this.#record.end();
  }
}
