/** The module as the page loads it, without the conversion of weights, which a first visit does not need. */

import type { Operations } from "./bare.js";
import { loadFrom } from "./load.js";
import { wasmUrl } from "./page_wasm.js";
import type { LessonSpec, RunOptions, Trace } from "./types.js";
import type { LessonWeights } from "./weights/state_dict.js";

/** The part of the module that the page uses; the package's `HeadsUp` includes it. */
export interface Core extends Operations {
  /** As in the bare module (bare.ts). */
  run(spec: LessonSpec, weights?: LessonWeights, options?: RunOptions): Trace;
}

/** Rejects with a HeadsUpError. */
export const load = (): Promise<Core> => loadFrom(async () => ({ url: wasmUrl }));
