/** Lessons through the packed module: PyTorch's numbers, earlier traces, cells. tests/cpp/test_run.cpp has the names of steps. */
import { describe, expect, test } from "vitest";
import type { StepName } from "../../web/src/module/types.js";
import { expectClose, fixtures, TOLERANCE } from "./compare.js";
import { imported, installed } from "./packed.js";

const module = await imported(installed());
const hu = await module.load();

describe("settle", () => {
  test.each([
    { lesson: "multi-head" },
    { lesson: "masked-self-attention", seed: 7, dAttention: 6 },
    { lesson: "transformer-block", dModel: 8, feedForward: { activation: "relu" } },
  ] as const)("%j: gives the spec of the trace without running it", (spec) => {
    expect(hu.settle(spec)).toEqual(hu.run(spec).spec);
  });
  test("refuses what run refuses", () => {
    const spec = { lesson: "multi-head", dModel: 8, numHeads: 3 } as const;
    expect(() => hu.settle(spec)).toThrow("numHeads 3 does not divide dModel 8");
  });
});

test("the returned spec has every field and reproduces the trace", () => {
  const trace = hu.run({ lesson: "masked-multi-head", maskFill: "-inf", seed: 7 });
  expect(trace.spec).toMatchObject({
    padId: 0,
    vocabSize: 100,
    dModel: 8,
    numHeads: 2,
    seed: 7,
    maskFill: "-inf",
  });
  expect(trace.spec.sequences).toHaveLength(5);
  expect(hu.run(trace.spec)).toEqual(trace);
});

describe("PyTorch's numbers", () => {
  test.each(fixtures)("$name", ({ spec, steps }) => {
    const trace = hu.run(spec);
    const made = new Map(trace.steps.map((step) => [step.name, step]));
    const width = Math.max(trace.spec.dModel, trace.spec.dAttention ?? 0);
    const tolerance = width <= 128 ? TOLERANCE.upTo128 : TOLERANCE.anyWidth;
    for (const want of steps) {
      const got = made.get(want.name as StepName);
      if (!got) expect.fail(`the trace has no ${want.name}`);
      expect(got.shape, want.name).toEqual(want.shape);
      expect(got.dtype, want.name).toBe(want.dtype);
      expectClose(want.name, got.data, want.data, tolerance);
    }
  });
});

test("a trace survives the growth of the module's memory", () => {
  const small = hu.run({ lesson: "masked-multi-head" });
  const before = small.steps.map((step) => Array.from(step.data));
  const long = Array.from({ length: 300 }, (_, i) => i % 100);
  hu.run({ lesson: "masked-multi-head", sequences: [long, long, long, long], dModel: 64, numHeads: 8 });
  expect(small.steps.map((step) => Array.from(step.data))).toEqual(before);
});

describe("runs whose drawn parameters are kept between them", () => {
  const spec = { lesson: "transformer-block", dModel: 16, numHeads: 2, vocabSize: 50 } as const;
  const first = [[3, 1, 4, 1], [5]];
  const second = [
    [9, 2],
    [6, 5, 3, 5],
  ];

  test.each([
    ["another seed", { seed: 7 }],
    ["another size", { dModel: 8 }],
    ["another vocabulary", { vocabSize: 51 }],
    ["no biases", { bias: false }],
    ["another feed-forward layer", { feedForward: { dFf: 5 } }],
    ["no feed-forward layer", { feedForward: null }],
    ["another lesson", { lesson: "masked-multi-head" }],
  ] as const)("are as in a new module with %s, and back", async (_name, change) => {
    const before = hu.run({ ...spec, sequences: first });
    const other = { ...spec, sequences: second, ...change };
    if (other.lesson === "masked-multi-head") Reflect.deleteProperty(other, "feedForward");
    expect(hu.run(other)).toEqual((await module.load()).run(other));
    expect(hu.run({ ...spec, sequences: first })).toEqual(before);
  });

  test("are the same after a refused run, and after given weights", () => {
    const own = { ...spec, seed: 11, sequences: first };
    const before = hu.run(own);
    expect(() => hu.run({ ...own, sequences: [[50]] })).toThrow("sequences[0][0]");
    const weights = { "embedding.weight": { shape: [50, 16], data: new Float32Array(800).fill(0.5) } };
    expect(hu.run(own, weights).step("embedding.weight").data[0]).toBe(0.5);
    expect(hu.run(own)).toEqual(before);
  });
});

