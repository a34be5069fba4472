/**
 * The same decoder in jax-js on its WebAssembly backend: one jitted function with value, gradients and AdamW.
 *
 * jax-js counts references: a function consumes its arguments, and `ref` keeps one for later use.
 */

import type { TrainingContestant, TrainingGiven } from "./contestant.js";
import { batches, causal, LEARNING_RATE, positions, SIZES, trainerHere, WEIGHT_DECAY } from "./contestant.js";

/** The part of a jax-js array that is used here. */
interface Arr {
  readonly ref: Arr;
  add(other: Arr | number): Arr;
  sub(other: Arr | number): Arr;
  mul(other: Arr | number): Arr;
  div(other: Arr | number): Arr;
  sum(): Arr;
  reshape(shape: readonly number[]): Arr;
  transpose(axes?: readonly number[]): Arr;
  js(): number;
  dispose(): void;
}
type Tree = Record<string, Arr>;
type Step = (weights: Tree, first: Tree, second: Tree, batch: Tree) => [Arr, Tree, Tree, Tree];

/** The part of the package that is used here. */
export interface Jax {
  init(...devices: readonly string[]): Promise<readonly string[]>;
  defaultDevice(device: string): string;
  jit(step: Step): Step;
  valueAndGrad(loss: (weights: Tree, batch: Tree) => Arr): (weights: Tree, batch: Tree) => [Arr, Tree];
  readonly numpy: {
    array(data: Float32Array | Int32Array | number): Arr;
    zeros(shape: readonly number[]): Arr;
    matmul(a: Arr, b: Arr): Arr;
    sqrt(x: Arr): Arr;
  };
  readonly nn: {
    oneHot(ids: Arr, count: number): Arr;
    softmax(x: Arr, axis: number): Arr;
    logSoftmax(x: Arr, axis: number): Arr;
    gelu(x: Arr, options: { approximate: boolean }): Arr;
    standardize(x: Arr, axis: number, options: { epsilon: number }): Arr;
  };
}

export async function jax(package_: Jax): Promise<TrainingContestant> {
  if (!(await package_.init("wasm")).includes("wasm"))
    throw new Error("jax-js has no WebAssembly backend here");
  package_.defaultDevice("wasm");
  return { name: "jax-js", forms: { "jit, valueAndGrad": (given) => ready(package_, given) } };
}

/** The mean cross-entropy. */
function lossIn({ numpy, nn }: Jax): (weights: Tree, batch: Tree) => Arr {
  const { batch: B, length, dModel, heads, vocabulary } = SIZES;
  return (weights, batch) => {
    const weight = (name: string): Arr => weights[name] as Arr;
    const given = (name: string): Arr => batch[name] as Arr;
    const linear = (x: Arr, name: string): Arr =>
      numpy.matmul(x, weight(`${name}.weight`).transpose()).add(weight(`${name}.bias`));
    const norm = (x: Arr, name: string): Arr =>
      nn
        .standardize(x, -1, { epsilon: 1e-5 })
        .mul(weight(`${name}.weight`))
        .add(weight(`${name}.bias`));
    const split = (x: Arr): Arr => x.reshape([B, length, heads, dModel / heads]).transpose([0, 2, 1, 3]);

    const inputs = nn.oneHot(given("inputs"), vocabulary);
    const x = numpy.matmul(inputs, weight("embedding.weight")).add(given("positions"));
    const normal = norm(x.ref, "blocks.0.norm_1");
    const q = split(linear(normal.ref, "blocks.0.w_q"));
    const k = split(linear(normal.ref, "blocks.0.w_k"));
    const v = split(linear(normal, "blocks.0.w_v"));
    const scores = numpy.matmul(q, k.transpose([0, 1, 3, 2])).div(Math.sqrt(dModel / heads));
    const attention = nn.softmax(scores.add(given("causal")), -1);
    const values = numpy
      .matmul(attention, v)
      .transpose([0, 2, 1, 3])
      .reshape([B * length, dModel]);
    const attended = x.add(linear(values, "blocks.0.w_0"));
    const hidden = linear(norm(attended.ref, "blocks.0.norm_2"), "blocks.0.ff_1");
    const output = attended.add(linear(nn.gelu(hidden, { approximate: false }), "blocks.0.ff_2"));
    const logits = linear(norm(output, "norm"), "head");
    const targets = nn.oneHot(given("targets"), vocabulary);
    return nn
      .logSoftmax(logits, -1)
      .mul(targets)
      .sum()
      .mul(-1 / (B * length));
  };
}

function stepIn(package_: Jax): Step {
  const valueAndGrad = package_.valueAndGrad(lossIn(package_));
  return package_.jit((weights, first, second, given) => {
    const { rate, root, ...batch } = given as Tree & { rate: Arr; root: Arr };
    const kept = Object.fromEntries(Object.entries(weights).map(([name, x]) => [name, x.ref]));
    const [loss, gradients] = valueAndGrad(kept, batch);
    const next: [Tree, Tree, Tree] = [{}, {}, {}];
    for (const [name, weight] of Object.entries(weights)) {
      const gradient = gradients[name] as Arr;
      const m = (first[name] as Arr).mul(0.9).add(gradient.ref.mul(0.1));
      const s = (second[name] as Arr).mul(0.999).add(gradient.ref.mul(gradient).mul(0.001));
      const change = m.ref.div(package_.numpy.sqrt(s.ref).div(root.ref).add(1e-8)).mul(rate.ref);
      next[0][name] = weight.mul(1 - LEARNING_RATE * WEIGHT_DECAY).sub(change);
      next[1][name] = m;
      next[2][name] = s;
    }
    rate.dispose();
    root.dispose();
    return [loss, ...next];
  });
}

function ready(package_: Jax, given: TrainingGiven): ReturnType<typeof trainerHere> {
  const { numpy } = package_;
  const named = Object.entries(given.weights);
  const zeros = (): Tree => Object.fromEntries(named.map(([name, { shape }]) => [name, numpy.zeros(shape)]));
  let weights: Tree = Object.fromEntries(
    named.map(([name, { shape, data }]) => [name, numpy.array(data).reshape(shape)]),
  );
  let [first, second] = [zeros(), zeros()];
  const constants = {
    positions: numpy.array(positions()).reshape([SIZES.batch * SIZES.length, SIZES.dModel]),
    causal: numpy.array(causal()).reshape([SIZES.length, SIZES.length]),
  };
  const draw = batches(given);
  const step = stepIn(package_);
  let taken = 0;
  return trainerHere(
    () => {
      const { inputs, targets } = draw();
      taken += 1;
      const batch = {
        inputs: numpy.array(inputs),
        targets: numpy.array(targets),
        positions: constants.positions.ref,
        causal: constants.causal.ref,
        rate: numpy.array(LEARNING_RATE / (1 - 0.9 ** taken)),
        root: numpy.array(Math.sqrt(1 - 0.999 ** taken)),
      };
      let loss: Arr;
      [loss, weights, first, second] = step(weights, first, second, batch);
      return loss.js();
    },
    () => {
      for (const tree of [weights, first, second, constants])
        for (const array of Object.values(tree)) array.dispose();
    },
  );
}
