/** Progress in localStorage; without storage it lasts as long as the page. */

import type { StepReached } from "../element/root_events.js";
import type { LessonName } from "../module/types.js";
import {
  mergedProgress,
  NO_PROGRESS,
  type Progress,
  progressOf,
  progressText,
  withStep,
} from "./progress.js";
import { remember, remembered } from "./remember.js";

export class KeptProgress {
  #now: Progress = progressOf(remembered("progress"));
  /** False once storage has refused a value, so that it holds an older one. */
  #isKept = true;

  get now(): Progress {
    return this.#now;
  }

  visit(lesson: LessonName, step: StepReached): void {
    // Another tab may have written since.
    const kept = remembered("progress");
    const known = kept === undefined || !this.#isKept ? this.#now : progressOf(kept);
    this.#now = withStep(known, lesson, step);
    const text = progressText(this.#now);
    // Writing is slower than reading, and edits leave the step unchanged.
    if (text !== kept) this.#isKept = remember("progress", text);
  }

  /** Merges progress from another device. */
  join(other: Progress): void {
    this.#now = mergedProgress(this.#now, other);
    this.#isKept = remember("progress", progressText(this.#now));
  }

  forget(): void {
    this.#now = NO_PROGRESS;
    remember("progress", undefined);
  }
}
