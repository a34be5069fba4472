/** Choosing a member of a group of steps. */
import { withMember } from "../../lessons/groups.js";
import { operationOf } from "../../operations/operations.js";
import { withSteps as withDurations } from "../../timeline/playback.js";
import type { Run } from "../lesson_runner.js";
import { NO_SELECTION } from "../selection.js";
import type { State } from "../state.js";

/** Shows a run with these steps. */
export function withSteps(state: State, run: Run, steps: Run["steps"]): State {
  const durations = steps.map((step) => operationOf(step.stage(run.trace)).ms);
  const playback = withDurations(state.playback, durations);
  return { ...state, run: { ...run, steps }, playback, selection: NO_SELECTION };
}

/** Chooses this step in its group. */
export function withStepChosen(state: State, step: string | number | undefined): State {
  const { run } = state;
  if (!run || typeof step !== "string") return state;
  const steps = withMember(run.steps, step);
  return steps === run.steps ? state : withSteps(state, run, steps);
}
