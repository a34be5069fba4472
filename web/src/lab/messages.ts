/**
 * The messages between the page and its training session: plain data, because the session may run in a worker. `id` is the
 * id of the session; messages that a replaced session still sends are ignored.
 */
import type { Refusal } from "../module/errors.js";
import type {
  FloatTensor,
  NamedFloats,
  SettledTrainingSpec,
  TokenChoice,
  Tokens,
  TrainingExplanation,
  TrainingTask,
  TrainingTrace,
} from "../module/training/types.js";
import type { PerRun, RunKey } from "./runs.js";
import type { LabSettings } from "./settings.js";

export interface Question {
  readonly next: {
    readonly run: RunKey;
    readonly tokens: Tokens;
    readonly temperature: number;
    readonly seed: number;
    /** How many tokens the model has written before. */
    readonly at: number;
  };
  readonly weights: { readonly run: RunKey };
  readonly walk: { readonly run: RunKey };
  readonly explain: { readonly run: RunKey; readonly name: string; readonly index: Tokens };
}
export interface QuestionAnswer {
  readonly next: NextToken;
  readonly weights: RunWeights;
  readonly walk: Walk;
  readonly explain: TrainingExplanation;
}
export type QuestionKind = keyof Question;
/** The next token, and the number of steps taken before. */
export interface NextToken extends TokenChoice {
  readonly steps: number;
}
/** A training step of a run as tensors. Its numbers can be explained until the next walk of this run. */
export interface Walk {
  /** The number of steps taken before it. */
  readonly steps: number;
  readonly trace: TrainingTrace;
}
export interface RunWeights {
  /** The number of steps taken before. */
  readonly steps: number;
  readonly weights: NamedFloats;
  readonly spec: SettledTrainingSpec;
}

export type Command = { readonly id: number } & (
  | { readonly type: "pause" }
  /** Creates the models, all with these weights if any are given, else with those that the seed draws. */
  | {
      readonly type: "open";
      readonly settings: LabSettings;
      readonly weights?: NamedFloats | undefined;
    }
  /** Goes to the checkpoint of a step and answers as session `next` from then on. */
  | { readonly type: "go"; readonly next: number; readonly step: number }
  /** Trains until `until` steps have been taken. */
  | { readonly type: "train"; readonly until: number }
  /** Trains other seeds for the same number of steps, one after the other. */
  | { readonly type: "spread"; readonly seeds: readonly number[]; readonly steps: number }
  | {
      readonly type: "ask";
      readonly ask: number;
      readonly kind: QuestionKind;
      readonly question: Question[QuestionKind];
    }
);

/** The commands that take many slices. */
export type LongCommand = "train" | "spread";

/** The losses on held-out rows after a number of steps. */
export interface Measurement {
  readonly step: number;
  readonly heldOut: PerRun<number>;
  readonly asUsed: PerRun<number>;
}

/** How many of the first `of` held-out rows each run completes without a mistake, after a number of steps. */
export interface ExactCounts {
  readonly step: number;
  readonly right: PerRun<number>;
  readonly of: number;
}

/** Losses by step. The same settings and weights always give the same ones. */
export interface Results {
  /** The training loss of each step. */
  readonly losses: PerRun<Float32Array>;
  /** Their moving average. */
  readonly smooth: PerRun<Float32Array>;
  readonly measured: readonly Measurement[];
}

export interface Progress {
  /** The number of steps that every run has taken. */
  readonly steps: number;
  /** All results, also of later steps if the reader has gone back from them. */
  readonly reached: Results;
  /** The steps to which the session can go. */
  readonly checkpoints: readonly number[];
  /** Counted when training stops, in tasks that have answers. */
  readonly exact?: ExactCounts | undefined;
  /** The attention weights of each run on `Opened.sample`. */
  readonly attention: PerRun<FloatTensor>;
}

/** The losses of another seed. */
export interface SeedLosses extends Results {
  readonly seed: number;
}

export interface Opened {
  readonly task: TrainingTask;
  /** A held-out row without its padding, whose attention is shown. */
  readonly sample: Tokens;
  /** The number of parameters of one model. */
  readonly parameters: number;
}

export type Answer = { readonly id: number } & (
  | ({ readonly type: "opened" } & Opened)
  /** The command was refused. If it was to open a session, the previous session continues. */
  | { readonly type: "refused"; readonly refusal: Refusal }
  | { readonly type: "progress"; readonly progress: Progress }
  /** All work of the command `did` is done; if undefined, all work of opening a session or going to a step. */
  | { readonly type: "idle"; readonly did: LongCommand | undefined }
  /** A loss is no longer a finite number; the session must go back before it trains on. */
  | { readonly type: "broken"; readonly run: RunKey; readonly step: number; readonly loss: number }
  | { readonly type: "seed"; readonly done: SeedLosses }
  | { readonly type: "seedProgress"; readonly share: number }
  | {
      readonly type: "answered";
      readonly ask: number;
      readonly value?: QuestionAnswer[QuestionKind];
      readonly refusal?: Refusal;
    }
);
