/** Formulas of linear layers, convolutions one token wide, activations, sums and norms. */
import {
  between,
  COMMA,
  cell,
  EQUALS,
  GAP,
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
  shaped,
  TRANSPOSED,
} from "./mathml.js";
import {
  type Formula,
  factor,
  indices,
  inputsOf,
  layerOf,
  letterOf,
  parameter,
  parameterLetter,
  subscript,
} from "./notation.js";

export const linear: Formula = (step, trace) => {
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
};

/** Conv1d expects channels × tokens, so tensors of tokens × channels are transposed before and after it. */
export const conv1d: Formula = (step, trace) => {
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
};

const x = mi("x");

/** A function that is applied to each cell of the input. */
const elementwise =
  (result: string): Formula =>
  ({ name: id, inputs: [input = ""], axes }) =>
    mtable(
      [mrow(cell(name(id), ...indices(axes)), EQUALS, result)],
      [mrow(x, EQUALS, cell(name(input), ...indices(axes)))],
    );

/** Φ is the cumulative normal distribution. */
export const gelu = elementwise(mrow(x, mo("·"), mi("Φ"), between("(", x, ")")));
export const relu = elementwise(mrow(mi("max"), between("(", mrow(mn(0), COMMA, x), ")")));

export const add: Formula = ({ name: id, inputs: [first = "", second = ""], axes }) => {
  const at = indices(axes);
  return mtable(
    [mrow(cell(name(id), ...at), EQUALS, cell(name(first), ...at))],
    [mrow(PLUS, cell(name(second), ...at))],
  );
};

/** μ and σ² are the mean and the variance of x, the numbers of one token. */
export const layerNorm: Formula = ({ name: id, inputs: [input = "", weight = "", bias = ""], axes }) => {
  const at = indices(axes.slice(0, -1));
  const spread = msqrt(mrow(msup(mi("σ"), mn(2)), PLUS, mi("ε")));
  return mtable(
    [
      mrow(
        cell(name(id), ...at),
        EQUALS,
        mfrac(mrow(x, MINUS, mi("μ")), spread),
        mo("⊙"),
        parameter(weight),
        PLUS,
        parameter(bias),
      ),
    ],
    [mrow(x, EQUALS, cell(name(input), ...at))],
  );
};
