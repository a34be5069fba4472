/** The module as the page loads it, and the documented codes of its refusals. */
import { readFileSync } from "node:fs";
import { inRoot } from "../../../scripts/lib/paths.mjs";
import { HeadsUpError } from "../../../web/src/module/errors.js";
import { loadFrom } from "../../../web/src/module/load.js";
import type { Core } from "../../../web/src/module/page_entry.js";
import type { LessonSpec, Trace } from "../../../web/src/module/types.js";
import { documentedErrors } from "../../unit/documented_errors.js";

export const CODES: ReadonlySet<string> = new Set(Object.keys(documentedErrors()));

export const wasm = (name: string): Uint8Array => readFileSync(inRoot("build/module", name));

export const hu: Core = await loadFrom(async () => ({ wasmBinary: wasm("heads-up.wasm") }));

/** The spec with every default; undefined if it is refused with a documented code. */
export function settled(spec: LessonSpec): Trace["spec"] | undefined {
  try {
    return hu.settle(spec);
  } catch (error) {
    if (error instanceof HeadsUpError && CODES.has(error.code)) return undefined;
    throw error;
  }
}

/** Whether a lesson is computed in a few milliseconds, since a fuzzer runs thousands of inputs. */
export function isSmall(spec: Trace["spec"]): boolean {
  const rows = [...spec.sequences, ...(spec.target ?? [])];
  const longest = Math.max(...rows.map((row) => row.length));
  const { dModel, numHeads, vocabSize, dAttention, feedForward } = spec;
  const widest = Math.max(dModel, dAttention ?? 0, feedForward?.dFf ?? 0);
  return rows.length * longest ** 2 * numHeads <= 5000 && widest <= 512 && vocabSize * dModel <= 5000;
}
