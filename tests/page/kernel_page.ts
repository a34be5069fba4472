/** Compares the core with plain JavaScript in a browser, because engines compile SIMD differently. */
import { type HeadsUp, load, type Tensor } from "../../dist/package/index.js";

/** A fixed sequence of numbers in [−1, 1): Park and Miller's generator. */
function dice(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state * 48271) % 0x7fffffff;
    return state / 0x40000000 - 1;
  };
  return {
    between: (low: number, high: number) => low + Math.floor(((next() + 1) / 2) * (high - low + 1)),
    tensor: (...shape: number[]) => ({
      shape,
      dtype: "float32" as const,
      data: Float32Array.from({ length: shape.reduce((a, b) => a * b, 1) }, next),
    }),
  };
}

type Floats = ReturnType<ReturnType<typeof dice>["tensor"]>;

/** x wᵀ + b in float64. */
function linear(x: Floats, weight: Floats, bias: Floats): Float64Array {
  const [rows = 0, depth = 0] = x.shape;
  const cols = weight.shape[0] ?? 0;
  return Float64Array.from({ length: rows * cols }, (_, at) => {
    const [i, j] = [Math.floor(at / cols), at % cols];
    let sum = bias.data[j] ?? 0;
    for (let k = 0; k < depth; k++) sum += (x.data[i * depth + k] ?? 0) * (weight.data[j * depth + k] ?? 0);
    return sum;
  });
}

/** PyTorch's own tolerance for float32. */
const isClose = (got: number, want: number): boolean =>
  Math.abs(got - want) <= 1e-5 + 1.3e-6 * Math.abs(want);

function linearFaults(hu: HeadsUp, seed: number): string[] {
  const { between, tensor } = dice(seed);
  const [rows, cols, depth] = [between(1, 30), between(1, 30), between(1, seed % 4 === 0 ? 600 : 40)];
  const [x, weight, bias] = [tensor(rows, depth), tensor(cols, depth), tensor(cols)];
  const want = linear(x, weight, bias);
  const got = hu.linear(x, weight, bias).data;
  const wrong = want.findIndex((number, i) => !isClose(got[i] ?? Number.NaN, number));
  return wrong < 0
    ? []
    : [`linear ${rows} ${cols} ${depth}, number ${wrong}: ${got[wrong]}, not ${want[wrong]}`];
}

/** (B, H, L, K) of (B, L, H · K). */
function heads(x: Tensor, numHeads: number): Floats {
  const [batch = 0, length = 0, width = 0] = x.shape;
  const d = width / numHeads;
  const at = (b: number, h: number, i: number, k: number) => (b * length + i) * width + h * d + k;
  const data = new Float32Array(x.data.length);
  for (let n = 0; n < data.length; n++) {
    const [k, i] = [n % d, Math.floor(n / d) % length];
    const h = Math.floor(n / d / length) % numHeads;
    data[n] = x.data[at(Math.floor(n / d / length / numHeads), h, i, k)] ?? 0;
  }
  return { shape: [batch, numHeads, length, d], dtype: "float32", data };
}

/** Compares the fast pass with the separate operations. */
function forwardFaults(hu: HeadsUp, seed: number): string[] {
  const { between, tensor } = dice(seed);
  const numHeads = between(1, 3);
  // Every third case is wide enough for the engine-specific tile.
  const dModel = numHeads * between(1, seed % 3 === 0 ? 40 : 9);
  const length = between(1, seed % 4 === 0 ? 200 : 30);
  const names = ["w_q", "w_k", "w_v", "w_0"];
  const weights = Object.fromEntries(
    names.flatMap((name) => [
      [`${name}.weight`, tensor(dModel, dModel)],
      [`${name}.bias`, tensor(dModel)],
    ]),
  );
  const x = tensor(1, length, dModel);
  const causal = seed % 2 === 0;
  const got = hu.createMultiHeadAttention({ dModel, numHeads, weights }).forward(x, x, x, { causal }).data;
  const layer = (name: string, of: Tensor) =>
    hu.linear(of, weights[`${name}.weight`] as Floats, weights[`${name}.bias`] as Floats);
  const [q, k, v] = ["w_q", "w_k", "w_v"].map((name) => heads(layer(name, x), numHeads)) as [
    Floats,
    Floats,
    Floats,
  ];
  const mask = causal ? { mask: hu.causalMask(length) } : {};
  const { values } = hu.scaledDotProductAttention(q, k, v, mask);
  const d = dModel / numHeads;
  // Merging heads is the same reordering with H and L exchanged.
  const concat = heads({ ...values, shape: [1, numHeads, length * d] }, length);
  const want = layer("w_0", { ...concat, shape: [1, length, dModel] }).data;
  const wrong = want.findIndex(
    (number, i) => !(Math.abs(number - (got[i] ?? Number.NaN)) < 1e-5 * (1 + Math.abs(number))),
  );
  return wrong < 0
    ? []
    : [`forward ${length} ${dModel} ${numHeads}, number ${wrong}: ${got[wrong]}, not ${want[wrong]}`];
}

/** A module as in an engine that rejects the tile module, recognised by its size. */
async function loadPlain(): Promise<HeadsUp> {
  const { validate } = WebAssembly;
  WebAssembly.validate = (bytes) => bytes.byteLength < 100 && validate(bytes);
  try {
    return await load({ locateFile: (name) => name });
  } finally {
    WebAssembly.validate = validate;
  }
}

/** A module with f32x4.relaxed_madd. */
const RELAXED = [
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 20, 1, 18, 0],
  ...[65, 0, 253, 17, 65, 0, 253, 17, 65, 0, 253, 17, 253, 133, 2, 26, 11],
];

/** With the engine's tile, layers round differently than without; lessons and operations never do. */
function tileFaults(hu: HeadsUp, plain: HeadsUp): string[] {
  const x = hu.randn(1, [2, 150, 128]);
  const output = (of: HeadsUp) => of.createMultiHeadAttention({ dModel: 128, numHeads: 4 }).forward(x).data;
  const [got, want] = [output(hu), output(plain)];
  const far = want.findIndex((number, i) => !(Math.abs(number - (got[i] ?? Number.NaN)) < 1e-5));
  const isOther = want.some((number, i) => number !== got[i]);
  const has = WebAssembly.validate(Uint8Array.from(RELAXED));
  return [
    ...(far < 0 ? [] : [`with the tile, number ${far}: ${got[far]}, not ${want[far]}`]),
    ...(isOther === has
      ? []
      : [`the engine ${has ? "has" : "has not"} relaxed SIMD, the layer says otherwise`]),
  ];
}

async function faults(): Promise<string[]> {
  const hu = await load({ locateFile: (name) => name });
  const seeds = Array.from({ length: 60 }, (_, i) => i + 1);
  return [
    ...seeds.flatMap((seed) => [...linearFaults(hu, seed), ...forwardFaults(hu, seed)]),
    ...tileFaults(hu, await loadPlain()),
  ];
}

Object.assign(globalThis, { kernelVerdict: faults() });
