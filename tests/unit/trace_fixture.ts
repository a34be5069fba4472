/**
 * A whole trace made by plain arithmetic, so that pictures can be tested without the core. Its numbers have the right
 * shapes, axes and relations (an embedding is a row of the table, a mask is an AND); they are not PyTorch's.
 */
import type { LessonSpec, Trace } from "../../web/src/module/types.js";
import { COMMON_DEFAULTS, type Spec, TraceBuilder } from "./traces/trace_builder.js";

const TINY: Spec = {
  ...COMMON_DEFAULTS,
  lesson: "masked-multi-head",
  sequences: [
    [3, 1, 4],
    [5, 2],
    [6, 5, 3, 1],
  ],
  vocabSize: 9,
  dModel: 4,
  mask: { padding: true, causal: true },
};

/** The i-th number of a fixed, evenly spread sequence in −1…1. */
const noise = (i: number, salt: number): number => {
  const x = Math.sin((i + 1) * 12.9898 + salt * 78.233) * 43758.5453;
  return 2 * (x - Math.floor(x)) - 1;
};
/** The i-th number of a normally distributed sequence (Box–Muller). */
const bell = (i: number, salt: number): number =>
  Math.sqrt(-2 * Math.log((1 - noise(2 * i, salt)) / 2)) * Math.cos(Math.PI * noise(2 * i + 1, salt));

export function tinyTrace(overrides: Partial<LessonSpec> = {}): Trace {
  const spec: Spec = { ...TINY, ...overrides };
  const b = new TraceBuilder(spec);
  parameters(b);
  const crossed = spec.lesson === "encoder-decoder";
  const source = crossed ? "S" : "L";
  const target = crossed ? "T" : "L";
  tokens(b, "", spec.sequences, source);
  if (crossed) tokens(b, "target_", spec.target ?? [], target);
  masks(b, source, target);
  heads(b, source, target);
  attention(b, source, target);
  return { spec, steps: b.steps };
}

/** The letter of the width of q, k and v. */
const widthOf = ({ dAttention }: Spec): string => (dAttention === null ? "D" : "A");

function parameters(b: TraceBuilder): void {
  const { spec } = b;
  const { dModel } = spec;
  b.add("embedding.weight", "normal", "", "VD", ([v = 0, d = 0]) => bell(v * dModel + d, 1));
  const layers = ["w_q", "w_k", "w_v", ...(spec.outputProjection ? ["w_0"] : [])];
  layers.forEach((name, salt) => {
    const isOutput = name === "w_0";
    const [out, into] = isOutput ? ["D", widthOf(spec)] : [widthOf(spec), "D"];
    const inner = isOutput ? (spec.dAttention ?? dModel) : dModel;
    const bound = 1 / Math.sqrt(inner);
    b.add(
      `${name}.weight`,
      "uniform",
      "",
      out + into,
      ([o = 0, i = 0]) => bound * noise(o * inner + i, 2 + salt),
    );
    if (spec.bias) b.add(`${name}.bias`, "uniform", "", out, ([o = 0]) => bound * noise(o, 9 + salt));
  });
}

function tokens(b: TraceBuilder, prefix: string, rows: Spec["sequences"], letter: string): void {
  const { padId } = b.spec;
  b.add(`${prefix}ids`, "pad", "", `B${letter}`, ([r = 0, c = 0]) => rows[r]?.[c] ?? padId);
  const id = b.at(`${prefix}ids`);
  const table = b.at("embedding.weight");
  b.add(
    `${prefix}embedding`,
    "embedding",
    `${prefix}ids embedding.weight`,
    `B${letter}D`,
    ([r = 0, c = 0, d = 0]) => table(id(r, c), d),
  );
}

function masks(b: TraceBuilder, source: string, target: string): void {
  const { mask, padId } = b.spec;
  const id = b.at("ids");
  if (mask?.padding)
    b.add("padding_mask", "not_equal", "ids", `B1${source}`, ([r = 0, , c = 0]) =>
      Number(id(r, c) !== padId),
    );
  if (mask?.causal)
    b.add("nopeak_mask", "tril", "", `1${target}${source}`, ([, r = 0, c = 0]) => Number(c <= r));
  const made = b.steps.filter((s) => s.dtype === "bool");
  const [first] = made;
  if (!first) return;
  if (made.length === 1) {
    const flat = b.at(first.name);
    b.add("mask", "view", first.name, first.axes.join(""), (i) => flat(...i), "bool");
    return;
  }
  const padding = b.at("padding_mask");
  const nopeak = b.at("nopeak_mask");
  b.add(
    "mask",
    "logical_and",
    "padding_mask nopeak_mask",
    `B${target}${source}`,
    ([n = 0, r = 0, c = 0]) => padding(n, 0, c) & nopeak(0, r, c),
  );
}

