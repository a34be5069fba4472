/**
 * A lesson as data: which steps in which order. Words live in the locales, formulas in formulas.ts, PyTorch in code.ts.
 */
import type { StageStep } from "../draw/scene.js";
import type { LessonName, LessonSpec, Trace } from "../module/types.js";
import type { Question } from "./questions/question.js";

export type Chapter =
  | "demo"
  | "data"
  | "positions"
  | "warmup"
  | "masks"
  | "projections"
  | "heads"
  | "attention"
  | "output"
  | "feedforward";

export interface LessonStep {
  /** The step's name in the trace and in the URL; a bridge has a name of its own. */
  readonly id: string;
  readonly chapter: Chapter;
  /** Where its words stand in the locales: `steps.<words>.{title,what,why,note?,note2?,spoken?}`. */
  readonly words: string;
  /** Values for the {placeholders} of those words: names and sizes, the same in every language (tensor: "q", heads: "2"). */
  readonly names?: Readonly<Record<string, string>>;
  /** What stands on the stage, for this trace. */
  stage(trace: Trace): StageStep;
  /** The lesson file it belongs to, if any; its answers are stored under this key. */
  readonly lesson?: string;
  /** The questions of a step from a lesson file: chosen built-in ones and the file's own. */
  questions?(trace: Trace, builtIn: readonly Question[]): readonly Question[];
}

export interface Lesson {
  readonly name: LessonName;
  /**
   * The sizes in which it opens, where the tutorial's own are too large for numbers in cells; one switch goes
   * from one to the other.
   */
  readonly small?: Required<Pick<LessonSpec, "dModel" | "numHeads">> & Pick<LessonSpec, "feedForward">;
  /** The steps that this trace has, in the notebook's order. */
  steps(trace: Trace): readonly LessonStep[];
}
