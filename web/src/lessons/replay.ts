/**
 * A trace with one change: changed steps and those that depend on them are recomputed with the core's operations, on
 * demand. All other steps are taken from the trace unchanged.
 */
import { fillOf, headSize } from "../draw/asides/row.js";
import { stepOf } from "../draw/tensor_view.js";
import type { Core } from "../module/page_entry.js";
import type { Op, Step, Tensor, Trace } from "../module/types.js";
import { maskedFill, product, scaled, transposed, transposedLastTwo, viewed } from "./tensors.js";

/** A step of the other run, by its name. */
export type StepByName = (name: string) => Step;
/** Computes the replacement of a step. */
export type Change = (of: StepByName, step: Step) => Tensor;
export type Changes = Readonly<Record<string, Change>>;

export function replay(hu: Core, trace: Trace, changes: Changes): StepByName {
  const cache = new Map<string, Step>();
  const stepByName: StepByName = (name) => {
    const step = cache.get(name) ?? compute(name);
    cache.set(name, step);
    return step;
  };
  const compute = (name: string): Step => {
    const step = stepOf(trace, name);
    const change = changes[name];
    if (change) return { ...step, ...change(stepByName, step) };
    const inputs = step.inputs.map(stepByName);
    if (inputs.every((input) => input === stepOf(trace, input.name))) return step;
    return { ...step, ...recomputed(hu, trace, step, inputs) };
  };
  return stepByName;
}

/** The mask value that means "ignore" in this lesson: 1 in the transformer block, 0 elsewhere. */
export const hidingBit = ({ spec }: Trace): 0 | 1 => (spec.lesson === "transformer-block" ? 1 : 0);

type Operation = (hu: Core, inputs: readonly Step[], step: Step, trace: Trace) => Tensor;

function recomputed(hu: Core, trace: Trace, step: Step, inputs: readonly Step[]): Tensor {
  const operation = OPERATIONS[step.op];
  if (!operation) throw new Error(`${step.op} follows from nothing that is changed`);
  return operation(hu, inputs, step, trace);
}

const input = (inputs: readonly Step[], i: number): Step => {
  const found = inputs[i];
  if (!found) throw new Error(`an operation without its input ${i}`);
  return found;
};

/** q kᵀ / √d_k; in the block's warm-up the vectors are longer than d_k, the size of a head. */
const scores: Operation = (hu, inputs, _, trace) => {
  const [q, k] = [input(inputs, 0), input(inputs, 1)];
  const size = headSize(trace);
  if (q.shape.at(-1) === size) return hu.scaledDotProductAttention(q, k, k).scores;
  return scaled(hu, product(hu, q, k), 1 / Math.sqrt(size));
};

/** A convolution of kernel 1 is a linear layer; its sequence axis comes last. */
const conv1d: Operation = (hu, inputs, step) => {
  const [x, weight, bias] = [input(inputs, 0), input(inputs, 1), input(inputs, 2)];
  const layer = viewed(weight, weight.shape.slice(0, 2));
  const rows = x.axes[1] === "F" ? transposedLastTwo(x) : x;
  const output = hu.linear(rows, layer, bias);
  return step.axes[1] === "F" ? transposedLastTwo(output) : output;
};

const OPERATIONS: Readonly<Partial<Record<Op, Operation>>> = {
  embedding: (hu, inputs) => hu.embedding(input(inputs, 0), input(inputs, 1)),
  linear: (hu, inputs) => hu.linear(input(inputs, 0), input(inputs, 1), inputs[2]),
  view: (_, inputs, { shape }) => viewed(input(inputs, 0), shape),
  transpose: (_, inputs) => transposed(input(inputs, 0), 1, 2),
  scaled_dot_product: scores,
  masked_fill: (_, inputs, __, trace) =>
    maskedFill(input(inputs, 0), input(inputs, 1), fillOf(trace), hidingBit(trace)),
  softmax: (hu, inputs) => hu.softmax(input(inputs, 0)),
  weighted_sum: (hu, inputs) => product(hu, input(inputs, 0), transposedLastTwo(input(inputs, 1))),
  add: (hu, inputs) => hu.add(input(inputs, 0), input(inputs, 1)),
  layer_norm: (hu, inputs) => hu.layerNorm(input(inputs, 0), input(inputs, 1), input(inputs, 2)),
  conv1d,
  gelu: (hu, inputs) => hu.gelu(input(inputs, 0)),
  relu: (hu, inputs) => hu.relu(input(inputs, 0)),
};