function heads(b: TraceBuilder, source: string, target: string): void {
  const { spec } = b;
  const k = (spec.dAttention ?? spec.dModel) / spec.numHeads;
  const lengths = Object.entries({ q: target, k: source, v: source });
  for (const [name, length] of lengths) {
    const from = length === "T" ? "target_embedding" : "embedding";
    linear(b, name, from, `w_${name}`, `B${length}${widthOf(spec)}`);
  }
  for (const [name, length] of lengths) {
    const flat = b.at(name);
    b.add(`${name}_split`, "view", name, `B${length}HK`, ([n = 0, l = 0, h = 0, d = 0]) =>
      flat(n, l, h * k + d),
    );
  }
  for (const [name, length] of lengths) {
    const split = b.at(`${name}_split`);
    b.add(`${name}_heads`, "transpose", `${name}_split`, `BH${length}K`, ([n = 0, h = 0, l = 0, d = 0]) =>
      split(n, l, h, d),
    );
  }
}

function linear(b: TraceBuilder, name: string, from: string, layer: string, axes: string): void {
  const { spec } = b;
  const x = b.at(from);
  const w = b.at(`${layer}.weight`);
  const bias = spec.bias ? b.at(`${layer}.bias`) : () => 0;
  const inner = b.step(from).shape.at(-1) ?? 1;
  const inputs = `${from} ${layer}.weight${spec.bias ? ` ${layer}.bias` : ""}`;
  b.add(
    name,
    "linear",
    inputs,
    axes,
    ([n = 0, l = 0, o = 0]) => bias(o) + sum(inner, (i) => x(n, l, i) * w(o, i)),
  );
}

const sum = (n: number, term: (i: number) => number): number => {
  let total = 0;
  for (let i = 0; i < n; i++) total += term(i);
  return total;
};

function softmax(row: readonly number[]): number[] {
  const max = Math.max(...row);
  const powers = row.map((x) => Math.exp(x - max));
  const total = sum(powers.length, (i) => powers[i] ?? 0);
  return powers.map((power) => power / total);
}

function attention(b: TraceBuilder, source: string, target: string): void {
  const { spec } = b;
  const [, , cols = 1, k = 1] = b.step("k_heads").shape;
  const table = `BH${target}${source}`;
  const q = b.at("q_heads");
  const key = b.at("k_heads");
  b.add(
    "scores",
    "scaled_dot_product",
    "q_heads k_heads",
    table,
    ([n = 0, g = 0, r = 0, c = 0]) => sum(k, (d) => q(n, g, r, d) * key(n, g, c, d)) / Math.sqrt(k),
  );
  if (b.has("mask")) fill(b, table);
  const last = b.has("mask") ? "masked_scores" : "scores";
  const x = b.at(last);
  let weights: number[] = []; // of the row whose cells are being computed
  b.add("attention", "softmax", last, table, ([n = 0, g = 0, r = 0, c = 0]) => {
    if (c === 0) weights = softmax(Array.from({ length: cols }, (_, s) => x(n, g, r, s)));
    return weights[c] ?? Number.NaN;
  });
  const weight = b.at("attention");
  const v = b.at("v_heads");
  b.add("values", "weighted_sum", "attention v_heads", `BH${target}K`, ([n = 0, g = 0, r = 0, d = 0]) =>
    sum(cols, (s) => weight(n, g, r, s) * v(n, g, s, d)),
  );
  const values = b.at("values");
  b.add("values_merged", "transpose", "values", `B${target}HK`, ([n = 0, r = 0, g = 0, d = 0]) =>
    values(n, g, r, d),
  );
  const merged = b.at("values_merged");
  b.add("concat", "view", "values_merged", `B${target}${widthOf(spec)}`, ([n = 0, r = 0, d = 0]) =>
    merged(n, r, Math.floor(d / k), d % k),
  );
  if (spec.outputProjection) linear(b, "output", "concat", "w_0", `B${target}D`);
}

function fill(b: TraceBuilder, table: string): void {
  const { maskFill } = b.spec;
  const score = b.at("scores");
  const bit = b.at("mask");
  const { shape } = b.step("mask");
  const filling = maskFill === "-inf" ? Number.NEGATIVE_INFINITY : maskFill;
  const held = (i: number, axis: number): number => (shape[axis] === 1 ? 0 : i);
  b.add("masked_scores", "masked_fill", "scores mask", table, ([n = 0, g = 0, r = 0, c = 0]) =>
    bit(held(n, 0), held(r, 1), c) ? score(n, g, r, c) : filling,
  );
}
