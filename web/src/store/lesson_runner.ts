/** Runs a lesson: one call into the module, and the steps that the page shows of its trace. */

import type { OwnLesson } from "../lesson_file/read_lesson.js";
import { type DesignedModel, designedSpec, designedWords } from "../lessons/designed.js";
import { grouped } from "../lessons/groups.js";
import type { LessonStep } from "../lessons/lesson.js";
import { changedFields, hasSizes, lessonNamed, openingSpec } from "../lessons/lessons.js";
import { withMeaning } from "../lessons/meaning.js";
import { openingOf } from "../lessons/opening.js";
import type { TrainedFacts } from "../lessons/trained.js";
import { DESIGNED } from "../module/designed.js";
import { type Core, load } from "../module/page_entry.js";
import { sameRows } from "../module/shape.js";
import type { LessonName, LessonSpec, Trace } from "../module/types.js";
import type { LessonWeights } from "../module/weights/state_dict.js";
import { type Changes, changesText } from "../spec/changes.js";
import { specOver } from "../spec/fields.js";
import { type Traced, traceOf } from "./traced.js";

/** A sentence that the trained model reads, as a lesson. */
export interface TrainedSentence {
  readonly text: string;
  /** The lesson in the model's sizes, with every field; only its own sequences have these weights. */
  readonly spec: Required<LessonSpec>;
  /** The spec to return to when other weights are chosen. */
  readonly before: LessonSpec;
  readonly model: TrainedFacts;
}

/** A model that the leak lab saved: the tokens that it reads; the ids of the lesson's sequences are their positions, from 1. */
export interface ModelRead {
  readonly tokens: readonly number[];
  readonly sequences: LessonSpec["sequences"];
  /** The spec to return to when other weights are chosen. */
  readonly before: LessonSpec;
}

/** Weights chosen in place of those drawn from the seed, ready for one lesson: from a file, trained, or designed. */
export interface ChosenWeights {
  /** The file's name, "designed" or "trained". */
  readonly name: string;
  readonly lesson: LessonName;
  /** "designed": made by the core in the sizes of each spec. */
  readonly tensors: LessonWeights | typeof DESIGNED;
  /** The word of each id in the embedding table, if known. */
  readonly words?: readonly string[];
  /** Set for designed weights. */
  readonly designed?: DesignedModel;
  /** Set for weights of the trained model. */
  readonly trained?: TrainedSentence;
  /** Set for weights of a model that the leak lab saved. */
  readonly model?: ModelRead;
}

/** The designed weights in a language's words. `before` is the spec to return to with other weights. */
export const designedWeights = (
  lesson: LessonName,
  lang: string,
  before: LessonSpec = openingSpec(lesson),
): ChosenWeights => ({
  ...{ name: DESIGNED, lesson, tensors: DESIGNED, words: designedWords(lesson, lang) },
  designed: { lang, before },
});

/** The lesson on the designed model's sentences. If they are on the stage in another language, the reader's changes stay. */
export function designedLesson(shown: LessonData, lang: string): LessonData {
  const { lesson } = shown.spec;
  const { designed } = shown.weights ?? {};
  const own = designedSpec(lesson, lang);
  return {
    spec: designed ? specOver(own, changedFields(designedSpec(lesson, designed.lang), shown.spec)) : own,
    weights: designedWeights(lesson, lang, designed?.before ?? withoutModel(shown).spec),
    own: undefined,
    changes: shown.changes,
  };
}

/** The spec of a model's own sentences; undefined for weights without. */
export const specOfModel = ({ lesson, designed, trained }: ChosenWeights): LessonSpec | undefined =>
  designed ? designedSpec(lesson, designed.lang) : trained?.spec;

/** A lesson as the page opens it. */
export function openingLesson(lesson: LessonName, lang: string): LessonData {
  const { spec, weights } = openingOf(lesson);
  const data = withDrawnWeights({ ...openingSpec(lesson), ...spec });
  return weights ? designedLesson(data, lang) : data;
}

/** Whether a lesson is shown as the page opens lessons, rather than with the tutorial's own data. */
export const isAsOpened = ({ spec, weights }: Pick<LessonData, "spec" | "weights">): boolean =>
  weights?.designed !== undefined || (weights === undefined && Boolean(spec.layerNorm));

