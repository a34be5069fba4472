/** Training as the page loads it: in a file of its own, when the lab is opened. */
import wasmUrl from "../../../../build/module/heads-up-training.wasm?url";
import { loadTrainingFrom } from "./load_training.js";
import { createTrainer, type ModuleTrainerSoFar } from "./trainer.js";
import type { TrainingSpec } from "./types.js";

export interface Training {
  createTrainer(spec: TrainingSpec): ModuleTrainerSoFar;
}

/** Rejects with a HeadsUpError. */
export async function loadTraining(): Promise<Training> {
  const training = await loadTrainingFrom(async () => ({ url: wasmUrl }));
  return { createTrainer: (spec) => createTrainer(training, spec) };
}
