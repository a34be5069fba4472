/** What fills the parameters of a layer: numbers that are drawn, constant, or given from outside. */
import { appear, drawParameters } from "../draw/scenes/data/parameters.js";
import { stepOf } from "../draw/tensor_view.js";
import { type WrittenNumber, writtenWeights } from "../module/designed.js";
import type { Trace } from "../module/types.js";
import { sentence } from "./arithmetic.js";
import { type Asker, numberQuestion, stepIn } from "./asking.js";
import {
  axis,
  between,
  COMMA,
  cell,
  EQUALS,
  GAP,
  indices,
  layerOf,
  MINUS,
  mfrac,
  mi,
  mn,
  mo,
  mrow,
  msqrt,
  mtable,
  name,
  PLUS,
  parameter,
  shaped,
  stepNamed,
} from "./mathml.js";
import type { Operation } from "./operation.js";

/** base ∼ N(from, to) */
const distributed = (base: string, letter: string, from: string, to: string): string =>
  mrow(base, mo("∼"), mi(letter), between("(", mrow(from, COMMA, to), ")"));

const tableParameters: Asker = ({ trace, step }) => {
  const { vocabSize, dModel } = trace.spec;
  const places = stepOf(trace, "ids").data.length;
  return numberQuestion(
    "table_parameters",
    step.data.length,
    { rows_only: vocabSize, one_row_an_id: places * dModel, multiply: vocabSize + dModel },
    { facts: { tensor: step.name, vocab: String(vocabSize), dModel: String(dModel) } },
  );
};

/** How many parameters does the layer have whose weight is on the stage? */
const layerParameters: Asker = ({ trace, step }) => {
  const layer = step.name.slice(0, -".weight".length);
  const [outputs = 0, inputs = 0] = step.shape;
  const length = stepOf(trace, "ids").shape[1] ?? 1;
  const hasBias = stepIn(trace, `${layer}.bias`) !== undefined;
  const weights = outputs * inputs;
  const answer = hasBias ? weights + outputs : weights;
  return numberQuestion(
    hasBias ? "layer_parameters" : "layer_parameters_plain",
    answer,
    {
      ...(hasBias ? { bias_counts_too: weights } : { no_bias_here: weights + outputs }),
      ...{ one_weight: answer * length, not_per_head: answer * trace.spec.numHeads },
      multiply: inputs + outputs,
    },
    { facts: { layer, inputs: String(inputs), outputs: String(outputs) } },
  );
};

const feedForwardParameters: Asker = ({ trace }) => {
  const [first, second] = ["conv1.weight", "conv2.weight"].map((name) => stepIn(trace, name));
  if (!first || !second || !stepIn(trace, "conv1.bias")) return undefined;
  const [wide = 1, narrow = 1] = first.shape;
  const weights = first.data.length + second.data.length;
  const answer = weights + wide + narrow;
  const length = stepOf(trace, "ids").shape[1] ?? 1;
  return numberQuestion(
    "ff_parameters",
    answer,
    {
      bias_counts_too: weights,
      one_weight: answer * length,
      both_layers: first.data.length + wide,
      kernel_is_one: answer * 3,
    },
    { facts: { dModel: String(narrow), dFf: String(wide), weights: String(weights) } },
  );
};

const parameterQuestions: Readonly<Record<string, readonly Asker[]>> = {
  "embedding.weight": [tableParameters],
  "w_q.weight": [layerParameters],
  "conv1.weight": [feedForwardParameters],
};

/** The same number everywhere: the parameters of a layer norm. */
export const constant: Operation = {
  ms: 2200,
  scene: appear,
  arithmetic: sentence("constant"),
  formula: ({ name: id, axes, data }) =>
    mrow(cell(parameter(id), ...indices(axes)), EQUALS, mn(data[0] ?? 0)),
};

/** Numbers drawn from the standard normal distribution. */
export const normal: Operation = {
  ms: 2600,
  scene: drawParameters,
  arithmetic: sentence("drawNormal"),
  formula: ({ name: id, axes }) =>
    distributed(shaped(id.includes(".") ? parameter(id) : name(id), ...axes), "N", mn(0), mn(1)),
  questions: parameterQuestions,
};

/** Numbers drawn evenly between ±1/√(inputs), as PyTorch's layers draw their parameters. */
export const uniform: Operation = {
  ms: 2600,
  scene: drawParameters,
  arithmetic: sentence("drawUniform"),
  formula({ name: id, axes }, trace) {
    const weight = stepNamed(trace, `${layerOf(id)}.weight`);
    const bound = mfrac(mn(1), msqrt(axis(weight?.axes[1] ?? "D")));
    return distributed(shaped(parameter(id), ...axes), "U", mrow(MINUS, bound), bound);
  },
  questions: parameterQuestions,
};

/** The most rows of a written matrix that a formula lists. */
const MOST_ROWS = 8;

/** Each row of a matrix written by hand as a sum of the columns that it reads: q₁ = 4 x₂. */
function writtenFormula(id: string, trace: Trace): string | undefined {
  const numbers =
    id.endsWith(".weight") && id !== "embedding.weight" ? writtenWeights(trace)?.[id] : undefined;
  const rows = new Map<number, WrittenNumber[]>();
  for (const number of numbers ?? []) rows.set(number.row, [...(rows.get(number.row) ?? []), number]);
  if (rows.size === 0 || rows.size > MOST_ROWS) return undefined;
  const out = mi(id === "w_0.weight" ? "y" : id.charAt(2));
  return mtable(
    ...[...rows].map(([row, terms]) => [
      mrow(
        cell(out, mn(row + 1)),
        EQUALS,
        ...terms.flatMap(({ column, value }, i) => [
          ...(value < 0 ? [MINUS] : i > 0 ? [PLUS] : []),
          ...(Math.abs(value) === 1 ? [] : [mn(Math.abs(value)), GAP]),
          cell(mi("x"), mn(column + 1)),
        ]),
      ),
    ]),
  );
}

/** Weights from outside: a file's, a trained model's, or the designed ones; and any number set by hand. */
export const given: Operation = {
  ms: 2200,
  scene: appear,
  arithmetic: (e, piece, trace) =>
    sentence(e.terms[0]?.name === "changes" ? "byHand" : "given")(e, piece, trace),
  formula: ({ name: id, axes }, trace) =>
    writtenFormula(id, trace) ?? mrow(shaped(parameter(id), ...axes), EQUALS, name(id)),
  questions: parameterQuestions,
};
