/** The public API of <heads-up>: properties, methods, events. The class implements it, and the package exports these types. */

import type { Answered } from "../lessons/questions/answered.js";
import type { Refusal } from "../module/refusal.js";
import type { LessonName, LessonSpec, Trace } from "../module/types.js";
import type { NamedTensors } from "../module/weights/state_dict.js";

/** Token ids: a list for each sentence, or text in the form of an address, `62,13;60`. */
export type TokensAsked = readonly (readonly number[])[] | string;

export type MaskName = "padding,causal" | "padding" | "causal" | "none";

/** The content of a lesson file as an object; docs/lesson-file.md describes every field. */
export interface LessonFileData {
  readonly $schema?: string | undefined;
  readonly id?: string | undefined;
  /** By language; every other text has the same languages. */
  readonly title: Readonly<Record<string, string>>;
  readonly spec: LessonSpec;
  readonly steps?: readonly (string | { readonly step: string })[] | undefined;
  readonly tokens?: Readonly<Record<string, string>> | undefined;
  readonly mode?: string | undefined;
  readonly allow?: readonly string[] | undefined;
}

/** `undefined`, `null` and a removed attribute mean unset: the lesson's own value applies. */
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
  /** The sentences, as token ids: text such as `62,13;60`, or lists in the property. */
  tokens: TokensAsked | undefined;
  /** The sentences that the queries come from; only in encoder-decoder. */
  target: TokensAsked | undefined;
  /** The size of the vocabulary, above every id; by default 100. */
  vocabSize: number | undefined;
  /** The width of the model; by default one small enough to read its numbers. */
  dModel: number | undefined;
  /** The number of heads; it has to divide `dModel`. */
  numHeads: number | undefined;
  /** Which keys are hidden from the queries; by default those that the lesson hides. */
  mask: MaskName | undefined;
  /** The value that replaces a masked score; by default -1e12. */
  maskFill: number | "-inf" | undefined;
  /**
   * `readable`, `trained`, or the address of a file of weights; in the property also the file itself, or tensors by name. A model that the leak lab
   * saved is shown as a lesson, `model.safetensors#2` by its second block. By default drawn from the seed.
   */
  weights: string | File | NamedTensors | undefined;
  /** `full`: everything; `minimal`: stage and transport; `none`: the stage alone. */
  controls: "full" | "minimal" | "none";
  /** `lecture`: large type for a room; `locked`: the reader can only do what `allow` lists. */
  mode: string;
  /** What a locked element still allows, separated by commas: `play`, `steps`, `ask`, `questions`. */
  allow: string;
  /** What differs from the lesson's defaults, in the attribute as JSON; setting it computes the lesson again. It overrides the other attributes. */
  spec: LessonSpec | undefined;
  /** The address of a lesson file. */
  src: string;
  /** The content of a lesson file as an object; it overrides `src`. */
  ownLesson: LessonFileData | undefined;
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
   * Pauses at moment `t` (0 … 1) of a step, given by name or index from 0; before the lesson has loaded, it will open there. A step
   * that the lesson does not have is a `heads-up-error` with the code `unknown-step`, and nothing moves.
   */
  seek(step: string | number, t: number): void;
  /** Chooses the sentence and the head on the stage, from 0; a number beyond the last chooses the last. */
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
