/** Layers: linear ones, layer norm, and the sums between them. */
import { scaled } from "../draw/asides/arithmetic.js";
import { digits } from "../draw/scale.js";
import { linear as linearScene } from "../draw/scenes/attention/product.js";
import { conv1d as conv1dScene } from "../draw/scenes/block/conv1d.js";
import { layerNorm as layerNormScene } from "../draw/scenes/block/layer_norm.js";
import { add as addScene } from "../draw/scenes/cellwise.js";
import { stepOf, valueAt } from "../draw/tensor_view.js";
import { range } from "../module/shape.js";
import { headOff } from "../spec/changes.js";
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
  cellText,
  choiceQuestion,
  focusOnCell,
  inputOf,
  numberQuestion,
  pairIn,
  rowOf,
  rowsOf,
  writtenOf,
} from "./asking.js";
import { changesValue, fits, roleOfKey, roleOfQuery } from "./ideas.js";
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
import { placesSwapped } from "./tokens.js";

/** Searching this many positions is enough to find a pair. */
const MOST_PLACES = 200;

/** Two positions with the same token: are the rows computed from them equal? */
const sameToken: Asker = ({ trace, step, pick }) => {
  const ids = stepOf(trace, "ids");
  const places = writtenOf(trace, ids).slice(0, MOST_PLACES);
  const pair = pairIn(pick, places, (a, b) => a[1] < b[1] && valueAt(ids, a) === valueAt(ids, b));
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

/** In how many columns of the output is there another number if one head is switched off? */
const columnsChanged: Asker = (asking) => {
  const { hu, trace, step, pick } = asking;
  const concat = inputOf(asking);
  const [weight, bias] = step.inputs.slice(1).map((name) => stepOf(trace, name));
  const heads = trace.spec.numHeads;
  const size = (concat.shape.at(-1) ?? 1) / heads;
  if (!weight || heads < 2) return undefined;
  const head = pick.below(heads);
  const isOff = (i: number): boolean => Math.floor(i / size) === head;
  const row = pick.one(rowsOf(step).filter((one) => rowOf(concat, one).some((x, i) => x !== 0 && isOff(i))));
  if (!row) return undefined;
  const before = rowOf(step, row);
  const off = rowOf(concat, row).map((x, i) => (isOff(i) ? 0 : x));
  const after = hu.linear([off], weight, bias).data;
  const changed = range(before.length).filter((i) => differ(before[i], after[i]));
  const slips = {
    columns_of_concat: size,
    head_has_a_part: 0,
    only_its_columns: before.length,
    those_stay: before.length - changed.length,
  };
  return numberQuestion("head_off", changed.length, slips, {
    facts: { row: cellText(step.name, row), head: String(head + 1) },
    change: headOff(trace, head),
    ...focusOnCell(trace, step, [...row, changed[0] ?? 0]),
  });
};

/** Whether two numbers differ by more than rounding. */
const differ = (a = 0, b = 0): boolean => Math.abs(a - b) > 1e-5;

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
    q: [roleOfQuery],
    k: [fits, roleOfKey],
    v: [changesValue, sameToken],
    output: [columnsChanged],
  },
};

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
  questions: { ff_3: [positionWise] },
};

/** What does the layer norm make of a row with every number doubled? */
const normDoubled: Asker = ({ hu, trace, step, pick }) => {
  const [input, weight, bias] = step.inputs.map((name) => stepOf(trace, name));
  if (!input || !weight || !bias) return undefined;
  const row = [pick.below(step.shape[0] ?? 1), pick.below(step.shape[1] ?? 1)];
  const before = rowOf(step, row);
  const doubled = scaled(hu, rowOf(input, row), 2);
  const after = Array.from(hu.layerNorm(doubled, weight, bias).data);
  // A row of nearly equal numbers is divided by eps rather than by its deviation.
  const isSame = before.every((x, i) => Math.abs(x - (after[i] ?? Number.NaN)) <= 0.01);
  if (!isSame || before.every((x) => Math.abs(x) < 0.1)) return undefined;
  const options = [
    { word: "norm_same" },
    { word: "norm_doubled", reason: "deviation_doubles" },
    { word: "norm_halved", reason: "divided_once" },
    { word: "all_zero", reason: "only_the_mean_is_zero" },
  ];
  return choiceQuestion("norm_doubled", pick, options, {
    facts: { row: cellText(step.name, row), inputRow: cellText(input.name, row) },
    ...focusOnCell(trace, step, [...row, 0]),
  });
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
  questions: [normDoubled],
};

/** What leaves the residual sum if the layer gives nothing? */
const layerSilent: Asker = ({ trace, step, pick }) => {
  const [input, layer] = step.inputs.map((name) => stepOf(trace, name));
  if (!input || !layer) return undefined;
  const cells = range(Math.min(step.data.length, 200)).map(() => step.shape.map((size) => pick.below(size)));
  const isClear = (x: number): boolean => Math.abs(x) > 0.1 && Math.abs(x) < 10;
  const index = cells.find((at) => isClear(valueAt(input, at)) && isClear(valueAt(layer, at)));
  if (!index) return undefined;
  const [x, y] = [valueAt(input, index), valueAt(layer, index)];
  const options = [
    { code: digits(x) },
    { code: digits(0), reason: "input_goes_on" },
    { code: digits(valueAt(step, index)), reason: "nothing_to_add" },
    { code: digits(y), reason: "that_was_the_layer" },
  ];
  return choiceQuestion("layer_silent", pick, options, {
    facts: { cell: cellText(step.name, index), first: input.name, second: layer.name },
    given: [
      { label: cellText(input.name, index), values: [digits(x)] },
      { label: cellText(layer.name, index), values: [digits(y)] },
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
  questions: { input_sum: [placesSwapped], residual_1: [layerSilent], residual_2: [layerSilent] },
};
