/** The fill that takes the place of masked scores. */

import { softmaxOf } from "../draw/asides/arithmetic.js";
import { fillOf } from "../draw/asides/row.js";
import { digits, maskedBit } from "../draw/scale.js";
import { maskedFill as scene } from "../draw/scenes/masks/masked_fill.js";
import { valueAt } from "../draw/tensor_view.js";
import { shortNumber } from "../module/number_text.js";
import { realText } from "../words/number_text.js";
import { detail, ofTwo, result, sign } from "./arithmetic.js";
import { type Asker, cellText, choiceQuestion, focusOnCell, inputOf, maskedCells } from "./asking.js";
import { cases, cell, EQUALS, MINUS, mi, mn, mrow, msup, mtable, name } from "./mathml.js";
import { inputsOf, tableIndices, tokensOf } from "./notation.js";
import type { Operation } from "./operation.js";
import { maskedFill as filled } from "./tensors.js";

/** What does a masked score become? */
const maskedBecomes: Asker = (asking) => {
  const { hu, trace, step, pick } = asking;
  const scores = inputOf(asking);
  const at = pick.one(maskedCells(trace, step).filter((one) => Math.abs(valueAt(scores, one)) > 0.05));
  // A weaker fill leaves some weight; this question is not about that.
  const [, left = 0] = at ? softmaxOf(hu, [0, valueAt(step, at)]) : [];
  if (!at || left > 0) return undefined;
  const before = valueAt(scores, at);
  const options = [
    { code: digits(valueAt(step, at)) },
    { code: "0", reason: "times_zero" },
    { code: digits(before), reason: "mask_inverted" },
    { code: digits(-Math.abs(before)), reason: "not_negated" },
    { word: "taken_out", reason: "places_stay" },
  ];
  return choiceQuestion("masked_becomes", pick, options, {
    facts: { score: cellText(scores.name, at), before: digits(before) },
    ...focusOnCell(trace, step, at),
  });
};

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

const arithmetic = ofTwo((e, score, bit, piece) => {
  const filled = detail(e, "filled") === 1;
  return [
    { key: "score", pieces: [piece(score)] },
    { key: filled ? "maskedBit" : "openBit", facts: { bit: bit.value }, pieces: [piece(bit)] },
    result([sign("→")], realText(e.value), { key: filled ? "filled" : "kept" }),
  ];
});

export const maskedFill: Operation = {
  ms: 4600,
  scene,
  /**
   * The fill replaces scores where the mask is 0, or where it is 1 if 1 = ignore in this lesson. For scores with heads the
   * mask has been given their axis, as `masks`.
   */
  arithmetic,
  formula(step, trace) {
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
  },
  compute: (hu, input, _, trace) => filled(hu, input(0), input(1), fillOf(trace), maskedBit(input(1)) ?? 0),
  questions: [maskedBecomes],
};
