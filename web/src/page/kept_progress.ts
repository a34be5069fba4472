/** Progress in localStorage, which other tabs change and delete too; without storage it lasts as long as the page. */

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
  #now = NO_PROGRESS;
  /** False once storage has refused a value, so that it holds an older one. */
  #isKept = true;

  get now(): Progress {
    if (this.#isKept) this.#now = progressOf(remembered("progress"));
    return this.#now;
  }

  visit(lesson: LessonName, step: StepReached): void {
    this.#keep(withStep(this.now, lesson, step));
  }

  /** Merges progress from another device. */
  join(other: Progress): void {
    this.#keep(mergedProgress(this.now, other));
  }

  forget(): void {
    this.#now = NO_PROGRESS;
    remember("progress", undefined);
  }

  #keep(progress: Progress): void {
    this.#now = progress;
    const text = progressText(progress);
    // Writing is slower than reading, and edits leave the step unchanged.
    if (text !== remembered("progress")) this.#isKept = remember("progress", text);
  }
}
