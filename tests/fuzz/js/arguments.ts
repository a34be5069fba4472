/** Arguments for the module's functions, made from a fuzzer's bytes: most fit together, but any part may be any value. */
import type { Trace } from "../../../web/src/module/types.js";
import { parameterNames } from "../../../web/src/module/weights/names.js";
import { writeSafetensors } from "../../../web/src/module/weights/safetensors.js";
import type { Bytes } from "./bytes.js";
import { any, hostile, strangeView } from "./values.js";

export type Make = (bytes: Bytes) => unknown;

type Fields = Record<string, unknown>;

/** "-" is a scalar's. */
const SHAPES: readonly (readonly number[])[] = [
  "2,4 4,4 4 2,3,4 2,2,2,4 1,2,4 2 3,3 1 0 - 4,0 12,4 12",
  "6,4 1,3,3 2,1,3,3 4,4,1 1,1,1,1,1 65536,65536 4294967296,4294967296",
].flatMap((shapes) => shapes.split(" ").map((shape) => (shape === "-" ? [] : shape.split(",").map(Number))));

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !ArrayBuffer.isView(value);

/** The value, or a variant with one part replaced, or one whose reads misbehave. */
function spoiled(bytes: Bytes, value: unknown): unknown {
  switch (bytes.below(12)) {
    case 9:
      return any(bytes);
    case 10:
      return isFields(value) ? hostile(bytes, value, () => any(bytes, 1)) : any(bytes);
    case 11: {
      if (!isFields(value)) return any(bytes);
      const keys = Object.keys(value);
      const key = keys.length === 0 || bytes.oneIn(8) ? bytes.text() : bytes.pick(keys);
      const inner = bytes.coin() ? spoiled(bytes, value[key]) : any(bytes);
      // Not by spreading: a list may have 2³² holes. Entries, because assigning a field `__proto__` would set the prototype.
      const copy = (
        Array.isArray(value) ? Object.assign([], value) : Object.fromEntries(Object.entries(value))
      ) as Fields;
      Object.defineProperty(copy, key, { value: inner, enumerable: true, configurable: true });
      return copy;
    }
    default:
      return value;
  }
}

const nested = (shape: readonly number[], make: () => unknown): unknown =>
  shape.length === 0 ? make() : Array.from({ length: shape[0] ?? 0 }, () => nested(shape.slice(1), make));

function tensorOf(bytes: Bytes, shape: readonly number[], make: () => number): unknown {
  const count = Math.min(
    64,
    shape.reduce((product, size) => product * size, 1),
  );
  const flat = () => Array.from({ length: count }, make);
  switch (bytes.below(8)) {
    case 0:
      return { shape, data: Float32Array.from(flat()), dtype: "float32" };
    case 1:
      return { shape, data: Int32Array.from(flat()), dtype: "int32" };
    case 2:
      return { shape, data: Uint8Array.from(flat()), dtype: "bool" };
    case 3:
      return { shape: Int32Array.from(shape), data: Float64Array.from(flat()) };
    case 4:
      return { shape: bytes.coin() ? shape : [0], data: strangeView(bytes) };
    default:
      return count <= 64 && shape.every((size) => size <= 64) ? nested(shape, make) : { shape, data: flat() };
  }
}

const tensorWith =
  (make: (bytes: Bytes) => number): Make =>
  (bytes) =>
    spoiled(
      bytes,
      tensorOf(bytes, bytes.pick(SHAPES), () => make(bytes)),
    );

export const tensor = tensorWith((bytes) => bytes.number());
export const ids = tensorWith((bytes) => (bytes.oneIn(32) ? bytes.odd() : bytes.below(8)));
export const mask = tensorWith((bytes) => (bytes.oneIn(32) ? bytes.odd() : bytes.below(2)));
export const size: Make = (bytes) => spoiled(bytes, bytes.size());
export const number: Make = (bytes) => spoiled(bytes, bytes.number());
export const fill: Make = (bytes) => spoiled(bytes, bytes.pick([undefined, -1e12, "-inf", -Infinity, 0]));
export const shape: Make = (bytes) => spoiled(bytes, bytes.pick(SHAPES));
export const index: Make = (bytes) =>
  spoiled(
    bytes,
    bytes.list(4, () => bytes.below(4)),
  );
export const anything: Make = (bytes) => any(bytes);

const token = (bytes: Bytes): number => (bytes.oneIn(64) ? bytes.odd() : bytes.below(8));
export const sequences: Make = (bytes) =>
  spoiled(bytes, [[1, 2, 3], ...bytes.list(2, () => bytes.list(4, () => token(bytes)))]);

/** Some of these fields. */
const some = (bytes: Bytes, fields: Readonly<Record<string, Make>>): Fields => {
  const names = Object.keys(fields);
  const chosen = bytes.list(5, () => bytes.pick(names));
  return Object.fromEntries(chosen.map((name) => [name, fields[name]?.(bytes)]));
};

