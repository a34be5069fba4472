/** Layers: linear ones, layer norm, and the sums between them. */
import { dot, sumOf } from "../draw/asides/arithmetic.js";
import { digits } from "../draw/scale.js";
import { linear as linearScene } from "../draw/scenes/attention/product.js";
import { add as addScene } from "../draw/scenes/block/add.js";
import { conv1d as conv1dScene } from "../draw/scenes/block/conv1d.js";
import { layerNorm as layerNormScene } from "../draw/scenes/block/layer_norm.js";
import { stepOf, valueAt } from "../draw/tensor_view.js";
import { range, shapeText } from "../module/shape.js";
import { realText } from "../words/number_text.js";
import {
  detail,
  inBrackets,
  inputRow,
  layerSum,
  list,
  ofTwo,
  result,
  rowPieces,
  sign,
  total,
} from "./arithmetic.js";
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
import {
  between,
  cell,
  EQUALS,
  factor,
  GAP,
  indices,
  inputsOf,
  layerOf,
  letterOf,
  MINUS,
  mfrac,
  mi,
  mn,
  mo,
  mrow,
  msqrt,
  msubsup,
  msup,
  mtable,
  name,
  PLUS,
  parameter,
  parameterLetter,
  shaped,
  subscript,
  TRANSPOSED,
} from "./mathml.js";
import type { Operation } from "./operation.js";
import { transposedLastTwo, viewed } from "./tensors.js";

const projectionShape = askShape({
  key: "projection_shape",
  axes: "B L A",
  sizes({ trace, step }, { A = 1 }) {
    const { numHeads, dModel } = trace.spec;
    const { queries, keys } = tokensOf(trace);
    const other = (step.name === "q" ? keys : queries).shape[1] ?? 1;
    return { other, H: numHeads, K: A / numHeads, D: dModel };
  },
  slips: {
    length_of_its_input: "B other A",
    not_split_yet: "B L H K",
    outputs_of_the_layer: "B L D",
    features_last: "B A L",
    not_the_weight: "A D",
  },
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
    { all_heads_meet: width / numHeads, row_meets_row: 1, token_by_token: [length * width, length] },
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
  slips: {
    outputs_of_the_layer: "B L K",
    already_joined: "B H L K",
    not_the_weight: "D D",
    not_the_scores: "B L L",
  },
  facts: (asking) => ({ ...inputFacts(asking), dModel: String(asking.trace.spec.dModel) }),
});

/** A linear layer: queries, keys, values, and the output. */
export const linear: Operation = {
  ms: 8000,
  scene: linearScene,
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

const ff1Shape = askShape({
  key: "ff1_shape",
  axes: "B F L",
  sizes: (asking) => ({ D: inputOf(asking).shape[2] ?? 1 }),
  slips: { channels_in_the_middle: "B L F", layer_widens: ["B L D", "B D L"] },
  facts: (asking, { F }) => ({ ...inputFacts(asking), dFf: String(F) }),
});

const ff3Shape = askShape({
  key: "ff3_shape",
  axes: "B L D",
  sizes: (asking) => ({ F: inputOf(asking).shape[1] ?? 1 }),
  slips: { axes_put_back: "B D L", layer_narrows: ["B L F", "B F L"] },
  facts: (asking, { D }) => ({ ...inputFacts(asking), dModel: String(D) }),
});

/** How many tokens affect one token's result? */
const positionWise: Asker = ({ trace, step, pick }) => {
  const [sentences = 1, length = 1] = step.shape;
  const row = [pick.below(sentences), pick.below(length)];
  return numberQuestion(
    "position_wise",
    1,
    { attention_mixes_tokens: length, kernel_is_one: [3, 2], its_own_token: 0 },
    {
      facts: { row: cellText(step.name, row), input: stepOf(trace, "ff_1").inputs[0] ?? "" },
      ...focusOnCell(trace, step, [...row, 0]),
    },
  );
};

/** A convolution one token wide: the two layers of the feed-forward network. Its tokens are the last axis. */
export const conv1d: Operation = {
  ms: 8000,
  scene: conv1dScene,
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

const normMean: Asker = ({ hu, trace, step, pick }) => {
  const [input, weight, bias] = step.inputs.map((name) => stepOf(trace, name));
  const plain = weight?.data.every((x) => x === 1) && bias?.data.every((x) => x === 0);
  if (!input || !plain) return undefined;
  const row = [pick.below(step.shape[0] ?? 1), pick.below(step.shape[1] ?? 1)];
  const mean = (values: readonly number[]): number => sumOf(hu, values) / values.length;
  if (!(Math.abs(mean(rowOf(step, row))) <= 1e-3)) return undefined;
  return numberQuestion(
    "norm_mean",
    0,
    { one_is_the_deviation: 1, mean_before: mean(rowOf(input, row)) },
    { facts: { row: cellText(step.name, row) }, ...focusOnCell(trace, step, [...row, 0]) },
    0.01,
  );
};

/** The numbers of one token with mean 0 and deviation 1, then stretched and shifted. */
export const layerNorm: Operation = {
  ms: 8000,
  scene: layerNormScene,
  worksOutRow: true,
  /** μ and σ² are the mean and the variance of x, the numbers of one token. */
  arithmetic: (e, piece) => {
    const { cells, own, at } = inputRow(e);
    const [weight, bias] = e.terms.slice(-2);
    if (!own || !weight || !bias) return [];
    const [mean, rstd] = [realText(detail(e, "mean")), realText(detail(e, "rstd"))];
    const normalized = realText(list(e, "normalized")[at] ?? Number.NaN);
    return [
      { key: "features", pieces: rowPieces(cells, piece), flow: true },
      { key: "mean", pieces: [sign("μ =")], result: mean },
      { key: "rstd", pieces: [sign("1 ÷ σ =")], result: rstd },
      {
        key: "normalized",
        pieces: [sign("("), piece(own), sign(` − ${inBrackets(detail(e, "mean"))}) × ${rstd} =`)],
        result: normalized,
      },
      result(
        [sign(`${normalized} × `), piece(weight), sign(" + "), piece(bias), sign(" =")],
        realText(e.value),
        {
          key: "affine",
        },
      ),
    ];
  },
  formula({ name: id, inputs: [input = "", weight = "", bias = ""], axes }) {
    const at = indices(axes.slice(0, -1));
    const x = mi("x");
    const spread = msqrt(mrow(msup(mi("σ"), mn(2)), PLUS, mi("ε")));
    const normed = mfrac(mrow(x, MINUS, mi("μ")), spread);
    return mtable(
      [mrow(cell(name(id), ...at), EQUALS, normed, mo("⊙"), parameter(weight), PLUS, parameter(bias))],
      [mrow(x, EQUALS, cell(name(input), ...at))],
    );
  },
  compute: (hu, input) => hu.layerNorm(input(0), input(1), input(2)),
  questions: [normMean],
};

const sumShape = askShape({
  key: "sum_shape",
  axes: "B L D",
  slips: { added_not_joined: ["B L 2*D", "B 2*L D", "2 B L D"] },
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

/** The sum of two tensors: positions added to embeddings, and residual connections. */
export const add: Operation = {
  ms: 4600,
  scene: addScene,
  arithmetic: ofTwo((e, a, b, piece) => [
    { pieces: [sign("  "), piece(a)], result: realText(a.value) },
    { pieces: [sign("+ "), piece(b)], result: realText(b.value) },
    { ...total(e), key: "add" },
  ]),
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
