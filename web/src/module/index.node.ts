/** The module in Node: heads-up.wasm lies beside this file and is read from disk. */
import { readFile } from "node:fs/promises";
import { type HeadsUp, headsUp } from "./heads_up.js";
import { type LoadOptions, loadFrom } from "./load.js";

export * from "./public.js";

/** Loads the module; the same call in browser, worker and Node. Rejects with a HeadsUpError (docs/errors.md). */
export async function load(options?: LoadOptions): Promise<HeadsUp> {
  const beside = async () => ({
    wasmBinary: await readFile(new URL(/* @vite-ignore */ "./heads-up.wasm", import.meta.url)),
  });
  return headsUp(await loadFrom(beside, options));
}
