/** Single operations and the layer, through the packed module. */

import { describe, expect, test } from "vitest";
import { cellCount } from "../../web/src/module/shape.js";
import { expectClose } from "./compare.js";
import { type HeadsUp, loadInstalled } from "./packed.js";
import { stepOf } from "./steps.js";

const hu = await loadInstalled();

test("makes padding and causal masks, and combines them by broadcasting", () => {
  const ids = hu.pad([[5, 6, 7], [8]], 0);
  expect(ids).toEqual({ shape: [2, 3], dtype: "int32", data: Int32Array.of(5, 6, 7, 8, 0, 0) });
  const padding = hu.paddingMask(ids, 0);
  expect(padding).toMatchObject({ shape: [2, 1, 3], dtype: "bool", data: Uint8Array.of(1, 1, 1, 1, 0, 0) });
  const causal = hu.causalMask(3);
  expect(causal).toMatchObject({
    shape: [1, 3, 3],
    dtype: "bool",
    data: Uint8Array.of(1, 0, 0, 1, 1, 0, 1, 1, 1),
  });
  const both = hu.combineMasks(padding, causal);
  expect(both.shape).toEqual([2, 3, 3]);
  expect(Array.from(both.data)).toEqual([1, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 0, 1, 0, 0, 1, 0, 0]);
});

test("pad accepts a padding id, or options", () => {
  const rows = [[5, 6], [7]];
  const data = (...args: Parameters<HeadsUp["pad"]>) => Array.from(hu.pad(...args).data);
  expect(data(rows, 9)).toEqual([5, 6, 7, 9]);
  expect(data(rows, {})).toEqual(data(rows));
  expect(data(rows, { padId: 9 })).toEqual(data(rows, 9));
  expect(hu.pad(rows, { length: 3, side: "left" })).toEqual({
    ...{ shape: [2, 3], dtype: "int32", data: Int32Array.of(0, 5, 6, 0, 0, 7) },
  });
});

test("a causal mask may have more keys than queries", () => {
  expect(hu.causalMask(2, 3)).toEqual({
    shape: [1, 2, 3],
    meaning: "attend",
    dtype: "bool",
    data: Uint8Array.of(1, 0, 0, 1, 1, 0),
  });
  expect(hu.subsequentMask(2, 3)).toEqual({
    ...{ shape: [2, 3], meaning: "ignore", dtype: "bool", data: Uint8Array.of(0, 1, 1, 0, 0, 1) },
  });
});

test("functions work without their object", () => {
  const { pad, paddingMask, causalMask, combineMasks } = hu;
  const ids = pad([[5, 6], [7]]);
  expect(Array.from(combineMasks(paddingMask(ids), causalMask(2)).data)).toEqual([1, 0, 1, 1, 1, 0, 1, 0]);
});

test("maskedFill fills where the mask is 0", () => {
  const { data } = hu.randn(1, [1, 2, 2]);
  const filled = (fill?: "-inf") => [
    ...hu.maskedFill({ shape: [1, 2, 2], data }, hu.causalMask(2), fill).data,
  ];
  expect(filled()).toEqual([data[0], Math.fround(-1e12), data[2], data[3]]);
  expect(filled("-inf")[1]).toBe(Number.NEGATIVE_INFINITY);
});

test("splitHeads is a view and a transpose, and mergeHeads is its inverse", () => {
  const x = hu.randn(1, [2, 3, 4]);
  const heads = hu.splitHeads(x, 2);
  expect(heads.shape).toEqual([2, 2, 3, 2]);
  // Head 1 of the first sentence has the last two columns of each row.
  expect(Array.from(heads.data.subarray(6, 12))).toEqual([2, 3, 6, 7, 10, 11].map((i) => x.data[i]));
  expect(hu.mergeHeads(heads)).toEqual(x);
});

