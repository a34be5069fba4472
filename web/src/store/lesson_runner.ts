/** From a spec to what the page walks through: one call into the module, and the steps that its trace has. */

import type { LessonStep } from "../lessons/lesson.js";
import { isIn, taughtLesson } from "../lessons/lessons.js";
import { type HeadsUp, load } from "../module/page_entry.js";
import type { LessonName, LessonSpec, Trace } from "../module/types.js";
import type { NamedTensors } from "../module/weights/state_dict.js";
import { specOver } from "../spec/fields.js";
import type { Words } from "../words/words.js";
import { traceOf } from "./trace_of.js";

/** Weights out of a reader's file, for one lesson. */
export interface OwnWeights {
  /** The file's name. */
  readonly name: string;
  readonly lesson: LessonName;
  readonly tensors: NamedTensors;
}

/** A lesson out of a file: what it computes, shows, says and asks. */
export interface OwnLesson {
  /** What its answers are kept and told under. */
  readonly id: string;
  /** Where its file is for everybody; undefined for one on the reader's device. */
  readonly src?: string;
  /** What it takes where the reader asks for nothing else. */
  readonly spec: LessonSpec;
  /** How it opens, where nothing else is said; as the attributes have it. */
  readonly mode: string;
  readonly allow: string;
  title(language: string): string;
  steps(trace: Trace): readonly LessonStep[];
  /** The words of a language with its own over them; the same for the same words. */
  over(words: Words): Words;
  /** What ids stand for, where it says so. */
  readonly labels: Readonly<Record<string, string>> | undefined;
}

export interface Run {
  readonly spec: LessonSpec;
  /** Undefined: drawn from the seed. */
  readonly weights: OwnWeights | undefined;
  /** The file that the lesson came in, where it is none of the course. */
  readonly own: OwnLesson | undefined;
  /** What the lesson takes where a spec says nothing. */
  readonly defaults: Required<LessonSpec>;
  readonly trace: Trace;
  readonly steps: readonly LessonStep[];
  /** Whether the worker made it, which explains its numbers, too (background_runs.ts). */
  readonly isFar: boolean;
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

export function run(hu: HeadsUp, spec: LessonSpec, weights?: OwnWeights, own?: OwnLesson): Run {
  const known = runs.get(spec);
  if (known && known.weights === weights && known.own === own) return known;
  const latest = [...runs.values()].at(-1)?.trace;
  const trace = traceOf(hu, askedOf(spec, own), weights?.tensors, latest);
  return keep(hu, trace, { spec, weights, own, isFar: false });
}

/** What was asked for, and who ran it. */
export type Asked = Pick<Run, "spec" | "weights" | "own" | "isFar">;

/** A run whose trace has been made: `run` gives it to whoever asks for the same. */
export function keep(hu: HeadsUp, trace: Trace, asked: Asked): Run {
  const { spec, own } = asked;
  const { lesson } = trace.spec;
  const steps = (own ?? taughtLesson(lesson)).steps(trace);
  const made = { ...asked, defaults: own ? hu.settle(own.spec) : usual(hu, lesson), trace, steps };
  runs.delete(spec);
  runs.set(spec, made);
  for (const oldest of runs.keys()) {
    if (runs.size <= KEPT_RUNS) break;
    runs.delete(oldest);
  }
  return made;
}

/** All that a spec asks for: what it says, and for the rest what its lesson's file says. */
export const askedOf = (spec: LessonSpec, own: OwnLesson | undefined): LessonSpec =>
  own ? specOver(own.spec, spec) : spec;

function usual(hu: HeadsUp, lesson: LessonName): Required<LessonSpec> {
  const defaults = defaultsOf.get(lesson) ?? hu.settle({ lesson });
  defaultsOf.set(lesson, defaults);
  return defaults;
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
export function takesTime(hu: HeadsUp, spec: LessonSpec, of?: OwnWeights, own?: OwnLesson): boolean {
  const known = runs.get(spec);
  if (known && known.weights === of && known.own === own) return false;
  return (numbersOf(hu, askedOf(spec, own)) ?? 0) > MANY;
}

/** The two sizes of a lesson, and the one that stands on the stage: neither where the reader chose another. */
export interface Sizes {
  readonly small: { readonly dModel: number; readonly numHeads: number };
  readonly own: { readonly dModel: number; readonly numHeads: number };
  readonly chosen: "small" | "own" | undefined;
}

/** The two sizes of the lesson, where it has two; given weights and lessons out of a file are of their own. */
export function sizesOf({ trace, defaults, weights: given, own }: Run): Sizes | undefined {
  const { small } = taughtLesson(trace.spec.lesson);
  if (!small || given || own) return undefined;
  const chosen = isIn(trace.spec, small) ? "small" : isIn(trace.spec, defaults) ? "own" : undefined;
  return { small, own: defaults, chosen };
}
