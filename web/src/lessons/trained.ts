/** What the page knows about the models trained for the lessons before it loads one (store/weights/trained_model.ts). */
import type { BlockModel } from "../module/training/block_lesson.js";

/** The value of `weights` in a URL that stands for these models. */
export const TRAINED = "trained";

/** What the page says about the model. */
export interface TrainedFacts {
  readonly symbols: readonly string[];
  /** The sentence that lessons show first. */
  readonly sentence: string;
  /** How many sentences it was trained on, and how many pieces the longest has. */
  readonly rows: number;
  readonly longest: number;
  readonly steps: number;
  /** The number of parameters. */
  readonly numbers: number;
  readonly firstLoss: number;
  readonly lastLoss: number;
  /** The role that each head has learned. */
  readonly heads: readonly TrainedRole[];
  /** The pieces that the heads' descriptions name. */
  readonly pieces: Readonly<Record<TrainedRole, string>>;
  readonly spec: BlockModel;
}
export type TrainedRole = "subject" | "opener";
