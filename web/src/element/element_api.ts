/**
 * <heads-up> as a page uses it: its properties, methods and events, and nothing of how it is made. The class has to keep to
 * this; the package's types are these; docs/element.md is written from the class.
 */

import type { Refusal } from "../module/refusal.js";
import type { LessonName, LessonSpec, Trace } from "../module/types.js";
import type { Answered } from "../views/questions/question_stage.js";

export interface HeadsUpProperties {
  /** Which lesson. Another one begins where it has the same step, or else at its first. */
  lesson: LessonName;
  /** The name of the step on the stage; follows the reader. */
  step: string;
  /** The language of the words, such as `ko`; without it the reader's own. */
  lang: string;
  /** `light`, `dark` or `contrast`; without it as the reader's system has it. */
  theme: string;
  /** What the parameters are drawn from. */
  seed: number | undefined;
  /** All of the instrument, picture and transport, or the picture alone. */
  controls: "full" | "minimal" | "none";
  /** `lecture`: large, for a room; `locked`: only what `allow` names can be done. */
  mode: string;
  /** What stays open where it is locked, by commas: `play`, `steps`, `ask`, `questions`. */
  allow: string;
  /** What differs from the lesson's defaults; setting it computes the lesson anew. It comes before the attributes. */
  spec: LessonSpec | undefined;
  /** The lesson on the stage, with all of its numbers; undefined until there is one. */
  readonly trace: Trace | undefined;
  /** The name of the step on the stage. */
  readonly currentStep: string;
  /** Settles once what was asked for stands there. */
  readonly updateComplete: Promise<boolean>;
}

export interface HeadsUpMethods {
  /** Plays on from here, to the end of the lesson; only where it can be seen does time pass. */
  play(): void;
  pause(): void;
  next(): void;
  previous(): void;
  /** Exactly this moment (0 … 1) of a step, by its name or its place from 0; pauses. */
  seek(step: string | number, t: number): void;
  /** Which sentence and which head stand on the stage, from 0. */
  choose(focus: { readonly batch?: number; readonly head?: number }): void;
  /** Opens the arithmetic of one cell; false where there is no such cell. */
  openCell(name: string, index: readonly number[]): boolean;
}

/** The detail of each event that leaves the element. */
export interface HeadsUpEvents {
  /** Another lesson stands on the stage. */
  readonly "heads-up-ready": { readonly lesson: LessonName; readonly total: number };
  /** Another step; `index` counts from 0. */
  readonly "heads-up-step": { readonly step: string; readonly index: number; readonly total: number };
  /** What could not be done, with the facts of docs/errors.md. */
  readonly "heads-up-error": Refusal;
  /** A question was answered, rightly or not. */
  readonly "heads-up-answer": Answered;
}
