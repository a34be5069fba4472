/** The single operations and the layer, through the packed module. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { functionsOf, type RawModule } from "../../web/src/module/glue.js";
import { expectClose } from "./compare.js";
import { type HeadsUp, imported, installed } from "./packed.js";

let folder: string;
let hu: HeadsUp;
beforeAll(async () => {
  folder = installed();
  hu = await (await imported(folder)).load();
}, 60_000);

test("the module offers just the functions that glue.ts declares", async () => {
  const inPackage = path.join(folder, "node_modules/heads-up-attention");
  const { default: createModule } = await import("#glue");
  const wasmBinary = readFileSync(path.join(inPackage, "heads-up.wasm"));
  const declared = readFileSync(inRoot("web/src/module/glue.ts"), "utf8")
    .match(/export interface Glue \{(.*?)\n\}/s)?.[1]
    ?.matchAll(/^ {2}(\w+)\(args/gm);
  const names = Array.from(declared ?? [], ([, name]) => name);
  expect(names.length).toBeGreaterThan(20);
  const module = (await createModule({ wasmBinary })) as RawModule;
  expect([...functionsOf(module)].sort()).toEqual(names.sort());
  // A trap before a call has begun is no refusal, and takes nothing away.
  expect(module._heads_up_refusal()).toBe(0);
  expect(functionsOf(module)).toHaveLength(names.length);
});

test("masks: padding, causal, and both by broadcasting", () => {
  const ids = hu.pad([[5, 6, 7], [8]], 0);
  expect(ids).toEqual({ shape: [2, 3], dtype: "int32", data: Int32Array.of(5, 6, 7, 8, 0, 0) });
  const padding = hu.paddingMask(ids, 0);
  expect(padding).toEqual({ shape: [2, 1, 3], dtype: "bool", data: Uint8Array.of(1, 1, 1, 1, 0, 0) });
  const causal = hu.causalMask(3);
  expect(causal).toEqual({ shape: [1, 3, 3], dtype: "bool", data: Uint8Array.of(1, 0, 0, 1, 1, 0, 1, 1, 1) });
  const both = hu.combineMasks(padding, causal);
  expect(both.shape).toEqual([2, 3, 3]);
  expect(Array.from(both.data)).toEqual([1, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 0, 1, 0, 0, 1, 0, 0]);
});

test("nested lists and typed arrays are the same tensor", () => {
  const nested = hu.softmax([[0, Math.log(3)]]);
  expectClose("softmax", nested.data, [0.25, 0.75]);
  expect(hu.softmax({ shape: [1, 2], data: Float32Array.of(0, Math.log(3)) })).toEqual(nested);
});

test("linear and embedding, by hand", () => {
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
  test("gives every intermediate", () => {
    const { scores, maskedScores, attention, values } = hu.scaledDotProductAttention(q, k, v);
    expectClose("scores", scores.data, [Math.SQRT1_2, 0]);
    expect(maskedScores).toBeUndefined();
    const w = Math.exp(Math.SQRT1_2) / (Math.exp(Math.SQRT1_2) + 1);
    expectClose("attention", attention.data, [w, 1 - w]);
    expectClose("values", values.data, [10 * w, 10 * (1 - w)]);
  });
  test("a masked weight is exactly 0, with either fill", () => {
    for (const maskFill of [-1e12, "-inf", Number.NEGATIVE_INFINITY] as const) {
      const { maskedScores, attention } = hu.scaledDotProductAttention(q, k, v, { mask: [[1, 0]], maskFill });
      expect(maskedScores?.data[1]).toBe(Math.fround(maskFill === -1e12 ? -1e12 : Number.NEGATIVE_INFINITY));
      expect(Array.from(attention.data)).toEqual([1, 0]);
    }
  });
  test("a row that is masked everywhere is uniform with −1e12 and NaN with −inf", () => {
    const mask = [[0, 0]];
    expect(Array.from(hu.scaledDotProductAttention(q, k, v, { mask }).attention.data)).toEqual([0.5, 0.5]);
    const { attention } = hu.scaledDotProductAttention(q, k, v, { mask, maskFill: "-inf" });
    expect(Array.from(attention.data)).toEqual([Number.NaN, Number.NaN]);
  });
});

describe("createMultiHeadAttention", () => {
  const weightsOf = (trace: ReturnType<HeadsUp["run"]>) =>
    Object.fromEntries(trace.steps.filter((s) => s.name.startsWith("w_")).map((s) => [s.name, s]));
  const stepOf = (trace: ReturnType<HeadsUp["run"]>, name: string) => {
    const step = trace.steps.find((s) => s.name === name);
    if (!step) throw new Error(name);
    return step;
  };

  test("with a lesson's weights and masks it gives the lesson's output", () => {
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

  test("dispose may be called twice, and forward after it says so", () => {
    const layer = hu.createMultiHeadAttention({ dModel: 4, numHeads: 2 });
    layer.dispose();
    layer.dispose();
    expect(() => layer.forward([[[1, 2, 3, 4]]])).toThrow(/disposed/);
  });
});
