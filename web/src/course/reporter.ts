/** Reports progress to an LMS. Answers and completion are committed at once, other steps after a delay. */
import type { Answered } from "../lessons/questions/answered.js";
import type { Lms } from "./lms.js";
import {
  type Earlier,
  IN_WORDS,
  interaction,
  keptOf,
  type Standing,
  type Values,
  valuesOf,
} from "./report.js";

/** Steps are committed together, because each commit is a network request. */
const COMMIT_MS = 5000;

/** An LMS need not support interactions: it answers with these codes then, and the score is reported anyway. */
const UNSUPPORTED = ["401", "402"];

export type Lesson = Pick<Standing, "steps" | "questions">;

export class Reporter {
  readonly #lms: Lms;
  readonly #refused: (code: string) => void;
  readonly #seen: Set<string>;
  readonly #right: Set<string>;
  #hasTried: boolean;
  #why: string | undefined;
  #step: string;
  readonly #earlier: Earlier;
  /** The LMS has opened the lesson to browse or to review: nothing is reported. */
  readonly isSilent: boolean;
  #lesson: Lesson = { steps: [], questions: [] };
  #waiting: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;

  /** Call `lms.begin()` first. */
  constructor(lms: Lms, refused: (code: string) => void) {
    this.#lms = lms;
    this.#refused = refused;
    const kept = keptOf(lms.get("cmi.suspend_data"));
    this.#seen = new Set(kept.seen);
    this.#right = new Set(kept.right);
    this.#hasTried = kept.hasTried;
    this.#why = kept.why;
    const isOld = lms.version === "1.2";
    this.#step = lms.get(isOld ? "cmi.core.lesson_location" : "cmi.location");
    this.#earlier = {
      status: lms.get(isOld ? "cmi.core.lesson_status" : "cmi.completion_status"),
      score: Number(lms.get(isOld ? "cmi.core.score.raw" : "cmi.score.raw")) || undefined,
    };
    this.isSilent = ["browse", "review"].includes(lms.get(isOld ? "cmi.core.lesson_mode" : "cmi.mode"));
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "hidden") this.commit();
    });
    addEventListener("pagehide", () => this.#end());
  }

  /** The learner's last step; empty at the start of the first visit. */
  get step(): string {
    return this.#step;
  }

  get right(): readonly string[] {
    return [...this.#right];
  }

  /** The learner's answer in own words, if there is one. */
  get why(): string | undefined {
    return this.#why;
  }

  /** The learner's preferred language in the LMS; empty if it has none. */
  get language(): string {
    const who = this.#lms.version === "1.2" ? "student" : "learner";
    return this.#lms.get(`cmi.${who}_preference.language`);
  }

  reach(step: string, lesson: Lesson): void {
    const isNew = !this.#seen.has(step);
    this.#lesson = lesson;
    this.#step = step;
    this.#seen.add(step);
    this.#say();
    if (isNew && lesson.steps.every((names) => names.some((name) => this.#seen.has(name)))) this.commit();
    else this.#waiting ??= setTimeout(() => this.commit(), COMMIT_MS);
  }

  answer(answered: Answered): void {
    if (answered.kind === IN_WORDS) this.#why = String(answered.answer);
    else this.#hasTried = true;
    if (answered.right && answered.kind !== IN_WORDS)
      this.#right.add(`${answered.step}.${answered.question}`);
    const count = Number(this.#lms.get("cmi.interactions._count")) || 0;
    this.#tell(interaction(answered, count, this.#lms.version, new Date()), UNSUPPORTED);
    this.#say();
    this.commit();
  }

  commit(): void {
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
    if (!this.#isOver && !this.isSilent && !this.#lms.commit()) this.#refused(this.#lms.error);
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

  #say(): void {
    const standing: Standing = {
      ...this.#lesson,
      step: this.#step,
      seen: [...this.#seen],
      right: [...this.#right],
      hasTried: this.#hasTried,
      why: this.#why,
      seconds: performance.now() / 1000,
      earlier: this.#earlier,
    };
    this.#tell(valuesOf(standing, this.#lms.version));
  }

  #end(): void {
    if (this.#isOver) return;
    this.#say();
    this.commit();
    this.#isOver = true;
    this.#lms.end();
  }
}
