/** The numbers of one token with mean 0 and deviation 1, then stretched and shifted. */

import { sumOf } from "../draw/asides/arithmetic.js";
import { layerNorm as scene } from "../draw/scenes/block/layer_norm.js";
import { stepOf } from "../draw/tensor_view.js";
import { realText } from "../words/number_text.js";
import { detail, inBrackets, inputRow, list, result, rowPieces, sign, type Writer } from "./arithmetic.js";
import { type Asker, cellText, focusOnCell, numberQuestion, rowOf } from "./asking.js";
import { cell, EQUALS, MINUS, mfrac, mi, mn, mo, mrow, msqrt, msup, mtable, name, PLUS } from "./mathml.js";
import { indices, parameter } from "./notation.js";
import type { Operation } from "./operation.js";

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
    [
      [1, "one_is_the_deviation"],
      [mean(rowOf(input, row)), "mean_before"],
    ],
    { facts: { row: cellText(step.name, row) }, ...focusOnCell(trace, step, [...row, 0]) },
    0.01,
  );
};

const arithmetic: Writer = (e, piece) => {
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
};

export const layerNorm: Operation = {
  ms: 8000,
  scene,
  worksOutRow: true,
  /** μ and σ² are the mean and the variance of x, the numbers of one token. */
  arithmetic,
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
