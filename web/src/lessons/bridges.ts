/**
 * Steps that the notebook shows or learners trip over, but that are not in the trace because no number changes. They are
 * made here from another step and refer to that step's cells.
 */
import type { StageStep } from "../draw/scene.js";
import { hasStep, stepOf } from "../draw/tensor_view.js";
import type { Trace } from "../module/types.js";

/** The bridge for this trace, or undefined where the trace lacks the step it is made from. */
type Bridge = (trace: Trace) => StageStep | undefined;

/** mask.unsqueeze(1): (B, L, L) → (B, 1, L, L), so that every head reads the same mask. */
const masks: Bridge = (trace) => {
  const mask =
    hasStep(trace, "masked_scores") && stepOf(trace, stepOf(trace, "masked_scores").inputs[1] ?? "");
  if (!mask || !hasStep(trace, "q_heads")) return undefined;
  return {
    ...mask,
    name: "masks",
    op: "unsqueeze",
    madeBy: mask.op,
    inputs: [mask.name],
    axes: [...mask.axes.slice(0, 1), "1", ...mask.axes.slice(1)],
    shape: [...mask.shape.slice(0, 1), 1, ...mask.shape.slice(1)],
  };
};

/** q.view(B, H, L, K), a shortcut with the right shape but the wrong numbers, beside q_heads. */
const wrongView: Bridge = (trace) => {
  if (!hasStep(trace, "q_heads")) return undefined;
  const { axes, shape } = stepOf(trace, "q_heads");
  if ((shape[1] ?? 1) < 2 || (shape[2] ?? 1) < 2) return undefined; // both layouts would be the same
  return {
    ...stepOf(trace, "q"),
    name: "wrong_view",
    op: "wrong_view",
    inputs: ["q", "q_heads"],
    axes,
    shape,
  };
};

/** ~attn_mask: the same mask in the other convention. */
const conventions: Bridge = (trace) => {
  if (!hasStep(trace, "attn_mask")) return undefined;
  const mask = stepOf(trace, "attn_mask");
  return {
    ...mask,
    name: "conventions",
    label: "attend",
    op: "conventions",
    madeBy: mask.op,
    inputs: [mask.name],
  };
};

/** The rows of a causal output, one token at a time, as during generation with a cache of keys and values. */
const generation: Bridge = (trace) => {
  if (!trace.spec.mask?.causal || !hasStep(trace, "values")) return undefined;
  return { ...stepOf(trace, "values"), name: "generation", label: "values", op: "generation" };
};

/** Text, its pieces and their ids, before the ids are padded to a batch. */
const pieces: Bridge = (trace) => {
  if (!hasStep(trace, "position_table")) return undefined;
  const ids = stepOf(trace, "ids");
  return { ...ids, name: "pieces", label: "ids", op: "pieces", madeBy: ids.op, inputs: [] };
};

/** All of attention on one sentence, before its separate steps. */
const opening: Bridge = (trace) => {
  if (!hasStep(trace, "values")) return undefined;
  return { ...stepOf(trace, "values"), name: "opening", label: "values", op: "opening" };
};

const bridges: Readonly<Record<string, Bridge>> = {
  opening,
  masks,
  wrong_view: wrongView,
  conventions,
  generation,
  pieces,
};

/** The bridges of each trace, cached because pictures are cached by the identity of their step. */
const cache = new WeakMap<Trace, Map<string, StageStep | undefined>>();

function bridgeOf(trace: Trace, id: string): StageStep | undefined {
  const cached = cache.get(trace) ?? new Map<string, StageStep | undefined>();
  cache.set(trace, cached);
  if (!cached.has(id)) cached.set(id, bridges[id]?.(trace));
  return cached.get(id);
}

/** The step or bridge of this name; undefined when this trace has neither. */
export function stageStep(trace: Trace, id: string): StageStep | undefined {
  if (Object.hasOwn(bridges, id)) return bridgeOf(trace, id);
  return hasStep(trace, id) ? stepOf(trace, id) : undefined;
}
