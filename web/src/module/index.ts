/** The module in a browser or a worker. */
import wasmUrl from "../../../build/module/heads-up.wasm?url";
import { type HeadsUp, headsUp } from "./heads_up.js";
import { type LoadOptions, loadFrom } from "./load.js";

export * from "./public.js";

/** Loads the module; the same call in browser, worker and Node. Rejects with a HeadsUpError (docs/errors.md). */
export async function load(options?: LoadOptions): Promise<HeadsUp> {
  return headsUp(await loadFrom(async () => ({ url: wasmUrl }), options));
}
