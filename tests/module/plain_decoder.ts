/** A float64 reference for the trained decoder's blocks, without the core. */
import type { FloatTensor, NamedFloats } from "../../web/src/module/training/types.js";

type Row = readonly number[];
type Matrix = readonly Row[];

export interface PlainModel {
  readonly numHeads: number;
  readonly mask: boolean;
  readonly maskFill: number;
  readonly activation: "gelu" | "relu";
}

export interface PlainBlock {
  /** (H, L, L) */
  readonly attention: readonly Matrix[];
  /** (L, D) */
  readonly output: Matrix;
}

const sum = (x: Row): number => x.reduce((total, value) => total + value, 0);
const dot = (x: Row, y: Row): number => sum(x.map((value, i) => value * (y[i] ?? Number.NaN)));
const add = (x: Matrix, y: Matrix): Matrix =>
  x.map((row, t) => row.map((value, i) => value + (y[t]?.[i] ?? 0)));

const tensor = (weights: NamedFloats, name: string): FloatTensor => {
  const found = weights[name];
  if (!found) throw new Error(`no ${name}`);
  return found;
};
const rows = ({ shape: [count = 0, width = 0], data }: FloatTensor): Matrix =>
  Array.from({ length: count }, (_, i) => Array.from(data.subarray(i * width, (i + 1) * width)));

function linear(weights: NamedFloats, name: string, x: Matrix): Matrix {
  const bias = tensor(weights, `${name}.bias`).data;
  const all = rows(tensor(weights, `${name}.weight`));
  return x.map((row) => all.map((w, i) => dot(row, w) + (bias[i] ?? 0)));
}

function norm(weights: NamedFloats, name: string, x: Matrix): Matrix {
  const [scale, shift] = ["weight", "bias"].map((part) => tensor(weights, `${name}.${part}`).data);
  return x.map((row) => {
    const mean = sum(row) / row.length;
    const variance = sum(row.map((value) => (value - mean) ** 2)) / row.length;
    return row.map(
      (value, i) => ((value - mean) / Math.sqrt(variance + 1e-5)) * (scale?.[i] ?? 1) + (shift?.[i] ?? 0),
    );
  });
}

function softmax(scores: Row): Row {
  const powers = scores.map((score) => Math.exp(score - Math.max(...scores)));
  return powers.map((power) => power / sum(powers));
}

/** ½ (1 + erf(x / √2)) by the integral of the normal density, with Simpson's rule. */
function normalShare(x: number): number {
  const [steps, from] = [400, -10];
  const width = (x - from) / steps;
  const density = (at: number): number => Math.exp(-at * at * 0.5) / Math.sqrt(2 * Math.PI);
  const parts = Array.from({ length: steps + 1 }, (_, i) => {
    const times = i === 0 || i === steps ? 1 : i % 2 === 1 ? 4 : 2;
    return times * density(from + i * width);
  });
  return (sum(parts) * width) / 3;
}

function attend(weights: NamedFloats, name: string, model: PlainModel, x: Matrix): PlainBlock {
  const [q, k, v] = ["w_q", "w_k", "w_v"].map((layer) => linear(weights, `${name}.${layer}`, x)) as [
    Matrix,
    Matrix,
    Matrix,
  ];
  const width = (q[0]?.length ?? 0) / model.numHeads;
  const headOf = (row: Row | undefined, h: number): Row => row?.slice(h * width, (h + 1) * width) ?? [];
  const attention = Array.from({ length: model.numHeads }, (_, h) =>
    q.map((query, t) =>
      softmax(
        k.map((key, s) =>
          model.mask && s > t ? model.maskFill : dot(headOf(query, h), headOf(key, h)) / Math.sqrt(width),
        ),
      ),
    ),
  );
  const values = x.map((_, t) =>
    attention.flatMap((shares, h) =>
      Array.from({ length: width }, (_, i) =>
        dot(
          shares[t] ?? [],
          v.map((row) => row[h * width + i] ?? 0),
        ),
      ),
    ),
  );
  return { attention, output: linear(weights, `${name}.w_0`, values) };
}

/** The blocks of a model for one row of tokens. */
export function plainBlocks(
  weights: NamedFloats,
  model: PlainModel,
  tokens: Row,
  layers: number,
): PlainBlock[] {
  const table = rows(tensor(weights, "embedding.weight"));
  let x: Matrix = tokens.map((id, place) =>
    (table[id] ?? []).map((value, i, { length }) => {
      const angle = place / 10000 ** ((i - (i % 2)) / length);
      return value + (i % 2 === 0 ? Math.sin(angle) : Math.cos(angle));
    }),
  );
  return Array.from({ length: layers }, (_, layer) => {
    const name = `blocks.${layer}`;
    const { attention, output } = attend(weights, name, model, norm(weights, `${name}.norm_1`, x));
    const middle = add(x, output);
    const hidden = linear(weights, `${name}.ff_1`, norm(weights, `${name}.norm_2`, middle));
    const active = hidden.map((row) =>
      row.map((value) => (model.activation === "gelu" ? value * normalShare(value) : Math.max(0, value))),
    );
    x = add(middle, linear(weights, `${name}.ff_2`, active));
    return { attention, output: x };
  });
}
