/** The module as the page loads it: without the reader of weight files, which a first visit does not need. */
import wasmUrl from "../../../build/module/heads-up.wasm?url";
import type { HeadsUp } from "./heads_up.js";
import { loadFrom } from "./load.js";

export type { HeadsUp } from "./heads_up.js";

/** Rejects with a HeadsUpError. */
export const load = (): Promise<HeadsUp> => loadFrom(async () => ({ url: wasmUrl }));
