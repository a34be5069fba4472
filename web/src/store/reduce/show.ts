/** Putting a run on the stage, and moving to a place in it. */

import type { Focus } from "../../draw/picture.js";
import { folded, indexOfStep, membersOf, withMember } from "../../lessons/groups.js";
import type { LessonStep } from "../../lessons/lesson.js";
import { lessonNamed } from "../../lessons/lessons.js";
import { clipped, type Refusal, refused, wrongType } from "../../module/errors.js";
import { atMoment, atStep, badMoment, momentOf } from "../../timeline/playback.js";
import { dataOfRun, type Run } from "../lesson_runner.js";
import { NO_SELECTION } from "../selection.js";
import { currentStep, indexOf, stepsOf } from "../selectors.js";
import type { Place, State } from "../state.js";
import { focusIn, isCell, withStepChosen, withSteps } from "./point.js";

export function withRun(state: State, run: Run): State {
  const shown = { data: dataOfRun(run), askedBefore: state.asked, computing: { kind: "standing" } } as const;
  return applyPendingPlace(showRun({ ...state, ...shown }, run));
}

/**
 * A refused request puts data and attributes back to those of the run on the stage. A place with a moment belongs to the
 * refused data; a step alone is another request.
 */
export function withRefusal(state: State, error: Refusal, fallback: Run | undefined): State {
  const failed: State = { ...state, computing: { kind: "refused", error } };
  const run = state.run ?? fallback;
  if (!run) return withError(failed, error);
  const asked = state.run ? state.askedBefore : { lesson: run.spec.lesson };
  const back: State = { ...failed, data: dataOfRun(run), asked };
  const isKept = state.pendingPlace.t === undefined;
  const placed = run !== state.run ? showRun(back, run) : isKept ? back : { ...back, pendingPlace: {} };
  return withError(applyPendingPlace(placed), error);
}

/** Puts a run on the stage, at the current step if the run has it, else at its first. */
function showRun(state: State, run: Run): State {
  const { playback, focus } = state;
  const before = currentStep(state);
  const next: State = {
    ...withSteps(state, run, pathOf(state, run, before)),
    explained: {},
    explanationId: undefined,
  };
  const index = indexOf(next, before);
  const isSameStep = state.run !== undefined && index === playback.index;
  const placed = isSameStep
    ? atMoment(next.playback, index, momentOf(playback))
    : atStep(next.playback, Math.max(0, index));
  return { ...next, playback: placed, focus: focusIn(next, focus) };
}

/** The steps of a run as the reader walks them: known ones folded, but for what is open on the stage. */
function pathOf({ path, run: shown }: State, run: Run, current: string): Run["steps"] {
  const { lesson } = run.trace.spec;
  if (path === "whole" || run.own) return withMember(run.steps, current);
  const opened = shown?.trace.spec.lesson === lesson ? shown.steps.filter((step) => !step.folded) : [];
  const folds = folded(run.steps, lessonNamed(lesson).known);
  return [...opened.map(({ id }) => id), current].reduce(withMember, folds);
}

/** Folds all that is known, or opens it; the step on the stage stays if it can. */
export function withPath(state: State, path: State["path"]): State {
  const { run } = state;
  if (!run || path === state.path) return { ...state, path };
  const current = currentStep(state);
  const all = run.steps.flatMap((step) => step.folded ?? step);
  const steps = path === "new" && !run.own ? folded(all, lessonNamed(run.trace.spec.lesson).known) : all;
  const next = withSteps({ ...state, path }, run, steps);
  return { ...next, playback: atStep(next.playback, indexOfStep(steps, current)) };
}

/** Goes to the pending place; an unknown step is an error. */
export function applyPendingPlace(state: State): State {
  const { pendingPlace } = state;
  const { step, t } = pendingPlace;
  const cleared: State = { ...state, pendingPlace: {} };
  const unknown = step === undefined ? undefined : unknownStep(state, step);
  const bad = badMoment(t);
  const next = moveTo(cleared, bad ? { ...pendingPlace, t: undefined } : pendingPlace);
  const refused = unknown ?? bad;
  return refused ? withError(next, refused) : next;
}

/** The refusal of an unknown step; it lists the steps of the lesson. */
export function stepRefusal(steps: readonly LessonStep[], step: string | number): Refusal {
  const got = clipped(String(step));
  const names = steps.flatMap(membersOf).map(({ id }) => id);
  const wants = `${names.join(", ")}, or 0 to ${steps.length - 1}`;
  return refused("unknown-step", { field: "step", got, wants }, "{field}: got {got}, wants one of {wants}");
}

/** A refusal if no step of the lesson has this name or index. */
export function unknownStep(state: State, step: string | number): Refusal | undefined {
  const steps = stepsOf(state);
  if (typeof step === "string" ? indexOf(state, step) >= 0 : step in steps) return undefined;
  return stepRefusal(steps, step);
}

/** A refusal if a part of the focus is not an index. */
export function badFocus(state: State, focus: Partial<Focus>): Refusal | undefined {
  const bad = Object.entries({ ...focus }).find(
    ([name, index]) => !(name in state.focus && Number.isInteger(index) && index >= 0),
  );
  return bad && wrongType(...bad, "batch or head from 0");
}

export const placeOf = (state: State, step: string | number): number =>
  typeof step === "string" ? indexOf(state, step) : step;

function moveTo(before: State, { step, t, focus, cell, sheet }: Place): State {
  const state = withStepChosen(before, step);
  const { playback } = state;
  const index = step === undefined ? playback.index : placeOf(state, step);
  const atStepIndex = index === playback.index ? playback : atStep(playback, index);
  const next: State = {
    ...withPlayback(state, t === undefined ? atStepIndex : atMoment(playback, index, t)),
    focus: focus ? focusIn(state, { ...state.focus, ...focus }) : state.focus,
    sheet: sheet ?? state.sheet,
  };
  return cell && isCell(next, cell) ? { ...next, selection: { openedCells: [cell] } } : next;
}

/** A selection belongs to its step: changing the step clears it. */
export const withPlayback = (state: State, playback: State["playback"]): State => ({
  ...state,
  playback,
  selection: playback.index === state.playback.index ? state.selection : NO_SELECTION,
});

export const withError = (state: State, error: Refusal): State => ({
  ...state,
  errors: [...state.errors.slice(-1), error],
});