test("masks and positions are as long as the batches that a layer takes", () => {
  const ids = hu.pad([new Array<number>(2000).fill(1), [2]]);
  const mask = hu.combineMasks(hu.paddingMask(ids), hu.causalMask(2000));
  expect(mask.shape).toEqual([2, 2000, 2000]);
  expect(hu.pad([[1]], { length: 2000 }).shape).toEqual([1, 2000]);
  const x = hu.add(hu.randn(1, [2, 2000, 4]), hu.positionalEncoding(2000, 4));
  const layer = hu.createMultiHeadAttention({ dModel: 4, numHeads: 1 });
  expect(layer.forward(x, undefined, undefined, { mask }).shape).toEqual([2, 2000, 4]);
  layer.dispose();
});

test("unsqueeze adds an axis, and masks and ids keep their dtype", () => {
  const ids = hu.unsqueeze({ shape: [1], dtype: "int32", data: Int32Array.of(2 ** 24 + 1) }, 0);
  expect(ids).toEqual({ shape: [1, 1], dtype: "int32", data: Int32Array.of(2 ** 24 + 1) });
  expect(hu.unsqueeze(hu.causalMask(2), 1)).toMatchObject({ shape: [1, 1, 2, 2], dtype: "bool" });
  expect(hu.unsqueeze([[1, 2]], 0)).toMatchObject({ shape: [1, 1, 2], dtype: "float32" });
  expect(hu.unsqueeze([[1, 2]], -1)).toMatchObject({ shape: [1, 2, 1] });
  expect(hu.unsqueeze([[1, 2]], -3)).toMatchObject({ shape: [1, 1, 2] });
});

test("nested lists and typed arrays are the same tensor", () => {
  const nested = hu.softmax([[0, Math.log(3)]]);
  expectClose("softmax", nested.data, [0.25, 0.75]);
  expect(hu.softmax({ shape: [1, 2], data: Float32Array.of(0, Math.log(3)) })).toEqual(nested);
});

test("linear and embedding give hand-computed numbers", () => {
  expectClose(
    "linear",
    hu.linear(
      [[1, 2]],
      [
        [3, 4],
        [5, 6],
      ],
      [10, 20],
    ).data,
    [21, 37],
  );
  expectClose("linear", hu.linear([[1, 2]], [[3, 4]]).data, [11]);
  const table = [
    [1, 2],
    [3, 4],
  ];
  expect(hu.embedding([[1, 0]], table)).toMatchObject({
    shape: [1, 2, 2],
    data: Float32Array.of(3, 4, 1, 2),
  });
});

describe("scaledDotProductAttention", () => {
  const q = [[1, 0]];
  const k = [
    [1, 0],
    [0, 1],
  ];
  const v = [
    [10, 0],
    [0, 10],
  ];
  test("returns every intermediate", () => {
    const { scores, maskedScores, attention, values } = hu.scaledDotProductAttention(q, k, v);
    expectClose("scores", scores.data, [Math.SQRT1_2, 0]);
    expect(maskedScores).toBeUndefined();
    const w = Math.exp(Math.SQRT1_2) / (Math.exp(Math.SQRT1_2) + 1);
    expectClose("attention", attention.data, [w, 1 - w]);
    expectClose("values", values.data, [10 * w, 10 * (1 - w)]);
  });
});

const weightsOf = (trace: ReturnType<HeadsUp["run"]>) =>
  Object.fromEntries(trace.steps.filter((s) => s.name.startsWith("w_")).map((s) => [s.name, s]));
describe("multiHeadAttention", () => {
  test("returns every intermediate of a lesson", () => {
    const trace = hu.run({ lesson: "masked-multi-head" });
    const query = stepOf(trace, "embedding");
    const made = hu.multiHeadAttention(weightsOf(trace), { query, numHeads: 2, mask: stepOf(trace, "mask") });
    const names = { qHeads: "q_heads", kHeads: "k_heads", vHeads: "v_heads", maskedScores: "masked_scores" };
    for (const [name, tensor] of Object.entries(made)) {
      const step = stepOf(trace, names[name as keyof typeof names] ?? name);
      expect([name, tensor.shape]).toEqual([name, step.shape]);
      expect([name, tensor.data]).toEqual([name, step.data]);
    }
    expect(Object.keys(made)).toHaveLength(12);
  });

  test("accepts a key, a value and a causal mask", () => {
    const trace = hu.run({ lesson: "masked-multi-head" });
    const query = stepOf(trace, "embedding");
    const padding = { mask: stepOf(trace, "padding_mask"), causal: true };
    const made = hu.multiHeadAttention(weightsOf(trace), {
      query,
      key: query,
      value: query,
      numHeads: 2,
      ...padding,
    });
    expectClose("output", made.output.data, Array.from(stepOf(trace, "output").data));
  });
});

