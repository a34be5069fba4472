/** What the operations that fill parameters share: the letter of a parameter, and the questions about tables of weights. */
import { stepOf } from "../draw/tensor_view.js";
import { type Asker, numberQuestion, stepIn } from "./asking.js";
import { between, COMMA, mi, mo, mrow } from "./mathml.js";

/** base ∼ N(from, to) */
export const distributed = (base: string, letter: string, from: string, to: string): string =>
  mrow(base, mo("∼"), mi(letter), between("(", mrow(from, COMMA, to), ")"));

const tableParameters: Asker = ({ trace, step }) => {
  const { vocabSize, dModel } = trace.spec;
  const places = stepOf(trace, "ids").data.length;
  return numberQuestion(
    "table_parameters",
    step.data.length,
    [
      [vocabSize, "rows_only"],
      [places * dModel, "one_row_an_id"],
      [vocabSize + dModel, "multiply"],
    ],
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
    [
      hasBias ? [weights, "bias_counts_too"] : [weights + outputs, "no_bias_here"],
      [answer * length, "one_weight"],
      [answer * trace.spec.numHeads, "not_per_head"],
      [inputs + outputs, "multiply"],
    ],
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
    [
      [weights, "bias_counts_too"],
      [answer * length, "one_weight"],
      [first.data.length + wide, "both_layers"],
      [answer * 3, "kernel_is_one"],
    ],
    { facts: { dModel: String(narrow), dFf: String(wide), weights: String(weights) } },
  );
};

export const parameterQuestions: Readonly<Record<string, readonly Asker[]>> = {
  "embedding.weight": [tableParameters],
  "w_q.weight": [layerParameters],
  "conv1.weight": [feedForwardParameters],
};
