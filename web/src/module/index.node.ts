/** The module in Node: the .wasm files lie beside this one and are read from disk. */
import { readFile } from "node:fs/promises";
import { type HeadsUp, headsUp } from "./heads_up.js";
import { type LoadOptions, loadFrom, type WasmSource } from "./load.js";
import { laterTraining } from "./training/load_training.js";

export * from "./public.js";

const beside =
  (file: URL): WasmSource =>
  async () => ({ wasmBinary: await readFile(file) });

/** Loads the module; the same call in browser, worker and Node. Rejects with a HeadsUpError (docs/errors.md). */
export async function load(options?: LoadOptions): Promise<HeadsUp> {
  const [module, training] = await Promise.all([
    loadFrom(beside(new URL(/* @vite-ignore */ "./heads-up.wasm", import.meta.url)), options),
    laterTraining(beside(new URL(/* @vite-ignore */ "./heads-up-training.wasm", import.meta.url)), options),
  ]);
  return headsUp(module, training);
}
