/** Progress in localStorage, which other tabs change and delete too. */

import type { StepReached } from "../element/root_events.js";
import type { LessonName } from "../module/types.js";
import { KeptText } from "../store/kept/kept_text.js";
import { type Progress, progressOf, progressText, withStep } from "./progress.js";

export class KeptProgress {
  readonly #text = new KeptText("progress");

  get now(): Progress {
    return progressOf(this.#text.now);
  }

  visit(lesson: LessonName, step: StepReached): void {
    this.#keep(withStep(this.now, lesson, step));
  }

  forget(): void {
    this.#text.keep(undefined);
  }

  #keep(progress: Progress): void {
    const text = progressText(progress);
    // Writing is slower than reading, and edits leave the step unchanged.
    if (text !== this.#text.now) this.#text.keep(text);
  }
}
