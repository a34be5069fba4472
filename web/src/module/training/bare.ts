/**
 * The types of the bare training module, which is what Embind exports (cpp/bindings/training.cpp).
 * `heads-up-attention/heads-up-training.js` exports it unchanged; `createTrainer` of `load()` wraps it.
 */
import type { HeadsUpError } from "../errors.js";
import type { TensorLike } from "../tensor_input.js";
import type { MemoryUse } from "../types.js";
import type {
  FloatTensor,
  NamedFloats,
  SettledTrainingSpec,
  TaskName,
  Trainer,
  TrainingSpec,
  TrainingStep,
  TrainingTask,
} from "./types.js";

/** A trainer as Embind exports it: it stays in the module until `delete()` is called. */
export interface BareTrainer
  extends Pick<
    Trainer,
    | "step"
    | "loss"
    | "lossAsUsed"
    | "attention"
    | "nextToken"
    | "chooseToken"
    | "generate"
    | "snapshot"
    | "restore"
    | "explain"
  > {
  /** The spec with every default filled in. */
  spec(): SettledTrainingSpec;
  /** Steps taken so far. */
  steps(): number;
  weights(): NamedFloats;
  gradients(): NamedFloats;
  load(weights: Readonly<Record<string, TensorLike | FloatTensor>>): void;
  /** The steps of Trainer.walk(). */
  walk(): readonly TrainingStep[];
  delete(): void;
}

export interface BareTraining {
  /** The examples of a built-in task. */
  trainingTask(name: TaskName): TrainingTask;
  createTrainer(spec: TrainingSpec): BareTrainer;
  /** The exponential moving average of losses up to each of them, with a decay of 0.9, bias-corrected like Adam's moments. */
  smoothedLosses(losses: TensorLike): Float32Array;
  readonly Trainer: new (spec: TrainingSpec) => BareTrainer;
  /** How much memory the module uses. */
  memory(): MemoryUse;
  /** Frees every trainer; what is called on one afterwards is refused with `disposed`. */
  dispose(): void;
  /** The version of the package. */
  readonly version: string;
  /** The error class of every refusal. */
  readonly HeadsUpError: typeof HeadsUpError;
}
