/** Builds the steps of a trace for tests: each is computed cell by cell, from the steps before it. */
import { cellCount } from "../../../web/src/module/shape.js";
import type { DType, LessonSpec, Op, Step } from "../../../web/src/module/types.js";

export type Spec = Required<LessonSpec>;

/** The default spec of the lessons in tests. */
export const COMMON_DEFAULTS: Omit<Spec, "lesson"> = {
  sequences: [[1, 2, 3], [4]],
  target: null,
  padId: 0,
  vocabSize: 10,
  dModel: 8,
  numHeads: 2,
  seed: 42,
  mask: null,
  maskFill: -1e12,
  bias: true,
  outputProjection: true,
  dAttention: null,
  positionalEncoding: false,
  feedForward: null,
  layerNorm: null,
};

/** The dtypes of results that are not float32. */
const DTYPES: Partial<Record<Op, DType>> = {
  pad: "int32",
  position_ids: "int32",
  triu: "int32",
  eq: "bool",
  not_equal: "bool",
  tril: "bool",
  logical_and: "bool",
  logical_or: "bool",
};

const longest = (rows: readonly (readonly number[])[]): number => Math.max(...rows.map((row) => row.length));

export class TraceBuilder {
  readonly spec: Spec;
  readonly steps: Step[];
  readonly #sizes: Readonly<Record<string, number>>;

  /** Adds to `steps`. The letters of axes have the sizes of the spec, unless `sizes` has others. */
  constructor(spec: Spec, steps: readonly Step[] = [], sizes: Readonly<Record<string, number>> = {}) {
    this.spec = spec;
    this.steps = [...steps];
    const width = spec.dAttention ?? spec.dModel;
    const length = longest(spec.sequences);
    this.#sizes = {
      "1": 1,
      B: spec.sequences.length,
      L: length,
      S: length,
      T: longest(spec.target ?? spec.sequences),
      H: spec.numHeads,
      D: spec.dModel,
      K: width / spec.numHeads,
      A: width,
      V: spec.vocabSize,
      P: length + 1,
      F: spec.feedForward?.dFf ?? 1,
      ...sizes,
    };
  }

  /** Adds a step; `inputs` are names separated by spaces, `axes` letters. Without `value`, its numbers are 0. */
  add(
    name: string,
    op: Op,
    inputs: string,
    axes: string,
    value: (index: number[]) => number = () => 0,
    dtype = DTYPES[op] ?? "float32",
  ): void {
    const letters = [...axes];
    const shape = letters.map((letter) => this.#sizes[letter] ?? 1);
    const strides = shape.map((_, axis) => cellCount(shape.slice(axis + 1)));
    const data = new { float32: Float32Array, int32: Int32Array, bool: Uint8Array }[dtype](cellCount(shape));
    for (let flat = 0; flat < data.length; flat++)
      data[flat] = value(strides.map((stride, axis) => Math.floor(flat / stride) % (shape[axis] ?? 1)));
    const made = inputs === "" ? [] : inputs.split(" ");
    this.steps.push({ name, op, inputs: made, axes: letters, shape, dtype, data } as Step);
  }

  has(name: string): boolean {
    return this.steps.some((step) => step.name === name);
  }

  step(name: string): Step {
    const step = this.steps.find((one) => one.name === name);
    if (!step) throw new Error(`there is no step ${name} yet`);
    return step;
  }

  /** The numbers of a step, by index. */
  at(name: string): (...index: number[]) => number {
    const { shape, data } = this.step(name);
    return (...index) =>
      data[index.reduce((flat, i, axis) => flat * (shape[axis] ?? 1) + i, 0)] ?? Number.NaN;
  }
}
