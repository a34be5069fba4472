/** Loads the training module. */
import createModule from "#training-glue";
import { startModule, type WasmSource } from "../load.js";
import type { BareTraining } from "./bare.js";

/** Rejects with a HeadsUpError. */
export const loadTrainingFrom = async (source: WasmSource): Promise<BareTraining> =>
  (await startModule(createModule, "heads-up-training.wasm", source, "createTrainer")) as BareTraining;

/** Loads the training module, but reports a failure only when the returned function is called. */
export async function tryLoadTraining(source: WasmSource): Promise<() => BareTraining> {
  try {
    const training = await loadTrainingFrom(source);
    return () => training;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
