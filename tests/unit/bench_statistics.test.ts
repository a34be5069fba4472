/** The arithmetic of npm run bench: medians, ratios, rounds, and what counts as a wrong number. */
import { describe, expect, test } from "vitest";
import { quantile, ratio, spread } from "../../scripts/lib/bench/report.mjs";
import { keyMaskOf, WORKLOADS, type Workload } from "../../scripts/lib/bench/workloads.mjs";
import { differenceFrom } from "../bench/one_engine.js";
import { interleave } from "../bench/rounds.mjs";

describe("statistics", () => {
  test("quantiles are interpolated, regardless of the order of the samples", () => {
    expect(spread([4, 1, 3, 2])).toEqual({ q1: 1.75, median: 2.5, q3: 3.25 });
    expect(quantile([7], 0.25)).toBe(7);
  });

  test("ratios are taken per round, so that a slow phase of the machine cancels out", () => {
    expect(ratio([2, 20, 2], [1, 10, 1])).toEqual({ q1: 2, median: 2, q3: 2 });
  });
});

describe("rounds", () => {
  const pace = { sampleMs: 8, budgetMs: 0, minRounds: 4, maxRounds: 9 };

  test("every contestant gets one sample per round, and the starting order rotates", async () => {
    const order: string[] = [];
    const contestant = (name: string, msOfCall: number) => (calls: number) => {
      order.push(name);
      return calls * msOfCall;
    };
    const samples = await interleave({ slow: contestant("slow", 16), fast: contestant("fast", 0.5) }, pace);
    expect(order.slice(-8)).toEqual(["slow", "fast", "fast", "slow", "slow", "fast", "fast", "slow"]);
    expect(samples["slow"]).toEqual({ calls: 1, ms: [16, 16, 16, 16] });
    expect(samples["fast"]).toEqual({ calls: 16, ms: [0.5, 0.5, 0.5, 0.5] });
  });

  test("a clock that ticks coarsely gets enough calls", async () => {
    const samples = await interleave({ one: (calls) => Math.floor(calls * 0.01) }, pace);
    expect(samples["one"]?.calls).toBeGreaterThan(500);
  });
});

test("an output with one wrong number is detected", () => {
  expect(differenceFrom([1, 2], [1, 2])).toEqual({ largest: 0, isOff: false });
  for (const wrong of [[1, 2.001], [1], [1, Number.NaN]])
    expect(differenceFrom(wrong, [1, 2]).isOff).toBe(true);
});

test("padding leaves between half and all of a sequence", () => {
  const { batch, length, ...rest } = WORKLOADS[1] as Workload;
  const mask = keyMaskOf({ batch, length, ...rest });
  const lengths = Array.from({ length: batch }, (_, b) =>
    mask.subarray(b * length, (b + 1) * length).reduce((sum, bit) => sum + bit, 0),
  );
  expect(lengths).toEqual([9, 8, 7, 6, 5]);
});
