/** The public API of <heads-up>: properties, methods, events. The class implements it, and the package exports these types. */

import type { LessonFileData } from "../lesson_file/file_data.js";
import type { Answered } from "../lessons/questions/answered.js";
import type { Refusal } from "../module/errors.js";
import type { ProgramResult } from "../module/python/types.js";
import type { LessonName, LessonSpec, Trace } from "../module/types.js";
import type { NamedTensors } from "../module/weights/state_dict.js";

export type { LessonFileData };

/** Token ids: a list for each sentence, or text in the form of an address, `62,13;60`. */
export type TokensAsked = readonly (readonly number[])[] | string;

export type MaskName = "padding,causal" | "padding" | "causal" | "none";

/** `undefined`, `null` and a removed attribute mean unset: the lesson's own value applies. */
export interface HeadsUpProperties {
  /** Changing the lesson keeps the other attributes, and the step if the new lesson has it; else it goes to the first. */
  get lesson(): LessonName;
  set lesson(value: LessonName | null | undefined);
  /** The name of the current step; reflected. */
  get step(): string;
  set step(value: string | null | undefined);
  /** Language code such as `ko`; by default the browser's language. */
  get lang(): string;
  set lang(value: string | null | undefined);
  /** `light`, `dark` or `contrast`; by default the system's. */
  get theme(): string;
  set theme(value: string | null | undefined);
  /** The seed of all random draws; by default 42. */
  get seed(): number | undefined;
  set seed(value: number | null | undefined);
  /** The sentences, as token ids: text such as `62,13;60`, or lists in the property. */
  get tokens(): TokensAsked | undefined;
  set tokens(value: TokensAsked | null | undefined);
  /** The sentences that the queries come from; only in encoder-decoder. */
  get target(): TokensAsked | undefined;
  set target(value: TokensAsked | null | undefined);
  /** The size of the vocabulary, above every id; by default 100. */
  get vocabSize(): number | undefined;
  set vocabSize(value: number | null | undefined);
  /** The width of the model; by default one small enough to read its numbers. */
  get dModel(): number | undefined;
  set dModel(value: number | null | undefined);
  /** The number of heads; it has to divide `dModel`. */
  get numHeads(): number | undefined;
  set numHeads(value: number | null | undefined);
  /** Which keys are hidden from the queries; by default those that the lesson hides. */
  get mask(): MaskName | undefined;
  set mask(value: MaskName | null | undefined);
  /** The value that replaces a masked score; by default -1e12. */
  get maskFill(): number | "-inf" | undefined;
  set maskFill(value: number | "-inf" | null | undefined);
  /**
   * `designed`, `trained`, or the address of a file of weights; in the property also the file itself, its bytes, or tensors by
   * name. A model that the leak lab saved is shown as a lesson, `model.safetensors#2` by its second block. By default drawn
   * from the seed.
   */
  get weights(): string | Blob | BufferSource | NamedTensors | undefined;
  set weights(value: string | Blob | BufferSource | NamedTensors | null | undefined);
  /** `full`: everything; `minimal`: stage and transport; `none`: the stage alone. */
  get controls(): "full" | "minimal" | "none";
  set controls(value: "full" | "minimal" | "none" | null | undefined);
  /** `lecture`: large type for a room; `locked`: the reader can only do what `allow` lists. */
  get mode(): string;
  set mode(value: string | null | undefined);
  /** What a locked element still allows, separated by commas: `play`, `steps`, `ask`, `questions`. */
  get allow(): string;
  set allow(value: string | null | undefined);
  /** What differs from the lesson's defaults, in the attribute as JSON; setting it computes the lesson again. It overrides the other attributes. */
  get spec(): LessonSpec | undefined;
  set spec(value: Partial<LessonSpec> | null | undefined);
  /** The address of a lesson file. */
  get src(): string;
  set src(value: string | null | undefined);
  /** The content of a lesson file as an object; it overrides `src`. */
  get ownLesson(): LessonFileData | undefined;
  set ownLesson(value: LessonFileData | null | undefined);
  /**
   * A program in Python, or the text of an .ipynb, shown in place of a lesson; what the reader types is read here. The content of a
   * child `<script type="text/x-python">` sets it, and so does a lesson file with `code`.
   */
  get code(): string | undefined;
  set code(value: string | null | undefined);
  /** All steps of the lesson with their tensors; undefined until the first has run. That of a program has `program` in place of `spec`. */
  readonly trace: Trace | undefined;
  /** What the program on the stage did: its trace, what it printed, its variables and its error; undefined for a lesson. */
  readonly program: ProgramResult | undefined;
  /** The name of the current step. */
  readonly currentStep: string;
  /**
   * Resolves when nothing that was requested is pending. An element that cannot be seen computes nothing, so it may resolve before there is a
   * trace.
   */
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
  /** The stage's picture of this moment as the text of an SVG file; empty until there is one. */
  svg(): string;
}

/** The `detail` of each event. */
export interface HeadsUpEvents {
  /** A new lesson, or the same with other data, is on the stage; `code`: a program that has run, again after each change. */
  readonly "heads-up-ready": { readonly lesson: LessonName | "code"; readonly total: number };
  /** The step changed, or its numbers did: it also follows every `heads-up-ready`. `index` counts from 0. */
  readonly "heads-up-step": { readonly step: string; readonly index: number; readonly total: number };
  /** A refused request or a failure; docs/errors.md lists the codes. */
  readonly "heads-up-error": Refusal;
  /** The reader answered a question, correctly or not. */
  readonly "heads-up-answer": Answered;
}
