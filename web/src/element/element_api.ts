/** The public API of <heads-up>: properties, methods, events. The class implements it, and the package exports these types. */

import type { Answered } from "../lessons/questions/answered.js";
import type { Refusal } from "../module/refusal.js";
import type { LessonName, LessonSpec, Trace } from "../module/types.js";
import type { NamedTensors } from "../module/weights/state_dict.js";

/** Token ids, a list for each sentence; or as in an address, `62,13;60`. */
export type TokensAsked = readonly (readonly number[])[] | string;

export type MaskName = "padding,causal" | "padding" | "causal" | "none";

/** What a lesson file has, as an object: docs/lesson-file.md says all of it. */
export interface LessonFileData {
  readonly $schema?: string | undefined;
  readonly id?: string | undefined;
  /** By language; the languages of the title are those of all texts. */
  readonly title: Readonly<Record<string, string>>;
  readonly spec: LessonSpec;
  readonly steps?: readonly (string | { readonly step: string })[] | undefined;
  readonly tokens?: Readonly<Record<string, string>> | undefined;
  readonly mode?: string | undefined;
  readonly allow?: readonly string[] | undefined;
}

/** `undefined`, `null` and a removed attribute mean unset: the lesson's own. */
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
  /** The sentences, as token ids: in the attribute `62,13;60`, in the property lists too. */
  tokens: TokensAsked | undefined;
  /** Those that the queries come from, in encoder-decoder. */
  target: TokensAsked | undefined;
  /** Every id is below it; by default 100. */
  vocabSize: number | undefined;
  /** By default a size whose numbers can be read. */
  dModel: number | undefined;
  /** Divides `dModel`. */
  numHeads: number | undefined;
  /** Which keys no query sees; by default as the lesson has it. */
  mask: MaskName | undefined;
  /** What a masked score becomes; by default -1e12. */
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
  /** What a lesson file has, as an object; it overrides `src`. */
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
