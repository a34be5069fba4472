/** A convolution one token wide: the two layers of the feed-forward network. Its tokens are the last axis. */

import { conv1d as scene } from "../draw/scenes/block/conv1d.js";
import { stepOf } from "../draw/tensor_view.js";
import { layerSum } from "./arithmetic.js";
import {
  type Asker,
  askShape,
  cellText,
  focusOnCell,
  inputFacts,
  inputOf,
  numberQuestion,
} from "./asking.js";
import { between, EQUALS, GAP, mrow, msup, PLUS, shaped, TRANSPOSED } from "./mathml.js";
import { factor, inputsOf, parameter } from "./notation.js";
import type { Operation } from "./operation.js";
import { transposedLastTwo, viewed } from "./tensors.js";

const ff1Shape = askShape({
  key: "ff1_shape",
  axes: "B F L",
  sizes: (asking) => ({ D: inputOf(asking).shape[2] ?? 1 }),
  slips: [
    ["B L F", "channels_in_the_middle"],
    ["B L D", "layer_widens"],
    ["B D L", "layer_widens"],
  ],
  facts: (asking, { F }) => ({ ...inputFacts(asking), dFf: String(F) }),
});

const ff3Shape = askShape({
  key: "ff3_shape",
  axes: "B L D",
  sizes: (asking) => ({ F: inputOf(asking).shape[1] ?? 1 }),
  slips: [
    ["B D L", "axes_put_back"],
    ["B L F", "layer_narrows"],
    ["B F L", "layer_narrows"],
  ],
  facts: (asking, { D }) => ({ ...inputFacts(asking), dModel: String(D) }),
});

/** How many tokens affect one token's result? */
const positionWise: Asker = ({ trace, step, pick }) => {
  const [sentences = 1, length = 1] = step.shape;
  const row = [pick.below(sentences), pick.below(length)];
  return numberQuestion(
    "position_wise",
    1,
    [
      [length, "attention_mixes_tokens"],
      [3, "kernel_is_one"],
      [2, "kernel_is_one"],
      [0, "its_own_token"],
    ],
    {
      facts: { row: cellText(step.name, row), input: stepOf(trace, "ff_1").inputs[0] ?? "" },
      ...focusOnCell(trace, step, [...row, 0]),
    },
  );
};

export const conv1d: Operation = {
  ms: 8000,
  scene,
  /** Conv1d expects channels × tokens, so tensors of tokens × channels are transposed before and after it. */
  arithmetic: layerSum,
  formula(step, trace) {
    const [input, weight, bias] = inputsOf(step, trace);
    const [out, into] = weight?.axes ?? [];
    const sum = mrow(
      shaped(parameter(weight?.name ?? ""), ...(weight?.axes.slice(0, 2) ?? [])),
      GAP,
      input ? factor(input, input.axes.at(-1) === into) : "",
      bias ? PLUS + shaped(parameter(bias.name), ...bias.axes) : "",
    );
    const isBack = step.axes.at(-1) === out;
    return mrow(factor(step), EQUALS, isBack ? msup(between("(", sum, ")"), TRANSPOSED) : sum);
  },
  /** With a kernel of one it is a linear layer. */
  compute(hu, input, step) {
    const [x, weight, bias] = [input(0), input(1), input(2)];
    const layer = viewed(weight, weight.shape.slice(0, 2));
    const rows = x.axes[1] === "F" ? transposedLastTwo(x) : x;
    const output = hu.linear(rows, layer, bias);
    return step.axes[1] === "F" ? transposedLastTwo(output) : output;
  },
  questions: { ff_1: [ff1Shape], ff_3: [ff3Shape, positionWise] },
};
