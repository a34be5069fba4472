/** A tile for every operation that is played, on the first of the fixed traces that has it. */
import { draw } from "../draw/draw.js";
import type { StageStep } from "../draw/scene.js";
import { lessonNamed } from "../lessons/lessons.js";
import type { Trace } from "../module/types.js";
import { PLAYED_OPS, type PlayedOp } from "../timeline/durations.js";
import type { Tile } from "./tile.js";

const FOCUS = { batch: 1, head: 0 };

/** A step that shows an operation, and the trace that it belongs to. */
interface Example {
  readonly trace: Trace;
  readonly step: StageStep;
}

export const sceneTiles = (traces: readonly Trace[]): Tile[] =>
  PLAYED_OPS.map((op): Tile => {
    const example = firstOf(op, traces);
    return {
      name: op,
      picture: ({ t, ...view }) => example && draw({ ...example, focus: FOCUS, ...view }, t),
    };
  });

/** The step as a lesson shows it, or straight from the trace if no lesson shows it. */
function firstOf(op: PlayedOp, traces: readonly Trace[]): Example | undefined {
  const candidates = traces.flatMap((trace) => {
    const shown = lessonNamed(trace.spec.lesson)
      .steps(trace)
      .map((step) => step.stage(trace));
    return [...shown, ...trace.steps].map((step): Example => ({ trace, step }));
  });
  return candidates.find(({ step }) => step.op === op);
}
