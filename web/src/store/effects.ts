/**
 * Effects: work that takes time or may fail, such as computing a lesson, reading a file or explaining a number. State
 * changes start them; each returns at most one result, with the id that the state gave it.
 */

import { refKey } from "../draw/picture.js";
import type { ReadLesson } from "../lesson_file/read_lesson.js";
import { FIRST_LESSON, isLessonName } from "../lessons/opening.js";
import { refusalOf, refused } from "../module/errors.js";
import type { Core } from "../module/page_entry.js";
import type { Explanation, LessonName } from "../module/types.js";
import type { EffectResult } from "./actions.js";
import { explainInWorker, runInWorker } from "./background_runs.js";
import {
  type LessonData,
  loadedModule,
  loadModule,
  type Run,
  run,
  takesTime,
  withDrawnWeights,
} from "./lesson_runner.js";
import { shownCells } from "./selection.js";
import type { LessonSource, State, WeightsFile } from "./state.js";
import type * as ownWeights from "./weights/own_weights.js";
import type * as trainedModel from "./weights/trained_model.js";

/** What reads files, and the trained model; few readers need it, so it is loaded when it is needed. */
export interface Authoring {
  fetchLesson(src: LessonSource): Promise<ReadLesson>;
  readonly lessonWithFile: typeof ownWeights.lessonWith;
  readonly lessonWithTrained: typeof trainedModel.lessonWith;
}

/** The dependencies of effects; tests pass others than `services`. */
export interface Services {
  /** Synchronous once it is loaded. */
  module(): Core | Promise<Core>;
  /** The client of the worker; undefined where the page does all work itself. */
  readonly background: typeof background | undefined;
  /** Undefined if it cannot be loaded. */
  loadAuthoring(): Promise<Authoring | undefined>;
  /** Resolves after the page has been painted. */
  painted(): Promise<unknown>;
}

/** Returns its result at once or as a promise, which resolves to undefined if the result is no longer wanted. */
export type Effect = (
  services: Services,
  isPending: (id: number) => boolean,
) => EffectResult | Promise<EffectResult | undefined>;

/** The effects that a change of the state starts. */
export function effectsOf(before: State, after: State): readonly Effect[] {
  const { computing, data, run, file, weightsFile, explanationId, seen } = after;
  const effects: (Effect | false | undefined)[] = [
    computing !== before.computing &&
      computing.kind === "computing" &&
      data &&
      compute(computing.id, data, !run),
    // Attributes that change while a file is being read change its state, but not its id.
    file.kind === "coming" && file.id > before.lastId && readFile(file.id, file.src),
    // Weights that a page sets are loaded once the element is visible, like its lesson.
    weightsFile.kind === "reading" && seen && readWeightsFile(weightsFile, data),
    explanationId !== undefined &&
      explanationId !== before.explanationId &&
      run &&
      explain(explanationId, run, after),
  ];
  return effects.filter((effect) => typeof effect === "function");
}

/** Small lessons are computed synchronously; large ones in the worker, after "computing …" has been painted. */
const compute =
  (id: number, data: LessonData, needsFallback: boolean): Effect =>
  (services, isPending) => {
    const hu = services.module();
    if ("then" in hu || takesTime(hu, data))
      return computeLater(id, data, needsFallback, hu, services, isPending);
    return computeNow(hu, id, data, needsFallback);
  };

async function computeLater(
  id: number,
  data: LessonData,
  needsFallback: boolean,
  loading: Core | Promise<Core>,
  services: Services,
  isPending: (id: number) => boolean,
): Promise<EffectResult | undefined> {
  try {
    const hu = await loading;
    const [made] = takesTime(hu, data)
      ? await Promise.all([services.background?.runInWorker(hu, data), services.painted()])
      : [];
    if (!isPending(id)) return undefined;
    return made ? { type: "computed", id, run: made } : computeNow(hu, id, data, needsFallback);
  } catch (error) {
    return { type: "refused", id, error: refusalOf(error) };
  }
}

/** `needsFallback`: nothing is on the stage that a refused request could leave there. */
function computeNow(hu: Core, id: number, data: LessonData, needsFallback: boolean): EffectResult {
  try {
    return { type: "computed", id, run: run(hu, data) };
  } catch (error) {
    const fallback = needsFallback ? tutorialRun(hu, data.spec.lesson) : undefined;
    return { type: "refused", id, error: refusalOf(error), fallback };
  }
}

/** The lesson with the tutorial's data; undefined if even that fails. */
function tutorialRun(hu: Core, lesson: LessonName): Run | undefined {
  const spec = { lesson: isLessonName(lesson) ? lesson : FIRST_LESSON };
  try {
    return run(hu, withDrawnWeights(spec));
  } catch {
    return undefined;
  }
}

const readFile =
  (id: number, src: LessonSource): Effect =>
  async ({ loadAuthoring }) => ({
    type: "fileRead",
    id,
    read: await (await loadAuthoring())?.fetchLesson(src),
  });

/** The requests that are being read: an element that is out of view for a while does not read them again. */
const begun = new WeakSet<WeightsFile>();

const readWeightsFile = (
  request: Extract<WeightsFile, { kind: "reading" }>,
  shown: LessonData | undefined,
): Effect | undefined => {
  const { id, file, data: given } = request;
  const data = given ?? shown;
  if (!data || begun.has(request)) return undefined;
  return async ({ module, loadAuthoring }) => {
    begun.add(request);
    try {
      const [hu, authoring] = await Promise.all([module(), loadAuthoring()]);
      const read = !authoring
        ? refused(
            "weights-reader-missing",
            { got: file.name },
            "weights: what reads {got} could not be loaded",
          )
        : "lang" in file
          ? authoring.lessonWithTrained(hu, file, data)
          : await authoring.lessonWithFile(hu, file, data);
      return { type: "weightsRead", id, data, read };
    } catch (error) {
      return { type: "weightsRead", id, data, read: refusalOf(error) };
    }
  };
};

/**
 * The worker explains numbers of its last run; the core on the page explains those of older runs. If explaining fails, the
 * numbers have no explanation, as if the core had none.
 */
const explain =
  (id: number, { trace, isInWorker }: Run, { selection, explained }: State): Effect =>
  (services) => {
    const cells = shownCells(selection).filter((cell) => !(refKey(cell) in explained));
    const hu = services.module();
    const result = (explanations: readonly (Explanation | undefined)[]): EffectResult => ({
      type: "explained",
      id,
      explained: Object.fromEntries(cells.map((cell, i) => [refKey(cell), explanations[i]])),
    });
    try {
      if (!isInWorker && !("then" in hu))
        return result(cells.map(({ name, index }) => hu.explain(trace, name, index)));
    } catch {
      return result([]);
    }
    return (async () => {
      const core = await hu;
      const explanations = cells.map(
        async (cell) =>
          (isInWorker && (await services.background?.explainInWorker(trace, cell))) ||
          core.explain(trace, cell.name, cell.index),
      );
      return result(await Promise.all(explanations));
    })().catch(() => result([]));
  };

/** Three frames: long enough for the page to have been painted. */
const PAINTED_MS = 50;

const background = { explainInWorker, runInWorker };

/** The services of a real page. */
export const services = (loadAuthoring: () => Promise<Authoring | undefined>): Services => ({
  module: () => loadedModule() ?? loadModule(),
  background,
  loadAuthoring,
  painted: () => new Promise((resolve) => setTimeout(resolve, PAINTED_MS)),
});
