/** Formulas of masks: the meaning of a bit, combining two masks, the axis for the heads, and the other convention. */
import type { StageStep } from "../../draw/scene.js";
import type { Trace } from "../../module/types.js";
import { bracketed, cell, EQUALS, mn, mo, mrow, mtable, name } from "./mathml.js";
import { b, type Formula, inputsOf, tableIndices, tokensOf } from "./notation.js";

/** One cell of a mask, written as the mask's name with the indices of `step`. */
const bitOf = ({ name: id, axes }: Pick<StageStep, "name" | "axes">, step: StageStep, trace: Trace): string =>
  cell(name(id), ...tableIndices(axes, tokensOf(step, trace)));

const compared =
  (sign: string): Formula =>
  (step, trace) =>
    mrow(
      bitOf(step, step, trace),
      EQUALS,
      bracketed(cell(name(step.inputs[0] ?? "ids"), b, tokensOf(step, trace).j), mo(sign), name("pad_id")),
    );

export const notEqual = compared("≠");
export const eq = compared("=");

const triangle =
  (sign: string): Formula =>
  (step, trace) => {
    const { i, j } = tokensOf(step, trace);
    return mrow(bitOf(step, step, trace), EQUALS, bracketed(j, mo(sign), i));
  };

export const tril = triangle("≤");
export const triu = triangle("&gt;");

const combined =
  (sign: string): Formula =>
  (step, trace) => {
    const [first = "", second = ""] = inputsOf(step, trace).map((input) =>
      input ? bitOf(input, step, trace) : "",
    );
    return mtable([mrow(bitOf(step, step, trace), EQUALS, first)], [mrow(mo(sign), second)]);
  };

export const and = combined("∧");

/** The OR of two masks; a single mask is copied, with integers turned into bits. */
export const or: Formula = (step, trace) => {
  const [first, second] = inputsOf(step, trace);
  if (second || !first) return combined("∨")(step, trace);
  const bit = bitOf(first, step, trace);
  const isBit = first.dtype === "bool";
  return mrow(bitOf(step, step, trace), EQUALS, isBit ? bit : bracketed(bit, mo("&gt;"), mn(0)));
};

export const unsqueeze: Formula = (step, trace) =>
  mrow(
    bitOf(step, step, trace),
    EQUALS,
    bitOf({ name: step.inputs[0] ?? "", axes: step.axes.filter((_, at) => at !== 1) }, step, trace),
  );

/** Uses the variable name of the code window beside it. */
export const conventions: Formula = (step, trace) =>
  mrow(
    bitOf({ name: "attend", axes: step.axes }, step, trace),
    EQUALS,
    mo("¬"),
    bitOf({ name: step.inputs[0] ?? "", axes: step.axes }, step, trace),
  );
