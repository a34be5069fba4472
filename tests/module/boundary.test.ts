/**
 * What happens in the module while an argument is read: getters that call the module again, dispose of what is used, or throw
 * anything. And what the module holds: memory that is given back.
 */
import { describe, expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import type { BareModule } from "../../web/src/module/bare.js";
import type { TensorLike } from "../../web/src/module/tensor_input.js";
import type { BareTraining } from "../../web/src/module/training/bare.js";
import { imported, importedBare, importedTraining, installed } from "./packed.js";

const { HeadsUpError, load } = await imported(installed());
const hu = await load();
const { default: createHeadsUp } = await importedBare(installed());
const bare: BareModule = await createHeadsUp();

const lesson = "masked-multi-head";
const x = hu.randn(1, [1, 3, 8]);
const { shape, data } = x;
const layerOf = (seed = 1) => hu.createMultiHeadAttention({ dModel: 8, numHeads: 2, seed });
const training = { data: [[1, 2, 3]], vocabSize: 4, dModel: 4, dFf: 4, batchSize: 2 } as const;

/** A tensor that does something while its numbers are read. */
const during = (act: () => unknown) => ({
  shape,
  get data() {
    act();
    return data;
  },
});

function refusal(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  return expect.fail("it was not refused");
}

const disposed = expect.objectContaining({ name: "HeadsUpError", code: "disposed" });

describe("an argument that calls the module while it is read", () => {
  test("a layer that it disposes of is refused, and nothing else is affected", () => {
    const layer = layerOf();
    const calls = during(() => {
      layer.dispose();
      for (let seed = 0; seed < 8; seed++) layerOf(seed).forward(x);
    });
    expect(refusal(() => layer.forward(calls))).toEqual(disposed);
    const bareLayer = new bare.MultiHeadAttention({ dModel: 8, numHeads: 2, seed: 1 });
    expect(refusal(() => bareLayer.forward(during(() => bareLayer.delete())))).toEqual(disposed);
    expect(layerOf().forward(x).shape).toEqual(shape);
  });

  test.each(["key", "value", "mask"] as const)(
    "a pass in a getter of %s does not change the pass",
    (name) => {
      const layer = layerOf();
      const mask = { shape: [3, 3], data: new Uint8Array(9).fill(1) };
      const want = layer.forward(x, x, x, { mask });
      const other = hu.randn(2, [2, 5, 8]);
      const real = { key: x, value: x, mask }[name];
      const calling = Object.defineProperty({ ...real }, "data", {
        get() {
          layer.forward(other, hu.randn(3, [2, 5, 8]), hu.randn(4, [2, 5, 8]));
          return real.data;
        },
      });
      const all: Record<string, TensorLike> = { key: x, value: x, mask };
      all[name] = calling;
      const { key, value, mask: bits = null } = all;
      expect(layer.forward(x, key, value, { mask: bits })).toEqual(want);
    },
  );

  test("explain answers about its own trace, whatever an index runs", () => {
    const trace = hu.run({ lesson });
    const want = hu.explain(trace, "scores", [0, 0, 1, 1]);
    const index = Object.defineProperty([0, 0, 1, 1], "2", {
      get() {
        for (let seed = 0; seed < 8; seed++) hu.run({ lesson: "multi-head", seed });
        return 1;
      },
    });
    expect(hu.explain(trace, "scores", index)).toEqual(want);
    const other = hu.run({ lesson });
    const disposing = Object.defineProperty([0, 0, 1, 1], "2", { get: () => hu.dispose() ?? 1 });
    expect(refusal(() => hu.explain(other, "scores", disposing))).toEqual(disposed);
  });

  test("a trainer that it disposes of is refused", async () => {
    const { default: createTraining } = await importedTraining(installed());
    const module: BareTraining = await createTraining();
    const dispose = <T>(give: (trainer: ReturnType<BareTraining["createTrainer"]>) => T): void => {
      const trainer = module.createTrainer(training);
      expect(refusal(() => give(trainer))).toEqual(disposed);
    };
    dispose((trainer) => {
      const { numbers, steps } = trainer.snapshot();
      trainer.restore({ steps, get numbers() { trainer.delete(); return numbers; } }); // biome-ignore format: one line
    });
    dispose((trainer) => {
      const weights = trainer.weights();
      const table = weights["embedding.weight"];
      trainer.load({ ...weights, get "embedding.weight"() { trainer.delete(); return table as never; } }); // biome-ignore format: one line
    });
    const rows = Object.defineProperty([1, 2, 3], "1", { get: () => module.dispose() ?? 2 });
    dispose((trainer) => trainer.loss([rows]));
    dispose((trainer) => trainer.explain("loss", rows));
  });

  test("what it leaves behind is not taken for the numbers being read", () => {
    const lying = Object.defineProperty(new Float32Array([2]), "length", {
      get() {
        refusal(() => hu.softmax({ shape: [2], data: new Float32Array(1_000_000) }));
        return 1;
      },
    });
    expect([...hu.softmax({ shape: lying as never, data: [1, 1] }).data]).toEqual([0.5, 0.5]);
    expect(hu.run({ lesson }).steps.length).toBeGreaterThan(10);
  });

  test("without an end is refused", () => {
    const endless = (): unknown => hu.softmax({ shape: [1], get data() { endless(); return [1]; } }); // biome-ignore format: one line
    expect(refusal(endless)).toMatchObject({ code: "wrong-type", message: expect.stringContaining("64") });
  });

  test.each([null, undefined, Symbol("x"), Object.create(null)])("and throws %o is refused", (thrown) => {
    const calls: readonly (() => unknown)[] = [
      () => hu.softmax({ get shape() { throw thrown; }, data: [1] } as never), // biome-ignore format: one line
      () => hu.causalMask(3, { get: 1, [Symbol.toPrimitive]() { throw thrown; } } as never), // biome-ignore format: one line
      () => hu.run({ get lesson() { throw thrown; } } as never), // biome-ignore format: one line
      () => hu.pad(new Proxy([[1]], { get() { throw thrown; } })), // biome-ignore format: one line
    ];
    for (const call of calls) expect(refusal(call)).toBeInstanceOf(HeadsUpError);
  });
});

describe("memory", () => {
  const large = { lesson: "multi-head", dModel: 2048, numHeads: 8 } as const;

  test("four large lessons, each disposed of, take no more than one", { timeout: 120_000 }, async () => {
    const module = await load({ training: false });
    const uses = [0, 1, 2, 3].map((seed) => {
      module.run({ ...large, seed });
      const { used, reserved } = module.memory();
      module.dispose();
      expect(module.memory().used).toBeLessThan(100_000);
      return { used, reserved };
    });
    for (const { used, reserved } of uses) {
      expect(used).toBeLessThan((uses[0]?.used ?? 0) * 1.01);
      // The engine is asked for a fifth more at a time.
      expect(reserved).toBeLessThanOrEqual((uses[0]?.reserved ?? 0) * 1.25);
    }
  });

  test("traces that are not let go of do not add up, and can still be explained", async () => {
    const module = await load({ training: false });
    const first = module.run({ lesson });
    const want = module.explain(first, "scores", [0, 0, 1, 1]);
    const [numHeads, sequences] = [128, [Array.from({ length: 256 }, (_, i) => 1 + (i % 90))]];
    const large = {
      lesson: "multi-head",
      dModel: 128,
      numHeads,
      sequences,
      outputProjection: false,
    } as const;
    module.run(large); // 17 million numbers
    const { used } = module.memory();
    for (let run = 0; run < 4; run++) module.run(large);
    expect(module.memory().used).toBeLessThan(used * 1.01);
    expect(module.explain(first, "scores", [0, 0, 1, 1])).toEqual(want);
  });

  test("dispose() frees layers and traces, whose later calls are refused; the module stays usable", async () => {
    const module = await load();
    const layer = module.createMultiHeadAttention({ dModel: 8, numHeads: 2 });
    const trainer = module.createTrainer(training);
    const trace = module.run({ lesson });
    module.dispose();
    for (const call of [
      () => layer.forward(x),
      () => module.explain(trace, "q", [0, 0, 0]),
      () => trainer.step(),
      () => trainer.steps,
    ])
      expect(refusal(call)).toEqual(disposed);
    layer.dispose();
    trainer.dispose();
    expect(module.run({ lesson })).toEqual(trace);
    expect(module.explain(structuredClone(trace), "q", [0, 0, 0]).op).toBe("linear");
  });

  test("memory() and version are of both modules", async () => {
    expect([hu.version, bare.version]).toEqual([packageJson.version, packageJson.version]);
    const before = bare.memory();
    const layer = new bare.MultiHeadAttention({ dModel: 512, numHeads: 8 });
    const { used, reserved } = bare.memory();
    expect(used).toBeGreaterThan(before.used + 4 * 4 * 512 * 512);
    expect(reserved % 65_536).toBe(0);
    expect(reserved).toBeGreaterThanOrEqual(used);
    layer.delete();
    expect(bare.memory().used).toBeLessThan(used - 4 * 4 * 512 * 512);
    expect(hu.memory().reserved).toBeGreaterThan(reserved / 2);
  });

  test("a layer that is deleted twice, and a start with bad bytes, are refused", async () => {
    const layer = new bare.MultiHeadAttention({ dModel: 8, numHeads: 2 });
    layer.delete();
    expect(refusal(() => layer.delete())).toEqual(disposed);
    for (const wasmBinary of [
      new Uint8Array([1, 2, 3]),
      new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 9]),
    ])
      await expect(createHeadsUp({ wasmBinary })).rejects.toMatchObject({
        ...{ name: "HeadsUpError", code: "module-failed" },
        message: expect.stringContaining("heads-up.wasm"),
      });
  });
});

