/**
 * A whole trace made by plain arithmetic, so that pictures can be tested without the core. Its numbers have the right
 * shapes, axes and relations (an embedding is a row of the table, a mask is an AND); they are not PyTorch's.
 */
import { cellCount } from "../../web/src/module/shape.js";
import type { DType, LessonSpec, Op, Step, Trace } from "../../web/src/module/types.js";

type Spec = Required<LessonSpec>;

const TINY: Spec = {
  lesson: "masked-multi-head",
  sequences: [
    [3, 1, 4],
    [5, 2],
    [6, 5, 3, 1],
  ],
  target: null,
  padId: 0,
  vocabSize: 9,
  dModel: 4,
  numHeads: 2,
  seed: 42,
  mask: { padding: true, causal: true },
  maskFill: -1e12,
  bias: true,
  outputProjection: true,
  dAttention: null,
  positionalEncoding: false,
  feedForward: null,
  layerNorm: null,
};

/** The i-th number of a fixed, evenly spread sequence in −1…1. */
const noise = (i: number, salt: number): number => {
  const x = Math.sin((i + 1) * 12.9898 + salt * 78.233) * 43758.5453;
  return 2 * (x - Math.floor(x)) - 1;
};
/** The i-th number of a normally distributed sequence (Box–Muller). */
const bell = (i: number, salt: number): number =>
  Math.sqrt(-2 * Math.log((1 - noise(2 * i, salt)) / 2)) * Math.cos(Math.PI * noise(2 * i + 1, salt));

class Builder {
  readonly steps: Step[] = [];

  add(
    name: string,
    op: Op,
    inputs: string[],
    axes: string[],
    shape: number[],
    dtype: DType,
    value: (index: number[]) => number,
  ): Step {
    const strides = shape.map((_, axis) => cellCount(shape.slice(axis + 1)));
    const store = { float32: Float32Array, int32: Int32Array, bool: Uint8Array }[dtype];
    const data = new store(cellCount(shape));
    for (let flat = 0; flat < data.length; flat++)
      data[flat] = value(strides.map((stride, axis) => Math.floor(flat / stride) % (shape[axis] ?? 1)));
    const step = { name, op, inputs, axes, shape, dtype, data } as Step;
    this.steps.push(step);
    return step;
  }

  at(name: string): (...index: number[]) => number {
    const step = this.steps.find((s) => s.name === name);
    if (!step) throw new Error(`no step ${name} yet`);
    return (...index) =>
      step.data[index.reduce((flat, i, axis) => flat * (step.shape[axis] ?? 1) + i, 0)] ?? Number.NaN;
  }
}

export function tinyTrace(overrides: Partial<LessonSpec> = {}): Trace {
  const spec: Spec = { ...TINY, ...overrides };
  const b = new Builder();
  parameters(b, spec);
  const crossed = spec.lesson === "encoder-decoder";
  const source = crossed ? "S" : "L";
  const target = crossed ? "T" : "L";
  tokens(b, spec, "", spec.sequences, source);
  if (crossed) tokens(b, spec, "target_", spec.target ?? [], target);
  masks(b, spec, source, target);
  heads(b, spec, source, target);
  attention(b, spec, source, target);
  return { spec, steps: b.steps };
}

function parameters(b: Builder, spec: Spec): void {
  const a = spec.dAttention ?? spec.dModel;
  const letter = spec.dAttention === null ? "D" : "A";
  b.add("embedding.weight", "normal", [], ["V", "D"], [spec.vocabSize, spec.dModel], "float32", (i) =>
    bell((i[0] ?? 0) * spec.dModel + (i[1] ?? 0), 1),
  );
  const layers = ["w_q", "w_k", "w_v", ...(spec.outputProjection ? ["w_0"] : [])];
  layers.forEach((name, salt) => {
    const [out, into] = name === "w_0" ? [spec.dModel, a] : [a, spec.dModel];
    const [outLetter, inLetter] = name === "w_0" ? ["D", letter] : [letter, "D"];
    const bound = 1 / Math.sqrt(into);
    b.add(
      `${name}.weight`,
      "uniform",
      [],
      [outLetter, inLetter],
      [out, into],
      "float32",
      (i) => bound * noise((i[0] ?? 0) * into + (i[1] ?? 0), 2 + salt),
    );
    if (spec.bias)
      b.add(
        `${name}.bias`,
        "uniform",
        [],
        [outLetter],
        [out],
        "float32",
        (i) => bound * noise(i[0] ?? 0, 9 + salt),
      );
  });
}

