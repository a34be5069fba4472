/** The sum of two tensors: positions added to embeddings, and residual connections. */

import { dot } from "../draw/asides/arithmetic.js";
import { digits } from "../draw/scale.js";
import { add as scene } from "../draw/scenes/block/add.js";
import { stepOf, valueAt } from "../draw/tensor_view.js";
import { range, shapeText } from "../module/shape.js";
import { realText } from "../words/number_text.js";
import { ofTwo, sign, total } from "./arithmetic.js";
import { type Asker, askShape, cellText, choiceQuestion, focusOnCell } from "./asking.js";
import { cell, EQUALS, mrow, mtable, name, PLUS } from "./mathml.js";
import { indices } from "./notation.js";
import type { Operation } from "./operation.js";

const sumShape = askShape({
  key: "sum_shape",
  axes: "B L D",
  slips: [
    ["B L 2*D", "added_not_joined"],
    ["B 2*L D", "added_not_joined"],
    ["2 B L D", "added_not_joined"],
  ],
  facts: ({ step: { inputs, shape } }) => ({
    first: inputs[0] ?? "",
    second: inputs[1] ?? "",
    of: shapeText(shape),
  }),
});

/** What does the residual connection add to the layer's output? */
const residualAdds: Asker = ({ hu, trace, step, pick }) => {
  const [input, sublayer] = step.inputs.map((name) => stepOf(trace, name));
  if (!input || !sublayer) return undefined;
  const cells = range(Math.min(step.data.length, 200)).map(() => step.shape.map((size) => pick.below(size)));
  const isClear = (x: number): boolean => Math.abs(x) > 0.1 && Math.abs(x) < 10;
  const index = cells.find((at) => isClear(valueAt(input, at)) && isClear(valueAt(sublayer, at)));
  if (!index) return undefined;
  const [x, y] = [valueAt(input, index), valueAt(sublayer, index)];
  const options = [
    { code: digits(valueAt(step, index)) },
    { code: digits(y), reason: "old_is_kept" },
    { code: digits(dot(hu, [x], [y])), reason: "added_not_multiplied" },
    { code: digits(dot(hu, [x, y], [0.5, 0.5])), reason: "no_mean" },
  ];
  return choiceQuestion("residual_adds", pick, options, {
    facts: { cell: cellText(step.name, index), first: input.name, second: sublayer.name },
    given: [
      { label: cellText(input.name, index), values: [digits(x)] },
      { label: cellText(sublayer.name, index), values: [digits(y)] },
    ],
    ...focusOnCell(trace, step, index),
  });
};

const arithmetic = ofTwo((e, a, b, piece) => [
  { pieces: [sign("  "), piece(a)], result: realText(a.value) },
  { pieces: [sign("+ "), piece(b)], result: realText(b.value) },
  { ...total(e), key: "add" },
]);

export const add: Operation = {
  ms: 4600,
  scene,
  arithmetic,
  formula({ name: id, inputs: [first = "", second = ""], axes }) {
    const at = indices(axes);
    return mtable(
      [mrow(cell(name(id), ...at), EQUALS, cell(name(first), ...at))],
      [mrow(PLUS, cell(name(second), ...at))],
    );
  },
  compute: (hu, input) => hu.add(input(0), input(1)),
  questions: { input_sum: [sumShape], residual_1: [residualAdds], residual_2: [residualAdds] },
};
