/** Loads the training module. */
import createModule from "#training-glue";
import { startModule, type WasmSource } from "../load.js";
import type { BareTraining } from "./bare.js";

/** Rejects with a HeadsUpError. */
export const loadTrainingFrom = async (source: WasmSource): Promise<BareTraining> =>
  (await startModule(createModule, "heads-up-training.wasm", source, "createTrainer")) as BareTraining;