/** Whether weights are the designed ones; false for all others. */
export const areDesigned = (weights: ChosenWeights | undefined): boolean => weights?.tensors === DESIGNED;

/** The weights that another spec can keep; undefined if none. Trained ones fit only the sentence that they were made for. */
export function weightsFor(
  { lesson, sequences }: LessonSpec,
  weights: ChosenWeights | undefined,
): ChosenWeights | undefined {
  const trained = weights?.trained;
  const hasOtherSequences = trained && !sameRows(sequences, trained.spec.sequences);
  return weights?.lesson === lesson && !hasOtherSequences ? weights : undefined;
}

/** Weights that no script contains: those of a file, and trained ones. */
export const weightsOutsideScript = (weights: ChosenWeights | undefined): ChosenWeights | undefined =>
  areDesigned(weights) ? undefined : weights;

/** The weights of a reader's file, which no address contains. */
export const fileWeights = (weights: ChosenWeights | undefined): ChosenWeights | undefined =>
  weights?.trained ? undefined : weightsOutsideScript(weights);

/** The input of a run. */
export interface LessonData {
  /** The fields that differ from the defaults of the lesson or of its file. */
  readonly spec: LessonSpec;
  /** Undefined: drawn from the seed. */
  readonly weights: ChosenWeights | undefined;
  /** The lesson file; undefined for the lessons of the course. */
  readonly own: OwnLesson | undefined;
  /** Numbers that are set by hand. */
  readonly changes?: Changes | undefined;
}

/** What a run was made from. */
export const dataOfRun = ({ spec, weights, own, changes }: LessonData): LessonData => ({
  ...{ spec, weights, own, changes },
});

/** A lesson with weights that are drawn from its seed. */
export const withDrawnWeights = (spec: LessonSpec): LessonData => ({
  spec,
  weights: undefined,
  own: undefined,
});

/** The lesson with drawn weights; leaving a model with data of its own also restores the spec from before it. */
export function withoutModel({ spec, weights, own, changes }: LessonData): LessonData {
  const model = weights?.designed ?? weights?.trained ?? weights?.model;
  return { spec: model?.before ?? spec, weights: undefined, own, changes };
}

export interface Run extends LessonData, Traced {
  /** The values of the fields that a spec leaves out. */
  readonly defaults: Required<LessonSpec>;
  /** The same without changes; undefined if there are none. */
  readonly before: Trace | undefined;
  readonly steps: readonly LessonStep[];
  /** Whether the worker computed the run; the worker then explains its numbers, too (background_runs.ts). */
  readonly isInWorker: boolean;
}

/** Loaded once for all elements of a page, and for the page itself. */
let loading: Promise<Core> | undefined;
let loaded: Core | undefined;

export async function loadModule(): Promise<Core> {
  loading ??= load();
  try {
    loaded = await loading;
    return loaded;
  } catch (error) {
    loading = undefined; // so that a later call tries again
    throw error;
  }
}

/** The module, if it has been loaded. */
export const loadedModule = (): Core | undefined => loaded;

/** The module, for who has a trace: the module is loaded before the first one is made or taken over from the worker. */
export function coreOfTraces(): Core {
  if (!loaded) throw new Error("a trace without the module");
  return loaded;
}

const defaultsByLesson = new Map<LessonName, Required<LessonSpec>>();

/**
 * The latest runs, oldest first: undo and the browser's history return to earlier ones. Only a few are kept, because the undo
 * history keeps every spec and must not keep every trace in memory.
 */
const runs: Run[] = [];
const KEPT_RUNS = 6;

export function run(hu: Core, data: LessonData): Run {
  const cached = cachedRun(data);
  if (cached) return cached;
  const before = data.changes?.length ? run(hu, { ...data, changes: undefined }) : undefined;
  const spec = mergedSpec(data.spec, data.own);
  const traced = traceOf(hu, spec, data.weights?.tensors, data.changes);
  return cacheRun(hu, traced, data, before?.trace, false);
}

/** Whether two runs would be made from the same: equal specs and changes, and the same file of weights or of a lesson. */
export const isSameData = (a: LessonData | undefined, b: LessonData): boolean =>
  a !== undefined &&
  a.own === b.own &&
  isSameWeights(a.weights, b.weights) &&
  changesText(a.changes) === changesText(b.changes) &&
  (a.spec === b.spec || contentOf(a.spec) === contentOf(b.spec));

