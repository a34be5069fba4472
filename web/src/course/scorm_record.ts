/** A learner's record in an LMS, by SCORM 1.2 or 2004. */
import type { Answered } from "../lessons/questions/answered.js";
import type { Lms } from "./lms.js";
import { type Progress, parseProgress } from "./progress.js";
import type { LearnerRecord, OnRefused } from "./record.js";
import { type EarlierResult, interaction, type Values, valuesOf } from "./report.js";

/** The error codes of an LMS that does not support interactions, which is allowed; the score is reported anyway. */
const UNSUPPORTED = ["401", "402"];

export class ScormRecord implements LearnerRecord {
  readonly earlier: LearnerRecord["earlier"];
  readonly languages: readonly string[];
  readonly isSilent: boolean;
  readonly #lms: Lms;
  readonly #refused: OnRefused;
  readonly #earlierResult: EarlierResult;

  /** Call `lms.begin()` first. */
  constructor(lms: Lms, refused: OnRefused) {
    this.#lms = lms;
    this.#refused = refused;
    const is12 = lms.version === "1.2";
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
    this.#set(valuesOf({ ...progress, earlier: this.#earlierResult }, this.#lms.version));
  }

  answer(answered: Answered): void {
    const count = Number(this.#lms.get("cmi.interactions._count")) || 0;
    this.#set(interaction(answered, count, this.#lms.version, new Date()), UNSUPPORTED);
  }

  commit(): void {
    if (!this.isSilent && !this.#lms.commit()) this.#refused(this.#lms.error);
  }

  end(): void {
    this.commit();
    this.#lms.end();
  }

  /** Sets values, and reports the first refusal whose code is not in `ignored`. */
  #set(values: Values, ignored: readonly string[] = []): void {
    if (this.isSilent) return;
    const refusals = values.flatMap(([name, value]) =>
      this.#lms.set(name, value) ? [] : [{ name, code: this.#lms.error }],
    );
    const first = refusals.find(({ code }) => !ignored.includes(code));
    if (first) this.#refused(`${first.name}: ${first.code}`);
  }
}
