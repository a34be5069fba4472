/** A learner's record in an LRS, by cmi5 or by plain xAPI. */

import { lessonNames } from "../../lessons/lessons.js";
import { type Answered, isOfLesson } from "../../lessons/questions/answered.js";
import type { Progress } from "../progress.js";
import type { LearnerRecord, OnRefused } from "../record.js";
import type { Lrs } from "./lrs.js";
import { Outbox } from "./outbox.js";
import { PROGRESS_STATE, type Session } from "./session.js";
import { stateOf } from "./state.js";
import { lessonIri, type Statement } from "./statement.js";
import * as statements from "./statements.js";

export class XapiRecord implements LearnerRecord {
  readonly learner: string;
  readonly earlier: LearnerRecord["earlier"];
  readonly languages: readonly string[];
  readonly isSilent: boolean;
  readonly returnUrl: string | undefined;
  readonly #lrs: Lrs;
  readonly #visit: statements.Visit;
  readonly #outbox: Outbox;
  readonly #stored: statements.Reached;
  /** The statements that this visit has made, queued or sent, by verb. */
  readonly #stated = new Map<"completed" | "passed", Statement>();
  #progress: Progress | undefined;
  #percent = 0;
  /** When the lesson had loaded, in seconds since the page was opened; undefined before. */
  #startSeconds: number | undefined;
  #hasAnswered = false;
  #hasEnded = false;
  readonly #stamp = statements.stampMaker();

  constructor(session: Session, refused: OnRefused) {
    this.learner = JSON.stringify(session.visit.actor);
    this.earlier = session.earlier;
    this.languages = session.languages;
    this.isSilent = session.isSilent;
    this.returnUrl = session.returnUrl;
    this.#lrs = session.lrs;
    this.#visit = session.visit;
    this.#stored = session.reached;
    this.#outbox = new Outbox(session.lrs, PROGRESS_STATE, refused);
  }

  progress(progress: Progress): void {
    if (progress.steps.length === 0) return;
    if (this.#startSeconds === undefined) this.#begin(progress);
    this.#progress = progress;
    if (this.isSilent) return;
    const reached = statements.reachedStatements(this.#visit, progress, this.#reached, this.#stamp);
    for (const statement of reached) {
      const verb = statement.result?.completion ? "completed" : "passed";
      this.#stated.set(verb, statement);
      this.#outbox.add(statement);
      if (verb === "completed") void this.#completeCourse();
    }
  }

  answer(answered: Answered): void {
    if (this.isSilent) return;
    this.#hasAnswered ||= isOfLesson(answered);
    this.#outbox.add(statements.answered(this.#visit, answered, this.#stamp()));
  }

  commit(): void {
    if (this.#startSeconds === undefined) return;
    this.#reportPercent();
    this.#storeProgress();
    void this.#outbox.send();
  }

  end(): void {
    const progress = this.#progress;
    if (this.#startSeconds === undefined || !progress) return;
    this.#hasEnded = true;
    const wasActive = this.#hasAnswered || this.#stated.size > 0;
    if (!this.isSilent && wasActive)
      for (const statement of statements.failedStatements(this.#visit, progress, this.#reached, this.#stamp))
        this.#outbox.add(statement);
    this.#storeProgress();
    const seconds = progress.seconds - this.#startSeconds;
    this.#outbox.add(statements.terminated(this.#visit, this.#stamp(), seconds));
    this.#outbox.sendLast();
  }

  /** Starts the session once the lesson has loaded; before that, it has only been read. */
  #begin(progress: Progress): void {
    this.#startSeconds = progress.seconds;
    this.#outbox.add(statements.initialized(this.#visit, this.#stamp()));
    this.#percent = statements.percentSeen({ ...progress, seen: this.earlier.seen });
    void this.#outbox.send();
    if (this.#stored.completed) void this.#completeCourse();
  }

  /** Completes the course of a Tin Can launch if all its lessons are completed and their records can be read. */
  async #completeCourse(): Promise<void> {
    const { course, lesson } = this.#visit;
    if (course === undefined || this.isSilent) return;
    const others = lessonNames.filter((name) => name !== lesson).map(lessonIri);
    const completed = await Promise.all(
      [...others, course].map((activity) => this.#lrs.has("completed", activity)),
    ).catch(() => [true]);
    const isCourseCompleted = completed.pop();
    if (isCourseCompleted || !completed.every(Boolean) || this.#hasEnded) return;
    this.#outbox.add(statements.courseCompleted(this.#visit, course, this.#stamp()));
    void this.#outbox.send();
  }

  get #reached(): statements.Reached {
    return {
      completed: this.#stored.completed || this.#stated.has("completed"),
      passed: this.#stored.passed || this.#stated.has("passed"),
    };
  }

  #reportPercent(): void {
    const progress = this.#progress;
    if (this.isSilent || !progress || this.#reached.completed) return;
    const percent = statements.percentSeen(progress);
    if (percent > this.#percent) this.#outbox.add(statements.progressed(this.#visit, this.#stamp(), percent));
    this.#percent = percent;
  }

  /** Stores the progress. "completed" and "passed" are stored only once the LRS has their statements. */
  #storeProgress(): void {
    const progress = this.#progress;
    if (this.isSilent || !progress) return;
    const arrived = (verb: "completed" | "passed"): boolean => {
      const statement = this.#stated.get(verb);
      return this.#stored[verb] || (statement !== undefined && !this.#outbox.isWaiting(statement));
    };
    const reached = { completed: arrived("completed"), passed: arrived("passed") };
    const seconds = Math.round(this.#visit.seconds + progress.seconds);
    this.#outbox.keep(JSON.stringify(stateOf(progress, reached, seconds)));
  }
}
