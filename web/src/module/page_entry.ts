/** The module as the page loads it: bare, because a first visit needs nothing that takes weights by other names. */
import wasmUrl from "../../../build/module/heads-up.wasm?url";
import type { Operations } from "./bare.js";
import { loadFrom } from "./load.js";
import type { LessonSpec, Trace } from "./types.js";
import type { LessonWeights } from "./weights/state_dict.js";

/** What the page computes with. The package's `HeadsUp` has it, too. */
export interface Core extends Operations {
  /** As in the bare module (bare.ts). */
  run(spec: LessonSpec, weights?: LessonWeights, like?: Trace): Trace;
}

/** Rejects with a HeadsUpError. */
export const load = (): Promise<Core> => loadFrom(async () => ({ url: wasmUrl }));
