/** Writes a trace as JSON. */
import { float32Text } from "../number_text.js";
import type { Step, Trace } from "../types.js";
import { checkedTrace, traceJson } from "./input.js";

/**
 * A trace as JSON text: `{ "spec": …, "steps": [{ "name", "op", "inputs", "axes", "shape", "dtype", "data" }, …] }`, one step
 * per line. A float32 is written as the shortest text that reads back as the same number; NaN and the infinities are the
 * strings "nan", "inf" and "-inf".
 */
export function traceToJson(trace: Trace): string {
  const { spec, steps } = checkedTrace(trace);
  return `{"spec":${traceJson(spec, "trace.spec")},"steps":[\n${steps.map(stepText).join(",\n")}\n]}\n`;
}

function stepText({ data, ...step }: Step): string {
  const texts = step.dtype === "float32" ? Array.from(data, float32Text) : Array.from(data);
  return `${traceJson(step, "trace.steps").slice(0, -1)},"data":[${texts.join(",")}]}`;
}
