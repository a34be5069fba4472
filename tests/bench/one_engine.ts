/** The races in one JavaScript engine, Node or a browser: outputs are checked, passes are timed, and results reported. */

import type { Problem } from "../../scripts/lib/bench/problems.mjs";
import { splitWeights } from "../../scripts/lib/bench/workloads.mjs";
import type { Contestant, Given, Ready } from "./contestant.js";
import { interleave, msOfCall, type Pace } from "./rounds.mjs";

/** Reads a file of the checkout. */
export type Read = (file: string) => Promise<ArrayBuffer>;

export interface Result {
  readonly contestant: string;
  readonly form: string;
  /** The best time of a few calls in each form, by which the form was chosen. */
  readonly formsMs: Readonly<Record<string, number>>;
  /** The largest difference from our output, which the tests compare with PyTorch. */
  readonly error: number;
  readonly calls: number;
  /** One number per round. */
  readonly ms: readonly number[];
}

export interface Race {
  readonly workload: string;
  readonly results: readonly Result[];
  /** Contestants whose numbers are wrong, and by how much. */
  readonly off: readonly string[];
  /** Contestants that cannot run here, and why. */
  readonly skipped: readonly string[];
}

async function givenBy(read: Read, { workload, files }: Problem): Promise<Given> {
  const [x, weights, keyMask] = await Promise.all([files.x, files.weights, files.keyMask].map(read));
  if (!x || !weights || !keyMask) throw new Error("a problem has three files");
  return {
    workload,
    files,
    x: new Float32Array(x),
    weights: splitWeights(new Float32Array(weights), workload.dModel),
    keyMask: new Uint8Array(keyMask),
  };
}

interface Entrant extends Pick<Result, "contestant" | "form" | "formsMs" | "error"> {
  readonly ready: Ready;
}

const TRIALS = 3;
const TRIAL_MS = 15;
const LONG_MS = 400;
/** The first line of a message, without the source location that some programs put before it. */
function reason(error: unknown): string {
  const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  return line.replace(/\S*\/\S+:\d+ .*?\(\) /, "");
}

/** For float32 sums of up to 8192 products. */
const ABSOLUTE = 1e-5;
const RELATIVE = 1e-4;

/** The largest difference of two outputs (B, L, D), and whether it is more than rounding; NaN is. */
export function differenceFrom(output: ArrayLike<number>, expected: ArrayLike<number>) {
  if (output.length !== expected.length) return { largest: Number.NaN, isOff: true };
  let largest = 0;
  let isOff = false;
  for (let i = 0; i < output.length; i++) {
    const want = expected[i] ?? Number.NaN;
    const difference = Math.abs((output[i] ?? Number.NaN) - want);
    largest = Math.max(largest, difference);
    isOff ||= !(difference <= ABSOLUTE + RELATIVE * Math.abs(want));
  }
  return { largest, isOff };
}

/** The fastest form of a contestant. Forms with wrong numbers, and forms that cannot run, are reported. */
async function enter(
  { name, forms }: Contestant,
  given: Given,
  expected: ArrayLike<number> | undefined,
  say: { off(what: string): void; skipped(what: string): void },
): Promise<Entrant | undefined> {
  const formsMs: Record<string, number> = {};
  let best: Entrant | undefined;
  for (const [form, make] of Object.entries(forms)) {
    let ready: Ready | undefined;
    try {
      ready = await make(given);
      const began = performance.now();
      const output = await ready.output();
      const firstMs = performance.now() - began;
      const { largest, isOff } = differenceFrom(output, expected ?? output);
      if (isOff) say.off(`${name}, ${form}: off by ${largest.toExponential(1)}`);
      else {
        formsMs[form] = await bestOfTrials(ready, firstMs);
        if (!best || formsMs[form] < (formsMs[best.form] ?? 0)) {
          await best?.ready.dispose();
          best = { contestant: name, form, formsMs, error: largest, ready };
          ready = undefined;
        }
      }
    } catch (error) {
      say.skipped(`${name}, ${form}: ${reason(error)}`);
    }
    await ready?.dispose();
  }
  return best;
}

/** The time of one call: of a long call a single sample, of short calls the best of several. */
async function bestOfTrials(ready: Ready, firstMs: number): Promise<number> {
  if (firstMs > LONG_MS) return firstMs;
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < TRIALS; i++) {
    const timed = (calls: number): Promise<number> => ready.time(calls);
    best = Math.min(best, await msOfCall(timed, TRIAL_MS, TRIAL_MS));
  }
  return best;
}

/** Checks every contestant's numbers first, and times only those whose numbers are right. */
export async function race(
  contestants: readonly Contestant[],
  read: Read,
  problem: Problem,
  pace: Pace,
): Promise<Race> {
  const given = await givenBy(read, problem);
  const off: string[] = [];
  const skipped: string[] = [];
  const say = { off: (what: string) => off.push(what), skipped: (what: string) => skipped.push(what) };
  const entrants: Entrant[] = [];
  let expected: ArrayLike<number> | undefined; // the output of the first contestant, which is this project's
  for (const contestant of contestants) {
    const entrant = await enter(contestant, given, expected, say);
    expected ??= await entrant?.ready.output();
    if (entrant) entrants.push(entrant);
  }
  const timed = entrants.map(
    ({ contestant, ready }) => [contestant, (calls: number) => ready.time(calls)] as const,
  );
  const samples = await interleave(Object.fromEntries(timed), pace);
  const results = entrants.map(({ ready: _, ...entrant }) => ({
    ...entrant,
    ...(samples[entrant.contestant] ?? { calls: 0, ms: [] }),
  }));
  for (const { ready } of entrants) await ready.dispose();
  return { workload: problem.workload.name, results, off, skipped };
}
