/** A tile for every operation that is played, on the first of the fixed traces that has it. */
import { draw } from "../draw/draw.js";
import type { StageStep } from "../draw/scene.js";
import { taughtLesson } from "../lessons/lessons.js";
import type { Trace } from "../module/types.js";
import { PLAYED_OPS, type PlayedOp } from "../timeline/durations.js";
import type { Tile } from "./tile.js";

const FOCUS = { batch: 1, head: 0 };

/** What stands on the stage for an operation, and the trace it belongs to. */
interface Played {
  readonly trace: Trace;
  readonly step: StageStep;
}

export const sceneTiles = (traces: readonly Trace[]): Tile[] =>
  PLAYED_OPS.map((op): Tile => {
    const found = firstOf(op, traces);
    return {
      name: op,
      picture: ({ t, ...view }) => found && draw({ ...found, focus: FOCUS, ...view }, t),
    };
  });

/** As a lesson shows it; a step that no lesson shows yet, straight from the trace. */
function firstOf(op: PlayedOp, traces: readonly Trace[]): Played | undefined {
  const all = traces.flatMap((trace) => {
    const shown = taughtLesson(trace.spec.lesson)
      .steps(trace)
      .map((step) => step.stage(trace));
    return [...shown, ...trace.steps].map((step): Played => ({ trace, step }));
  });
  return all.find(({ step }) => step.op === op);
}
