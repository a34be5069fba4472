/** Progress: which steps were seen and where the reader stopped. In localStorage, which other tabs change and delete too. */

import type { StepReached } from "../element/root_events.js";
import { isLessonName } from "../lessons/opening.js";
import type { LessonName } from "../module/types.js";
import { asObject } from "../spec/as_object.js";
import { KeptText } from "../store/kept/kept_text.js";

export interface LessonProgress {
  readonly seen: readonly string[];
  /** The step on the stage when the lesson was left. */
  readonly last: string;
  /** The last step was reached after most others; a link to the last step does not count. */
  readonly isOver?: true;
}

export interface Progress {
  /** The lesson that was left last. */
  readonly latest?: LessonName;
  readonly lessons: Readonly<Partial<Record<LessonName, LessonProgress>>>;
}

export const NO_PROGRESS: Progress = { lessons: {} };

export function withStep(
  progress: Progress,
  lesson: LessonName,
  { step, index, total }: StepReached,
): Progress {
  const seen = progress.lessons[lesson]?.seen ?? [];
  const more = seen.includes(step) ? seen : [...seen, step];
  const isOver = index === total - 1 && more.length > total / 2;
  const now = { seen: more, last: step, ...(isOver ? OVER : {}) };
  return { latest: lesson, lessons: { ...progress.lessons, [lesson]: now } };
}

const OVER = { isOver: true } as const;

/** How many of these steps were seen; one seen member counts for its group. Names that the lesson no longer has do not count. */
export const countSeen = (
  progress: LessonProgress | undefined,
  steps: readonly (readonly string[])[],
): number => steps.filter((names) => names.some((name) => progress?.seen.includes(name))).length;

export const progressText = (progress: Progress): string => JSON.stringify(progress);

/** Stored text is not trusted: anything that is not progress is dropped. */
export function progressOf(text: string | undefined): Progress {
  const kept = jsonObject(text);
  const found = Object.entries(asObject(kept["lessons"])).flatMap(([name, value]) => {
    const { seen, last, isOver } = asObject(value);
    if (!isLessonName(name) || !Array.isArray(seen) || typeof last !== "string") return [];
    const progress = { seen: seen.filter((id) => typeof id === "string"), last };
    return [[name, isOver === true ? { ...progress, ...OVER } : progress] as const];
  });
  const lessons: Progress["lessons"] = Object.fromEntries(found);
  const latest = kept["latest"];
  return typeof latest === "string" && isLessonName(latest) && lessons[latest]
    ? { latest, lessons }
    : { lessons };
}

function jsonObject(text: string | undefined): Readonly<Record<string, unknown>> {
  try {
    return asObject(JSON.parse(text ?? ""));
  } catch {
    return {};
  }
}

export class KeptProgress {
  readonly #text = new KeptText("progress");

  get now(): Progress {
    return progressOf(this.#text.now);
  }

  visit(lesson: LessonName, step: StepReached): void {
    const text = progressText(withStep(this.now, lesson, step));
    // Writing is slower than reading, and edits leave the step unchanged.
    if (text !== this.#text.now) this.#text.keep(text);
  }

  forget(): void {
    this.#text.keep(undefined);
  }
}
