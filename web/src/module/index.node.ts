/** The module in Node, where the .wasm files are read from the folder of this file. */
import { readFile } from "node:fs/promises";
import type { HeadsUp } from "./heads_up.js";
import { type LoadOptions, loadPackage } from "./load_package.js";

export * from "./public.js";

// Bundlers copy the files that are named in this form.
const URLS: Readonly<Record<string, URL>> = {
  "heads-up.wasm": new URL(/* @vite-ignore */ "./heads-up.wasm", import.meta.url),
  "heads-up-training.wasm": new URL(/* @vite-ignore */ "./heads-up-training.wasm", import.meta.url),
  "heads-up-python.wasm": new URL(/* @vite-ignore */ "./heads-up-python.wasm", import.meta.url),
};

/** Node's `fetch` does not read files. */
const readFileUrl = async (url: string): Promise<Uint8Array | undefined> =>
  url.startsWith("file:") ? readFile(new URL(url)) : undefined;

/** Loads the module; the same call in browser, worker and Node. Rejects with a HeadsUpError (docs/errors.md). */
export async function load(options?: LoadOptions): Promise<HeadsUp> {
  return loadPackage(options, (name) => URLS[name] ?? name, readFileUrl);
}