/** The value of a boolean option. */
const flag: Make = (bytes) => spoiled(bytes, bytes.coin());

const SPEC: Readonly<Record<string, Make>> = {
  ...{ sequences, target: sequences, padId: size, numHeads: size, dAttention: size, seed: number },
  bias: flag,
  vocabSize: (bytes) => spoiled(bytes, 8 + bytes.below(8)),
  dModel: (bytes) => spoiled(bytes, bytes.pick([4, 8, 2, 6])),
  mask: (bytes) => spoiled(bytes, bytes.pick([null, {}, { padding: true, causal: true }, { causal: true }])),
  ...{ maskFill: fill, outputProjection: flag, positionalEncoding: flag },
  feedForward: (bytes) =>
    spoiled(bytes, bytes.pick([null, {}, { dFf: 4, activation: "gelu" }, { dFf: 3, activation: "relu" }])),
  layerNorm: (bytes) => spoiled(bytes, bytes.pick([null, "pre", "post", "after"])),
};
const LESSONS = ["masked-multi-head", "multi-head", "encoder-decoder", "masked-self-attention"] as const;

/** A lesson's spec, small unless a field is spoiled. */
export const spec: Make = (bytes) =>
  spoiled(bytes, {
    lesson: bytes.pick([...LESSONS, "transformer-block"]),
    ...{ sequences: [[1, 2], [3]], target: [[1, 2], [3]], vocabSize: 8, dModel: 4 },
    ...some(bytes, SPEC),
  });

export const attentionOptions: Make = (bytes) =>
  spoiled(bytes, some(bytes, { mask, maskFill: fill, causal: flag, returnAttention: flag }));

const OTHER_NAMES = "in_proj_weight in_proj_bias attn.q_proj.weight w_q linear1.weight __proto__".split(" ");

/** Tensors by name, most of them square, or a weight file. */
export const weights: Make = (bytes) => {
  const names = bytes.list(4, () => bytes.pick([...parameterNames, ...OTHER_NAMES]));
  const square = (): unknown => tensorOf(bytes, bytes.pick([[4, 4], [4]]), () => bytes.number());
  const tensors = Object.fromEntries(names.map((name) => [name, bytes.oneIn(4) ? tensor(bytes) : square()]));
  switch (bytes.below(8)) {
    case 5:
      return undefined;
    case 6:
      return file(bytes);
    default:
      return spoiled(bytes, tensors);
  }
};

/** All four projections of a layer of this width. */
export const layerWeights: Make = (bytes) =>
  bytes.coin()
    ? weights(bytes)
    : spoiled(
        bytes,
        Object.fromEntries(
          ["w_q", "w_k", "w_v", "w_0"].map((name) => [
            `${name}.weight`,
            tensorOf(bytes, [4, 4], () => bytes.number()),
          ]),
        ),
      );

/** A weight file, usually damaged; tests/unit/weights_fuzz.test.ts damages many more. */
export const file: Make = (bytes) => {
  const whole = writeSafetensors({ "w_q.weight": { shape: [2, 2], data: [1, 2, 3, 4] } });
  switch (bytes.below(5)) {
    case 0:
      return '{"w_q.weight": [[1, 2], [3, 4]], "w_q.bias": [1e400, NaN]}';
    case 1:
      whole[bytes.below(whole.length)] = bytes.byte();
      return whole;
    case 2:
      return strangeView(bytes);
    case 3:
      return Uint8Array.from(bytes.list(64, () => bytes.byte())).buffer;
    default:
      return bytes.coin() ? bytes.text() : any(bytes);
  }
};

/** A trace of the module in which any part may be replaced. */
export const traceLike =
  (real: readonly Trace[]): Make =>
  (bytes) => {
    const { spec: of, steps } = bytes.pick(real);
    const at = bytes.below(steps.length);
    if (!bytes.coin()) return spoiled(bytes, { spec: of, steps });
    return {
      spec: spoiled(bytes, of),
      steps: spoiled(bytes, steps.with(at, spoiled(bytes, steps[at]) as never)),
    };
  };

const TRAINING: Readonly<Record<string, Make>> = {
  ...{ vocabSize: size, dModel: size, numHeads: size, layers: size, dFf: size, padId: size, batchSize: size },
  ...{ seed: number, dropout: number, learningRate: number, weightDecay: number, momentum: number },
  ...{ maskFill: fill, mask: flag, tiedHead: flag, gradientClip: number, data: sequences },
  optimizer: (bytes) => spoiled(bytes, bytes.pick(["adamw", "sgd"])),
  activation: (bytes) => spoiled(bytes, bytes.pick(["gelu", "relu"])),
};
export const trainingSpec: Make = (bytes) =>
  spoiled(bytes, {
    data: [1, 3].map((first) => [first, 2, 4 - first]),
    ...{ vocabSize: 8, dModel: 4, numHeads: 2, dFf: 4, batchSize: 2 },
    ...some(bytes, TRAINING),
  });
