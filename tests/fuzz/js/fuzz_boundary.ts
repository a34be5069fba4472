/**
 * Passes any values to every public function of the module: a call returns valid tensors, or throws a HeadsUpError with a
 * documented code or what reading the value threw, also if reading a value calls the module; afterwards the module computes the same bits as before.
 */
import assert from "node:assert/strict";
import type { BareModule } from "../../../web/src/module/bare.js";
import * as module from "../../../web/src/module/index.node.js";
import { loadFrom } from "../../../web/src/module/load.js";
import * as make from "./arguments.js";
import { Bytes } from "./bytes.js";
import { CODES, wasm } from "./core.js";
import { callsBack, Thrown } from "./values.js";
import { checkFacts } from "./words.js";

type Call = (...given: never[]) => unknown;

const TINY = { lesson: "masked-multi-head", sequences: [[1, 2], [3]], vocabSize: 4, dModel: 4 } as const;
const TRAINING = { data: [[1, 2, 3], [3, 2, 1]], vocabSize: 4, dModel: 4, dFf: 4, batchSize: 2 } as const; // biome-ignore format: one line
const ROWS = [[[1, 2, 3, 4], [4, 3, 2, 1]]] as const; // biome-ignore format: one line

const wasmBinary = wasm("heads-up.wasm");
const hu = await module.load({
  wasmBinary,
  training: wasm("heads-up-training.wasm"),
  python: wasm("heads-up-python.wasm"),
});
const bare: BareModule = await loadFrom(async () => ({ wasmBinary }));
const layer = hu.createMultiHeadAttention({ dModel: 4, numHeads: 2 });
const trainer = hu.createTrainer(TRAINING);

/** The numbers that are recomputed after each input. */
const fixedRun = (): ArrayLike<number>[] => [
  ...[hu, bare].flatMap(({ run }) => run(TINY).steps.map(({ data }) => data)),
  hu.scaledDotProductAttention(ROWS, ROWS, ROWS).values.data,
  layer.forward(ROWS).data,
  [trainer.loss([[1, 2, 3]])],
];
const WANTED = fixedRun();

/** The layer or trainer that is being called. */
let called: { dispose(): void } | undefined;

// What arguments call while they are read.
callsBack.push(
  () => called?.dispose(),
  () => hu.run(TINY),
  () => bare.run({ ...TINY, seed: 7 }),
  () => bare.dispose(),
  () => layer.forward(ROWS),
  () => hu.createMultiHeadAttention({ dModel: 4, numHeads: 2, seed: 3 }).forward(ROWS),
  () => resultOf(() => hu.softmax({ shape: [3], data: new Float32Array(5000) })),
  () => hu.combineMasks([[1, 0]], [[1], [1]]),
  () => hu.explain(hu.run(TINY), "scores", [0, 0, 0, 0]),
  () => trainer.loss([[1, 2, 3]]),
);

function checkFixedRun(): void {
  fixedRun().forEach((got, run) => {
    for (let i = 0; i < got.length; i++)
      assert(Object.is(got[i], WANTED[run]?.[i]), `after it, run ${run} gives ${got[i]} at ${i}`);
  });
}

/** Checks that tensors have as many numbers as their shape says, in their own memory. */
function checkWhole(result: unknown, depth = 4): void {
  if (typeof result !== "object" || result === null || ArrayBuffer.isView(result) || depth === 0) return;
  const { shape, data } = result as { shape?: unknown; data?: unknown };
  if (Array.isArray(shape) && ArrayBuffer.isView(data)) {
    const count = shape.reduce((product: number, size: number) => product * size, 1);
    assert.equal((data as Float32Array).length, count, `shape ${shape}`);
    assert.equal(data.byteLength, data.buffer.byteLength, "its own memory");
  }
  for (const part of Object.values(result)) checkWhole(part, depth - 1);
}

/** The result of the call; undefined if it is properly refused. */
function resultOf(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    if (error instanceof Thrown) return undefined;
    if (!(error instanceof module.HeadsUpError)) throw error;
    assert(CODES.has(error.code), `code ${error.code}`);
    checkFacts(error);
    return undefined;
  }
}

const OPERATIONS: Readonly<Record<string, readonly make.Make[]>> = {
  pad: [make.sequences, make.anything],
  paddingMask: [make.ids, make.number],
  causalMask: [make.size, make.size],
  combineMasks: [make.mask, make.mask],
  maskedFill: [make.tensor, make.mask, make.fill],
  keyPaddingMask: [make.ids, make.number],
  subsequentMask: [make.size, make.size],
  invertMask: [make.mask],
  embedding: [make.ids, make.tensor],
  positionalEncoding: [make.size, make.size],
  linear: [make.tensor, make.tensor, make.tensor],
  splitHeads: [make.tensor, make.size],
  mergeHeads: [make.tensor],
  unsqueeze: [make.tensor, make.number],
  softmax: [make.tensor],
  add: [make.tensor, make.tensor],
  sub: [make.tensor, make.tensor],
  mul: [make.tensor, make.tensor],
  div: [make.tensor, make.tensor],
  sqrt: [make.tensor],
  sum: [make.tensor],
  half: [make.tensor],
  ndtr: [make.tensor],
  softmaxRow: [make.tensor],
  layerNormRow: [make.tensor, make.number],
  dotProduct: [make.tensor, make.tensor],
  sinusoid: [make.index, make.size],
  cacheCounts: [make.size, make.size, make.size, make.number],
  gelu: [make.tensor],
  relu: [make.tensor],
  layerNorm: [make.tensor, make.tensor, make.tensor, make.number],
  scaledDotProductAttention: [make.tensor, make.tensor, make.tensor, make.attentionOptions],
  randn: [make.number, make.shape],
  settle: [make.spec],
  designedWeights: [make.spec],
};

