/** What activations share: the formula of a function of each number, and a question where two of them differ. */
import { digits } from "../draw/scale.js";
import { indexAt, valueAt } from "../draw/tensor_view.js";
import { range } from "../module/shape.js";
import { type Asker, type AskerInput, cellText, choiceQuestion, focusOnCell, inputOf } from "./asking.js";
import { cell, EQUALS, mi, mrow, mtable, name } from "./mathml.js";
import { indices } from "./notation.js";
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
