/** Sums of d_k products: their spread grows as √d_k, and only dividing by √d_k leaves the softmax as it was. */
import { describe, expect, test } from "vitest";
import { productSums } from "../../web/src/lessons/product_sums.js";
import { hu } from "./core.js";

const all = productSums(hu);
const largest = (weights: readonly number[]): number => Math.max(...weights);

test("each d_k is four times the one before", () => {
  expect(all.map(({ dK }) => dK)).toEqual([1, 4, 16, 64, 256]);
});

describe.each(all)("d_k $dK", ({ dK, root, sums, spread, divided }) => {
  test("the sums are dot products of the numbers that PyTorch draws, and their spread is √d_k", () => {
    const pairs = sums.length;
    const { data } = hu.randn(247, [2, pairs, 256]);
    for (const [i, sum] of sums.entries()) {
      let exact = 0;
      for (let n = 0; n < dK; n++) exact += (data[i * 256 + n] ?? 0) * (data[(pairs + i) * 256 + n] ?? 0);
      expect(sum).toBeCloseTo(exact, 3);
    }
    expect(spread).toBeCloseTo(Math.hypot(...sums) / Math.sqrt(pairs), 4);
    expect(root).toBe(Math.sqrt(dK));
    expect(Math.abs(spread / root - 1)).toBeLessThan(0.035);
  });

  test("the scores are the first sums, divided by nothing, by the root and by d_k", () => {
    expect([divided.one.by, divided.root.by, divided.size.by]).toEqual([1, root, dK]);
    for (const { by, scores, weights } of Object.values(divided)) {
      for (const [i, score] of scores.entries()) expect(score * by).toBeCloseTo(sums[i] ?? Number.NaN, 3);
      expect(weights.reduce((a, b) => a + b)).toBeCloseTo(1, 5);
    }
  });

  test("divided by the root, no size has a key that takes all, or keys that are all alike", () => {
    expect(largest(divided.root.weights)).toBeGreaterThan(0.3);
    expect(largest(divided.root.weights)).toBeLessThan(0.6);
    if (dK < 64) return;
    expect(largest(divided.one.weights)).toBeGreaterThan(0.99);
    expect(largest(divided.size.weights)).toBeLessThan(0.25);
  });
});
