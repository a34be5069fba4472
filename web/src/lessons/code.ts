/** The part of the lesson's PyTorch script that the page shows: the step's paragraph with the step's lines marked. */
import { paragraphs, scriptOf as scriptOfSpec } from "../module/py_torch/script.js";
import { isReadable } from "../module/readable.js";
import type { Trace } from "../module/types.js";
import { bridgeCode, type CodeWindow } from "./bridge_code.js";

/** The code window of a step, cached per trace. */
export function codeOf(trace: Trace, id: string): CodeWindow {
  const windows = made.get(trace) ?? codeWindows(trace);
  made.set(trace, windows);
  return windows.get(id) ?? bridgeCode(trace, id);
}

const made = new WeakMap<Trace, ReadonlyMap<string, CodeWindow>>();

function codeWindows(trace: Trace): ReadonlyMap<string, CodeWindow> {
  const windows = new Map<string, CodeWindow>();
  for (const paragraph of paragraphs(trace.spec, isReadable(trace))) {
    const code = paragraph.map(([text]) => text);
    for (const id of new Set(paragraph.flatMap(([, ...steps]) => steps))) {
      const current = paragraph.flatMap(([, ...steps], line) => (steps.includes(id) ? [line] : []));
      windows.set(id, { code, current });
    }
  }
  return windows;
}

/** The whole script, to copy. */
export const scriptOf = (trace: Trace): string => scriptOfSpec(trace.spec, isReadable(trace));
