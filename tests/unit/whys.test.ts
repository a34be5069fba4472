/** "Why?" in own words: each lesson asks it at a step that it has, and what is written is kept until it is forgotten. */
import { afterEach, expect, test } from "vitest";
import { load } from "../../dist/package/index.node.js";
import { lessonNames, openingSpec, taughtLesson } from "../../web/src/lessons/lessons.js";
import { asksWhy, WHY_POINTS } from "../../web/src/lessons/questions/whys.js";
import type { Trace } from "../../web/src/module/types.js";
import { forgetAnswers, keepAnswered } from "../../web/src/store/kept/kept_answers.js";
import { practice } from "../../web/src/store/kept/kept_object.js";
import { keepWhy, keptWhy } from "../../web/src/store/kept/kept_practice.js";

const hu = await load();
afterEach(forgetAnswers);

test.each(lessonNames)("%s asks why at one of its steps", (name) => {
  const steps = taughtLesson(name).steps(hu.run(openingSpec(name)) as Trace);
  expect(steps.filter((step) => asksWhy(name, step))).toHaveLength(1);
});

test("the steps of a lesson file do not ask, because they have words of their own", () => {
  const steps = taughtLesson("multi-head").steps(hu.run(openingSpec("multi-head")) as Trace);
  expect(steps.some((step) => asksWhy("multi-head", { ...step, lesson: "file" }))).toBe(false);
});

test("what is written is kept by lesson, beside the answers", () => {
  keepAnswered("multi-head", "q.projection_shape");
  keepWhy("multi-head", { text: "왜냐하면 …", points: ["second"], tries: 1 });
  keepWhy("encoder-decoder", { text: "Because …", points: [...WHY_POINTS], tries: 2 });
  expect(keptWhy("multi-head")).toEqual({ text: "왜냐하면 …", points: ["second"], tries: 1 });
  expect(keptWhy("encoder-decoder").points).toEqual(WHY_POINTS);
  expect(keptWhy("transformer-block").text).toBe("");
});

test("it is forgotten together with the answers", () => {
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
