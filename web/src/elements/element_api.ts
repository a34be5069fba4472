/**
 * <heads-up> as a page uses it: its properties, methods and events, and nothing of how it is made. The class has to keep to
 * this; the package's types are these; docs/element.md is written from the class.
 */
import type { LessonName, LessonSpec, Trace } from "../module/types.js";
import type { Answered } from "./question_stage.js";
import type { Refusal } from "./refusal.js";

export interface HeadsUpProperties {
  lesson: LessonName;
  step: string;
  lang: string;
  theme: string;
  seed: number | undefined;
  controls: "full" | "minimal" | "none";
  mode: string;
  allow: string;
  spec: LessonSpec | undefined;
  readonly trace: Trace | undefined;
  readonly currentStep: string;
  /** Settles once what was asked for stands there. */
  readonly updateComplete: Promise<boolean>;
}

export interface HeadsUpMethods {
  play(): void;
  pause(): void;
  next(): void;
  previous(): void;
  seek(step: string | number, t: number): void;
  choose(focus: { readonly batch?: number; readonly head?: number }): void;
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