test("a run refused for its weights does not corrupt the next one", async () => {
  const spec = {
    lesson: "transformer-block",
    dModel: 16,
    numHeads: 2,
    vocabSize: 500,
    seed: 77,
    sequences: [[1, 2]],
  } as const;
  const weights = { "embedding.weight": { shape: [3, 3], data: new Float32Array(9) } };
  expect(() => hu.run(spec, weights)).toThrow("wants (500, 16)");
  // Overwrites the memory that the refused run freed.
  for (let i = 0; i < 3; i++) hu.randn(1, [500, 16]);
  const { load } = await imported(installed());
  expect(hu.run(spec)).toEqual((await load()).run(spec));
}, 60_000);

describe("a trace's cells", () => {
  const lessons = [
    { lesson: "masked-multi-head" },
    { lesson: "masked-self-attention" },
    { lesson: "encoder-decoder" },
    { lesson: "transformer-block", layerNorm: "post" },
  ] as const;

  test("step finds a step by its name, with the declared dtype", () => {
    for (const spec of lessons) {
      const trace = hu.run(spec);
      for (const step of trace.steps) {
        expect(trace.step(step.name)).toBe(step);
        const isInteger = ["ids", "target_ids", "positions", "attn_dec_mask"].includes(step.name);
        expect(step.dtype, step.name).toBe(
          isInteger ? "int32" : step.name.endsWith("mask") ? "bool" : "float32",
        );
      }
    }
  });

  test("step refuses a name that the lesson does not have, and lists the existing ones", () => {
    const trace = hu.run({ lesson: "multi-head", sequences: [[1, 2]] });
    expect(() => trace.step("mask")).toThrow(
      expect.objectContaining({ name: "HeadsUpError", code: "unknown-step" }),
    );
    expect(() => trace.step("mask")).toThrow(/^step: got "mask", wants one of embedding\.weight, /);
  });

  test("a trace is plain data: copies and JSON have only its fields", () => {
    const trace = hu.run({ lesson: "multi-head", sequences: [[1, 2]], dModel: 8, numHeads: 2 });
    expect(structuredClone(trace)).toEqual({ spec: trace.spec, steps: trace.steps });
    expect(Object.keys(trace)).toEqual(["spec", "steps"]);
    expect(hu.run(trace.spec).step("ids")).toEqual(trace.step("ids"));
  });

  test("at reads one cell, toNested all of them", () => {
    const ids = hu.run({ lesson: "masked-multi-head", sequences: [[1, 2, 3], [4]] }).step("ids");
    const rows = [
      [1, 2, 3],
      [4, 0, 0],
    ];
    expect(module.toNested(ids)).toEqual(rows);
    for (const [b, row] of rows.entries())
      for (const [i, id] of row.entries()) expect(module.at(ids, [b, i])).toBe(id);
    expect(module.toNested({ shape: [], dtype: "float32", data: Float32Array.of(0.5) })).toBe(0.5);
    expect(module.toNested({ shape: [2, 0], dtype: "float32", data: new Float32Array() })).toEqual([[], []]);
    expect(module.at({ shape: [], dtype: "float32", data: Float32Array.of(0.5) }, [])).toBe(0.5);
  });

  test.each([[[0]], [[0, 3]], [[2, 0]], [[0, -1]], [[0, 0.5]], [[0, Number.NaN]], [[0, 0, 0]]])(
    "at refuses %j",
    (index) => {
      const ids = hu.pad([[1, 2, 3], [4]]);
      expect(() => module.at(ids, index)).toThrow(expect.objectContaining({ code: "bad-index" }));
    },
  );
});
