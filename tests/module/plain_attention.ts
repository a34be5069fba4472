/** A float64 reference for one-head attention, softmax(q kᵀ / √d) v, without the core. */
import type { Trace } from "../../web/src/module/types.js";
import { rowsOf, stepOf } from "./steps.js";

type Row = readonly number[];
type Matrix = readonly Row[];

const sum = (x: Row): number => x.reduce((total, value) => total + value, 0);
const dot = (x: Row, y: Row): number => sum(x.map((value, i) => value * (y[i] ?? Number.NaN)));

function softmax(scores: Row): number[] {
  const maximum = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - maximum));
  return powers.map((power) => power / sum(powers));
}

/** x wᵀ + b with the parameters of a layer of the trace. */
function linear(trace: Trace, layer: string, x: Matrix): Matrix {
  const weight = rowsOf(stepOf(trace, `${layer}.weight`));
  const bias = trace.spec.bias ? Array.from(stepOf(trace, `${layer}.bias`).data) : [];
  return x.map((row) => weight.map((w, i) => dot(row, w) + (bias[i] ?? 0)));
}

/** The attention output of sentence b, from the ids and weights of an encoder-decoder trace. */
export function plainAttention(trace: Trace, b: number): Matrix {
  const { padId, mask, maskFill, outputProjection } = trace.spec;
  const table = rowsOf(stepOf(trace, "embedding.weight"));
  const ids = (name: string): Row => rowsOf(stepOf(trace, name))[b] ?? [];
  const embedded = (name: string): Matrix => ids(name).map((id) => table[id] ?? []);
  const query = linear(trace, "w_q", embedded("target_ids"));
  const key = linear(trace, "w_k", embedded("ids"));
  const value = linear(trace, "w_v", embedded("ids"));
  const fill = maskFill === "-inf" ? Number.NEGATIVE_INFINITY : maskFill;
  const isMasked = (t: number, s: number): boolean =>
    Boolean((mask?.padding && ids("ids")[s] === padId) || (mask?.causal && s > t));
  const values = query.map((q, t) => {
    const weights = softmax(key.map((k, s) => (isMasked(t, s) ? fill : dot(q, k) / Math.sqrt(q.length))));
    return q.map((_, i) =>
      dot(
        weights,
        value.map((v) => v[i] ?? Number.NaN),
      ),
    );
  });
  return outputProjection ? linear(trace, "w_0", values) : values;
}
