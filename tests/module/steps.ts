/** Reads a trace: a step by its name, its rows and its cells. */
import { expect } from "vitest";
import type { Step, Tensor, Trace } from "../../web/src/module/types.js";
import { indexOf } from "./compare.js";

export const stepOf = (trace: Trace, name: string): Step =>
  trace.steps.find((step) => step.name === name) ?? expect.fail(`the trace has no ${name}`);

/** The rows of the last axis. */
export function rowsOf({ shape, data }: Tensor): number[][] {
  const width = shape.at(-1) ?? 1;
  return Array.from({ length: data.length / width }, (_, row) =>
    Array.from(data.subarray(row * width, (row + 1) * width)),
  );
}

/** The subtensor at one index of the first axis. */
export function partOf({ shape, dtype, data }: Tensor, at: number): Tensor {
  const [count = 1, ...rest] = shape;
  const size = data.length / count;
  return { shape: rest, dtype, data: data.subarray(at * size, (at + 1) * size) } as Tensor;
}

export function* cellsOf(step: Tensor): Generator<[index: number[], value: number]> {
  for (let i = 0; i < step.data.length; i++) yield [indexOf(step.shape, i), step.data[i] ?? Number.NaN];
}
