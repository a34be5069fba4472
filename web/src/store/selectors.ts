/** Selectors: what is derived from the state. */
import { type CellRef, type Focus, refKey } from "../draw/picture.js";
import { indexOfStep } from "../lessons/groups.js";
import type { LessonStep } from "../lessons/lesson.js";
import { FIRST_LESSON } from "../lessons/opening.js";
import { type Rules, rulesOf } from "../lessons/rules.js";
import { TRAINED } from "../lessons/trained.js";
import { DESIGNED } from "../module/designed.js";
import type { Explanation, LessonSpec, Step } from "../module/types.js";
import type { Changes } from "../spec/changes.js";
import { isAtStart, momentOf } from "../timeline/playback.js";
import { areDesigned, type ChosenWeights, dataOfRun, type LessonData } from "./lesson_runner.js";
import type { Moment } from "./moment.js";
import { shownCells } from "./selection.js";
import type { Sheet, State } from "./state.js";

/** The part of the screen's state that a URL can describe. */
export interface ViewState {
  readonly spec: LessonSpec;
  /** Designed weights, or trained ones; undefined for drawn ones and for those of a file. */
  readonly weights: typeof DESIGNED | typeof TRAINED | undefined;
  readonly changes: Changes | undefined;
  readonly step: string;
  readonly t: number;
  readonly playing: boolean;
  readonly focus: Focus;
  readonly cell: CellRef | undefined;
  readonly sheet: Sheet | undefined;
}

export const stepsOf = ({ run }: State): readonly LessonStep[] => run?.steps ?? [];

/** The index of a step or of its group. */
export const indexOf = (state: State, id: string): number => indexOfStep(stepsOf(state), id);

/** The step of the trace of that name. */
export const stepNamed = ({ run }: State, name: string): Step | undefined =>
  run?.trace.steps.find((step) => step.name === name);

/** The name of the step on the stage. */
export const currentStep = (state: State): string => stepsOf(state)[state.playback.index]?.id ?? "";

/** Whether another lesson is being computed while the current one is on the stage. */
export const isBusy = ({ computing, run }: State): boolean =>
  computing.kind === "computing" && run !== undefined;

/** The requested lesson, also while its weights are still being read. */
export const requestedData = ({ weightsFile, data }: State): LessonData | undefined =>
  (weightsFile.kind === "reading" && weightsFile.data) || data;

export const currentRules = ({ mode, allow }: State): Rules => rulesOf(mode, allow);

/** Whether playing always stops at the end of the step. */
export const stopsAtStepEnd = (state: State): boolean =>
  state.mode === "lecture" || !currentRules(state).steps;

/** The explanations of the selected cells that have arrived; the last one is shown. */
export const explanationsOf = ({ selection, explained }: State): readonly Explanation[] =>
  shownCells(selection).flatMap((cell) => explained[refKey(cell)] ?? []);

/** Weights as an address names them. */
const namedWeights = (weights: ChosenWeights | undefined): ViewState["weights"] =>
  areDesigned(weights) ? DESIGNED : weights?.trained && TRAINED;

export function viewOf(state: State): ViewState {
  const { run, data, playback, focus, selection, sheet } = state;
  return {
    spec: run?.spec ?? data?.spec ?? { lesson: FIRST_LESSON },
    weights: namedWeights((run ?? data)?.weights),
    changes: (run ?? data)?.changes,
    step: currentStep(state),
    t: momentOf(playback),
    playing: playback.playing,
    focus,
    cell: selection.openedCells.at(-1),
    sheet,
  };
}

/** The moment that undo can restore; undefined while playing, and until a requested lesson has been computed. */
export function currentMoment(state: State): Moment | undefined {
  const { run, computing, playback } = state;
  if (!run || playback.playing || computing.kind === "computing" || computing.kind === "idle")
    return undefined;
  const { step, t, focus, cell } = viewOf(state);
  return { data: dataOfRun(run), full: run.trace.spec, step, t, focus, cell };
}

/** Whether only the time within the step differs, as in most frames. Leaving t = 0 counts as more: the hint at the start disappears. */
export const isOnlyMoved = (state: State, before: State): boolean =>
  isAtStart(state.playback) === isAtStart(before.playback) &&
  isSameExcept(state, before, ["playback"]) &&
  isSameExcept(state.playback, before.playback, ["progress", "gapMs"]);

const isSameExcept = <T extends object>(a: T, b: T, ignored: readonly (keyof T)[]): boolean =>
  (Object.keys(a) as (keyof T)[]).every((key) => ignored.includes(key) || a[key] === b[key]);
