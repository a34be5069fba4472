/** What the page knows of the small models that were trained for the lessons before one is loaded (store/weights/trained_model.ts). */
import type { BlockModel } from "../module/training/block_lesson.js";
import type { LessonName } from "../module/types.js";

/** As a value of `weights` in an address. */
export const TRAINED = "trained";

/** A model's block has a causal mask, biases and an output projection: these lessons show just that. */
const LESSONS: readonly LessonName[] = ["masked-multi-head", "transformer-block"];

/** Whether a lesson can show the model. */
export const canBeTrained = (lesson: LessonName): boolean => LESSONS.includes(lesson);

/** What the page says about the model. */
export interface TrainedFacts {
  readonly symbols: readonly string[];
  /** What lessons show at first. */
  readonly sentence: string;
  /** How many sentences it learned from, and how many pieces the longest has. */
  readonly rows: number;
  readonly longest: number;
  readonly steps: number;
  /** How many numbers were learned. */
  readonly numbers: number;
  readonly firstLoss: number;
  readonly lastLoss: number;
  /** What each head came to do. */
  readonly heads: readonly TrainedRole[];
  /** The pieces that the heads' descriptions name. */
  readonly pieces: Readonly<Record<TrainedRole, string>>;
  readonly spec: BlockModel;
}
export type TrainedRole = "subject" | "opener";
