/** The training module as the page loads it: separately, when the lab is opened. */
import wasmUrl from "../../../../build/module/heads-up-training.wasm?url";
import type { TensorLike } from "../tensor_input.js";
import { loadTrainingFrom } from "./load_training.js";
import { createTrainer } from "./trainer.js";
import type { TaskName, Trainer, TrainingSpec, TrainingTask } from "./types.js";

export interface Training {
  trainingTask(name: TaskName): TrainingTask;
  createTrainer(spec: TrainingSpec): Trainer;
  smoothedLosses(losses: TensorLike): Float32Array;
}

/** Rejects with a HeadsUpError. */
export async function loadTraining(): Promise<Training> {
  const training = await loadTrainingFrom(async () => ({ url: wasmUrl }));
  return {
    trainingTask: training.trainingTask,
    smoothedLosses: training.smoothedLosses,
    createTrainer: (spec) => createTrainer(training, spec),
  };
}
