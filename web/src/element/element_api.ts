/** The public API of <heads-up>: properties, methods, events. The class implements it, and the package exports these types. */

import type { Answered } from "../lessons/questions/answered.js";
import type { Refusal } from "../module/refusal.js";
import type { LessonName, LessonSpec, Trace } from "../module/types.js";

export interface HeadsUpProperties {
  /** Changing the lesson keeps the step if the new lesson has it, else goes to the first. */
  lesson: LessonName;
  /** The name of the current step; reflected. */
  step: string;
  /** Language code such as `ko`; by default the browser's language. */
  lang: string;
  /** `light`, `dark` or `contrast`; by default the system's. */
  theme: string;
  /** The seed of all random draws; by default 42. */
  seed: number | undefined;
  /** `full`: everything; `minimal`: stage and transport; `none`: the stage alone. */
  controls: "full" | "minimal" | "none";
  /** `lecture`: large type for a room; `locked`: the reader can only do what `allow` lists. */
  mode: string;
  /** What a locked element still allows, separated by commas: `play`, `steps`, `ask`, `questions`. */
  allow: string;
  /** What differs from the lesson's defaults; setting it computes the lesson again. It overrides the attributes. */
  spec: LessonSpec | undefined;
  /** All steps of the lesson with their tensors; undefined until the first lesson is computed. */
  readonly trace: Trace | undefined;
  /** The name of the current step. */
  readonly currentStep: string;
  /** Resolves when everything requested is on the stage. */
  readonly updateComplete: Promise<boolean>;
}

export interface HeadsUpMethods {
  /**
   * Plays this step and stops at its end; with `through`, plays on to the end of the lesson. Pauses while the element is
   * outside the viewport.
   */
  play(options?: { readonly through?: boolean }): void;
  pause(): void;
  /** Goes to the beginning of the next step. */
  next(): void;
  /** Goes back to the step before, with its result. */
  previous(): void;
  /**
   * Pauses at moment `t` (0 … 1) of a step, given by name or index from 0; before the lesson is there, it opens so. What the lesson
   * does not have is a `heads-up-error` with the code `unknown-step`, and nothing moves.
   */
  seek(step: string | number, t: number): void;
  /** Chooses the sentence and the head on the stage, from 0. */
  choose(focus: { readonly batch?: number; readonly head?: number }): void;
  /** Opens the arithmetic of one cell; false if there is no such cell. */
  openCell(name: string, index: readonly number[]): boolean;
}

/** The `detail` of each event. */
export interface HeadsUpEvents {
  /** A new lesson, or the same with other data, is on the stage. */
  readonly "heads-up-ready": { readonly lesson: LessonName; readonly total: number };
  /** The step changed; `index` counts from 0. */
  readonly "heads-up-step": { readonly step: string; readonly index: number; readonly total: number };
  /** A refused request or a failure; docs/errors.md lists the codes. */
  readonly "heads-up-error": Refusal;
  /** The reader answered a question, correctly or not. */
  readonly "heads-up-answer": Answered;
}
