/**
 * What the page and its training session tell each other; all of it is plain data, because the session may run in a worker.
 * `id` is the session's: what a replaced session still sends is ignored.
 */
import type { Refusal } from "../module/refusal.js";
import type {
  FloatTensor,
  NamedFloats,
  SettledTrainingSpec,
  Tokens,
  TrainingExplanation,
  TrainingState,
  TrainingTask,
  TrainingTrace,
} from "../module/training/types.js";
import type { PerRun, RunKey } from "./runs.js";
import type { LabSettings } from "./settings.js";

/** Where a session begins instead of at drawn weights. */
export interface Origin {
  /** The same weights for all runs. */
  readonly weights?: NamedFloats;
  /** A checkpoint of each run. */
  readonly states?: PerRun<TrainingState>;
}

export interface Question {
  readonly next: { readonly run: RunKey; readonly prompt: Tokens; readonly temperature: number };
  readonly weights: { readonly run: RunKey };
  readonly walk: { readonly run: RunKey };
  readonly explain: { readonly run: RunKey; readonly name: string; readonly index: Tokens };
}
export interface QuestionAnswer {
  readonly next: FloatTensor;
  readonly weights: RunWeights;
  readonly walk: TrainingTrace;
  readonly explain: TrainingExplanation;
}
export type QuestionKind = keyof Question;
export interface RunWeights {
  readonly weights: NamedFloats;
  readonly spec: SettledTrainingSpec;
}

export type Command =
  | {
      readonly type: "open";
      readonly id: number;
      readonly settings: LabSettings;
      readonly origin?: Origin | undefined;
    }
  /** Goes back to a checkpoint and answers as session `next` from then on. */
  | {
      readonly type: "restore";
      readonly id: number;
      readonly next: number;
      readonly states: PerRun<TrainingState>;
    }
  /** Trains until this many steps have been taken. */
  | { readonly type: "train"; readonly id: number; readonly until: number }
  | { readonly type: "pause"; readonly id: number }
  /** Trains other seeds as far, one after the other. */
  | {
      readonly type: "spread";
      readonly id: number;
      readonly seeds: readonly number[];
      readonly steps: number;
    }
  /** A hidden page does not train. */
  | { readonly type: "hide"; readonly isHidden: boolean }
  /** How long reports are to be apart at least. */
  | { readonly type: "pace"; readonly ms: number }
  | {
      readonly type: "ask";
      readonly id: number;
      readonly ask: number;
      readonly kind: QuestionKind;
      readonly question: Question[QuestionKind];
    };

/** The commands that take longer than a slice. */
export type LongCommand = "train" | "spread";

/** The losses on held-out rows after a number of steps. */
export interface Measured {
  readonly step: number;
  readonly heldOut: PerRun<number>;
  readonly asUsed: PerRun<number>;
}

/** How many of the first `of` held-out rows each run completes without a mistake, after a number of steps. */
export interface Exact {
  readonly step: number;
  readonly right: PerRun<number>;
  readonly of: number;
}

/** A point that the reader can go back to. */
export interface Checkpoint {
  readonly step: number;
  readonly states: PerRun<TrainingState>;
}

/** What was made since the last progress. */
export interface Progress {
  /** Steps taken by every run. */
  readonly steps: number;
  readonly losses: PerRun<Float32Array>;
  readonly measured: readonly Measured[];
  readonly checkpoints: readonly Checkpoint[];
  /** Counted when training stops, in tasks that have answers. */
  readonly exact?: Exact | undefined;
  /** Of `Opened.sample`. */
  readonly attention: PerRun<FloatTensor>;
}

/** What another seed came to. */
export interface SeedLosses {
  readonly seed: number;
  readonly losses: PerRun<Float32Array>;
  readonly measured: readonly Measured[];
}

export interface Opened {
  readonly task: TrainingTask;
  /** A held-out row without its padding, whose attention is shown. */
  readonly sample: Tokens;
  /** How many numbers a model learns. */
  readonly parameters: number;
}

export type Answer =
  | ({ readonly type: "opened"; readonly id: number } & Opened)
  /** The previous session goes on. */
  | { readonly type: "refused"; readonly id: number; readonly refusal: Refusal }
  | { readonly type: "progress"; readonly id: number; readonly progress: Progress }
  /** Nothing is left to do of the command `did`; of opening or restoring a session, if undefined. */
  | { readonly type: "idle"; readonly id: number; readonly did: LongCommand | undefined }
  /** A loss or a weight is no longer a finite number; the session must be restored before it trains on. */
  | {
      readonly type: "broken";
      readonly id: number;
      readonly run: RunKey;
      readonly step: number;
      readonly loss: number;
    }
  | { readonly type: "seed"; readonly id: number; readonly done: SeedLosses }
  | { readonly type: "seedProgress"; readonly id: number; readonly share: number }
  | {
      readonly type: "answered";
      readonly id: number;
      readonly ask: number;
      readonly value?: QuestionAnswer[QuestionKind];
      readonly refusal?: Refusal;
    };
