/** Training in the packed package: steps, states, text, refusals. tests/cpp/test_trainer.cpp compares the numbers with PyTorch's. */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { inRoot } from "../../scripts/lib/paths.mjs";
import type { HeadsUp, TrainingSpec } from "../../web/src/module/index.js";
import { TASKS } from "../../web/src/module/training/types.js";
import { imported, importedTraining, installed } from "./packed.js";

interface Example {
  readonly spec: TrainingSpec;
  readonly losses: readonly number[];
  readonly gradients: Readonly<Record<string, { readonly data: readonly number[] }>>;
  readonly greedy: readonly number[];
  readonly sampled: readonly number[];
}

let folder: string;
let hu: HeadsUp;
let examples: readonly Example[];
beforeAll(async () => {
  folder = installed();
  hu = await (await imported(folder)).load();
  examples = JSON.parse(readFileSync(inRoot("tests/fixtures/training.json"), "utf8")).cases;
}, 60_000);

const ROWS = [
  [1, 4, 2, 6, 3],
  [1, 5, 3, 2, 4],
];
const small = (changes: TrainingSpec = {}): TrainingSpec => ({
  ...{ data: ROWS, vocabSize: 7, dModel: 8, dFf: 16, batchSize: 4 },
  ...changes,
});

/** The largest |a − b| − allowed(b); above 0 if they differ. */
const excess = (a: ArrayLike<number>, b: readonly number[], allowed: (x: number) => number): number =>
  a.length === b.length
    ? Math.max(...b.map((x, i) => Math.abs(x - (a[i] ?? Number.NaN)) - allowed(x)))
    : Number.POSITIVE_INFINITY;

test("losses, gradients and text equal PyTorch's", () => {
  expect(examples.length).toBeGreaterThan(2);
  for (const { spec, losses, gradients, greedy, sampled } of examples) {
    const trainer = hu.createTrainer(spec);
    const first = trainer.step(1);
    for (const [name, { data }] of Object.entries(trainer.gradients()))
      expect(
        excess(data, gradients[name]?.data ?? [], (x) => 1e-5 + 1.3e-6 * Math.abs(x)),
        name,
      ).toBeLessThanOrEqual(0);
    const got = [...first, ...trainer.step(losses.length - 1)];
    expect(excess(got, losses, () => 1e-4)).toBeLessThanOrEqual(0);
    expect(trainer.generate([2, 5], 12, { temperature: 0, seed: 5 })).toEqual(greedy);
    expect(trainer.generate([2, 5], 12, { temperature: 1, seed: 5 })).toEqual(sampled);
    trainer.dispose();
  }
});

const { cases: onTasks } = JSON.parse(readFileSync(inRoot("tests/fixtures/training_tasks.json"), "utf8")) as {
  cases: readonly Pick<Example, "spec" | "losses">[];
};

test.each(onTasks)(
  "the first 200 losses of $spec equal PyTorch's",
  { timeout: 60_000 },
  ({ spec, losses }) => {
    expect(losses).toHaveLength(200);
    const trainer = hu.createTrainer(spec);
    expect(excess(trainer.step(losses.length), losses, () => 1e-4)).toBeLessThanOrEqual(0);
    trainer.dispose();
  },
);

test("every task is compared with PyTorch with the mask, without it, and with a weak mask", () => {
  const compared = onTasks.map(({ spec: { task, mask, maskFill } }) => [
    task,
    mask ?? true,
    maskFill ?? "-inf",
  ]);
  for (const task of TASKS)
    for (const options of [
      [true, "-inf"],
      [false, "-inf"],
      [true, -1],
    ])
      expect(compared).toContainEqual([task, ...options]);
});

