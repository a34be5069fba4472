/**
 * Self-attention as ONNX graphs, in all forms for which onnxruntime has special operators. The weights are constants of the
 * graph, so that it packs them once. `x` (B, L, D) is an input; with padding, so is `keys`, in the form's own format.
 */
import type { Weights, Workload } from "../../scripts/lib/bench/workloads.mjs";
import { Graph } from "./onnx_model.js";

type Linear = Weights["w_q"];

/** A form's format of the padding: which keys to attend to, or what to add to the scores. */
export type KeysAs = "bool" | "int32" | "float32";
export interface GraphForm {
  readonly keysAs: KeysAs;
  readonly keysShape: (workload: Workload) => readonly number[];
  readonly build: (workload: Workload, weights: Weights) => Uint8Array;
}

/** Added to a masked score, where the tutorials replace it by -1e12. The sum rounds to the same number in float32. */
export const MASKED = -1e12;

/** weight (N, K) → (K, N), times `factor`. */
function transposed({ weight, bias }: Linear, factor = 1): Float32Array {
  const width = bias.length;
  return Float32Array.from(
    weight,
    (_, i) => factor * (weight[(i % width) * width + Math.floor(i / width)] ?? 0),
  );
}

/** Concatenates matrices along their columns: (K, N) and (K, N) → (K, 2 N). */
function columns(matrices: readonly Float32Array[], width: number): Float32Array {
  const all = new Float32Array(matrices.length * width * width);
  matrices.forEach((matrix, m) => {
    for (let row = 0; row < width; row++)
      all.set(matrix.subarray(row * width, (row + 1) * width), (row * matrices.length + m) * width);
  });
  return all;
}

/** A linear layer of rows (B · L, D). */
const gemm = (graph: Graph, rows: string, { weight, bias }: Linear): string =>
  graph.op(
    "Gemm",
    [rows, graph.floats(weight, [bias.length, bias.length]), graph.floats(bias, [bias.length])],
    { transB: 1 },
  );

/** A form that is one operator between linear layers. */
function aroundOperator(
  { batch, length, dModel }: Workload,
  weights: Weights,
  operator: (graph: Graph, q: string, k: string, v: string) => string,
): Uint8Array {
  const graph = new Graph();
  const dims = [batch, length, dModel];
  const rowsShape = graph.shape(batch * length, dModel);
  const shape = graph.shape(...dims);
  const rows = graph.op("Reshape", [graph.input("x", "float32", dims), rowsShape]);
  const project = (layer: Linear): string => graph.op("Reshape", [gemm(graph, rows, layer), shape]);
  const values = operator(graph, project(weights.w_q), project(weights.w_k), project(weights.w_v));
  const output = gemm(graph, graph.op("Reshape", [values, rowsShape]), weights.w_0);
  return graph.model(graph.op("Reshape", [output, shape]), dims);
}

/** The operator `Attention` of the ONNX standard. */
const standardAttention: GraphForm = {
  keysAs: "bool",
  keysShape: ({ batch, length }) => [batch, 1, 1, length],
  build: (workload, weights) =>
    aroundOperator(workload, weights, (graph, q, k, v) => {
      const { batch, length, numHeads, mask } = workload;
      const heads = { q_num_heads: numHeads, kv_num_heads: numHeads };
      if (mask === "causal") return graph.op("Attention", [q, k, v], { ...heads, is_causal: 1 });
      if (mask === "plain") return graph.op("Attention", [q, k, v], heads);
      // onnxruntime broadcasts a mask over heads, but not over queries.
      const keys = graph.input("keys", "bool", [batch, 1, 1, length]);
      const all = graph.op("Expand", [keys, graph.shape(batch, 1, length, length)]);
      return graph.op("Attention", [q, k, v, all], heads);
    }),
};

/** onnxruntime's own operator for what comes between the projections. */
const microsoftMultiHeadAttention: GraphForm = {
  keysAs: "int32",
  keysShape: ({ batch, length }) => [batch, length],
  build: (workload, weights) =>
    aroundOperator(workload, weights, (graph, q, k, v) => {
      const { batch, length, numHeads, mask } = workload;
      const keys = mask === "padding" ? ["", graph.input("keys", "int32", [batch, length])] : [];
      return graph.ownOp("MultiHeadAttention", [q, k, v, ...keys], {
        ...{ num_heads: numHeads, mask_filter_value: { float: MASKED } },
        unidirectional: mask === "causal" ? 1 : 0,
      });
    }),
};

