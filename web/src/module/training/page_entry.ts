/** The training module as the page loads it: separately, when the lab is opened. */
import wasmUrl from "../../../../build/module/heads-up-training.wasm?url";
import { loadTrainingFrom } from "./load_training.js";
import { createTrainer } from "./trainer.js";
import type { TaskName, Trainer, TrainingSpec, TrainingTask } from "./types.js";

export interface Training {
  trainingTask(name: TaskName): TrainingTask;
  createTrainer(spec: TrainingSpec): Trainer;
}

/** Rejects with a HeadsUpError. */
export async function loadTraining(): Promise<Training> {
  const training = await loadTrainingFrom(async () => ({ url: wasmUrl }));
  return {
    trainingTask: training.trainingTask,
    createTrainer: (spec) => createTrainer(training, spec),
  };
}
