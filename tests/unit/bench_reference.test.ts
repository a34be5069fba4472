/** The float64 reference of npm run bench, against hand-computed numbers and this module. */
import { beforeAll, describe, expect, test } from "vitest";
import { load } from "../../dist/package/index.node.js";
import { attentionReference, differenceFrom } from "../../scripts/lib/bench/reference.mjs";
import {
  checkedRows,
  inputOf,
  keyMaskOf,
  splitWeights,
  WORKLOADS,
  type Workload,
  weightsOf,
} from "../../scripts/lib/bench/workloads.mjs";

const inputs = (workload: Workload) => ({
  x: inputOf(workload),
  weights: weightsOf(workload.dModel),
  keyMask: keyMaskOf(workload),
});

/** d_model 1: w_q x = x, w_k x = x, w_v x = 10 x, w_0 x = x + 1. */
const TINY_WEIGHTS = Float32Array.of(1, 0, 1, 0, 10, 0, 1, 1);
const tiny = (mask: Workload["mask"]): Workload => ({
  ...{ name: "tiny", batch: 1, length: 2, dModel: 1, numHeads: 1, mask },
});

describe("equals hand-computed numbers", () => {
  const x = Float32Array.of(0, 1);
  // Scores of the second row: 1 · 0 and 1 · 1.
  const weight = Math.E / (1 + Math.E);

  test("without a mask", () => {
    const [first, second] = attentionReference(tiny("plain"), {
      ...{ x, weights: TINY_WEIGHTS, keyMask: Uint8Array.of(1, 1) },
    });
    expect(first).toBeCloseTo(10 * 0.5 + 1, 12);
    expect(second).toBeCloseTo(10 * weight + 1, 12);
  });

  test("a padded key has no weight, but its query still has an output", () => {
    const output = attentionReference(tiny("padding"), {
      ...{ x, weights: TINY_WEIGHTS, keyMask: Uint8Array.of(1, 0) },
    });
    expect([...output]).toEqual([1, 1]);
  });

  test("causal: the first row attends only to itself", () => {
    const [first, second] = attentionReference(tiny("causal"), {
      ...{ x, weights: TINY_WEIGHTS, keyMask: Uint8Array.of(1, 1) },
    });
    expect(first).toBeCloseTo(1, 12);
    expect(second).toBeCloseTo(10 * weight + 1, 12);
  });
});

describe("this module", () => {
  let hu: Awaited<ReturnType<typeof load>>;
  beforeAll(async () => {
    hu = await load();
  });

  test.each(WORKLOADS.filter(({ dModel }) => dModel === 8))("agrees on $name", (workload) => {
    const { batch, length, dModel, numHeads, mask } = workload;
    const { x, weights, keyMask } = inputs(workload);
    const named = Object.entries(splitWeights(weights, dModel)).flatMap(([name, { weight, bias }]) => [
      [`${name}.weight`, { shape: [dModel, dModel], data: weight }] as const,
      [`${name}.bias`, { shape: [dModel], data: bias }] as const,
    ]);
    const layer = hu.createMultiHeadAttention({ dModel, numHeads, weights: Object.fromEntries(named) });
    const output = layer.forward({ shape: [batch, length, dModel], data: x }, undefined, undefined, {
      mask: { shape: [batch, 1, length], data: keyMask },
      causal: mask === "causal",
    }).data;
    const reference = attentionReference(workload, { x, weights, keyMask });
    const difference = differenceFrom(workload, output, reference);
    expect(difference.isOff).toBe(false);
    expect(difference.largest).toBeLessThan(1e-6);

    output[output.length - 1] = Number.NaN;
    expect(differenceFrom(workload, output, reference).isOff).toBe(true);
  });
});

describe("workloads", () => {
  test("padding leaves between half and all of a sequence", () => {
    const { batch, length, ...rest } = WORKLOADS[1] as Workload;
    const mask = keyMaskOf({ batch, length, ...rest });
    const lengths = Array.from({ length: batch }, (_, b) =>
      mask.subarray(b * length, (b + 1) * length).reduce((sum, bit) => sum + bit, 0),
    );
    expect(lengths).toEqual([9, 8, 7, 6, 5]);
  });

  test("only a sample of very many rows is checked, including the first and the last", () => {
    const rows = checkedRows({ batch: 1, length: 8192, dModel: 8, numHeads: 2 });
    expect(rows).toHaveLength(64);
    expect([rows[0], rows.at(-1)]).toEqual([0, 8191]);
  });

  test("a row with one wrong number is detected", () => {
    const workload = tiny("plain");
    expect(differenceFrom(workload, [1, 2], Float64Array.of(1, 2)).isOff).toBe(false);
    expect(differenceFrom(workload, [1, 2.001], Float64Array.of(1, 2)).isOff).toBe(true);
    expect(differenceFrom(workload, [1], Float64Array.of(1, 2)).isOff).toBe(true);
  });
});
