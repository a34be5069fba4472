/** TensorFlow.js on its WebAssembly backend, with SIMD and one thread. */

import { setThreadsCount, setWasmPaths } from "@tensorflow/tfjs-backend-wasm";
import * as tf from "@tensorflow/tfjs-core";
import { type Contestant, type Given, type Ready, readyHere } from "./contestant.js";
import { causalMask, MASKED } from "./onnx_graphs.js";

export async function tfjs(wasmFolder: string): Promise<Contestant> {
  setThreadsCount(1);
  setWasmPaths(wasmFolder);
  if (!(await tf.setBackend("wasm"))) throw new Error("tfjs has no WebAssembly backend here");
  await tf.ready();
  return {
    name: "tfjs-backend-wasm",
    forms: {
      "batched matMul": (given) => ready(given, batched),
      "matMul a head": (given) => ready(given, headByHead),
    },
  };
}

interface Layer {
  readonly weight: tf.Tensor;
  readonly bias: tf.Tensor;
}
/** The merged values (B · L, D) from q, k and v (B · L, D) and an additive mask; q has already been divided by √d_k. */
type Attend = (given: Given, q: tf.Tensor, k: tf.Tensor, v: tf.Tensor, mask: tf.Tensor | null) => tf.Tensor;

function ready(given: Given, attend: Attend): Ready {
  const { workload, weights, x } = given;
  const { batch, length, dModel, numHeads } = workload;
  const layers = Object.entries(weights).map(([name, { weight, bias }]): Layer => {
    const factor = name === "w_q" ? Math.sqrt(numHeads / dModel) : 1;
    return {
      weight: tf.tidy(() => tf.mul(tf.transpose(tf.tensor(weight, [dModel, dModel])), factor)),
      bias: tf.tensor(
        bias.map((b) => factor * b),
        [dModel],
      ),
    };
  });
  const [w_q, w_k, w_v, w_0] = layers;
  if (!w_q || !w_k || !w_v || !w_0) throw new Error("four layers make an attention");
  const causal = workload.mask === "causal" ? tf.tensor(causalMask(length), [length, length]) : null;
  const linear = (input: tf.Tensor, { weight, bias }: Layer): tf.Tensor =>
    tf.fused.matMul({ a: input, b: weight, bias });
  const forward = (): tf.Tensor => {
    const rows = tf.tensor(x, [batch * length, dModel]);
    const mask = workload.mask === "padding" ? paddingMask(given) : causal;
    const values = attend(given, linear(rows, w_q), linear(rows, w_k), linear(rows, w_v), mask);
    return linear(values, w_0);
  };
  const kept = [...layers.flatMap(({ weight, bias }) => [weight, bias]), ...(causal ? [causal] : [])];
  return readyHere(
    () => tf.tidy(() => forward().dataSync()),
    () => tf.dispose(kept),
  );
}

/** (B, 1, 1, L), to be added to the scores. */
const paddingMask = ({ workload: { batch, length }, keyMask }: Given): tf.Tensor =>
  tf.tensor(
    Float32Array.from(keyMask, (attends) => (attends ? 0 : MASKED)),
    [batch, 1, 1, length],
  );

/** All sequences and heads in one product. */
const batched: Attend = ({ workload }, q, k, v, mask) => {
  const { batch, length, dModel, numHeads } = workload;
  const heads = (projected: tf.Tensor): tf.Tensor =>
    tf.transpose(tf.reshape(projected, [batch, length, numHeads, dModel / numHeads]), [0, 2, 1, 3]);
  const scores = tf.matMul(heads(q), heads(k), false, true);
  const attention = tf.softmax(mask ? tf.add(scores, mask) : scores);
  const merged = tf.transpose(tf.matMul(attention, heads(v)), [0, 2, 1, 3]);
  return tf.reshape(merged, [batch * length, dModel]);
};

/** One product per sequence and head: TensorFlow.js multiplies two matrices faster than two batches of them. */
const headByHead: Attend = ({ workload }, q, k, v, mask) => {
  const { batch, length, dModel, numHeads } = workload;
  const width = dModel / numHeads;
  const sequences = Array.from({ length: batch }, (_, b) => {
    const padding = workload.mask === "padding" && mask;
    const shown = padding
      ? tf.reshape(tf.slice(padding, [b, 0, 0, 0], [1, 1, 1, length]), [1, length])
      : mask;
    const heads = Array.from({ length: numHeads }, (_, h) => {
      const part = (projected: tf.Tensor) => tf.slice(projected, [b * length, h * width], [length, width]);
      const scores = tf.matMul(part(q), part(k), false, true);
      return tf.matMul(tf.softmax(shown ? tf.add(scores, shown) : scores), part(v));
    });
    return tf.concat(heads, 1);
  });
  return sequences.length === 1 && sequences[0] ? sequences[0] : tf.concat(sequences, 0);
};