describe("a trainer", () => {
  test("has its spec with every default filled in", () => {
    expect(hu.createTrainer(small()).spec).toEqual({
      ...small(),
      ...{ padId: 0, numHeads: 2, layers: 1, activation: "gelu", seed: 42, mask: true, maskFill: "-inf" },
      ...{ tiedHead: false, dropout: 0 },
      ...{
        optimizer: "adamw",
        learningRate: 0.003,
        weightDecay: 0.01,
        momentum: 0,
        gradientClip: null,
        task: null,
      },
    });
  });

  test("repeats its steps after a restored snapshot, which may have been cloned", () => {
    for (const dropout of [0, 0.2]) {
      const trainer = hu.createTrainer(small({ dropout }));
      trainer.step(3);
      const state = structuredClone(trainer.snapshot());
      const losses = trainer.step(4);
      for (const one of [trainer, hu.createTrainer(small({ dropout }))]) {
        one.restore(state);
        expect(one.steps).toBe(3);
        expect(one.step(4)).toEqual(losses);
      }
    }
  });

  test("has no gradients of a model that a state or weights have replaced", () => {
    const trainer = hu.createTrainer(small());
    const start = trainer.snapshot();
    const has = () => Object.values(trainer.gradients()).some(({ data }) => data.some((x) => x !== 0));
    for (const replace of [() => trainer.restore(start), () => trainer.load({})]) {
      trainer.step(1);
      expect(has()).toBe(true);
      replace();
      expect(has()).toBe(false);
    }
  });

  test("restores a state of very many steps at once, and then repeats its steps", () => {
    const trainer = hu.createTrainer(small());
    trainer.restore({ ...trainer.snapshot(), steps: 999_999_990 });
    trainer.step(2);
    const late = trainer.snapshot();
    const losses = trainer.step(8);
    expect(() => trainer.step(1)).toThrowError("count: got 1, wants 0 to 0");
    trainer.restore(late);
    expect(trainer.step(8)).toEqual(losses);
  });

  test("loads the weights of another trainer", () => {
    const trained = hu.createTrainer(small());
    trained.step(20);
    const other = hu.createTrainer(small({ seed: 1 }));
    other.load(trained.weights());
    expect(other.loss(ROWS)).toBe(trained.loss(ROWS));
    expect(other.steps).toBe(0);
  });

  test("gives attention, probabilities and losses without dropout, and has one weight if its head is tied", () => {
    const trainer = hu.createTrainer(small({ tiedHead: true, dropout: 0.5 }));
    const plain = hu.createTrainer(small({ tiedHead: true }));
    expect(trainer.attention([1, 2, 3])).toMatchObject({ shape: [1, 2, 3, 3], data: { 0: 1, 1: 0, 2: 0 } });
    expect(trainer.nextToken([1, 2], 0.5)).toEqual(plain.nextToken([1, 2], 0.5));
    expect(trainer.nextToken([1, 2], 0).shape).toEqual([7]);
    expect(trainer.lossAsUsed(ROWS)).toBe(plain.loss(ROWS));
    expect(Object.keys(trainer.weights())).not.toContain("head.weight");
  });

  test("computes the loss of many rows in the memory of a batch", () => {
    const heads = { dModel: 16, dFf: 1, numHeads: 16 };
    const row = Array.from({ length: 257 }, (_, at) => 1 + (at % 6));
    const trainer = hu.createTrainer(small({ ...heads, data: [row], batchSize: 1 }));
    // All of them at once would take 2.5 GB.
    expect(trainer.loss(Array(100).fill(row))).toBeCloseTo(trainer.loss([row]), 5);
  });

  test("refuses invalid arguments, and stays usable", () => {
    const trainer = hu.createTrainer(small());
    const refused: readonly (readonly [() => unknown, string])[] = [
      [() => trainer.step(0), "count: got 0, wants 1 to 1000000"],
      [() => trainer.loss([[1, 2]]), "rows[0]: got shape (2,), wants (5,) like the first row"],
      [() => trainer.generate([], 3), "prompt: missing, wants at least one token"],
      [() => trainer.generate([9], 3), "prompt[0]: got id 9, wants 0 to 6"],
      [() => trainer.generate([1], 100_001), "length: got 100001, wants 1 to 100000"],
      [() => trainer.restore({ steps: 1, numbers: new Float32Array(2) }), "state.numbers: got"],
      [() => hu.createTrainer(small({ dropout: 1 })), "dropout: got 1, wants 0 to 0.999999"],
      [
        () => hu.createTrainer(small({ tiedHead: 1 as unknown as boolean })),
        "tiedHead: got 1, wants boolean",
      ],
      [
        () => trainer.load({ "head.bias": { shape: [1], dtype: "float32", data: new Float32Array(1) } }),
        "(7,)",
      ],
      [() => trainer.load(5 as never), "weights: got 5, wants tensors by name"],
      [() => trainer.load([] as never), "weights: got a list of 0, wants tensors by name"],
      [() => trainer.load(null as never), "weights: got null, wants tensors by name"],
      [() => hu.createTrainer(small({ learningRate: -1 })), "learningRate: got -1, wants 0 to 1000000000"],
      [() => hu.createTrainer({ ...small(), rate: 1 } as TrainingSpec), '"rate": not a field'],
      [() => hu.createTrainer(small({ data: [[1]] })), "data[0]: got 1, wants 2 to 257"],
      [() => hu.createTrainer({}), "data: missing, wants at least one row"],
      [() => hu.createTrainer(small({ optimizer: "adam" as "sgd" })), "optimizer: "],
    ];
    for (const [call, message] of refused) expect(call, message).toThrowError(message);
    expect(trainer.step(1)[0]).toBeGreaterThan(0);
  });

  test("refuses every call after dispose, which can be repeated", () => {
    const trainer = hu.createTrainer(small());
    trainer.dispose();
    trainer.dispose();
    expect(() => trainer.step()).toThrowError("step: got a trainer that was disposed of, wants a live one");
  });
});

test("a spec is written as a PyTorch script, with its defaults filled in", () => {
  const script = hu.trainingScript(small({ mask: false }), 30);
  expect(script).toContain("    [1, 4, 2, 6, 3],\n    [1, 5, 3, 2, 4],\n");
  expect(script).toContain("lr=0.003, weight_decay=0.01");
  expect(script).toContain("for step in range(30):");
  expect(() => hu.trainingScript(small({ batchSize: 0 }))).toThrow("batchSize");
  expect(() => hu.trainingScript(small({}), -1)).toThrow("steps: got -1, wants 0 to 9007199254740991");
  expect(() => hu.trainingScript(small({}), 1.5)).toThrow("steps: got 1.5, wants integer");
});

test("a module loaded without training says so when a trainer is created", async () => {
  const lessonsOnly = await (await imported(folder)).load({ training: false });
  expect(lessonsOnly.causalMask(2).shape).toEqual([1, 2, 2]);
  expect(() => lessonsOnly.createTrainer(small())).toThrowError(
    "training: missing, wants a module loaded without",
  );
});

test("the bare module trains through its Embind exports", async () => {
  const bare = await (await importedTraining(folder)).default();
  const trainer = new bare.Trainer(small());
  expect(trainer.step(2)).toEqual(hu.createTrainer(small()).step(2));
  expect(bare.createTrainer(small()).spec().dModel).toBe(8);
  trainer.delete();
  expect(() => trainer.step()).toThrowError(bare.HeadsUpError);
});