/** onnxruntime's own operator that includes the projections. */
const microsoftAttention: GraphForm = {
  keysAs: "int32",
  keysShape: ({ batch, length }) => [batch, length],
  build: ({ batch, length, dModel, numHeads, mask }, weights) => {
    const graph = new Graph();
    const dims = [batch, length, dModel];
    const { w_q, w_k, w_v, w_0 } = weights;
    const weight = columns([transposed(w_q), transposed(w_k), transposed(w_v)], dModel);
    const bias = Float32Array.of(...w_q.bias, ...w_k.bias, ...w_v.bias);
    const inputs = [
      graph.input("x", "float32", dims),
      graph.floats(weight, [dModel, 3 * dModel]),
      graph.floats(bias, [3 * dModel]),
      ...(mask === "padding" ? [graph.input("keys", "int32", [batch, length])] : []),
    ];
    const values = graph.ownOp("Attention", inputs, {
      ...{ num_heads: numHeads, mask_filter_value: { float: MASKED } },
      unidirectional: mask === "causal" ? 1 : 0,
    });
    const output = gemm(graph, graph.op("Reshape", [values, graph.shape(batch * length, dModel)]), w_0);
    return graph.model(graph.op("Reshape", [output, graph.shape(...dims)]), dims);
  },
};

/** The graph that an exporter writes, without special operators; 1 / √d_k is part of the weights. */
const matMuls: GraphForm = {
  keysAs: "float32",
  keysShape: ({ batch, length }) => [batch, 1, 1, length],
  build: ({ batch, length, dModel, numHeads, mask }, weights) => {
    const graph = new Graph();
    const dims = [batch, length, dModel];
    const x = graph.input("x", "float32", dims);
    const linear = (input: string, layer: Linear, factor = 1): string => {
      const product = graph.op("MatMul", [input, graph.floats(transposed(layer, factor), [dModel, dModel])]);
      return graph.op("Add", [
        product,
        graph.floats(
          layer.bias.map((b) => factor * b),
          [dModel],
        ),
      ]);
    };
    const split = graph.shape(batch, length, numHeads, dModel / numHeads);
    const heads = (projected: string, perm: readonly number[]): string =>
      graph.op("Transpose", [graph.op("Reshape", [projected, split])], { perm });
    const q = heads(linear(x, weights.w_q, Math.sqrt(numHeads / dModel)), [0, 2, 1, 3]);
    const k = heads(linear(x, weights.w_k), [0, 2, 3, 1]);
    const v = heads(linear(x, weights.w_v), [0, 2, 1, 3]);
    const scores = graph.op("MatMul", [q, k]);
    const masked =
      mask === "plain"
        ? scores
        : graph.op("Add", [
            scores,
            mask === "padding"
              ? graph.input("keys", "float32", [batch, 1, 1, length])
              : graph.floats(causalMask(length), [length, length]),
          ]);
    const values = graph.op("MatMul", [graph.op("Softmax", [masked], { axis: -1 }), v]);
    const merged = graph.op("Transpose", [values], { perm: [0, 2, 1, 3] });
    const concat = graph.op("Reshape", [merged, graph.shape(...dims)]);
    return graph.model(linear(concat, weights.w_0), dims);
  },
};

/** (L, L), to be added to the scores. */
export function causalMask(length: number): Float32Array {
  const mask = new Float32Array(length * length);
  for (let row = 0; row < length; row++) mask.fill(MASKED, row * length + row + 1, (row + 1) * length);
  return mask;
}

export const GRAPH_FORMS: Readonly<Record<string, GraphForm>> = {
  "ONNX Attention": standardAttention,
  "com.microsoft MultiHeadAttention": microsoftMultiHeadAttention,
  "com.microsoft Attention": microsoftAttention,
  MatMul: matMuls,
};