describe("a mask", () => {
  const query = hu.randn(1, [1, 3, 8]);
  const ids = [[1, 2, 0]];
  const ignore = { shape: [3, 3], dtype: "bool", meaning: "ignore" };

  test("says what its 1 means, also after structured clone, unsqueeze and invertMask", () => {
    expect(hu.subsequentMask(3)).toMatchObject(ignore);
    expect(structuredClone(hu.keyPaddingMask(ids)).meaning).toBe("ignore");
    for (const mask of [hu.causalMask(3), hu.paddingMask(ids), hu.combineMasks(hu.causalMask(3), [[1]])])
      expect(mask.meaning).toBe("attend");
    expect(hu.unsqueeze(hu.subsequentMask(3), 0)).toMatchObject({ meaning: "ignore" });
    expect(hu.invertMask(hu.subsequentMask(3))).toMatchObject({
      meaning: "attend",
      data: hu.causalMask(3).data,
    });
    expect(hu.invertMask([[1, 0]])).not.toHaveProperty("meaning");
  });

  test.each<[string, (mask: TensorLike) => unknown]>([
    ["forward", (mask) => layerOf().forward(query, null, null, { mask })],
    ["multiHeadAttention", (mask) => hu.multiHeadAttention({}, { query, numHeads: 2, mask })],
    ["scaledDotProductAttention", (mask) => hu.scaledDotProductAttention(query, query, query, { mask })],
    ["combineMasks", (mask) => hu.combineMasks(hu.causalMask(3), mask)],
    ["maskedFill", (mask) => hu.maskedFill([[1, 2, 3]], mask)],
  ])("of the other meaning, and one to add to scores, are refused by %s", (_name, call) => {
    const other = refusal(() => call(hu.subsequentMask(3)));
    expect(other).toMatchObject({ code: "wrong-type", message: expect.stringContaining("invertMask") });
    const added = refusal(() => call([[0, Number.NEGATIVE_INFINITY, 0]]));
    expect(added).toMatchObject({ code: "wrong-type", message: expect.stringContaining("1 = attend") });
    expect(refusal(() => call({ ...hu.causalMask(3), meaning: "x" } as TensorLike))).toMatchObject({
      code: "unknown-value",
    });
  });

  test("turned gives the same as the one of the wanted meaning", () => {
    const turned = hu.invertMask(hu.subsequentMask(3));
    expect(layerOf().forward(query, null, null, { mask: turned })).toEqual(
      layerOf().forward(query, undefined, undefined, { causal: true }),
    );
  });
});

