/** The core's numbers on the way to a row or a sum, against hand-worked values, and equal to those of its explanations. */
import { describe, expect, test } from "vitest";
import { openingSpec } from "../../web/src/lessons/lessons.js";
import { loadInstalled } from "./packed.js";

const hu = await loadInstalled();

const close = (want: readonly number[]) => want.map((number) => expect.closeTo(number, 12));

describe("one row or sum", () => {
  test("softmax", () => {
    expect(hu.softmaxRow([1, 3, 2])).toEqual({
      maximum: 3,
      shifted: [-2, 0, -1],
      powers: close([Math.exp(-2), 1, Math.exp(-1)]),
      sum: expect.closeTo(Math.exp(-2) + 1 + Math.exp(-1), 12),
    });
  });

  test("softmax of a row that −∞ masks everywhere is NaN", () => {
    const row = hu.softmaxRow([Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]);
    expect(row).toMatchObject({ maximum: Number.NEGATIVE_INFINITY, sum: Number.NaN });
  });

  test("layer norm", () => {
    expect(hu.layerNormRow([1, 2, 6], 2)).toEqual({
      mean: 3,
      deviations: [-2, -1, 3],
      squares: [4, 1, 9],
      variance: expect.closeTo(14 / 3, 12),
      eps: 2,
      divisor: expect.closeTo(Math.sqrt(20 / 3), 12),
      rstd: expect.closeTo(Math.sqrt(3 / 20), 12),
      normalized: close([-2, -1, 3].map((x) => x * Math.sqrt(3 / 20))),
    });
    expect(hu.layerNormRow([1]).eps).toBe(1e-5);
  });

  test("a sum of products", () => {
    expect(hu.dotProduct([1, 2, 1, 2], [1, -2, 2, -1])).toEqual({
      products: [1, -4, 2, -2],
      sum: -3,
      order: [1, 2, 3, 0],
      rest: [-3, 1, -1, 1, 0],
    });
  });

  test("a cell of the table of positions", () => {
    expect(hu.sinusoid([3, 2], 4)).toEqual({
      period: expect.closeTo(100, 10),
      angle: expect.closeTo(0.03, 12),
      sine: expect.closeTo(Math.sin(0.03), 12),
      cosine: expect.closeTo(Math.cos(0.03), 12),
      part: "sin",
    });
  });

  test("multiplications with a cache and without", () => {
    expect(hu.cacheCounts(4, 2, 3, 3)).toEqual({
      ...{ projections: 24, scores: 6, values: 6, newest: 36, newestUncached: 108 },
      ...{ cached: 28 + 32 + 36, uncached: 28 + 64 + 108, saved: 104 },
    });
    expect(hu.cacheCounts(4, 2, 2, 1)).toMatchObject({ newest: 24, cached: 52 });
    expect(hu.cacheCounts(4, 2, 0, 0).cached).toBe(0);
  });

  test.each([
    ["an empty row", () => hu.softmaxRow([]), "shape-mismatch", "x"],
    ["a table", () => hu.layerNormRow([[1, 2]]), "shape-mismatch", "x"],
    ["an eps below 0", () => hu.layerNormRow([1], -1), "out-of-range", "eps"],
    ["rows of two lengths", () => hu.dotProduct([1, 2], [1]), "shape-mismatch", "b"],
    ["a column beyond the table", () => hu.sinusoid([0, 4], 4), "bad-index", "index"],
    ["more parts than there are", () => hu.cacheCounts(4, 2, 1, 4), "out-of-range", "parts"],
  ])("%s is refused", (_, call, code, field) => {
    expect(call).toThrowError(expect.objectContaining({ code, details: expect.objectContaining({ field }) }));
  });
});

describe("one number at a time", () => {
  test("sub, mul, div broadcast; sqrt, ndtr, half and sum do not", () => {
    const x = [
      [1, 2],
      [3, 4],
    ];
    expect([...hu.sub(x, [2, 4]).data]).toEqual([-1, -2, 1, 0]);
    expect([...hu.mul(x, [2]).data]).toEqual([2, 4, 6, 8]);
    expect([...hu.div(x, [2, 4]).data]).toEqual([0.5, 0.5, 1.5, 1]);
    expect([...hu.sqrt([4, 2]).data]).toEqual([2, Math.fround(Math.SQRT2)]);
    expect([...hu.ndtr([0, 1]).data]).toEqual([0.5, expect.closeTo(0.8413447460685429, 7)]);
    expect([...hu.half([0.1, 65520]).data]).toEqual([0.0999755859375, Number.POSITIVE_INFINITY]);
    expect(hu.sum(x)).toMatchObject({ shape: [2], data: Float32Array.of(3, 7) });
  });
});

test("explanations have the numbers of their rows and sums", () => {
  const trace = hu.run({ ...openingSpec("transformer-block"), layerNorm: "pre" });
  const rowOf = ({ terms, index }: ReturnType<typeof hu.explain>): number[] =>
    terms.filter((term) => term.index.length === index.length).map(({ value }) => value);
  const softmax = hu.explain(trace, "attention", [0, 0, 1, 1]);
  expect(softmax.detail).toMatchObject(hu.softmaxRow(rowOf(softmax)));
  const norm = hu.explain(trace, "norm_1", [0, 1, 2]);
  expect(norm.detail).toMatchObject(hu.layerNormRow(rowOf(norm)));
  for (const [name, index] of [
    ["q", [0, 1, 2]],
    ["scores", [0, 0, 1, 1]],
    ["values", [0, 0, 1, 1]],
  ] as const) {
    const { terms, detail } = hu.explain(trace, name, index);
    const pairs = terms.slice(0, 2 * Math.floor(terms.length / 2)).map(({ value }) => value);
    const [a, b] = [0, 1].map((side) => pairs.filter((_, i) => i % 2 === side)) as [number[], number[]];
    expect(detail, name).toMatchObject(hu.dotProduct(a, b));
  }
});
