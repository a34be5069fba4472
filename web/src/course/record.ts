/** A learner's record in an LMS, and what the course page reports to it: progress and answers. */
import { isLessonName } from "../lessons/opening.js";
import { type Answered, isOfLesson } from "../lessons/questions/answered.js";
import { hash } from "../operations/pick.js";
import { forgetAnswers, keepAllAnswered } from "../store/kept/kept_answers.js";
import { keepWhy, keptWhy, reportAnswers } from "../store/kept/kept_practice.js";
import { forgetSolved, keepApart } from "../store/kept/kept_text.js";
import { type Completion, type Done, isInWords, type Lesson, type Progress, shareDone } from "./progress.js";

/** What a record says when it is opened. */
export interface OpenedRecord {
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
}

/** What the course page needs from the system that keeps a learner's record: an LMS by SCORM, or an LRS by cmi5. */
export interface LearnerRecord {
  readonly opened: OpenedRecord;
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
  #progress: Omit<Progress, "seconds">;
  #commitTimer: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;

  constructor(record: LearnerRecord, completion: Completion = "walked") {
    this.#record = record;
    this.#progress = { ...record.opened.earlier, completion, steps: [], questions: [] };
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "hidden") this.#commit();
    });
    addEventListener("pagehide", () => this.#end());
    // The Back button may restore the page after its visit has ended, when it would report nothing more.
    addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
  }

  /** A step is on the stage. */
  reach(step: string, lesson: Lesson): void {
    this.#progress = { ...this.#progress, ...lesson, step };
    this.#commitSoon();
  }

  /** A step was played to its end. */
  play(step: string): void {
    const before = this.#now;
    if (before.played.includes(step)) return;
    this.#progress = { ...before, played: [...before.played, step] };
    this.#commitSoon();
    if (shareDone(before) < 1 && shareDone(this.#now) === 1) this.#commit();
  }

  answer(answered: Answered): void {
    const { answered: names, right } = this.#progress;
    const name = `${answered.step}.${answered.question}`;
    if (isInWords(answered)) this.#progress = { ...this.#progress, why: String(answered.answer) };
    else if (isOfLesson(answered))
      this.#progress = {
        ...this.#progress,
        answered: withName(names, name),
        right: answered.right ? withName(right, name) : right,
      };
    this.#record.answer(answered);
    this.#record.progress(this.#now);
    this.#commit();
  }

  get #now(): Progress {
    return { ...this.#progress, seconds: performance.now() / 1000 };
  }

  #commitSoon(): void {
    this.#record.progress(this.#now);
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
    this.#record.progress(this.#now);
    this.#record.end();
  }
}

const withName = (names: readonly string[], name: string): readonly string[] =>
  names.includes(name) ? names : [...names, name];

/**
 * From now on, this browser stores what this learner does, apart from all others and from the reader outside courses: drafts,
 * tests and answers, which an LMS does not keep in full. Which questions of the lesson count as answered is what the record
 * says; a draft that is stored here may be newer than its answer.
 */
export function openOwnAnswers(
  lesson: string,
  { learner, isSilent, earlier: { right, why } }: Pick<OpenedRecord, "learner" | "isSilent" | "earlier">,
): void {
  // Keys are not the place for a learner's name.
  keepApart(hash(learner).toString(36));
  if (!learner) {
    forgetAnswers();
    forgetSolved();
  }
  if (!isSilent) reportAnswers();
  keepAllAnswered(lesson, right);
  if (why && isLessonName(lesson) && !keptWhy(lesson).text)
    keepWhy(lesson, { text: why, points: [], tries: 1 });
}
