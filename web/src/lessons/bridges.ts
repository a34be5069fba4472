/**
 * Steps that the notebook shows and the trace does not keep, because no number changes: they are made here from the
 * step they look at. Their cells are that step's cells.
 */
import type { StageStep } from "../draw/scene.js";
import { hasStep, stepOf } from "../draw/tensor_view.js";
import type { Trace } from "../module/types.js";

interface Bridge {
  /** The step of the trace that it looks at; without it there is no bridge. */
  readonly from: string;
  stage(trace: Trace): StageStep;
}

/** mask.unsqueeze(1): (B, L, L) → (B, 1, L, L), so that every head reads the same mask. */
const masks: Bridge = {
  from: "mask",
  stage(trace) {
    const mask = stepOf(trace, "mask");
    return {
      ...mask,
      name: "masks",
      op: "unsqueeze",
      inputs: ["mask"],
      axes: [...mask.axes.slice(0, 1), "1", ...mask.axes.slice(1)],
      shape: [...mask.shape.slice(0, 1), 1, ...mask.shape.slice(1)],
    };
  },
};

const bridges: Readonly<Record<string, Bridge>> = { masks };

/** What stands on the stage under this name: a step of the trace or a bridge; undefined when this trace has neither. */
export function stageStep(trace: Trace, id: string): StageStep | undefined {
  const bridge = Object.hasOwn(bridges, id) ? bridges[id] : undefined;
  if (bridge) return hasStep(trace, bridge.from) ? bridge.stage(trace) : undefined;
  return hasStep(trace, id) ? stepOf(trace, id) : undefined;
}
