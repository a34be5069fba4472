/** The worker that runs large lessons and reads large files: each call of background_runs.ts gets one response. */

import { load } from "../module/page_entry.js";
import type { Explanation, LessonSpec, Tensor, Trace } from "../module/types.js";
import type { NamedTensors } from "../module/weights/state_dict.js";
import type { Changes } from "../spec/changes.js";
import type { ChosenWeights } from "./lesson_runner.js";
import { type Traced, traceOf } from "./traced.js";

const loading = load();

/** The last trace: the core can still explain its numbers after their buffers have been transferred to the page. */
let last: { readonly run: number; readonly trace: Trace } | undefined;

/** A result, and the tensors whose buffers are transferred with it instead of copied. */
type Result<T> = Promise<readonly [result: T, tensors?: readonly Tensor[]]>;

const calls = {
  /** Runs a lesson; its numbers are explained under the same `run`. */
  async run(
    run: number,
    spec: LessonSpec,
    weights: ChosenWeights["tensors"] | undefined,
    changes: Changes | undefined,
  ): Result<Traced> {
    const traced = traceOf(await loading, spec, weights, changes);
    last = { run, trace: traced.trace };
    return [traced, traced.trace.steps];
  },

  /** Undefined if another lesson has been run since. */
  async explain(run: number, name: string, index: readonly number[]): Result<Explanation | undefined> {
    return [last?.run === run ? (await loading).explain(last.trace, name, index) : undefined];
  },

  async readWeights(file: File): Result<NamedTensors> {
    const { readWeights } = await import("../module/weights/read_weights.js");
    const tensors = readWeights(await file.arrayBuffer(), file.name);
    return [tensors, Object.values(tensors)];
  },
};
export type Calls = typeof calls;

async function answer(id: number, call: Result<unknown>): Promise<void> {
  // On failure the page repeats the work and reports the error.
  const [result, tensors = []] = await call.catch(() => [undefined] as const);
  const transfer = new Set(tensors.map(({ data }) => data.buffer as ArrayBuffer));
  self.postMessage({ id, result }, { transfer: [...transfer] });
}

interface Request {
  readonly id: number;
  readonly name: keyof Calls;
  readonly args: never;
}

self.addEventListener("message", ({ data: { id, name, args } }: MessageEvent<Request>) => {
  void answer(id, (calls[name] as (...given: never[]) => Result<unknown>)(...(args as never[])));
});
