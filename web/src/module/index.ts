/** The module in a browser or a worker. */
import wasmUrl from "../../../build/module/heads-up.wasm?url";
import pythonUrl from "../../../build/module/heads-up-python.wasm?url";
import trainingUrl from "../../../build/module/heads-up-training.wasm?url";
import type { HeadsUp } from "./heads_up.js";
import { type LoadOptions, loadPackage } from "./load_package.js";

export * from "./public.js";

const URLS: Readonly<Record<string, string>> = {
  "heads-up.wasm": wasmUrl,
  "heads-up-training.wasm": trainingUrl,
  "heads-up-python.wasm": pythonUrl,
};

/** Loads the module; the same call in browser, worker and Node. Rejects with a HeadsUpError (docs/errors.md). */
export async function load(options?: LoadOptions): Promise<HeadsUp> {
  return loadPackage(options, (name) => URLS[name] ?? name);
}
