/** Transposing, filling and rounding to float16, against hand-computed cases. */
import { describe, expect, test } from "vitest";
import { range } from "../../web/src/module/shape.js";
import type { Tensor } from "../../web/src/module/types.js";
import { half, maskedFill, transposed, transposedLastTwo } from "../../web/src/operations/tensors.js";
import { hu } from "./core.js";

const tensor = (shape: number[], data: number[]): Tensor => ({
  shape,
  dtype: "float32",
  data: Float32Array.from(data),
});

describe("float16", () => {
  test.each([
    [0, 0],
    [1, 1],
    [-2.5, -2.5],
    [0.1, 0.0999755859375],
    [1 / 3, 0.333251953125],
    [2049, 2048], // a tie goes to the even one
    [2051, 2052],
    [65504, 65504],
    [65519, 65504],
    [65520, Number.POSITIVE_INFINITY],
    [-1e12, Number.NEGATIVE_INFINITY],
    [2 ** -24, 2 ** -24], // the smallest subnormal
    [2 ** -25, 0],
    [2 ** -25 * 1.01, 2 ** -24],
    [2 ** -14, 2 ** -14],
    [2 ** -14 - 2 ** -24, 2 ** -14 - 2 ** -24],
    [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY],
  ])("of %d is %d", (value, kept) => {
    expect(half(hu, value) + 0).toBe(kept);
  });

  test("of NaN is NaN", () => expect(half(hu, Number.NaN)).toBeNaN());

  test("keeps every float16 value", () => {
    const values = range(30).flatMap((at) => range(1024).map((part) => (1 + part / 1024) * 2 ** (at - 14)));
    expect(Array.from(hu.half(values).data)).toEqual(values);
  });
});

test("transposed exchanges two axes", () => {
  const x = tensor([2, 3], [1, 2, 3, 4, 5, 6]);
  expect([...transposedLastTwo(x).data]).toEqual([1, 4, 2, 5, 3, 6]);
  const heads = transposed(tensor([1, 2, 2, 2], [1, 2, 3, 4, 5, 6, 7, 8]), 1, 2);
  expect([...heads.data]).toEqual([1, 2, 5, 6, 3, 4, 7, 8]);
  expect(transposed(heads, 1, 2).shape).toEqual([1, 2, 2, 2]);
});

describe("a fill", () => {
  const scores = tensor([2, 1, 2, 2], [1, 2, 3, 4, 5, 6, 7, 8]);
  test("takes a mask for each sentence", () => {
    const mask = tensor([2, 2, 2], [1, 0, 1, 1, 1, 1, 0, 1]);
    expect([...maskedFill(hu, scores, mask, -9, 0).data]).toEqual([1, -9, 3, 4, 5, 6, -9, 8]);
    expect([...maskedFill(hu, scores, mask, -9, 1).data]).toEqual([-9, 2, -9, -9, -9, -9, 7, -9]);
  });
  test("takes one mask for all sentences", () => {
    const mask = tensor([1, 2, 2], [1, 0, 1, 1]);
    expect([...maskedFill(hu, scores, mask, -9, 0).data]).toEqual([1, -9, 3, 4, 5, -9, 7, 8]);
  });
  test("takes one row for all queries", () => {
    const mask = tensor([2, 1, 2], [1, 0, 0, 1]);
    expect([...maskedFill(hu, scores, mask, -9, 0).data]).toEqual([1, -9, 3, -9, -9, 6, -9, 8]);
  });
});
