/**
 * A second reference for the gradients, beside PyTorch: a float64 decoder written from docs/training.md alone. The slope of
 * its loss when one weight is moved is compared with the packed package's gradient.
 */
import { expect, test } from "vitest";
import type { TrainingSpec } from "../../web/src/module/index.js";
import type { SettledTrainingSpec, TrainingTrace } from "../../web/src/module/training/types.js";
import { isClose, TOLERANCE } from "./compare.js";
import { loadInstalled } from "./packed.js";

const hu = await loadInstalled();

type Rows = number[][];
type Weights = Readonly<Record<string, Float64Array>>;

const add = (a: Rows, b: Rows): Rows => a.map((row, i) => row.map((x, j) => x + (b[i]?.[j] ?? 0)));
const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);

/** x Wᵀ + b, with a row of W for each result. */
function linear(x: Rows, weight: Float64Array, bias: Float64Array): Rows {
  const size = weight.length / bias.length;
  const rows = Array.from(bias, (_, o) => [...weight.subarray(o * size, (o + 1) * size)]);
  return x.map((row) => rows.map((w, o) => dot(row, w) + (bias[o] ?? 0)));
}

function layerNorm(x: Rows, weight: Float64Array, bias: Float64Array): Rows {
  return x.map((row) => {
    const mean =
      dot(
        row,
        row.map(() => 1),
      ) / row.length;
    const variance =
      dot(
        row.map((v) => v - mean),
        row.map((v) => v - mean),
      ) / row.length;
    return row.map((v, d) => ((v - mean) / Math.sqrt(variance + 1e-5)) * (weight[d] ?? 0) + (bias[d] ?? 0));
  });
}

/** erf(x) by a series whose terms all have the same sign. */
function erf(x: number): number {
  let [term, sum] = [x, x];
  for (let n = 1; Math.abs(term) > 1e-18 * Math.abs(sum); n++) {
    term *= (2 * x * x) / (2 * n + 1);
    sum += term;
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum;
}

const activate = (x: number, name: SettledTrainingSpec["activation"]): number =>
  name === "relu" ? Math.max(0, x) : (x * (1 + erf(x / Math.SQRT2))) / 2;

function softmax(scores: readonly number[]): number[] {
  const most = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - most));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

function attention([q, k, v]: readonly [Rows, Rows, Rows], spec: SettledTrainingSpec): Rows {
  const size = spec.dModel / spec.numHeads;
  const head = (x: readonly number[], h: number): number[] => x.slice(h * size, (h + 1) * size);
  const fill = spec.maskFill === "-inf" ? Number.NEGATIVE_INFINITY : Number(spec.maskFill);
  return q.map((query, i) =>
    Array.from({ length: spec.numHeads }, (_, h) => {
      const shares = softmax(
        k.map((key, j) => (spec.mask && j > i ? fill : dot(head(query, h), head(key, h)) / Math.sqrt(size))),
      );
      return Array.from({ length: size }, (_, d) =>
        dot(
          shares,
          v.map((value) => head(value, h)[d] ?? 0),
        ),
      );
    }).flat(),
  );
}

const sinusoid = (at: number, d: number, dModel: number): number => {
  const angle = at / 10000 ** ((d - (d % 2)) / dModel);
  return d % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
};

/** The logits of one row of ids. */
function logitsOf(ids: readonly number[], weights: Weights, spec: SettledTrainingSpec): Rows {
  const of = (name: string): Float64Array => weights[name] ?? new Float64Array();
  const through = (x: Rows, name: string): Rows => linear(x, of(`${name}.weight`), of(`${name}.bias`));
  const normed = (x: Rows, name: string): Rows => layerNorm(x, of(`${name}.weight`), of(`${name}.bias`));
  const table = of("embedding.weight");
  let x = ids.map((id, at) =>
    Array.from(
      { length: spec.dModel },
      (_, d) => (table[id * spec.dModel + d] ?? 0) + sinusoid(at, d, spec.dModel),
    ),
  );
  for (let n = 0; n < spec.layers; n++) {
    const block = `blocks.${n}`;
    const normal = normed(x, `${block}.norm_1`);
    const [q, k, v] = ["w_q", "w_k", "w_v"].map((name) => through(normal, `${block}.${name}`));
    x = add(x, through(attention([q ?? [], k ?? [], v ?? []], spec), `${block}.w_0`));
    const inner = through(normed(x, `${block}.norm_2`), `${block}.ff_1`);
    x = add(
      x,
      through(
        inner.map((row) => row.map((one) => activate(one, spec.activation))),
        `${block}.ff_2`,
      ),
    );
  }
  return linear(normed(x, "norm"), spec.tiedHead ? table : of("head.weight"), of("head.bias"));
}

/** The mean cross-entropy of a walked step's batch. */
function lossOf({ steps, spec }: TrainingTrace, weights: Weights): number {
  const [ids, targets] = ["ids", "targets"].map((name) => steps.find((step) => step.name === name));
  const [rows = 0, length = 0] = ids?.shape ?? [];
  let [sum, count] = [0, 0];
  for (let b = 0; b < rows; b++) {
    const at = (of: typeof ids): number[] => [...(of?.data.subarray(b * length, (b + 1) * length) ?? [])];
    const logits = logitsOf(at(ids), weights, spec);
    for (const [t, target] of at(targets).entries()) {
      if (target === spec.padId) continue;
      sum -= Math.log(softmax(logits[t] ?? [])[target] ?? 0);
      count += 1;
    }
  }
  return sum / count;
}

const ROWS = [
  [1, 4, 2, 6, 3, 5],
  [1, 5, 3, 2, 0, 0],
  [6, 2, 2, 4, 1, 0],
];
const MOVE = 1e-5;
const CELLS = 8;

test.each<TrainingSpec>([
  {},
  { mask: false, seed: 1 },
  { maskFill: -1, activation: "relu", seed: 2 },
  { layers: 2, numHeads: 4, tiedHead: true, seed: 3 },
  { layers: 3, mask: false, tiedHead: true, activation: "relu", seed: 4 },
])("gradients equal the slopes of a float64 loss: %o", { timeout: 60_000 }, (changes) => {
  const trainer = hu.createTrainer({
    data: ROWS,
    vocabSize: 7,
    dModel: 8,
    dFf: 12,
    batchSize: 4,
    ...changes,
  });
  const trace = trainer.walk();
  const weights = Object.fromEntries(
    Object.entries(trainer.weights()).map(([name, { data }]) => [name, Float64Array.from(data)]),
  );
  const [loss = Number.NaN] = trainer.step(1);
  expect(lossOf(trace, weights)).toBeCloseTo(loss, 5);
  const gradients = trainer.gradients();
  for (const [name, numbers] of Object.entries(weights))
    for (let n = 0; n < CELLS; n++) {
      const at = Math.floor(((n + 0.5) * numbers.length) / CELLS);
      const value = numbers[at] ?? 0;
      const moved = [MOVE, -MOVE].map((by) => {
        numbers[at] = value + by;
        return lossOf(trace, weights);
      });
      numbers[at] = value;
      const slope = ((moved[0] ?? 0) - (moved[1] ?? 0)) / (2 * MOVE);
      const got = gradients[name]?.data[at] ?? Number.NaN;
      expect(isClose(got, slope, TOLERANCE.anyWidth), `${name}[${at}]: ${got}, not ${slope}`).toBe(true);
    }
  trainer.dispose();
});