export const isSameWeights = (a: ChosenWeights | undefined, b: ChosenWeights | undefined): boolean =>
  a === b ||
  (a !== undefined &&
    a.tensors === b?.tensors &&
    a.lesson === b.lesson &&
    a.designed?.lang === b.designed?.lang);

/** The order in which fields were set does not matter; a field that is undefined is left out. */
const contentOf = (spec: LessonSpec): string =>
  JSON.stringify(spec, (_, value: unknown) =>
    value && typeof value === "object" && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

/** The weights are those of `data`: equal ones in the cache may have replaced another spec, which is restored without them. */
export function cachedRun(data: LessonData): Run | undefined {
  const cached = runs.find((each) => isSameData(each, data));
  return cached && cached.weights !== data.weights ? { ...cached, weights: data.weights } : cached;
}

/** Caches the run of a trace; `run` returns it for the same data. */
export function cacheRun(
  hu: Core,
  { trace, unfit }: Traced,
  asked: LessonData,
  before: Trace | undefined,
  isInWorker: boolean,
): Run {
  const data = { ...dataOfRun(asked), changes: trace.changes };
  const { own } = data;
  const { lesson } = trace.spec;
  const all = own ? own.steps(trace) : lessonNamed(lesson).steps(trace);
  const meant = areDesigned(data.weights) ? withMeaning(all, trace) : all;
  const steps = own ? meant : grouped(meant);
  const defaults = own ? hu.settle(own.spec) : defaultsFor(hu, lesson);
  const shown = { trace, unfit, before: trace.changes && before };
  const computed: Run = { ...data, ...shown, isInWorker, defaults, steps };
  const replaced = runs.findIndex((cached) => isSameData(cached, data));
  if (replaced >= 0) runs.splice(replaced, 1);
  runs.push(computed);
  if (runs.length > KEPT_RUNS) runs.shift();
  return computed;
}

/** The spec, merged over the spec of the lesson file if there is one. */
export const mergedSpec = (spec: LessonSpec, own: OwnLesson | undefined): LessonSpec =>
  own ? specOver(own.spec, spec) : spec;

function defaultsFor(hu: Core, lesson: LessonName): Required<LessonSpec> {
  const defaults = defaultsByLesson.get(lesson) ?? hu.settle({ lesson });
  defaultsByLesson.set(lesson, defaults);
  return defaults;
}

/** Lessons with more numbers than this run in the worker. */
const MOST_ON_PAGE = 500_000;

/** Estimates how many numbers the lesson of a spec computes; undefined if the core refuses the spec. */
export function numbersOf(hu: Core, spec: LessonSpec): number | undefined {
  try {
    const { sequences, vocabSize, dModel, numHeads, feedForward } = hu.settle(spec);
    const length = Math.max(...sequences.map((ids) => ids.length));
    const weights = (vocabSize + 4 * dModel + 2 * (feedForward?.dFf ?? 0)) * dModel;
    return weights + sequences.length * length * (12 * dModel + 3 * numHeads * length);
  } catch {
    return undefined;
  }
}

/** Whether a lesson is large and not cached; false for one that will be refused. */
export const takesTime = (hu: Core, data: LessonData): boolean =>
  !cachedRun(data) && (numbersOf(hu, mergedSpec(data.spec, data.own)) ?? 0) > MOST_ON_PAGE;

/** The small sizes and the tutorial's own, and which of them is on the stage. */
export interface Sizes {
  readonly small: { readonly dModel: number; readonly numHeads: number };
  readonly own: { readonly dModel: number; readonly numHeads: number };
  readonly chosen: "small" | "own" | undefined;
}

/** Undefined for lessons of one size, lessons with weights of their own, and lesson files. */
export function sizesOf({ trace, defaults, weights: given, own }: Run): Sizes | undefined {
  const { small } = lessonNamed(trace.spec.lesson);
  if (!small || given || own) return undefined;
  const chosen = hasSizes(trace.spec, small) ? "small" : hasSizes(trace.spec, defaults) ? "own" : undefined;
  return { small, own: defaults, chosen };
}
