/** From queries and keys to values: scores, fill, softmax, weighted sum, and generating row by row. */
import { maskedBit } from "../../draw/scale.js";
import { shortNumber } from "../../module/short_number.js";
import {
  along,
  between,
  COMMA,
  cases,
  cell,
  EQUALS,
  GAP,
  MINUS,
  mfrac,
  mi,
  mn,
  mo,
  mrow,
  msub,
  msup,
  mtable,
  munder,
  name,
} from "./mathml.js";
import { type Formula, factor, inputsOf, letterOf, tableIndices, tokensOf } from "./notation.js";
import { scaledProduct } from "./opening.js";

export const scores: Formula = (step, trace) => mrow(factor(step), EQUALS, scaledProduct(step, trace));

/** −1e12 as −10¹², −inf as −∞, any other number in its shortest form. */
function fillValue(value: number | string): string {
  if (typeof value === "string") return mrow(MINUS, mi("∞"));
  const size = Math.abs(value);
  const exponent = Math.log10(size);
  const body =
    size >= 1000 && Number.isInteger(exponent) ? msup(mn(10), mn(exponent)) : mn(shortNumber(size));
  return value < 0 ? mrow(MINUS, body) : body;
}

/** If the names have more letters than this, the two cases do not fit beside the left-hand side. */
const MOST_LETTERS = 27;

/**
 * The fill replaces scores where the mask is 0, or where it is 1 if 1 = ignore in this lesson. For scores with heads the mask
 * has been given their axis, as `masks`.
 */
export const fill: Formula = (step, trace) => {
  const tokens = tokensOf(step, trace);
  const [score, mask] = inputsOf(step, trace);
  const masked = (mask && maskedBit(mask)) ?? 0;
  const at = tableIndices(mask?.axes ?? [], tokens).slice(-2);
  const maskName = step.axes.includes("H") ? "masks" : (mask?.name ?? "mask");
  const bit = (value: number): string => mrow(cell(name(maskName), ...at), EQUALS, mn(value));
  const { i, j } = tokens;
  const leftSide = mrow(cell(name(step.name), i, j), EQUALS);
  const rightSide = cases(
    [cell(name(score?.name ?? ""), i, j), bit(1 - masked)],
    [fillValue(trace.spec.maskFill), bit(masked)],
  );
  const letters = [step.name, score?.name, maskName].join("").length;
  return letters > MOST_LETTERS ? mtable([leftSide], [rightSide]) : mrow(leftSide, rightSide);
};

export const softmax: Formula = (step, trace) => {
  const { query, key, i, j } = tokensOf(step, trace);
  const x = mi("x"); // the stage's letter; s would also be the index along S
  const m = msub(mi("m"), i);
  const running = along(key, `${key === query ? "j" : key.toLowerCase()}′`);
  const exp = (index: string): string =>
    mrow(mi("exp"), between("(", mrow(cell(x, i, index), MINUS, m), ")"));
  const share = mfrac(exp(j), mrow(munder(mo("∑"), running), exp(running)));
  const source = name(step.inputs[0] ?? "");
  return mtable(
    [mrow(cell(name(step.name), i, j), EQUALS, share)],
    [mrow(m, EQUALS, munder(mi("max"), running), GAP, cell(x, i, running), COMMA, GAP, x, EQUALS, source)],
  );
};

export const weightedSum: Formula = (step, trace) => {
  const [weights, values] = inputsOf(step, trace);
  return mrow(factor(step), EQUALS, weights ? factor(weights) : "", GAP, values ? factor(values) : "");
};

/** The row of the newest token, which attends to itself and all earlier tokens. */
export const generation: Formula = ({ inputs: [weights = "attention", values = "v"] }, trace) => {
  const attention = trace.steps.find((step) => step.name === weights);
  const { i, j } = tokensOf(attention ?? { axes: [] }, trace);
  return mrow(
    cell(name("values"), i),
    EQUALS,
    munder(mo("∑"), mrow(j, mo("≤"), i)),
    cell(name(weights), i, j),
    GAP,
    cell(letterOf(values), j),
  );
};