const trace = make.traceLike([hu.run(TINY), hu.run({ ...TINY, lesson: "transformer-block" })]);
const name: make.Make = (bytes) =>
  bytes.oneIn(4) ? make.anything(bytes) : bytes.pick(["scores", "ids", "q"]);
const layerOptions: make.Make = (bytes) =>
  bytes.oneIn(8)
    ? make.anything(bytes)
    : {
        dModel: 4,
        numHeads: bytes.pick([2, 1, 3]),
        weights: make.layerWeights(bytes),
        seed: make.number(bytes),
      };
const callOptions: make.Make = (bytes) => {
  const options = make.attentionOptions(bytes);
  return bytes.oneIn(8) ? options : { query: make.tensor(bytes), numHeads: 2, ...Object(options) };
};

/** A layer, what it computes, and that it can be disposed of. */
function layerOf(bytes: Bytes, made: module.MultiHeadAttention): unknown {
  called = made;
  const result = resultOf(() => {
    const given = [make.tensor, make.tensor, make.tensor, make.attentionOptions].map((one) => one(bytes));
    return (made.forward as Call)(...(given as never[]));
  });
  made.dispose();
  return result;
}

/** A number of training steps. Up to a million are legal, which takes long, so those are capped. */
const stepCount: make.Make = (bytes) => {
  const count = make.size(bytes);
  return typeof count === "number" && count > 2048 && count <= 1_000_000 ? 2048 : count;
};

const TRAINER: Readonly<Record<string, readonly make.Make[]>> = {
  step: [(bytes) => (bytes.coin() ? undefined : stepCount(bytes))],
  loss: [make.sequences],
  lossAsUsed: [make.sequences],
  attention: [make.index],
  nextToken: [make.index, make.number],
  generate: [make.index, make.size, make.anything],
  restore: [(bytes) => ({ steps: make.size(bytes), numbers: make.anything(bytes) })],
  load: [make.weights],
  explain: [name, make.index],
  walk: [],
  snapshot: [],
  weights: [],
  gradients: [],
};

function trainerOf(bytes: Bytes, made: module.Trainer): unknown {
  called = made;
  const results = bytes.list(3, () => {
    const method = bytes.pick(Object.keys(TRAINER)) as "step";
    return resultOf(() => {
      const given = (TRAINER[method] ?? []).map((one) => one(bytes));
      return (made[method] as Call)(...(given as never[]));
    });
  });
  made.dispose();
  return results;
}

/** A function, the makers of its arguments, and what to call with its result. */
type Function = [call: Call, args: readonly make.Make[], then?: (bytes: Bytes, made: never) => unknown];
const form: make.Make = (bytes) => (bytes.oneIn(4) ? make.anything(bytes) : bytes.pick(["steps", "class"]));
const FUNCTIONS: readonly Function[] = [
  ...Object.entries(OPERATIONS).map(([key, args]): Function => [hu[key as "pad"] as Call, args]),
  [hu.explain as Call, [trace, name, make.index]],
  [hu.run as Call, [make.spec, make.weights, trace]],
  [bare.run as Call, [make.spec, make.weights, trace]],
  [hu.multiHeadAttention as Call, [make.layerWeights, callOptions]],
  [bare.multiHeadAttention as Call, [make.layerWeights, callOptions]],
  [hu.createMultiHeadAttention as Call, [layerOptions], layerOf],
  [bare.createMultiHeadAttention as Call, [layerOptions], (_, made: { delete(): void }) => made.delete()],
  [hu.toPyTorch as Call, [make.spec, form, make.anything]],
  [hu.trainingTask as Call, [make.anything]],
  [hu.createTrainer as Call, [make.trainingSpec], trainerOf],
  [hu.trainingScript as Call, [make.trainingSpec, make.size]],
  [hu.runPython as Call, [make.anything, make.anything]],
  [module.at as Call, [make.tensor, make.index]],
  [module.toNested as Call, [make.tensor]],
  [module.traceToJson as Call, [trace]],
  [module.traceToNpz as Call, [trace]],
  // These pass on their arguments unchecked, because the core checks them.
  [module.inferSpec as Call, [make.spec, make.weights], () => undefined],
  [module.lessonWeights as Call, [make.weights], () => undefined],
  [module.readWeights as Call, [make.file, make.anything]],
];

export function fuzz(data: Uint8Array): void {
  const bytes = new Bytes(data);
  const [call, args, then] = bytes.pick(FUNCTIONS);
  // Making arguments from hostile values may throw.
  const given = resultOf(() => args.map((one) => one(bytes))) as unknown[] | undefined;
  if (given === undefined) return;
  const result = resultOf(() => call(...(given.slice(0, given.length - bytes.below(2)) as never[])));
  checkWhole(then && result !== undefined ? then(bytes, result as never) : result);
  checkFixedRun();
}
