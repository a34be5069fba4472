/** "Why?" in the reader's own words: each lesson asks it at one of its steps, and stores the answer until it is deleted. */

import { afterEach, expect, test } from "vitest";
import { stepOf, valueAt } from "../../web/src/draw/tensor_view.js";
import { lessonNamed, openingSpec } from "../../web/src/lessons/lessons.js";
import { lessonNames } from "../../web/src/lessons/opening.js";
import { asksWhy, WHY_POINTS } from "../../web/src/lessons/questions/whys.js";
import { range } from "../../web/src/module/shape.js";
import type { Trace } from "../../web/src/module/types.js";
import { forgetAnswers, keepAnswered } from "../../web/src/store/kept/kept_answers.js";
import { keepWhy, keptWhy } from "../../web/src/store/kept/kept_practice.js";

import { practice } from "../../web/src/store/kept/kept_text.js";
import { hu } from "./core.js";

afterEach(forgetAnswers);

test.each(lessonNames)("%s asks why at one of its steps", (name) => {
  const steps = lessonNamed(name).steps(hu.run(openingSpec(name)) as Trace);
  expect(steps.filter((step) => asksWhy(name, step))).toHaveLength(1);
});

test("without positions the block gives the last token the same row in any order of the tokens before it", () => {
  const rows = (positionalEncoding: boolean): number[][] => {
    const sequences = [
      [5, 6, 7, 9],
      [7, 6, 5, 9],
    ];
    const trace = hu.run({ ...openingSpec("transformer-block"), sequences, positionalEncoding }) as Trace;
    const output = stepOf(trace, "ff_3");
    return [0, 1].map((sentence) => range(8).map((at) => valueAt(output, [sentence, 3, at])));
  };
  const difference = ([one = [], other = []]: number[][]): number =>
    Math.max(...one.map((value, at) => Math.abs(value - (other[at] ?? 0))));
  expect(difference(rows(false))).toBeLessThan(1e-5);
  expect(difference(rows(true))).toBeGreaterThan(0.001);
});

test("the steps of a lesson file do not ask why, because they have their own words", () => {
  const steps = lessonNamed("multi-head").steps(hu.run(openingSpec("multi-head")) as Trace);
  expect(steps.some((step) => asksWhy("multi-head", { ...step, lesson: "file" }))).toBe(false);
});

test("stores the text by lesson, beside the answers", () => {
  keepAnswered("multi-head", "q.projection_shape");
  keepWhy("multi-head", { text: "왜냐하면 …", points: ["second"], tries: 1 });
  keepWhy("encoder-decoder", { text: "Because …", points: [...WHY_POINTS], tries: 2 });
  expect(keptWhy("multi-head")).toEqual({ text: "왜냐하면 …", points: ["second"], tries: 1 });
  expect(keptWhy("encoder-decoder").points).toEqual(WHY_POINTS);
  expect(keptWhy("transformer-block").text).toBe("");
});

test("deletes the text together with the answers", () => {
  keepWhy("multi-head", { text: "Because …", points: [], tries: 0 });
  forgetAnswers();
  expect(keptWhy("multi-head").text).toBe("");
});

test.each([[{ whys: 7 }], [{ whys: { "multi-head": { text: 1 } } }], [{ whys: { "multi-head": null } }]])(
  "foreign data is ignored: %j",
  (kept) => {
    practice.keep(kept);
    expect(keptWhy("multi-head")).toEqual({ text: "", points: [], tries: 0 });
  },
);
