/** Questions about the feed-forward layer: its parameters, shapes and activation, and that it sees one token at a time. */
import { digits } from "../../draw/scale.js";
import { indexAt, stepOf, valueAt } from "../../draw/tensor_view.js";
import {
  type Asker,
  cellText,
  choiceQuestion,
  inputOf,
  numberQuestion,
  shapeQuestion,
  stepIn,
} from "./kit.js";
import { focusOnCell } from "./scores.js";

export const feedForwardParameters: Asker = ({ trace }) => {
  const [first, second] = ["conv1.weight", "conv2.weight"].map((name) => stepIn(trace, name));
  if (!first || !second || !stepIn(trace, "conv1.bias")) return undefined;
  const [wide = 1, narrow = 1] = first.shape;
  const weights = first.data.length + second.data.length;
  const answer = weights + wide + narrow;
  const length = stepOf(trace, "ids").shape[1] ?? 1;
  const slips = [
    { answer: weights, reason: "bias_counts_too" },
    { answer: answer * length, reason: "one_weight" },
    { answer: first.data.length + wide, reason: "both_layers" },
    { answer: answer * 3, reason: "kernel_is_one" },
  ];
  const facts = { dModel: String(narrow), dFf: String(wide), weights: String(weights) };
  return numberQuestion("ff_parameters", answer, slips, { facts });
};

export const ff1Shape: Asker = ({ trace, step }) => {
  const [sentences = 1, wide = 1, length = 1] = step.shape;
  const { input, facts } = inputOf(trace, step);
  const slips = [
    { answer: [sentences, length, wide], reason: "channels_in_the_middle" },
    { answer: input.shape, reason: "layer_widens" },
    { answer: [sentences, input.shape[2] ?? 1, length], reason: "layer_widens" },
  ];
  return shapeQuestion("ff1_shape", step, slips, { facts: { ...facts, dFf: String(wide) } });
};

export const ff3Shape: Asker = ({ trace, step }) => {
  const [sentences = 1, length = 1, width = 1] = step.shape;
  const { input, facts } = inputOf(trace, step);
  const slips = [
    { answer: [sentences, width, length], reason: "axes_put_back" },
    { answer: [sentences, length, input.shape[1] ?? 1], reason: "layer_narrows" },
    { answer: input.shape, reason: "layer_narrows" },
  ];
  return shapeQuestion("ff3_shape", step, slips, { facts: { ...facts, dModel: String(width) } });
};

/** What does the activation make of a number a little below zero, where GELU and ReLU differ? */
export const activated: Asker = ({ hu, trace, step, pick }) => {
  const input = stepOf(trace, step.inputs[0] ?? "");
  const near = [...input.data.keys()].filter((at) => {
    const x = input.data[at] ?? 0;
    return x > -1.2 && x < -0.2;
  });
  const at = pick.one(near);
  if (at === undefined) return undefined;
  const index = indexAt(step.shape, at);
  const [before, after] = [valueAt(input, index), valueAt(step, index)];
  const isGelu = step.op === "gelu";
  const options = [
    ...(isGelu
      ? [
          { code: digits(after) },
          { code: "0", reason: "that_is_relu" },
          { code: digits(before), reason: "not_the_same" },
        ]
      : [
          { code: "0" },
          { code: digits(hu.gelu([before]).data[0] ?? 0), reason: "that_is_gelu" },
          { code: digits(before), reason: "relu_keeps_positive" },
        ]),
    { code: digits(-before), reason: "no_absolute" },
  ];
  return choiceQuestion(isGelu ? "gelu_near_zero" : "relu_below_zero", pick, options, {
    facts: { cell: cellText(step.name, index), before: digits(before), input: cellText(input.name, index) },
    ...focusOnCell(trace, step, index),
  });
};

/** How many tokens affect one token's result? */
export const positionWise: Asker = ({ trace, step, pick }) => {
  const [sentences = 1, length = 1] = step.shape;
  const row = [pick.below(sentences), pick.below(length)];
  const slips = [
    { answer: length, reason: "attention_mixes_tokens" },
    { answer: 3, reason: "kernel_is_one" },
    { answer: 2, reason: "kernel_is_one" },
    { answer: 0, reason: "its_own_token" },
  ];
  return numberQuestion("position_wise", 1, slips, {
    facts: { row: cellText(step.name, row), input: stepOf(trace, "ff_1").inputs[0] ?? "" },
    ...focusOnCell(trace, step, [...row, 0]),
  });
};
