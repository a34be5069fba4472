/**
 * A trace with one change: changed steps and those that depend on them are recomputed with the core's operations, on
 * demand. All other steps are taken from the trace unchanged.
 */
import { maskedBit } from "../draw/scale.js";
import { stepOf } from "../draw/tensor_view.js";
import type { Core } from "../module/page_entry.js";
import type { Step, Tensor, Trace } from "../module/types.js";
import { operationOf } from "../operations/operations.js";

/** A step of the other run, by its name. */
export type StepByName = (name: string) => Step;
/** Computes the replacement of a step. */
export type Change = (of: StepByName, step: Step) => Tensor;
export type Changes = Readonly<Record<string, Change>>;

export function replay(hu: Core, trace: Trace, changes: Changes): StepByName {
  const cache = new Map<string, Step>();
  const stepByName: StepByName = (name) => {
    const step = cache.get(name) ?? compute(name);
    cache.set(name, step);
    return step;
  };
  const compute = (name: string): Step => {
    const step = stepOf(trace, name);
    const change = changes[name];
    if (change) return { ...step, ...change(stepByName, step) };
    const inputs = step.inputs.map(stepByName);
    if (inputs.every((input) => input === stepOf(trace, input.name))) return step;
    const { compute: recompute } = operationOf(step);
    if (!recompute) throw new Error(`${step.op} follows from nothing that is changed`);
    const input = (i: number): Step => {
      const found = inputs[i];
      if (!found) throw new Error(`${name} has no input ${i}`);
      return found;
    };
    return { ...step, ...recompute(hu, input, step, trace) };
  };
  return stepByName;
}

/** The bit of a mask that means "ignore" in this trace. */
export const hidingBit = ({ steps }: Trace): 0 | 1 => (steps.some((step) => maskedBit(step) === 1) ? 1 : 0);
