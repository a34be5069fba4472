/** Choosing a step among those that share a place in the walk. */
import { choosing } from "../../lessons/groups.js";
import { msPerStep } from "../../timeline/durations.js";
import { withSteps as withDurations } from "../../timeline/playback.js";
import type { Run } from "../lesson_runner.js";
import { NOTHING } from "../selection.js";
import type { State } from "../state.js";

/** Puts a run on the stage with these of its steps. */
export function withSteps(state: State, run: Run, steps: Run["steps"]): State {
  const durations = steps.map((step) => msPerStep(step.stage(run.trace).op));
  const playback = withDurations(state.playback, durations);
  return { ...state, run: { ...run, steps }, playback, selection: NOTHING };
}

/** With this step chosen among those that share its place. */
export function choosingStep(state: State, step: string | number | undefined): State {
  const { run } = state;
  if (!run || typeof step !== "string") return state;
  const steps = choosing(run.steps, step);
  return steps === run.steps ? state : withSteps(state, run, steps);
}
