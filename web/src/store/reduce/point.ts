/** Pointing at numbers: how the state changes when a cell is glanced at, opened, or followed to its step. */
import { refKey } from "../../draw/picture.js";
import { withMember } from "../../lessons/groups.js";
import { operationOf } from "../../operations/operations.js";
import { atMoment, paused, withSteps as withDurations } from "../../timeline/playback.js";
import type { Run } from "../lesson_runner.js";
import { clampFocus, focusFor, glanceAt, isCellOf, NO_SELECTION, shownCells } from "../selection.js";
import { indexOf, stepNamed } from "../selectors.js";
import type { State } from "../state.js";

export function isCell(
  state: State,
  { name, index }: { readonly name: string; readonly index: readonly number[] },
): boolean {
  const step = stepNamed(state, name);
  return step !== undefined && isCellOf(step, index);
}

/** Clamps the focus to the sentences and heads of the run on the stage. */
export function focusIn(state: State, focus: State["focus"]): State["focus"] {
  const batches = stepNamed(state, "ids")?.shape[0];
  return batches ? clampFocus(focus, batches, state.run?.trace.spec.numHeads ?? 1) : focus;
}

/** Ignored while playing, because the cells move. */
export function glanceAtCell(state: State, cell: State["selection"]["glance"]): State {
  if (state.playback.playing || (cell && !isCell(state, cell))) return state;
  const selection = glanceAt(state.selection, cell);
  return selection === state.selection ? state : { ...state, selection };
}

/** Opens the arithmetic of a cell; no cell closes it. */
export function openCell(state: State, cell: State["selection"]["glance"], isShown: boolean): State {
  const playback = paused(state.playback);
  if (!cell || !isCell(state, cell)) return { ...state, playback, selection: NO_SELECTION };
  return {
    ...state,
    playback: isShown ? playback : atMoment(playback, playback.index, 1),
    selection: { openedCells: [cell] },
  };
}

/** Goes to the step that shows the open cell, and keeps it open with the cells that led to it. */
export function goToCell(before: State, id: string): State {
  const state = withStepChosen(before, id);
  const { openedCells } = before.selection;
  const cell = openedCells.at(-1);
  const cellStep = cell && stepNamed(state, cell.name);
  const index = indexOf(state, id);
  if (!cellStep || index < 0) return state;
  return {
    ...state,
    playback: atMoment(state.playback, index, 1),
    focus: focusFor(cellStep, cell.index, state.focus),
    selection: { openedCells },
  };
}

/** Requests explanations of newly selected cells that have none yet, all in one effect. */
export function requestExplanations(before: State, state: State): State {
  const { selection, explained, run, lastId } = state;
  if (selection === before.selection && run === before.run) return state;
  const isKnown = shownCells(selection).every((cell) => refKey(cell) in explained);
  if (isKnown) return state.explanationId === undefined ? state : { ...state, explanationId: undefined };
  return { ...state, explanationId: lastId + 1, lastId: lastId + 1 };
}

/** Shows a run with these steps. */
export function withSteps(state: State, run: Run, steps: Run["steps"]): State {
  // A fold shows a result without playing.
  const durations = steps.map((step) => (step.folded ? 0 : operationOf(step.stage(run.trace)).ms));
  const playback = withDurations(state.playback, durations);
  return { ...state, run: { ...run, steps }, playback, selection: NO_SELECTION };
}

/** Chooses this step in its group of steps. */
export function withStepChosen(state: State, step: string | number | undefined): State {
  const { run } = state;
  if (!run || typeof step !== "string") return state;
  const steps = withMember(run.steps, step);
  return steps === run.steps ? state : withSteps(state, run, steps);
}
