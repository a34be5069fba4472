/** Questions about the layers that compute queries, keys and values: parameters, biases, one weight for all tokens. */

import { sumOf } from "../../draw/asides/arithmetic.js";
import { stepOf, valueAt } from "../../draw/tensor_view.js";
import { range } from "../../module/shape.js";
import {
  type Asker,
  cellText,
  choiceQuestion,
  inputOf,
  numberQuestion,
  rowOf,
  shapeQuestion,
  stepIn,
  tokensOf,
} from "./kit.js";

/** How many parameters does the layer have whose weight is on the stage? */
export const layerParameters: Asker = ({ trace, step }) => {
  const layer = step.name.slice(0, -".weight".length);
  const [outputs = 0, inputs = 0] = step.shape;
  const { numHeads } = trace.spec;
  const length = stepOf(trace, "ids").shape[1] ?? 1;
  const hasBias = stepIn(trace, `${layer}.bias`) !== undefined;
  const weights = outputs * inputs;
  const answer = hasBias ? weights + outputs : weights;
  const slips = [
    { answer: hasBias ? weights : weights + outputs, reason: hasBias ? "bias_counts_too" : "no_bias_here" },
    { answer: answer * length, reason: "one_weight" },
    { answer: answer * numHeads, reason: "not_per_head" },
    { answer: inputs + outputs, reason: "multiply" },
  ];
  return numberQuestion(hasBias ? "layer_parameters" : "layer_parameters_plain", answer, slips, {
    facts: { layer, inputs: String(inputs), outputs: String(outputs) },
  });
};

export const projectionShape: Asker = ({ trace, step }) => {
  const { numHeads, dModel } = trace.spec;
  const [sentences = 1, length = 1, width = 1] = step.shape;
  const { queries, keys } = tokensOf(trace);
  const other = (step.name === "q" ? keys : queries).shape[1] ?? 1;
  const slips = [
    { answer: [sentences, other, width], reason: "length_of_its_input" },
    { answer: [sentences, length, numHeads, width / numHeads], reason: "not_split_yet" },
    { answer: [sentences, length, dModel], reason: "outputs_of_the_layer" },
    { answer: [sentences, width, length], reason: "features_last" },
    { answer: [width, dModel], reason: "not_the_weight" },
  ];
  const facts = { ...inputOf(trace, step).facts, layer: `w_${step.name}`, outputs: String(width) };
  return shapeQuestion("projection_shape", step, slips, { facts });
};

export const biasAdded: Asker = ({ trace, step, pick }) => {
  const bias = stepIn(trace, step.inputs[2]);
  if (!bias) return undefined;
  const [sentences = 1, length = 1, width = 1] = step.shape;
  const [sentence, row, col] = [pick.below(sentences), pick.below(length), pick.below(width)];
  const other = step.name === "q" ? "w_k.bias" : "w_q.bias";
  const options = [
    { code: cellText(bias.name, [col]) },
    row < width ? { code: cellText(bias.name, [row]), reason: "bias_by_column" } : undefined,
    { code: cellText(bias.name, [(col + 1) % width]), reason: "bias_by_column" },
    { code: cellText(other, [col]), reason: "own_bias" },
  ];
  const index = [sentence, row, col];
  return choiceQuestion("bias_added", pick, options, {
    facts: { cell: cellText(step.name, index) },
    focus: { batch: sentence },
    lit: { name: step.name, index },
  });
};

/** Searching this many positions is enough to find a pair. */
const MOST_PLACES = 200;

/** Two positions with the same token: are the rows computed from them equal? */
export const sameToken: Asker = ({ trace, step, pick }) => {
  const ids = stepOf(trace, "ids");
  const width = ids.shape[1] ?? 1;
  const index = (at: number): number[] => [Math.floor(at / width), at % width];
  const places = [...ids.data.keys()].filter((at) => ids.data[at] !== trace.spec.padId).slice(0, MOST_PLACES);
  const pairs = places.flatMap((at) =>
    places
      .filter((other) => other > at && other % width !== at % width && ids.data[other] === ids.data[at])
      .map((other) => [at, other] as const),
  );
  const pair = pick.one(pairs);
  if (!pair) return undefined;
  const [first, second] = [index(pair[0]), index(pair[1])];
  const [a, b] = [rowOf(step, first), rowOf(step, second)];
  const equal = range(a.length).every((i) => Math.abs((a[i] ?? 0) - (b[i] ?? 0)) < 1e-6);
  const same = { word: "rows_same", ...(equal ? {} : { reason: "position_was_added" }) };
  const place = { word: "rows_differ_place", ...(equal ? { reason: "no_position_here" } : {}) };
  const others = [
    equal ? place : same,
    { word: "rows_differ_weights", reason: "one_weight" },
    { word: "rows_differ_draws", reason: "no_new_draw" },
  ];
  return choiceQuestion(equal ? "same_token" : "same_token_places", pick, [equal ? same : place, ...others], {
    facts: {
      id: String(valueAt(ids, first)),
      first: cellText("ids", first),
      second: cellText("ids", second),
      firstRow: cellText(step.name, first),
      secondRow: cellText(step.name, second),
    },
    focus: { batch: first[0] ?? 0 },
    lit: { name: step.name, index: [...first, 0] },
  });
};

export const normMean: Asker = ({ hu, trace, step, pick }) => {
  const [input, weight, bias] = step.inputs.map((name) => stepOf(trace, name));
  const plain = weight?.data.every((x) => x === 1) && bias?.data.every((x) => x === 0);
  if (!input || !plain) return undefined;
  const row = [pick.below(step.shape[0] ?? 1), pick.below(step.shape[1] ?? 1)];
  const mean = (values: readonly number[]): number => sumOf(hu, values) / values.length;
  const slips = [
    { answer: 1, reason: "one_is_the_deviation" },
    { answer: mean(rowOf(input, row)), reason: "mean_before" },
  ];
  const rest = {
    facts: { row: cellText(step.name, row) },
    focus: { batch: row[0] ?? 0 },
    lit: { name: step.name, index: [...row, 0] },
  };
  const answer = mean(rowOf(step, row));
  return !(Math.abs(answer) <= 1e-3) ? undefined : numberQuestion("norm_mean", 0, slips, rest, 0.01);
};