describe("createMultiHeadAttention", () => {
  test("gives a lesson's output with its weights and masks", () => {
    const trace = hu.run({ lesson: "masked-multi-head" });
    const layer = hu.createMultiHeadAttention({ dModel: 8, numHeads: 2, weights: weightsOf(trace) });
    const embedding = stepOf(trace, "embedding");
    const want = Array.from(stepOf(trace, "output").data);
    const mask = stepOf(trace, "mask");
    expectClose("output", layer.forward(embedding, undefined, undefined, { mask }).data, want);
    const padding = { mask: stepOf(trace, "padding_mask"), causal: true };
    expectClose("output", layer.forward(embedding, embedding, embedding, padding).data, want);
  });

  test("draws its weights as the notebook's class does", () => {
    const drawn = hu.createMultiHeadAttention({ dModel: 8, numHeads: 2, seed: 3 });
    const x = hu.randn(1, [2, 3, 8]);
    expect(drawn.forward(x).shape).toEqual([2, 3, 8]);
    expect(hu.createMultiHeadAttention({ dModel: 8, numHeads: 2, seed: 3 }).forward(x)).toEqual(
      drawn.forward(x),
    );
    expect(hu.createMultiHeadAttention({ dModel: 8, numHeads: 2, seed: 4 }).forward(x)).not.toEqual(
      drawn.forward(x),
    );
  });

  test.each([
    ["(T, S)", [3, 3]],
    ["(1, T, S)", [1, 3, 3]],
    ["(B, H, T, S)", [2, 2, 3, 3]],
    ["(B, 1, T, S)", [2, 1, 3, 3]],
  ])("forward accepts a mask %s", (_name, shape) => {
    const layer = hu.createMultiHeadAttention({ dModel: 8, numHeads: 2 });
    const x = hu.randn(1, [2, 3, 8]);
    const count = cellCount(shape);
    const data = Array.from({ length: count }, (_, i) => Number(i % 3 <= Math.floor(i / 3) % 3));
    const want = layer.forward(x, undefined, undefined, { causal: true }).data;
    expectClose(
      "output",
      layer.forward(x, undefined, undefined, { mask: { shape, data } }).data,
      Array.from(want),
    );
  });

  test("accepts a separate mask for each head", () => {
    const layer = hu.createMultiHeadAttention({ dModel: 8, numHeads: 2 });
    const x = hu.randn(1, [1, 3, 8]);
    const mask = { shape: [1, 2, 1, 3], data: [1, 0, 0, 0, 0, 1] };
    const { attention } = layer.forward(x, undefined, undefined, { mask, returnAttention: true });
    expect(attention.shape).toEqual([1, 2, 3, 3]);
    expect(Array.from(attention.data)).toEqual([
      ...[1, 0, 0, 1, 0, 0, 1, 0, 0],
      ...[0, 0, 1, 0, 0, 1, 0, 0, 1],
    ]);
  });

  test("returnAttention adds the weights to the same output", () => {
    const layer = hu.createMultiHeadAttention({ dModel: 8, numHeads: 2 });
    const x = hu.randn(1, [2, 3, 8]);
    const both = layer.forward(x, undefined, undefined, { causal: true, returnAttention: true });
    expectClose("output", both.output.data, Array.from(layer.forward(x, x, x, { causal: true }).data));
    expect(both.attention.shape).toEqual([2, 2, 3, 3]);
    expect(both.attention.data[1]).toBe(0);
  });

  test("dispose may be called twice, and forward fails after it", () => {
    const layer = hu.createMultiHeadAttention({ dModel: 4, numHeads: 2 });
    layer.dispose();
    layer.dispose();
    expect(() => layer.forward([[[1, 2, 3, 4]]])).toThrow(/disposed/);
  });
});
