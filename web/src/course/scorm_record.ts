/** A learner's record in an LMS, by SCORM 1.2 or 2004. */
import type { Answered } from "../lessons/questions/answered.js";
import type { Lms } from "./lms.js";
import { type Progress, parseProgress } from "./progress.js";
import type { LearnerRecord, OnRefused } from "./record.js";
import { type EarlierResult, interaction, type Values, valuesOf } from "./report.js";

/** The error codes of an LMS that does not support interactions, which is allowed; the score is reported anyway. */
const UNSUPPORTED = ["401", "402"];

export class ScormRecord implements LearnerRecord {
  readonly learner: string;
  readonly earlier: LearnerRecord["earlier"];
  readonly languages: readonly string[];
  readonly isSilent: boolean;
  readonly #lms: Lms;
  readonly #refused: OnRefused;
  readonly #earlierResult: EarlierResult;
  /** Whether the LMS has refused something that it may take later. */
  #hasRefused = false;
  /** Whether it has refused an answer, which is not sent again. */
  #hasLost = false;
  /** Whether it has accepted all values of the progress so far. */
  #isSet = true;

  /** Call `lms.begin()` first. */
  constructor(lms: Lms, refused: OnRefused) {
    this.#lms = lms;
    this.#refused = refused;
    const is12 = lms.version === "1.2";
    this.learner = lms.get(is12 ? "cmi.core.student_id" : "cmi.learner_id");
    this.earlier = {
      ...parseProgress(lms.get("cmi.suspend_data")),
      step: lms.get(is12 ? "cmi.core.lesson_location" : "cmi.location"),
    };
    this.#earlierResult = {
      status: lms.get(is12 ? "cmi.core.lesson_status" : "cmi.completion_status"),
      score: Number(lms.get(is12 ? "cmi.core.score.raw" : "cmi.score.raw")) || undefined,
    };
    this.isSilent = ["browse", "review"].includes(lms.get(is12 ? "cmi.core.lesson_mode" : "cmi.mode"));
    this.languages = [lms.get(`cmi.${is12 ? "student" : "learner"}_preference.language`)];
  }

  progress(progress: Progress): void {
    this.#isSet = this.#set(valuesOf({ ...progress, earlier: this.#earlierResult }, this.#lms.version));
  }

  answer(answered: Answered): void {
    const count = Number(this.#lms.get("cmi.interactions._count")) || 0;
    const values = interaction(answered, count, this.#lms.version, new Date());
    if (!this.#set(values, UNSUPPORTED)) this.#hasLost = true;
  }

  commit(): void {
    if (this.isSilent) return;
    if (!this.#lms.commit()) this.#refuse(this.#lms.error);
    else if (this.#hasRefused && this.#isSet && !this.#hasLost) {
      this.#hasRefused = false;
      this.#refused(undefined);
    }
  }

  end(): void {
    this.commit();
    this.#lms.end();
  }

  #refuse(got: string): void {
    this.#hasRefused = true;
    this.#refused(got);
  }

  /** Sets values, and reports the first refusal whose code is not in `ignored`; false if there is one. */
  #set(values: Values, ignored: readonly string[] = []): boolean {
    if (this.isSilent) return true;
    const refusals = values.flatMap(([name, value]) =>
      this.#lms.set(name, value) ? [] : [{ name, code: this.#lms.error }],
    );
    const first = refusals.find(({ code }) => !ignored.includes(code));
    if (first) this.#refuse(`${first.name}: ${first.code}`);
    return !first;
  }
}
