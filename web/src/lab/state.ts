/** The lab's state: one immutable value. */
import type { CellRef } from "../draw/picture.js";
import type { Refusal } from "../module/errors.js";
import type { FloatTensor, NamedFloats } from "../module/training/types.js";
import type { Command, ExactCounts, Opened, Results, SeedLosses } from "./messages.js";
import { type PerRun, perRun, type RunKey } from "./runs.js";
import type { LabSettings, TypedSettings } from "./settings.js";

/** The reader's prediction before training: for each question a run, or undefined if it was skipped. */
export interface Prediction {
  readonly loss: RunKey | undefined;
  readonly text: RunKey | undefined;
}
export const NO_PREDICTION: Prediction = { loss: undefined, text: undefined };

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
  /** The engine stopped, or the page was loaded again; the same steps are trained again, up to step `back`. */
  | { readonly kind: "died" | "reloaded"; readonly back: number }
  | { readonly kind: "loaded" };

/** A session that has been requested. */
export interface Opening {
  readonly id: number;
  readonly settings: LabSettings;
  readonly weights: NamedFloats | undefined;
}

/** What the reader has typed, chosen and opened on the page. */
export interface View {
  /** The answers before they are sent. */
  readonly chosen: Prediction;
  readonly isTableOpen: boolean;
  /** The text typed in each field of the settings; undefined if it is that of the settings in use. */
  readonly typed: TypedSettings | undefined;
  /** The refusals of typed settings that could not be read. */
  readonly unread: readonly Refusal[];
  /** The head and the word whose attention the reader chose, and the word that the pointer is on. */
  readonly head: { readonly layer: number; readonly head: number } | undefined;
  readonly word: number | undefined;
  readonly pointed: number | undefined;
  /** The beginning that the models continue; undefined until the reader has typed one. */
  readonly prompt: string | undefined;
  readonly temperature: number;
  readonly seed: number;
  /** The token whose button is the tab stop of the vocabulary. */
  readonly tokenAt: number;
  /** The model and the number of the walk. */
  readonly walked: RunKey;
  readonly cell: CellRef | undefined;
  /** The gradient of the weight of that step through which most of an answer leaks. */
  readonly leak: CellRef | undefined;
  /** The model that is saved or opened, the block that is opened, and the words that it reads. */
  readonly model: RunKey;
  readonly layer: number;
  readonly sentence: string | undefined;
  /** What became of the last file or block, or why it failed. */
  readonly done: string;
  readonly problem: string | undefined;
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
  /** The step that is shown; `losses` and `measured` go up to it. */
  readonly steps: number;
  /** Train up to this step as soon as the models are open. */
  readonly resumeAt: number;
  /** All results, also of steps after the shown one. */
  readonly reached: Results;
  /** The steps to which the reader can go. */
  readonly checkpoints: readonly number[];
  /** Counted after the step at which training last stopped. */
  readonly exact: ExactCounts | undefined;
  readonly attention: PerRun<FloatTensor> | undefined;
  readonly seeds: readonly SeedLosses[];
  /** The share of the other seeds' training that is done, 0 … 1. */
  readonly seedShare: number;
  readonly notice: Notice | undefined;
  /** The last command; the store sends it when it changes. */
  readonly command: Command | undefined;
  readonly view: View;
}

const NO_LOSSES = perRun(() => new Float32Array());
const EMPTY: Results = { losses: NO_LOSSES, smooth: NO_LOSSES, measured: [] };

/** The results of a training, before it has started. */
export const noResults = {
  ...EMPTY,
  steps: 0,
  reached: EMPTY,
  checkpoints: [],
  exact: undefined,
  attention: undefined,
  seeds: [],
  seedShare: 0,
} as const;

/** What is forgotten when other models are opened: it may not exist in them. */
export const freshView = {
  typed: undefined,
  unread: [],
  head: undefined,
  word: undefined,
  pointed: undefined,
  prompt: undefined,
  tokenAt: 0,
  sentence: undefined,
  layer: 0,
  cell: undefined,
  leak: undefined,
} as const;

export const initialState = (
  settings: LabSettings,
  { prediction, steps = 0 }: { readonly prediction?: Prediction | undefined; readonly steps?: number } = {},
): LabState => ({
  settings,
  session: 0,
  lastId: 0,
  openings: [],
  refusal: undefined,
  opened: undefined,
  ownWeights: undefined,
  activity: "idle",
  prediction,
  ...noResults,
  resumeAt: steps,
  notice: steps > 0 ? { kind: "reloaded", back: steps } : undefined,
  command: undefined,
  view: {
    ...freshView,
    chosen: NO_PREDICTION,
    isTableOpen: false,
    temperature: 1,
    seed: 0,
    walked: "unmasked",
    model: "masked",
    done: "",
    problem: undefined,
  },
});
