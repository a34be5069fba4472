/** The module in Node, where the .wasm files are read from the folder of this file. */
import { readFile } from "node:fs/promises";
import { type HeadsUp, headsUp } from "./heads_up.js";
import { type LoadOptions, loadFrom, type WasmSource } from "./load.js";
import { tryLoadTraining } from "./training/load_training.js";

export * from "./public.js";

const fromDisk =
  (file: URL): WasmSource =>
  async () => ({ wasmBinary: await readFile(file) });

/** Loads the module; the same call in browser, worker and Node. Rejects with a HeadsUpError (docs/errors.md). */
export async function load(options?: LoadOptions): Promise<HeadsUp> {
  const [module, training] = await Promise.all([
    loadFrom(fromDisk(new URL(/* @vite-ignore */ "./heads-up.wasm", import.meta.url)), options),
    tryLoadTraining(
      fromDisk(new URL(/* @vite-ignore */ "./heads-up-training.wasm", import.meta.url)),
      options,
    ),
  ]);
  return headsUp(module, training);
}
