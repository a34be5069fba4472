/** The part of the training module that a session needs. */
import type { TaskName, Trainer, TrainingSpec, TrainingTask } from "../module/training/types.js";

export interface Training {
  createTrainer(spec: TrainingSpec): Trainer;
  trainingTask(name: TaskName): TrainingTask;
}
