/** One training step, walked in the packed package: where its numbers came from. */

import { expect, test } from "vitest";
import type { TrainingSpec } from "../../web/src/module/index.js";
import { cellCount } from "../../web/src/module/shape.js";
import type { Trainer, TrainingStep, TrainingTrace } from "../../web/src/module/training/types.js";
import { indexOf, isClose, TOLERANCE, valueAt } from "./compare.js";
import { loadInstalled } from "./packed.js";

const CELLS_A_STEP = 10;

const hu = await loadInstalled();

const small = (changes: TrainingSpec = {}): TrainingSpec => ({
  data: [
    [1, 4, 2, 6, 3],
    [1, 5, 3, 2, 4],
    [6, 2, 1, 0, 0],
  ],
  ...{ vocabSize: 7, dModel: 8, dFf: 12, batchSize: 3 },
  ...changes,
});

const stepOf = (walk: TrainingTrace, name: string): TrainingStep => {
  const step = walk.steps.find((one) => one.name === name);
  return step ?? expect.fail(`no step ${name}`);
};
const tensorOf = ({ shape, data }: TrainingStep) =>
  ({ shape, data, dtype: "float32" }) as Parameters<typeof valueAt>[0];

/** Evenly spread cells, first and last included. */
function* someCells({ shape }: TrainingStep): Generator<number[]> {
  const count = cellCount(shape);
  const stride = Math.max(1, Math.floor(count / CELLS_A_STEP));
  for (let offset = 0; offset < count; offset += stride) yield indexOf(shape, offset);
  yield indexOf(shape, count - 1);
}

function expectExplained(trainer: Pick<Trainer, "explain">, walk: TrainingTrace): void {
  for (const step of walk.steps) {
    for (const index of someCells(step)) {
      const where = `${step.name}[${index}]`;
      const why = trainer.explain(step.name, index);
      expect(why, where).toMatchObject({ name: step.name, index, op: step.op });
      for (const { name, index: at, value } of why.terms) {
        const from = walk.steps.find((one) => one.name === name);
        if (from) expect(value, `${where} from ${name}[${at}]`).toBe(valueAt(tensorOf(from), at));
      }
      if (why.terms[0]?.weight === undefined) continue;
      const sum = why.terms.reduce((all, { value, weight = NaN }) => all + value * weight, 0);
      if (!isClose(sum, valueAt(tensorOf(step), index), TOLERANCE.anyWidth))
        expect.fail(`${where}: ${why.value}, but its terms give ${sum}`);
    }
  }
}

test("a walk has the parts of a step in order, and equals the step that follows", () => {
  const trainer = hu.createTrainer(small());
  const walk = trainer.walk();
  expect(walk.spec).toEqual(trainer.spec);
  expect([...new Set(walk.steps.map(({ part }) => part))].join(" ")).toBe(
    "parameters forward loss backward update",
  );
  expect(trainer.steps).toBe(0);
  const expectNear = (name: string, data: Float32Array): void => {
    const far = [...stepOf(walk, name).data].findIndex(
      (x, i) => !isClose(x, data[i] ?? NaN, TOLERANCE.anyWidth),
    );
    expect(far, name).toBe(-1);
  };
  expectNear("loss", trainer.step());
  for (const [name, { data }] of Object.entries(trainer.gradients())) expectNear(`grad.${name}`, data);
  // A key's bias changes no share: its gradient is rounding, which AdamW divides by its own size.
  for (const [name, { data }] of Object.entries(trainer.weights()))
    if (!name.endsWith("w_k.bias")) expectNear(`new.${name}`, data);
});

test("numbers of a walk are explained, gradients as sums of their terms, also after further steps", () => {
  const trainer = hu.createTrainer(small({ tiedHead: true, dropout: 0.25 }));
  const walk = trainer.walk();
  trainer.step(3);
  expectExplained(trainer, walk);
});

test("unknown steps and cells outside a step are refused", () => {
  const trainer = hu.createTrainer(small());
  trainer.walk();
  expect(() => trainer.explain("grad.ids", [0, 0])).toThrowError(
    'name: got "grad.ids", wants one of embedding.weight',
  );
  expect(() => trainer.explain("loss", [1])).toThrowError("index: got");
  expect(() => trainer.explain(3 as unknown as string, [])).toThrowError(
    "name: got 3, wants the name of a step",
  );
  trainer.dispose();
  expect(() => trainer.walk()).toThrowError("walk: got a trainer that was disposed of");
});
