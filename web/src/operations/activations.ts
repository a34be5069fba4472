/** Activations: a function of each number. What they share is first: the formula, and a question where two of them differ. */
import { digits } from "../draw/scale.js";
import { bend } from "../draw/scenes/block/bend.js";
import { indexAt, valueAt } from "../draw/tensor_view.js";
import { range } from "../module/shape.js";
import { realText } from "../words/number_text.js";
import { detail, ofOne, result, sign } from "./arithmetic.js";
import { type Asker, type AskerInput, cellText, choiceQuestion, focusOnCell, inputOf } from "./asking.js";
import { between, COMMA, cell, DOT, EQUALS, indices, mi, mn, mrow, mtable, name } from "./mathml.js";
import type { Operation } from "./operation.js";
import type { Option } from "./question.js";

export const x = mi("x");

/** A function that is applied to each number of the input, written as a function of x. */
export const elementwise =
  (result: string): Operation["formula"] =>
  ({ name: id, inputs: [input = ""], axes }) =>
    mtable(
      [mrow(cell(name(id), ...indices(axes)), EQUALS, result)],
      [mrow(x, EQUALS, cell(name(input), ...indices(axes)))],
    );

/** What does the activation make of a number a little below zero? `options` begin with the right one. */
export const belowZero =
  (key: string, options: (before: number, after: number, hu: AskerInput["hu"]) => readonly Option[]): Asker =>
  (asking) => {
    const { hu, trace, step, pick } = asking;
    const input = inputOf(asking);
    const at = pick.one(
      range(input.data.length).filter((i) => {
        const value = input.data[i] ?? 0;
        return value > -1.2 && value < -0.2;
      }),
    );
    if (at === undefined) return undefined;
    const index = indexAt(step.shape, at);
    const before = valueAt(input, index);
    const all = [
      ...options(before, valueAt(step, index), hu),
      { code: digits(-before), reason: "no_absolute" },
    ];
    return choiceQuestion(key, pick, all, {
      facts: { cell: cellText(step.name, index), before: digits(before), input: cellText(input.name, index) },
      ...focusOnCell(trace, step, index),
    });
  };

/** The activation max(0, x). */
export const relu: Operation = {
  ms: 4600,
  scene: bend({
    name: "relu(x)",
    rule: "max(0, x)",
    of: (hu, numbers) => hu.relu(numbers).data,
    line: (_, token) => [{ text: "max(0," }, token, { text: ") =" }],
  }),
  arithmetic: ofOne((e, x, piece) => [
    result([sign("max(0, "), piece(x), sign(") =")], realText(e.value), {
      key: x.value > 0 ? "reluKept" : "reluCut",
    }),
  ]),
  formula: elementwise(mrow(mi("max"), between("(", mrow(mn(0), COMMA, x), ")"))),
  compute: (hu, input) => hu.relu(input(0)),
  questions: [
    belowZero("relu_below_zero", (before, _, hu) => [
      { code: "0" },
      { code: digits(hu.gelu([before]).data[0] ?? 0), reason: "that_is_gelu" },
      { code: digits(before), reason: "relu_keeps_positive" },
    ]),
  ],
};

/** The activation x · Φ(x), where Φ is the cumulative normal distribution. */
export const gelu: Operation = {
  ms: 5000,
  scene: bend({
    name: "gelu(x)",
    rule: "x · Φ(x)",
    of: (hu, numbers) => hu.gelu(numbers).data,
    line: (hu, token, at) => {
      const share = digits(hu.ndtr([at]).data[0] ?? Number.NaN);
      return [token, { text: `× Φ(${digits(at)}) = ${digits(at)} × ${share} =` }];
    },
  }),
  arithmetic: ofOne((e, x, piece) => {
    const cdf = realText(detail(e, "cdf"));
    return [
      { key: "cdf", pieces: [sign("Φ("), piece(x), sign(") =")], result: cdf },
      result([piece(x), sign(` × ${cdf} =`)], realText(e.value), { key: "gated" }),
    ];
  }),
  formula: elementwise(mrow(x, DOT, mi("Φ"), between("(", x, ")"))),
  compute: (hu, input) => hu.gelu(input(0)),
  questions: [
    belowZero("gelu_near_zero", (before, after) => [
      { code: digits(after) },
      { code: "0", reason: "that_is_relu" },
      { code: digits(before), reason: "not_the_same" },
    ]),
  ],
};
