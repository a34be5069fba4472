/** What fills the parameters of a layer: numbers that are drawn, constant, or given from outside. */
import { appear, drawParameters } from "../draw/scenes/data/parameters.js";
import { type WrittenNumber, writtenWeights } from "../module/designed.js";
import type { Trace } from "../module/types.js";
import { sentence } from "./arithmetic.js";
import {
  axis,
  between,
  COMMA,
  cell,
  EQUALS,
  GAP,
  indices,
  layerOf,
  MINUS,
  mfrac,
  mi,
  mn,
  mo,
  mrow,
  msqrt,
  mtable,
  name,
  PLUS,
  parameter,
  shaped,
  stepNamed,
} from "./mathml.js";
import type { Operation } from "./operation.js";

/** base ∼ N(from, to) */
const distributed = (base: string, letter: string, from: string, to: string): string =>
  mrow(base, mo("∼"), mi(letter), between("(", mrow(from, COMMA, to), ")"));

/** The same number everywhere: the parameters of a layer norm. */
export const constant: Operation = {
  ms: 2200,
  scene: appear,
  arithmetic: sentence("constant"),
  formula: ({ name: id, axes, data }) =>
    mrow(cell(parameter(id), ...indices(axes)), EQUALS, mn(data[0] ?? 0)),
};

/** Numbers drawn from the standard normal distribution. */
export const normal: Operation = {
  ms: 2600,
  scene: drawParameters,
  arithmetic: sentence("drawNormal"),
  formula: ({ name: id, axes }) =>
    distributed(shaped(id.includes(".") ? parameter(id) : name(id), ...axes), "N", mn(0), mn(1)),
};

/** Numbers drawn evenly between ±1/√(inputs), as PyTorch's layers draw their parameters. */
export const uniform: Operation = {
  ms: 2600,
  scene: drawParameters,
  arithmetic: sentence("drawUniform"),
  formula({ name: id, axes }, trace) {
    const weight = stepNamed(trace, `${layerOf(id)}.weight`);
    const bound = mfrac(mn(1), msqrt(axis(weight?.axes[1] ?? "D")));
    return distributed(shaped(parameter(id), ...axes), "U", mrow(MINUS, bound), bound);
  },
};

/** The most rows of a written matrix that a formula lists. */
const MOST_ROWS = 8;

/** Each row of a matrix written by hand as a sum of the columns that it reads: q₁ = 4 x₂. */
function writtenFormula(id: string, trace: Trace): string | undefined {
  const numbers =
    id.endsWith(".weight") && id !== "embedding.weight" ? writtenWeights(trace)?.[id] : undefined;
  const rows = new Map<number, WrittenNumber[]>();
  for (const number of numbers ?? []) rows.set(number.row, [...(rows.get(number.row) ?? []), number]);
  if (rows.size === 0 || rows.size > MOST_ROWS) return undefined;
  const out = mi(id === "w_0.weight" ? "y" : id.charAt(2));
  return mtable(
    ...[...rows].map(([row, terms]) => [
      mrow(
        cell(out, mn(row + 1)),
        EQUALS,
        ...terms.flatMap(({ column, value }, i) => [
          ...(value < 0 ? [MINUS] : i > 0 ? [PLUS] : []),
          ...(Math.abs(value) === 1 ? [] : [mn(Math.abs(value)), GAP]),
          cell(mi("x"), mn(column + 1)),
        ]),
      ),
    ]),
  );
}

/** Weights from outside: a file's, a trained model's, or the designed ones; and any number set by hand. */
export const given: Operation = {
  ms: 2200,
  scene: appear,
  arithmetic: (e, piece, trace) =>
    sentence(e.terms[0]?.name === "changes" ? "byHand" : "given")(e, piece, trace),
  formula: ({ name: id, axes }, trace) =>
    writtenFormula(id, trace) ?? mrow(shaped(parameter(id), ...axes), EQUALS, name(id)),
};