function tokens(b: Builder, spec: Spec, prefix: string, rows: Spec["sequences"], letter: string): void {
  const length = Math.max(...rows.map((row) => row.length));
  b.add(
    `${prefix}ids`,
    "pad",
    [],
    ["B", letter],
    [rows.length, length],
    "int32",
    ([r = 0, c = 0]) => rows[r]?.[c] ?? spec.padId,
  );
  const id = b.at(`${prefix}ids`);
  const table = b.at("embedding.weight");
  b.add(
    `${prefix}embedding`,
    "embedding",
    [`${prefix}ids`, "embedding.weight"],
    ["B", letter, "D"],
    [rows.length, length, spec.dModel],
    "float32",
    ([r = 0, c = 0, d = 0]) => table(id(r, c), d),
  );
}

function masks(b: Builder, { mask, padId }: Spec, source: string, target: string): void {
  const ids = b.steps.find((s) => s.name === "ids");
  const [batch = 1, length = 1] = ids?.shape ?? [];
  const rows = b.steps.find((s) => s.name === "target_ids")?.shape[1] ?? length;
  const id = b.at("ids");
  if (mask?.padding)
    b.add(
      "padding_mask",
      "not_equal",
      ["ids"],
      ["B", "1", source],
      [batch, 1, length],
      "bool",
      ([r = 0, , c = 0]) => Number(id(r, c) !== padId),
    );
  if (mask?.causal)
    b.add("nopeak_mask", "tril", [], ["1", target, source], [1, rows, length], "bool", ([, r = 0, c = 0]) =>
      Number(c <= r),
    );
  const made = b.steps.filter((s) => s.dtype === "bool");
  const [first] = made;
  if (!first) return;
  if (made.length === 1) {
    const flat = b.at(first.name);
    b.add("mask", "view", [first.name], [...first.axes], [...first.shape], "bool", (i) => flat(...i));
    return;
  }
  const padding = b.at("padding_mask");
  const nopeak = b.at("nopeak_mask");
  b.add(
    "mask",
    "logical_and",
    ["padding_mask", "nopeak_mask"],
    ["B", target, source],
    [batch, rows, length],
    "bool",
    ([n = 0, r = 0, c = 0]) => padding(n, 0, c) & nopeak(0, r, c),
  );
}

function heads(b: Builder, spec: Spec, source: string, target: string): void {
  const a = spec.dAttention ?? spec.dModel;
  const letter = spec.dAttention === null ? "D" : "A";
  const k = a / spec.numHeads;
  for (const name of ["q", "k", "v"]) {
    const from = name === "q" && target === "T" ? "target_embedding" : "embedding";
    const [batch = 1, length = 1] = b.steps.find((s) => s.name === from)?.shape ?? [];
    linear(b, spec, name, from, `w_${name}`, [batch, length, a], name === "q" ? target : source, letter);
  }
  for (const name of ["q", "k", "v"]) {
    const [batch = 1, length = 1] = b.steps.find((s) => s.name === name)?.shape ?? [];
    const flat = b.at(name);
    b.add(
      `${name}_split`,
      "view",
      [name],
      ["B", name === "q" ? target : source, "H", "K"],
      [batch, length, spec.numHeads, k],
      "float32",
      ([n = 0, l = 0, h = 0, d = 0]) => flat(n, l, h * k + d),
    );
  }
  for (const name of ["q", "k", "v"]) {
    const [batch = 1, length = 1] = b.steps.find((s) => s.name === name)?.shape ?? [];
    const split = b.at(`${name}_split`);
    b.add(
      `${name}_heads`,
      "transpose",
      [`${name}_split`],
      ["B", "H", name === "q" ? target : source, "K"],
      [batch, spec.numHeads, length, k],
      "float32",
      ([n = 0, h = 0, l = 0, d = 0]) => split(n, l, h, d),
    );
  }
}

