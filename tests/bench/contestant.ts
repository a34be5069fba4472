/** A contestant of a race: a program for self-attention in one or several forms, of which the fastest counts. */
import type { Files } from "../../scripts/lib/bench/problems.mjs";
import type { Weights, Workload } from "../../scripts/lib/bench/workloads.mjs";

export interface Given {
  readonly workload: Workload;
  readonly files: Files;
  /** (B, L, D) */
  readonly x: Float32Array;
  readonly weights: Weights;
  /** (B, L), 1 = attend; all ones except in workloads with padding. */
  readonly keyMask: Uint8Array;
}

/** A contestant that has loaded its weights. */
export interface Ready {
  /** Its output for x: (B, L, D). */
  output(): Float32Array | Promise<Float32Array>;
  /** The time of this many forward passes in milliseconds, copying inputs in and outputs out included. */
  time(calls: number): Promise<number>;
  dispose(): unknown;
}

export interface Contestant {
  readonly name: string;
  /** The forms by name; preparing one is not timed. */
  readonly forms: Readonly<Record<string, (given: Given) => Ready | Promise<Ready>>>;
}

/** A contestant in this process, from its forward pass. */
export const readyHere = (call: Ready["output"], dispose: () => unknown): Ready => ({
  output: call,
  time: (calls) => timeCalls(call, calls),
  dispose,
});

/** The time of this many calls, in milliseconds. Synchronous calls are not awaited, which would cost a microtask each. */
export async function timeCalls(call: () => unknown, calls: number): Promise<number> {
  const began = performance.now();
  for (let i = 0; i < calls; i++) {
    const answer = call();
    if (answer instanceof Promise) await answer;
  }
  return performance.now() - began;
}
