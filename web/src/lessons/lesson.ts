/**
 * A lesson as data: its steps in order. Words live in the locales, formulas in formulas.ts, PyTorch code in code/code.ts.
 */
import type { StageStep } from "../draw/picture.js";
import type { LessonName, LessonSpec, Trace } from "../module/types.js";
import type { Question } from "../operations/question.js";

export type Chapter =
  | "opening"
  | "data"
  | "positions"
  | "warmup"
  | "masks"
  | "projections"
  | "heads"
  | "attention"
  | "demo"
  | "output"
  | "feedforward";

/** The values of the placeholders under `meanings` in a language; undefined if a word is unknown there. */
export type Meaning = (lang: string) => Readonly<Record<string, string>> | undefined;

export interface LessonStep {
  /** The step's name in the trace and in the URL; for a bridge, the bridge's name. */
  readonly id: string;
  readonly chapter: Chapter;
  /** The key of its words in the locales: `steps.<words>.{title,what,why,note?,note2?,spoken?}`. */
  readonly words: string;
  /** Values for the {placeholders} of those words: names and sizes, the same in every language (tensor: "q", heads: "2"). */
  readonly names?: Readonly<Record<string, string>>;
  /** With designed weights: who looks at whom, in `meanings` of the locales. */
  readonly meaning?: Meaning;
  /** What the stage shows for this trace. */
  stage(trace: Trace): StageStep;
  /** Neighbouring steps with the same key are shown as one step (groups.ts). */
  readonly group?: string;
  /** All steps of its group, including itself. */
  readonly members?: readonly LessonStep[];
  /** The steps that this one stands for while they are folded. */
  readonly folded?: readonly LessonStep[];
  /** The lesson file it belongs to, if any; its answers are stored under this key. */
  readonly lesson?: string;
  /** The questions of a step from a lesson file: chosen built-in ones and the file's own. */
  questions?(trace: Trace, builtIn: readonly Question[]): readonly Question[];
}

/** A run of steps that earlier lessons have shown, folded into one on the way through what is new. */
export interface Known {
  readonly first: string;
  readonly last: string;
  /** The step whose picture stands for all of them, if it is not the last one. */
  readonly shown?: string;
  /** The lesson of the course that shows them, counted from 1. */
  readonly lesson: number;
  /** The key of the words that sum them up. */
  readonly words: string;
}

export interface Lesson {
  readonly name: LessonName;
  /**
   * The sizes with which the lesson opens, if the tutorial's are too large to show numbers in cells. The reader can switch
   * between the two.
   */
  readonly small?: Required<Pick<LessonSpec, "dModel" | "numHeads">> & Pick<LessonSpec, "feedForward">;
  /** The step that asks "why?", to be answered in the learner's own words. */
  readonly why: string;
  readonly known?: readonly Known[];
  /** Where its tensors are on its map: a line for each layer, a name or "·" for each lane (map/plan.ts). */
  readonly map: string;
  /** The steps that this trace has, in the notebook's order. */
  steps(trace: Trace): readonly LessonStep[];
}
