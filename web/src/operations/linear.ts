/** A linear layer: queries, keys, values, and the output. */

import { linear as scene } from "../draw/scenes/attention/product.js";
import { stepOf, valueAt } from "../draw/tensor_view.js";
import { range } from "../module/shape.js";
import { layerSum } from "./arithmetic.js";
import {
  type Asker,
  askShape,
  cellText,
  choiceQuestion,
  focusOnCell,
  inputFacts,
  inputOf,
  numberQuestion,
  rowOf,
  stepIn,
  tokensOf,
  writtenOf,
} from "./asking.js";
import { EQUALS, GAP, mrow, msubsup, PLUS, shaped, TRANSPOSED } from "./mathml.js";
import { factor, inputsOf, layerOf, letterOf, parameter, parameterLetter, subscript } from "./notation.js";
import type { Operation } from "./operation.js";

const projectionShape = askShape({
  key: "projection_shape",
  axes: "B L A",
  sizes({ trace, step }, { A = 1 }) {
    const { numHeads, dModel } = trace.spec;
    const { queries, keys } = tokensOf(trace);
    const other = (step.name === "q" ? keys : queries).shape[1] ?? 1;
    return { other, H: numHeads, K: A / numHeads, D: dModel };
  },
  slips: [
    ["B other A", "length_of_its_input"],
    ["B L H K", "not_split_yet"],
    ["B L D", "outputs_of_the_layer"],
    ["B A L", "features_last"],
    ["A D", "not_the_weight"],
  ],
  facts: (asking, { A }) => ({
    ...inputFacts(asking),
    layer: `w_${asking.step.name}`,
    outputs: String(A),
  }),
});

const biasAdded: Asker = ({ trace, step, pick }) => {
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
    ...focusOnCell(trace, step, index),
  });
};

/** Searching this many positions is enough to find a pair. */
const MOST_PLACES = 200;

/** Two positions with the same token: are the rows computed from them equal? */
const sameToken: Asker = ({ trace, step, pick }) => {
  const ids = stepOf(trace, "ids");
  const places = writtenOf(trace, ids).slice(0, MOST_PLACES);
  const pairs = places.flatMap((first, i) =>
    places
      .slice(i + 1)
      .filter((second) => second[1] !== first[1] && valueAt(ids, second) === valueAt(ids, first))
      .map((second) => [first, second] as const),
  );
  const pair = pick.one(pairs);
  if (!pair) return undefined;
  const [first, second] = pair;
  const [a, b] = [rowOf(step, first), rowOf(step, second)];
  const equal = range(a.length).every((i) => Math.abs((a[i] ?? 0) - (b[i] ?? 0)) < 1e-6);
  const same = { word: "rows_same", ...(equal ? {} : { reason: "position_was_added" }) };
  const place = { word: "rows_differ_place", ...(equal ? { reason: "no_position_here" } : {}) };
  const options = [
    ...(equal ? [same, place] : [place, same]),
    { word: "rows_differ_weights", reason: "one_weight" },
    { word: "rows_differ_draws", reason: "no_new_draw" },
  ];
  return choiceQuestion(equal ? "same_token" : "same_token_places", pick, options, {
    facts: {
      id: String(valueAt(ids, first)),
      first: cellText("ids", first),
      second: cellText("ids", second),
      firstRow: cellText(step.name, first),
      secondRow: cellText(step.name, second),
    },
    ...focusOnCell(trace, step, [...first, 0]),
  });
};

/** How many numbers of concat contribute to one number of the output? */
const outputMixes: Asker = (asking) => {
  const { trace, step, pick } = asking;
  const { name: input, shape } = inputOf(asking);
  const [length = 1, width = 1] = shape.slice(-2);
  const { numHeads } = trace.spec;
  // With one head there is nothing to mix.
  if (numHeads < 2) return undefined;
  const index = step.shape.map((size) => pick.below(size));
  return numberQuestion(
    "output_mixes",
    width,
    [
      [width / numHeads, "all_heads_meet"],
      [1, "row_meets_row"],
      [length * width, "token_by_token"],
      [length, "token_by_token"],
    ],
    {
      facts: { cell: cellText(step.name, index), input, heads: String(numHeads) },
      ...focusOnCell(trace, step, index),
    },
  );
};

const outputShape = askShape({
  key: "output_shape",
  axes: "B L D",
  sizes: ({ trace }, { D = 1 }) => ({ H: trace.spec.numHeads, K: D / trace.spec.numHeads }),
  slips: [
    ["B L K", "outputs_of_the_layer"],
    ["B H L K", "already_joined"],
    ["D D", "not_the_weight"],
    ["B L L", "not_the_scores"],
  ],
  facts: (asking) => ({ ...inputFacts(asking), dModel: String(asking.trace.spec.dModel) }),
});

export const linear: Operation = {
  ms: 8000,
  scene,
  arithmetic: layerSum,
  formula(step, trace) {
    const [input, weight, bias] = inputsOf(step, trace);
    const id = weight?.name ?? "w_0.weight";
    return mrow(
      shaped(letterOf(step.name), ...step.axes.slice(1)),
      EQUALS,
      input ? factor(input) : "",
      GAP,
      shaped(
        msubsup(parameterLetter(id), subscript(layerOf(id)), TRANSPOSED),
        ...[...(weight?.axes ?? [])].reverse(),
      ),
      bias ? PLUS + shaped(parameter(bias.name), ...bias.axes) : "",
    );
  },
  compute: (hu, input, { inputs }) => hu.linear(input(0), input(1), inputs.length > 2 ? input(2) : undefined),
  questions: {
    q: [projectionShape, biasAdded],
    k: [projectionShape],
    v: [sameToken],
    output: [outputMixes, outputShape],
  },
};
