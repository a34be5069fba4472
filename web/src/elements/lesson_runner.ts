/** From a spec to what the page walks through: one call into the module, and the steps that its trace has. */

import type { LessonStep } from "../lessons/lesson.js";
import { taughtLesson } from "../lessons/lessons.js";
import { type HeadsUp, HeadsUpError, load } from "../module/page_entry.js";
import type { LessonName, LessonSpec, Trace } from "../module/types.js";

export interface Run {
  readonly spec: LessonSpec;
  /** What the lesson takes where a spec says nothing. */
  readonly defaults: Required<LessonSpec>;
  readonly trace: Trace;
  readonly steps: readonly LessonStep[];
}

export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly details: Readonly<Record<string, string>>;
}

/** Loaded once for all elements of a page, and for the page itself. */
let loading: Promise<HeadsUp> | undefined;

export function loadModule(): Promise<HeadsUp> {
  if (typeof WebAssembly === "undefined")
    return Promise.reject(new HeadsUpError("no-wasm", "WebAssembly is missing"));
  loading ??= load().catch((error: unknown) => {
    loading = undefined; // so that a later try may succeed
    throw error;
  });
  return loading;
}

const defaultsOf = new Map<LessonName, Required<LessonSpec>>();

export function run(hu: HeadsUp, spec: LessonSpec): Run {
  const trace = hu.run(spec);
  const { lesson } = trace.spec;
  const defaults = defaultsOf.get(lesson) ?? hu.run({ lesson }).spec;
  defaultsOf.set(lesson, defaults);
  return { spec, defaults, trace, steps: taughtLesson(lesson).steps(trace) };
}

/** What went wrong, as plain data; anything but a refusal is the module's failure to be there. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof HeadsUpError)
    return { code: error.code, message: error.message, details: error.details };
  return {
    code: "module-failed",
    message: error instanceof Error ? error.message : String(error),
    details: {},
  };
}
