/** The module as the page loads it: without the reader of weight files, which a first visit does not need. */
import wasmUrl from "../../../build/module/heads-up.wasm?url";
import type { HeadsUp } from "./heads_up.js";
import { loadFrom } from "./load.js";

export { HeadsUpError } from "./errors.js";
export type { HeadsUp } from "./heads_up.js";

/** Rejects with HeadsUpError `module-failed`. */
export const load = (): Promise<HeadsUp> => loadFrom(async () => ({ url: wasmUrl }));
