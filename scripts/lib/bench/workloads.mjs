/**
 * The workloads: self-attention in three sizes, with and without masks. Inputs come from the generator below,
 * so that every contestant gets the same bytes.
 *
 * Shape letters: B batch, L length, D d_model, H heads.
 */

/** @typedef {"plain" | "padding" | "causal"} Mask */
/** @typedef {{ batch: number, length: number, dModel: number, numHeads: number }} Size */
/** @typedef {Size & { name: string, mask: Mask }} Workload */

/** @type {readonly Mask[]} */
export const MASKS = ["plain", "padding", "causal"];

/** @type {readonly (Size & { name: string })[]} */
const SIZES = [
  { name: "W8", batch: 5, length: 10, dModel: 8, numHeads: 2 },
  { name: "W512", batch: 10, length: 20, dModel: 512, numHeads: 8 },
  { name: "WL", batch: 1, length: 1024, dModel: 512, numHeads: 8 },
];

/** @type {readonly Workload[]} */
export const WORKLOADS = SIZES.flatMap((size) =>
  MASKS.map((mask) => ({ ...size, mask, name: mask === "plain" ? size.name : `${size.name} ${mask}` })),
);

/**
 * Uniform numbers in [-bound, bound): mulberry32, rounded to float32.
 * @param {number} count @param {number} bound @param {number} seed
 */
export function uniform(count, bound, seed) {
  let state = seed >>> 0;
  return Float32Array.from({ length: count }, () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let word = Math.imul(state ^ (state >>> 15), state | 1);
    word ^= word + Math.imul(word ^ (word >>> 7), word | 61);
    return bound * (2 * (((word ^ (word >>> 14)) >>> 0) / 2 ** 32) - 1);
  });
}

/** x (B, L, D) with variance 1. @param {Size} size */
export const inputOf = ({ batch, length, dModel }) => uniform(batch * length * dModel, Math.sqrt(3), 1);

/** The layers in the order of their weights. Each has a weight (D, D) as in nn.Linear, then a bias (D). */
export const LAYERS = /** @type {const} */ (["w_q", "w_k", "w_v", "w_0"]);
/** @typedef {Record<typeof LAYERS[number], { weight: Float32Array, bias: Float32Array }>} Weights */

/** All weights in one array: for each layer its weight, then its bias. @param {number} dModel */
export const weightsOf = (dModel) => uniform(4 * (dModel ** 2 + dModel), 1 / Math.sqrt(dModel), 2);

/** @param {Float32Array} all  from weightsOf  @param {number} dModel @returns {Weights} */
export function splitWeights(all, dModel) {
  const size = dModel ** 2 + dModel;
  const layer = (/** @type {number} */ i) => {
    const both = all.subarray(i * size, (i + 1) * size);
    return { weight: both.subarray(0, dModel ** 2), bias: both.subarray(dModel ** 2) };
  };
  return { w_q: layer(0), w_k: layer(1), w_v: layer(2), w_0: layer(3) };
}

/** (B, L), 1 = attend to this key. With padding, the lengths fall evenly to L / 2. @param {Workload} workload */
export function keyMaskOf({ batch, length, mask }) {
  const keys = new Uint8Array(batch * length).fill(1);
  if (mask !== "padding") return keys;
  for (let b = 0; b < batch; b++) {
    const tokens = length - Math.floor(((b + 1) * length) / (2 * batch));
    keys.fill(0, b * length + tokens, (b + 1) * length);
  }
  return keys;
}
