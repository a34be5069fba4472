/** The lab's state: one immutable value. */
import type { Refusal } from "../module/refusal.js";
import type { FloatTensor } from "../module/training/types.js";
import type { Checkpoint, Command, Exact, Measured, Opened, Origin, SeedLosses } from "./messages.js";
import { type PerRun, perRun, type RunKey } from "./runs.js";
import type { LabSettings } from "./settings.js";

/** What the reader expects before training: a run, or undefined where the question was skipped. */
export interface Prediction {
  readonly loss: RunKey | undefined;
  readonly text: RunKey | undefined;
}

/** Something that the reader has to know. */
export type Notice =
  /** A loss was not a finite number; the runs are back at `back`. */
  | {
      readonly kind: "broken";
      readonly run: RunKey;
      readonly step: number;
      readonly loss: number;
      readonly back: number;
      readonly learningRate: number;
    }
  /** The worker died; training can go on from `back`. */
  | { readonly kind: "died"; readonly back: number }
  /** Training paused while the page was hidden. */
  | { readonly kind: "hidden" }
  | { readonly kind: "loaded" };

/** A session that has been requested. */
export interface Opening {
  readonly id: number;
  readonly settings: LabSettings;
  readonly origin?: Origin;
}

export interface LabState {
  /** The settings of the session; before the first is open, the defaults. */
  readonly settings: LabSettings;
  /** The session whose answers count; 0 before the first is open. */
  readonly session: number;
  /** The last id that was given out. */
  readonly lastId: number;
  /** The sessions that have been requested and not answered, the latest last. */
  readonly openings: readonly Opening[];
  /** What was refused last. */
  readonly refusal: Refusal | undefined;
  readonly opened: Opened | undefined;
  readonly activity: "idle" | "training" | "spreading";
  /** Undefined: not asked yet. */
  readonly prediction: Prediction | undefined;
  readonly steps: number;
  /** The training loss of each step. */
  readonly losses: PerRun<Float32Array>;
  readonly measured: readonly Measured[];
  readonly checkpoints: readonly Checkpoint[];
  /** Of the steps where training stopped last. */
  readonly exact: Exact | undefined;
  readonly attention: PerRun<FloatTensor> | undefined;
  readonly seeds: readonly SeedLosses[];
  /** How much of the other seeds is trained, 0…1. */
  readonly seedShare: number;
  readonly notice: Notice | undefined;
  /** How many engines have died. */
  readonly deaths: number;
  /** The last command; the store sends it when it changes. */
  readonly command: Command | undefined;
}

const NO_LOSSES = perRun(() => new Float32Array());

/** What belongs to one training and is gone when another begins. */
export const nothingTrained = {
  steps: 0,
  losses: NO_LOSSES,
  measured: [],
  checkpoints: [],
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
  activity: "idle",
  prediction: undefined,
  ...nothingTrained,
  notice: undefined,
  deaths: 0,
  command: undefined,
});