describe("what is not known is refused, and BigInts are numbers", () => {
  test.each<[string, () => unknown, string]>([
    ["a third mask", () => (hu.combineMasks as Loose)([[1]], [[1]], [[1]]), "at most 2"],
    ["an axis of softmax", () => (hu.softmax as Loose)([1], 0), "got 2 arguments"],
    ["a fourth argument of run", () => (hu.run as Loose)({ lesson }, {}, {}, 1), "at most 3"],
    ["an option of dispose", () => (hu.dispose as Loose)(1), "at most 0"],
    [
      "a dtype",
      () => hu.softmax({ shape: [1], data: [1], dtype: "banana" } as never),
      "float32, int32, bool",
    ],
    ["a fraction as int32", () => hu.softmax({ shape: [1], data: [0.5], dtype: "int32" }), "x.data[0]"],
    ["a 2 as bool", () => hu.softmax({ shape: [1], data: Uint8Array.of(2), dtype: "bool" }), "0 to 1"],
    ["a flat array", () => hu.softmax(new Float32Array(3) as never), "got a typed array without a shape"],
    [
      "an unknown step",
      () => hu.explain(hu.run({ lesson }), "nope", [0]),
      "scores, masked_scores, attention",
    ],
    ["a large BigInt", () => hu.causalMask((2n ** 70n) as never), "1 to 5656"],
  ])("%s", (_name, call, words) => {
    const error = refusal(call);
    expect(error).toBeInstanceOf(HeadsUpError);
    expect((error as Error).message).toContain(words);
  });

  test("sizes, ids and their arrays may be BigInts", () => {
    expect(hu.causalMask(3n as never)).toEqual(hu.causalMask(3));
    const ids = { shape: [1, 3], data: BigInt64Array.of(1n, 2n, 0n) } as never;
    expect(hu.paddingMask(ids)).toEqual(hu.paddingMask([[1, 2, 0]]));
    expect(hu.pad([[1n, 2n], BigUint64Array.of(3n)] as never)).toEqual(hu.pad([[1, 2], [3]]));
    expect(hu.run({ lesson, dModel: 8n, seed: 7n } as never)).toEqual(hu.run({ lesson, dModel: 8, seed: 7 }));
  });

  test("null for key and value is as if they were left out", () => {
    const layer = layerOf();
    expect(layer.forward(x, null, null)).toEqual(layer.forward(x));
  });
});

type Loose = (...args: unknown[]) => unknown;
