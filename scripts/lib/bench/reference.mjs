/**
 * Multi-head self-attention in float64, with plain loops: the reference with which every contestant's output is compared.
 *
 * Vaswani et al. 2017, section 3.2.2; a masked score is -1e12, as in the tutorials.
 */
import { checkedRows, splitWeights } from "./workloads.mjs";

const FILL = -1e12;

/**
 * x · weightᵀ + bias for one row of x.
 * @param {{ weight: Float64Array, bias: Float64Array }} layer
 * @param {Float64Array} x @param {number} row @param {Float64Array} out @param {number} outRow
 */
function project({ weight, bias }, x, row, out, outRow) {
  const width = bias.length;
  for (let n = 0; n < width; n++) {
    let sum = 0;
    for (let k = 0; k < width; k++) sum += (x[row * width + k] ?? 0) * (weight[n * width + k] ?? 0);
    out[outRow * width + n] = sum + (bias[n] ?? 0);
  }
}

/** Turns one row of scores into weights, in place. @param {Float64Array} scores */
function softmax(scores) {
  const largest = scores.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  let sum = 0;
  for (let s = 0; s < scores.length; s++) sum += scores[s] = Math.exp((scores[s] ?? 0) - largest);
  for (let s = 0; s < scores.length; s++) scores[s] = (scores[s] ?? 0) / sum;
}

/**
 * The rows of the output that are checked, (rows, D).
 * @param {import("./workloads.mjs").Workload} workload
 * @param {{ x: Float32Array, weights: Float32Array, keyMask: Uint8Array }} inputs
 */
export function attentionReference(workload, { x: x32, weights, keyMask }) {
  const { batch, length, dModel } = workload;
  const layers = splitWeights(weights, dModel);
  const [query, keys, values, output] = [layers.w_q, layers.w_k, layers.w_v, layers.w_0].map((layer) => ({
    weight: Float64Array.from(layer.weight),
    bias: Float64Array.from(layer.bias),
  }));
  if (!query || !keys || !values || !output) throw new Error("four layers make an attention");
  const x = Float64Array.from(x32);
  const k = new Float64Array(x.length);
  const v = new Float64Array(x.length);
  for (let row = 0; row < batch * length; row++) {
    project(keys, x, row, k, row);
    project(values, x, row, v, row);
  }
  const rows = checkedRows(workload);
  const result = new Float64Array(rows.length * dModel);
  const q = new Float64Array(dModel);
  for (const [i, row] of rows.entries()) {
    project(query, x, row, q, 0);
    project(output, attend(workload, { q, k, v, keyMask }, row), 0, result, i);
  }
  return result;
}

/**
 * The values of all heads for one row, concatenated.
 * @param {import("./workloads.mjs").Workload} workload
 * @param {{ q: Float64Array, k: Float64Array, v: Float64Array, keyMask: Uint8Array }} projected
 * @param {number} row
 */
function attend({ length, dModel, numHeads, mask }, { q, k, v, keyMask }, row) {
  const width = dModel / numHeads;
  const first = row - (row % length); // the first row of the sequence
  const concat = new Float64Array(dModel);
  const scores = new Float64Array(length);
  for (let start = 0; start < dModel; start += width) {
    for (let s = 0; s < length; s++) {
      const key = (first + s) * dModel + start;
      let sum = 0;
      for (let j = 0; j < width; j++) sum += (q[start + j] ?? 0) * (k[key + j] ?? 0);
      const attends = keyMask[first + s] === 1 && !(mask === "causal" && first + s > row);
      scores[s] = attends ? sum / Math.sqrt(width) : FILL;
    }
    softmax(scores);
    for (let s = 0; s < length; s++) {
      const value = (first + s) * dModel + start;
      for (let j = 0; j < width; j++)
        concat[start + j] = (concat[start + j] ?? 0) + (scores[s] ?? 0) * (v[value + j] ?? 0);
    }
  }
  return concat;
}

/** Tolerances for float32 sums of up to 8192 products. */
const ABSOLUTE = 1e-5;
const RELATIVE = 1e-4;

/**
 * The largest difference between an output (B, L, D) and the reference, and whether it is more than rounding.
 * @param {import("./workloads.mjs").Workload} workload
 * @param {ArrayLike<number>} output @param {Float64Array} reference
 */
export function differenceFrom(workload, output, reference) {
  const { batch, length, dModel } = workload;
  if (output.length !== batch * length * dModel) return { largest: Number.NaN, isOff: true };
  let largest = 0;
  let isOff = false;
  for (const [i, row] of checkedRows(workload).entries()) {
    for (let n = 0; n < dModel; n++) {
      const want = reference[i * dModel + n] ?? Number.NaN;
      const difference = Math.abs((output[row * dModel + n] ?? Number.NaN) - want);
      largest = Math.max(largest, difference); // NaN stays NaN
      isOff ||= !(difference <= ABSOLUTE + RELATIVE * Math.abs(want));
    }
  }
  return { largest, isOff };
}
