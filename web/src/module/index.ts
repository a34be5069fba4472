/** The module in a browser or a worker. */
import wasmUrl from "../../../build/module/heads-up.wasm?url";
import trainingUrl from "../../../build/module/heads-up-training.wasm?url";
import { type HeadsUp, headsUp } from "./heads_up.js";
import { type LoadOptions, loadFrom } from "./load.js";
import { tryLoadTraining } from "./training/load_training.js";

export * from "./public.js";

/** Loads the module; the same call in browser, worker and Node. Rejects with a HeadsUpError (docs/errors.md). */
export async function load(options?: LoadOptions): Promise<HeadsUp> {
  const [module, training] = await Promise.all([
    loadFrom(async () => ({ url: wasmUrl }), options),
    tryLoadTraining(async () => ({ url: trainingUrl }), options),
  ]);
  return headsUp(module, training);
}
