/** The tiny trace plus the rest of a transformer block: two convolutions, the activation between them, and layer norms. */
import { cellCount } from "../../web/src/module/shape.js";
import type { LessonSpec, Op, Step, Trace } from "../../web/src/module/types.js";
import { tinyTrace } from "./trace_fixture.js";

type Value = (index: readonly number[]) => number;

export function feedForwardTrace(overrides: Partial<LessonSpec> = {}): Trace {
  const { spec, steps: before } = tinyTrace({ feedForward: { dFf: 6 }, ...overrides });
  const steps: Step[] = [...before];
  const add = (
    name: string,
    op: Op,
    inputs: string[],
    axes: string[],
    shape: number[],
    value: Value,
  ): void => {
    const data = Float32Array.from({ length: cellCount(shape) }, (_, flat) => value(indexOf(shape, flat)));
    steps.push({ name, op, inputs, axes, shape, dtype: "float32", data } as Step);
  };
  const at = (name: string): Value => {
    const step = steps.find((s) => s.name === name);
    if (!step) throw new Error(`no step ${name}`);
    return (index) =>
      step.data[index.reduce((flat, i, axis) => flat * (step.shape[axis] ?? 1) + i, 0)] ?? NaN;
  };
  const [b = 1, l = 1, d = 1] = steps.find((s) => s.name === "output")?.shape ?? [];
  const f = spec.feedForward?.dFf ?? 1;
  const layers = [["conv1", "F", "D", f, d] as const, ["conv2", "D", "F", d, f] as const];
  for (const [name, out, into, rows, cols] of layers) {
    add(
      `${name}.weight`,
      "uniform",
      [],
      [out, into, "1"],
      [rows, cols, 1],
      (i) => wave(i, 1) / Math.sqrt(cols),
    );
    add(`${name}.bias`, "uniform", [], [out], [rows], (i) => wave(i, 2) / Math.sqrt(cols));
  }
  add("norm_1.weight", "constant", [], ["D"], [d], () => 1);
  add("norm_1.bias", "constant", [], ["D"], [d], () => 0);
  const output = at("output");
  const norm = ["output", "norm_1.weight", "norm_1.bias"];
  add("norm_1", "layer_norm", norm, ["B", "L", "D"], [b, l, d], ([n = 0, p = 0, c = 0]) => {
    const row = Array.from({ length: d }, (_, i) => output([n, p, i]));
    const mean = sum(row) / d;
    return ((row[c] ?? 0) - mean) / Math.sqrt(sum(row.map((x) => (x - mean) ** 2)) / d + 1e-5);
  });
  const [w1, b1] = [at("conv1.weight"), at("conv1.bias")];
  const conv = (name: string, from: string): string[] => [from, `${name}.weight`, `${name}.bias`];
  add(
    "ff_1",
    "conv1d",
    conv("conv1", "output"),
    ["B", "F", "L"],
    [b, f, l],
    ([n = 0, o = 0, p = 0]) =>
      b1([o]) + sum(Array.from({ length: d }, (_, i) => w1([o, i, 0]) * output([n, p, i]))),
  );
  const ff1 = at("ff_1");
  const activation = spec.feedForward?.activation ?? "gelu";
  add("ff_2", activation, ["ff_1"], ["B", "F", "L"], [b, f, l], (i) =>
    activation === "relu" ? Math.max(0, ff1(i)) : ff1(i) * phi(ff1(i)),
  );
  const [w2, b2, ff2] = [at("conv2.weight"), at("conv2.bias"), at("ff_2")];
  add(
    "ff_3",
    "conv1d",
    conv("conv2", "ff_2"),
    ["B", "L", "D"],
    [b, l, d],
    ([n = 0, p = 0, o = 0]) =>
      b2([o]) + sum(Array.from({ length: f }, (_, i) => w2([o, i, 0]) * ff2([n, i, p]))),
  );
  return { spec, steps };
}

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
const wave = (index: readonly number[], salt: number): number =>
  Math.sin(salt + index.reduce((a, i) => a * 7.1 + i, 1));

function indexOf(shape: readonly number[], flat: number): number[] {
  const index: number[] = [];
  let rest = flat;
  for (const size of [...shape].reverse()) {
    index.unshift(rest % size);
    rest = Math.floor(rest / size);
  }
  return index;
}

/** Φ(x) by numerical integration of the density: slow, but independent of the scene's formula. */
export function phi(x: number): number {
  const steps = 400;
  const h = x / steps;
  let area = 0;
  for (let i = 0; i < steps; i++) area += Math.exp(-(((i + 0.5) * h) ** 2) / 2) * h;
  return 0.5 + area / Math.sqrt(2 * Math.PI);
}
