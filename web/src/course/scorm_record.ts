/** A learner's record in an LMS, by SCORM 1.2 or 2004. */
import type { Answered } from "../lessons/questions/answered.js";
import type { Lms } from "./lms.js";
import { keptOf, type Progress } from "./progress.js";
import type { LearnerRecord, Refused } from "./record.js";
import { type EarlierResult, interaction, type Values, valuesOf } from "./report.js";

/** An LMS need not support interactions: it answers with these codes then, and the score is reported anyway. */
const UNSUPPORTED = ["401", "402"];

export class ScormRecord implements LearnerRecord {
  readonly earlier: LearnerRecord["earlier"];
  readonly languages: readonly string[];
  readonly isSilent: boolean;
  readonly #lms: Lms;
  readonly #refused: Refused;
  readonly #had: EarlierResult;

  /** Call `lms.begin()` first. */
  constructor(lms: Lms, refused: Refused) {
    this.#lms = lms;
    this.#refused = refused;
    const isOld = lms.version === "1.2";
    this.earlier = {
      ...keptOf(lms.get("cmi.suspend_data")),
      step: lms.get(isOld ? "cmi.core.lesson_location" : "cmi.location"),
    };
    this.#had = {
      status: lms.get(isOld ? "cmi.core.lesson_status" : "cmi.completion_status"),
      score: Number(lms.get(isOld ? "cmi.core.score.raw" : "cmi.score.raw")) || undefined,
    };
    this.isSilent = ["browse", "review"].includes(lms.get(isOld ? "cmi.core.lesson_mode" : "cmi.mode"));
    this.languages = [lms.get(`cmi.${isOld ? "student" : "learner"}_preference.language`)];
  }

  progress(progress: Progress): void {
    this.#tell(valuesOf({ ...progress, earlier: this.#had }, this.#lms.version));
  }

  answer(answered: Answered): void {
    const count = Number(this.#lms.get("cmi.interactions._count")) || 0;
    this.#tell(interaction(answered, count, this.#lms.version, new Date()), UNSUPPORTED);
  }

  commit(): void {
    if (!this.isSilent && !this.#lms.commit()) this.#refused(this.#lms.error);
  }

  end(): void {
    this.commit();
    this.#lms.end();
  }

  /** Sets values, and reports the first refusal whose code is not in `ignored`. */
  #tell(values: Values, ignored: readonly string[] = []): void {
    if (this.isSilent) return;
    const refusals = values.flatMap(([name, value]) =>
      this.#lms.set(name, value) ? [] : [{ name, code: this.#lms.error }],
    );
    const first = refusals.find(({ code }) => !ignored.includes(code));
    if (first) this.#refused(`${first.name}: ${first.code}`);
  }
}
