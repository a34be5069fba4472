/** The lab's state: one immutable value. */
import type { Refusal } from "../module/refusal.js";
import type { FloatTensor, NamedFloats } from "../module/training/types.js";
import type {
  Checkpoint,
  Command,
  ExactCounts,
  Measurement,
  Opened,
  Origin,
  SeedLosses,
} from "./messages.js";
import { type PerRun, perRun, type RunKey } from "./runs.js";
import type { LabSettings } from "./settings.js";

/** The reader's prediction before training: for each question a run, or undefined if it was skipped. */
export interface Prediction {
  readonly loss: RunKey | undefined;
  readonly text: RunKey | undefined;
}

/** A notice to the reader. */
export type Notice =
  /** A loss was not a finite number; the runs have returned to step `back`. */
  | {
      readonly kind: "broken";
      readonly run: RunKey;
      readonly step: number;
      readonly loss: number;
      readonly back: number;
      readonly learningRate: number;
    }
  /** The worker died; training can continue from step `back`. */
  | { readonly kind: "died"; readonly back: number }
  /** Training paused while the page was hidden. */
  | { readonly kind: "hidden" }
  | { readonly kind: "loaded" };

/** A session that has been requested. */
export interface Opening {
  readonly id: number;
  readonly settings: LabSettings;
  readonly origin?: Origin;
  /** The step to continue from, if the engine of the session before died. */
  readonly back?: number;
}

/** The results that belong to steps. */
export interface Results {
  /** The training loss of each step. */
  readonly losses: PerRun<Float32Array>;
  readonly measured: readonly Measurement[];
  readonly checkpoints: readonly Checkpoint[];
}

export interface LabState extends Results {
  /** The settings of the session; the defaults before the first session is open. */
  readonly settings: LabSettings;
  /** The id of the session whose answers count; 0 before the first session is open, and after the engine has died. */
  readonly session: number;
  /** The last session id that was used. */
  readonly lastId: number;
  /** The sessions that have been requested but not answered, the latest last. */
  readonly openings: readonly Opening[];
  /** The last refusal. */
  readonly refusal: Refusal | undefined;
  readonly opened: Opened | undefined;
  /** The reader's weights, if training began with them instead of drawn ones. */
  readonly ownWeights: NamedFloats | undefined;
  readonly activity: "idle" | "training" | "spreading";
  /** Undefined if the reader has not been asked yet. */
  readonly prediction: Prediction | undefined;
  readonly steps: number;
  /** The results before the reader went back, to which there is a way forward until training goes on. */
  readonly later: Results | undefined;
  /** Counted after the step at which training last stopped. */
  readonly exact: ExactCounts | undefined;
  readonly attention: PerRun<FloatTensor> | undefined;
  readonly seeds: readonly SeedLosses[];
  /** The share of the other seeds' training that is done, 0 … 1. */
  readonly seedShare: number;
  readonly notice: Notice | undefined;
  /** How many engines have died. */
  readonly deaths: number;
  /** The last command; the store sends it when it changes. */
  readonly command: Command | undefined;
}

const NO_LOSSES = perRun(() => new Float32Array());

/** The results of a training, before it has started. */
export const noResults = {
  steps: 0,
  losses: NO_LOSSES,
  measured: [],
  checkpoints: [],
  later: undefined,
  exact: undefined,
  attention: undefined,
  seeds: [],
  seedShare: 0,
} as const;

export const initialState = (settings: LabSettings): LabState => ({
  settings,
  session: 0,
  lastId: 0,
  openings: [],
  refusal: undefined,
  opened: undefined,
  ownWeights: undefined,
  activity: "idle",
  prediction: undefined,
  ...noResults,
  notice: undefined,
  deaths: 0,
  command: undefined,
});