function linear(
  b: Builder,
  spec: Spec,
  name: string,
  from: string,
  layer: string,
  shape: number[],
  length: string,
  letter: string,
): void {
  const x = b.at(from);
  const w = b.at(`${layer}.weight`);
  const bias = spec.bias ? b.at(`${layer}.bias`) : () => 0;
  const inner = b.steps.find((s) => s.name === from)?.shape.at(-1) ?? 1;
  b.add(
    name,
    "linear",
    [from, `${layer}.weight`, ...(spec.bias ? [`${layer}.bias`] : [])],
    ["B", length, letter],
    shape,
    "float32",
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

function attention(b: Builder, spec: Spec, source: string, target: string): void {
  const [batch = 1, h = 1, rows = 1, k = 1] = b.steps.find((s) => s.name === "q_heads")?.shape ?? [];
  const cols = b.steps.find((s) => s.name === "k_heads")?.shape[2] ?? 1;
  const q = b.at("q_heads");
  const key = b.at("k_heads");
  const square = [batch, h, rows, cols];
  const axes = ["B", "H", target, source];
  b.add(
    "scores",
    "scaled_dot_product",
    ["q_heads", "k_heads"],
    axes,
    square,
    "float32",
    ([n = 0, g = 0, r = 0, c = 0]) => sum(k, (d) => q(n, g, r, d) * key(n, g, c, d)) / Math.sqrt(k),
  );
  let last = "scores";
  const mask = b.steps.find((s) => s.name === "mask");
  if (mask) {
    const score = b.at("scores");
    const bit = b.at("mask");
    const fill = spec.maskFill === "-inf" ? Number.NEGATIVE_INFINITY : spec.maskFill;
    const held = (i: number, axis: number): number => (mask.shape[axis] === 1 ? 0 : i);
    b.add(
      "masked_scores",
      "masked_fill",
      ["scores", "mask"],
      axes,
      square,
      "float32",
      ([n = 0, g = 0, r = 0, c = 0]) => (bit(held(n, 0), held(r, 1), c) ? score(n, g, r, c) : fill),
    );
    last = "masked_scores";
  }
  const x = b.at(last);
  let weights: number[] = []; // of the row whose cells are being computed
  b.add("attention", "softmax", [last], axes, square, "float32", ([n = 0, g = 0, r = 0, c = 0]) => {
    if (c === 0) weights = softmax(Array.from({ length: cols }, (_, s) => x(n, g, r, s)));
    return weights[c] ?? Number.NaN;
  });
  const weight = b.at("attention");
  const v = b.at("v_heads");
  b.add(
    "values",
    "weighted_sum",
    ["attention", "v_heads"],
    ["B", "H", target, "K"],
    [batch, h, rows, k],
    "float32",
    ([n = 0, g = 0, r = 0, d = 0]) => sum(cols, (s) => weight(n, g, r, s) * v(n, g, s, d)),
  );
  const values = b.at("values");
  b.add(
    "values_merged",
    "transpose",
    ["values"],
    ["B", target, "H", "K"],
    [batch, rows, h, k],
    "float32",
    ([n = 0, r = 0, g = 0, d = 0]) => values(n, g, r, d),
  );
  const merged = b.at("values_merged");
  const letter = spec.dAttention === null ? "D" : "A";
  b.add(
    "concat",
    "view",
    ["values_merged"],
    ["B", target, letter],
    [batch, rows, h * k],
    "float32",
    ([n = 0, r = 0, d = 0]) => merged(n, r, Math.floor(d / k), d % k),
  );
  if (spec.outputProjection)
    linear(b, spec, "output", "concat", "w_0", [batch, rows, spec.dModel], target, "D");
}
