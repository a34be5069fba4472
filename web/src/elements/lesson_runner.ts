/** From a spec to what the page walks through: one call into the module, and the steps that its trace has. */

import type { LessonStep } from "../lessons/lesson.js";
import { isIn, taughtLesson } from "../lessons/lessons.js";
import { type HeadsUp, load } from "../module/page_entry.js";
import type { LessonName, LessonSpec, Trace } from "../module/types.js";
import type { NamedTensors } from "../module/weights/state_dict.js";
import type { Sizes } from "./focus_element.js";
import { traceOf } from "./trace_of.js";

/** Weights out of a reader's file, for one lesson. */
export interface OwnWeights {
  /** The file's name. */
  readonly name: string;
  readonly lesson: LessonName;
  readonly tensors: NamedTensors;
}

export interface Run {
  readonly spec: LessonSpec;
  /** Undefined: drawn from the seed. */
  readonly weights: OwnWeights | undefined;
  /** What the lesson takes where a spec says nothing. */
  readonly defaults: Required<LessonSpec>;
  readonly trace: Trace;
  readonly steps: readonly LessonStep[];
}

/** Loaded once for all elements of a page, and for the page itself. */
let loading: Promise<HeadsUp> | undefined;

export function loadModule(): Promise<HeadsUp> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined; // so that a later try may succeed
    throw error;
  });
  return loading;
}

const defaultsOf = new Map<LessonName, Required<LessonSpec>>();

/**
 * The page looks at a run before its element does, and a reader goes back and forth; a large one takes too long to be made
 * twice. Only the latest are kept, oldest first: an undone change holds its spec for good, and must not hold its numbers.
 */
const runs = new Map<LessonSpec, Run>();
const KEPT_RUNS = 6;

export function run(hu: HeadsUp, spec: LessonSpec, weights?: OwnWeights): Run {
  const known = runs.get(spec);
  if (known && known.weights === weights) return known;
  return keep(hu, traceOf(hu, spec, weights?.tensors), spec, weights);
}

/** A run whose trace has been made: `run` gives it to whoever asks for the same. */
export function keep(hu: HeadsUp, trace: Trace, spec: LessonSpec, weights?: OwnWeights): Run {
  const { lesson } = trace.spec;
  const defaults = defaultsOf.get(lesson) ?? hu.settle({ lesson });
  defaultsOf.set(lesson, defaults);
  const made = { spec, weights, defaults, trace, steps: taughtLesson(lesson).steps(trace) };
  runs.delete(spec);
  runs.set(spec, made);
  for (const oldest of runs.keys()) {
    if (runs.size <= KEPT_RUNS) break;
    runs.delete(oldest);
  }
  return made;
}

/** A lesson of more numbers than this takes longer than a blink. */
const MANY = 500_000;

/** About how many numbers a spec makes; undefined where the core refuses it. */
export function numbersOf(hu: HeadsUp, spec: LessonSpec): number | undefined {
  try {
    const { sequences, vocabSize, dModel, numHeads, feedForward } = hu.settle(spec);
    const length = Math.max(...sequences.map((ids) => ids.length));
    const weights = (vocabSize + 4 * dModel + 2 * (feedForward?.dFf ?? 0)) * dModel;
    return weights + sequences.length * length * (12 * dModel + 3 * numHeads * length);
  } catch {
    return undefined;
  }
}

/** Whether a spec that has not been run is large; one that is refused is refused at once. */
export function takesTime(hu: HeadsUp, spec: LessonSpec, of?: OwnWeights): boolean {
  const known = runs.get(spec);
  return !(known && known.weights === of) && (numbersOf(hu, spec) ?? 0) > MANY;
}

/** The two sizes of the lesson, where it has two; given weights are of their own. */
export function sizesOf({ trace, defaults, weights: given }: Run): Sizes | undefined {
  const { small } = taughtLesson(trace.spec.lesson);
  if (!small || given) return undefined;
  const chosen = isIn(trace.spec, small) ? "small" : isIn(trace.spec, defaults) ? "own" : undefined;
  return { small, own: defaults, chosen };
}
