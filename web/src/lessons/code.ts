/** The part of the lesson's PyTorch script that the page shows for a step: its paragraph, with its lines marked. */

import { writtenWeights } from "../module/designed.js";
import { textOfLine } from "../module/py_torch/python.js";
import { paragraphs, scriptOf as scriptOfSpec } from "../module/py_torch/script.js";
import type { Trace } from "../module/types.js";
import type { CodeWindow } from "../operations/operation.js";
import { bridgeNamed } from "../operations/operations.js";

/** The code window of a step, cached per trace. */
export function codeOf(trace: Trace, id: string): CodeWindow {
  const windows = cache.get(trace) ?? codeWindows(trace);
  cache.set(trace, windows);
  return windows.get(id) ?? bridgeNamed(id)?.code?.(trace) ?? { code: [], current: [] };
}

/** Of a longer paragraph, a window shows this many lines, up to the last one that computes its step. */
const MOST_LINES = 6;

const cache = new WeakMap<Trace, ReadonlyMap<string, CodeWindow>>();

function codeWindows(trace: Trace): ReadonlyMap<string, CodeWindow> {
  const windows = new Map<string, CodeWindow>();
  for (const paragraph of paragraphs(trace.spec, writtenWeights(trace))) {
    for (const id of new Set(paragraph.flatMap(({ steps }) => steps))) {
      const stepLines = paragraph.flatMap(({ steps }, line) => (steps.includes(id) ? [line] : []));
      const from = Math.max(0, (stepLines.at(-1) ?? 0) + 1 - MOST_LINES);
      const shown = paragraph.length > MOST_LINES ? paragraph.slice(from, from + MOST_LINES) : paragraph;
      const skipped = paragraph.length > MOST_LINES ? from : 0;
      const current = stepLines.map((line) => line - skipped).filter((line) => line >= 0);
      windows.set(id, { code: shown.map(textOfLine), current });
    }
  }
  return windows;
}

/** The whole script, to copy. */
export const scriptOf = (trace: Trace): string =>
  withoutChanges(scriptOfSpec(trace.spec, writtenWeights(trace)), trace);

/** A script computes everything from its data, so it says which numbers of the trace it does not set by hand. */
export const withoutChanges = (script: string, { changes = [] }: Trace): string => {
  const set = changes.map(({ name, index, value }) => `# ${name}[${index.join(", ")}] = ${value}\n`);
  return set.length > 0
    ? `# Not in this script, but set by hand on the page:\n${set.join("")}${script}`
    : script;
};
