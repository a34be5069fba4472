/** The tiny trace plus the rest of a transformer block: two convolutions, the activation between them, and layer norms. */
import type { LessonSpec, Trace } from "../../web/src/module/types.js";
import { tinyTrace } from "./trace_fixture.js";
import { type Spec, TraceBuilder } from "./traces/trace_builder.js";

export function feedForwardTrace(overrides: Partial<LessonSpec> = {}): Trace {
  const { spec, steps } = tinyTrace({ feedForward: { dFf: 6 }, ...overrides });
  const b = new TraceBuilder(spec as Spec, steps);
  const [d, f] = [spec.dModel, spec.feedForward?.dFf ?? 1];
  for (const [name, out, into, inner] of [
    ["conv1", "F", "D", d],
    ["conv2", "D", "F", f],
  ] as const) {
    b.add(`${name}.weight`, "uniform", "", `${out}${into}1`, (i) => wave(i, 1) / Math.sqrt(inner));
    b.add(`${name}.bias`, "uniform", "", out, (i) => wave(i, 2) / Math.sqrt(inner));
  }
  b.add("norm_1.weight", "constant", "", "D", () => 1);
  b.add("norm_1.bias", "constant", "", "D");
  const output = b.at("output");
  b.add("norm_1", "layer_norm", "output norm_1.weight norm_1.bias", "BLD", ([n = 0, p = 0, c = 0]) => {
    const row = Array.from({ length: d }, (_, i) => output(n, p, i));
    const mean = sum(row) / d;
    return ((row[c] ?? 0) - mean) / Math.sqrt(sum(row.map((x) => (x - mean) ** 2)) / d + 1e-5);
  });
  const [w1, b1] = [b.at("conv1.weight"), b.at("conv1.bias")];
  b.add(
    "ff_1",
    "conv1d",
    "output conv1.weight conv1.bias",
    "BFL",
    ([n = 0, o = 0, p = 0]) =>
      b1(o) + sum(Array.from({ length: d }, (_, i) => w1(o, i, 0) * output(n, p, i))),
  );
  const ff1 = b.at("ff_1");
  const activation = spec.feedForward?.activation ?? "gelu";
  b.add("ff_2", activation, "ff_1", "BFL", (i) =>
    activation === "relu" ? Math.max(0, ff1(...i)) : ff1(...i) * phi(ff1(...i)),
  );
  const [w2, b2, ff2] = [b.at("conv2.weight"), b.at("conv2.bias"), b.at("ff_2")];
  b.add(
    "ff_3",
    "conv1d",
    "ff_2 conv2.weight conv2.bias",
    "BLD",
    ([n = 0, p = 0, o = 0]) => b2(o) + sum(Array.from({ length: f }, (_, i) => w2(o, i, 0) * ff2(n, i, p))),
  );
  return { spec, steps: b.steps };
}

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
const wave = (index: readonly number[], salt: number): number =>
  Math.sin(salt + index.reduce((a, i) => a * 7.1 + i, 1));

/** Φ(x) by numerical integration of the density: slow, but independent of the scene's formula. */
export function phi(x: number): number {
  const steps = 400;
  const h = x / steps;
  let area = 0;
  for (let i = 0; i < steps; i++) area += Math.exp(-(((i + 0.5) * h) ** 2) / 2) * h;
  return 0.5 + area / Math.sqrt(2 * Math.PI);
}
