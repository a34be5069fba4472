/** Checks a trace that a caller passes in, which may come from this module, a file or a worker. */
import { HeadsUpError, refuseSize, refuseType, shownValue } from "../errors.js";
import { checkedTensor } from "../tensor_input.js";
import type { DType, Step, Trace } from "../types.js";

/** The class of the array with a step's numbers, by the step's dtype. */
const ARRAYS: Readonly<Record<DType, string>> = {
  float32: "Float32Array",
  int32: "Int32Array",
  bool: "Uint8Array",
};

/** Lessons have fewer than a hundred. */
const MOST_STEPS = 10_000;

/** A copy of the trace with checked steps; their arrays are shared, not copied. */
export function checkedTrace(trace: unknown): Trace {
  const { spec, steps } = Object(trace) as { readonly spec?: unknown; readonly steps?: unknown };
  if (typeof spec !== "object" || spec === null || !Array.isArray(steps))
    throw new HeadsUpError("wrong-type", `trace: got ${shownValue(trace)}, wants what run() returned`, {
      ...{ field: "trace", got: shownValue(trace), wants: "object" },
    });
  const copies: Step[] = [];
  const count: unknown = steps.length;
  // A proxy of a list may return any length, and a step for every index.
  if (typeof count !== "number" || !(count <= MOST_STEPS))
    refuseSize("trace.steps", `${shownValue(count)} steps`, MOST_STEPS);
  for (let i = 0; i < count; i++) copies.push(checkedStep(steps[i], `trace.steps[${i}]`));
  return { spec: spec as Trace["spec"], steps: copies };
}

function checkedStep(step: unknown, field: string): Step {
  const copy: Readonly<Record<string, unknown>> = { ...Object(step) };
  const { shape, data } = checkedTensor(copy, field);
  const { name, dtype } = copy;
  if (typeof name !== "string") refuseType(`${field}.name`, name, "string");
  const isKnown = typeof dtype === "string" && Object.hasOwn(ARRAYS, dtype);
  if (!isKnown) refuseType(`${field}.dtype`, dtype, Object.keys(ARRAYS).join(", "));
  const array = ARRAYS[dtype as DType];
  // Compared by name, because a trace may come from another frame, which has its own classes.
  if (Object.prototype.toString.call(data) !== `[object ${array}]`) refuseType(`${field}.data`, data, array);
  return { ...copy, shape } as unknown as Step;
}

/** The value as JSON; refuses what JSON cannot express, such as a list that contains itself. */
export function traceJson(value: unknown, field: string): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch {
    // A cycle, a BigInt, or a getter that throws.
  }
  return text ?? refuseType(field, value, "plain data");
}
