/** The review: which questions come back, about which data, and when it is offered. */

import { afterEach, describe, expect, test, vi } from "vitest";
import { load } from "../../dist/package/index.node.js";
import { lessonNamed, openingSpec } from "../../web/src/lessons/lessons.js";
import { lessonNames } from "../../web/src/lessons/opening.js";
import { type EarlierAnswer, freshTrace, reviewItems } from "../../web/src/lessons/practice/review.js";
import { judge } from "../../web/src/lessons/questions/judge.js";
import { questionsOf } from "../../web/src/lessons/questions/questions.js";
import type { Core } from "../../web/src/module/page_entry.js";
import type { LessonName, Trace } from "../../web/src/module/types.js";
import { pickOf } from "../../web/src/operations/pick.js";
import { forgetAnswers } from "../../web/src/store/kept/kept_answers.js";
import {
  keepPractised,
  practised,
  putReviewOff,
  REVIEW_AFTER_MS,
} from "../../web/src/store/kept/kept_practice.js";
import { isReviewDue, practice } from "../../web/src/store/kept/kept_text.js";
import { solve } from "../question_solver.js";
import { stored, stubStorage } from "./storage.js";

const hu = (await load()) as unknown as Core;
/** An object that JSON can have, and that is neither a number nor a text when it is used as one. */
const NO_PRIMITIVE = { toString: 1, valueOf: 1 };
afterEach(() => {
  forgetAnswers();
  vi.unstubAllGlobals();
});

/** An answer to every question that the lesson asks as it opens. */
const answersOfLesson = (lesson: LessonName, right = true): EarlierAnswer[] => {
  const trace = hu.run(openingSpec(lesson)) as Trace;
  return lessonNamed(lesson)
    .steps(trace)
    .flatMap((step) =>
      questionsOf(hu, trace, step).map(({ key }) => ({ lesson, step: step.id, question: key, right })),
    );
};
const NAMES = ["a", "b", "c", "d"];

test("the questions come from different lessons, and none twice", () => {
  for (const name of NAMES) {
    const items = reviewItems(
      hu,
      lessonNames.flatMap((lesson) => answersOfLesson(lesson)),
      3,
      name,
    );
    expect(new Set(items.map(({ lesson }) => lesson)).size).toBe(3);
    expect(new Set(items.map(({ question }) => question.key)).size).toBe(3);
  }
});

test("questions that were answered wrong come first", () => {
  const wrong = [
    { lesson: "multi-head", step: "scores", question: "root_left_out", right: false },
    { lesson: "multi-head", step: "q_split", question: "split_shape", right: false },
  ];
  for (const name of NAMES) {
    const items = reviewItems(
      hu,
      [...answersOfLesson("multi-head"), ...answersOfLesson("encoder-decoder"), ...wrong],
      3,
      name,
    );
    expect(
      items
        .slice(0, 2)
        .map(({ question }) => question.key)
        .sort(),
    ).toEqual(["root_left_out", "split_shape"]);
    expect(items[2]?.lesson).toBe("encoder-decoder");
  }
});

test("the choice is repeatable, and differs by name", () => {
  const all = lessonNames.flatMap((lesson) => answersOfLesson(lesson));
  const textOf = (name: string): string => JSON.stringify(reviewItems(hu, all, 3, name));
  expect(textOf("a")).toBe(textOf("a"));
  expect(textOf("a")).not.toBe(textOf("b"));
});

test.each(lessonNames)("a review of %s uses other data, and its answers match their trace", (lesson) => {
  const trace = freshTrace(hu, lesson, pickOf(lesson));
  const opening = hu.run(openingSpec(lesson));
  expect(trace.spec.seed).not.toBe(opening.spec.seed);
  expect(trace.spec.sequences).not.toEqual(opening.spec.sequences);
  const questions = lessonNamed(lesson)
    .steps(trace)
    .flatMap((step) => questionsOf(hu, trace, step));
  expect(questions.length).toBeGreaterThan(10);
  for (const question of questions)
    expect(judge(question, solve(trace, question))?.right, question.key).toBe(true);
});

test("skips questions that the lesson does not have", () => {
  const absent = [
    { lesson: "gone", step: "scores", question: "score", right: false },
    { lesson: "multi-head", step: "gone", question: "score", right: false },
    { lesson: "multi-head", step: "scores", question: "gone", right: false },
  ];
  expect(reviewItems(hu, absent, 3, "a")).toEqual([]);
});

describe("a review is offered", () => {
  const NOW = Date.parse("2026-03-02T09:00:00Z");
  const keep = (count: number, at: number): void => {
    for (let i = 0; i < count; i++)
      keepPractised({ lesson: "multi-head", step: "scores", question: `q${i}`, at, right: true });
  };

  test("once three questions were answered some hours ago", () => {
    expect(isReviewDue(NOW)).toBe(false);
    keep(2, NOW - REVIEW_AFTER_MS);
    expect(isReviewDue(NOW)).toBe(false);
    keep(3, NOW - REVIEW_AFTER_MS);
    expect(isReviewDue(NOW)).toBe(true);
    expect(isReviewDue(NOW - 1)).toBe(false);
    expect(practised()).toHaveLength(3);
  });

  test("not again for some hours after it was opened", () => {
    keep(3, NOW - 2 * REVIEW_AFTER_MS);
    putReviewOff(NOW);
    expect(isReviewDue(NOW + 1)).toBe(false);
    expect(isReviewDue(NOW + REVIEW_AFTER_MS)).toBe(true);
  });

  test("not when another question is answered meanwhile", () => {
    keep(4, NOW - 2 * REVIEW_AFTER_MS);
    putReviewOff(NOW);
    keep(1, NOW + 1);
    expect(isReviewDue(NOW + 2)).toBe(false);
  });

  test("not after the progress was deleted", () => {
    keep(3, NOW - REVIEW_AFTER_MS);
    forgetAnswers();
    expect(isReviewDue(NOW)).toBe(false);
    expect(practice.now).toEqual({});
  });

  test.each([
    [{ answered: 7 }],
    [{ answered: [1, 2, 3, null] }],
    [{ answered: { a: { lesson: 1 } }, putOff: {} }],
    [{ reviewAt: NO_PRIMITIVE }],
    [{ reviewAt: null }],
  ])("foreign data gives no questions: %j", (kept) => {
    practice.keep(kept);
    expect(practised()).toEqual([]);
    expect(isReviewDue(NOW)).toBe(false);
  });

  test("foreign times count as long ago", () => {
    const answered = { a: { lesson: "multi-head", step: "q", question: "q0", at: NO_PRIMITIVE } };
    practice.keep({ answered, putOff: NO_PRIMITIVE });
    keep(3, NOW - REVIEW_AFTER_MS);
    expect(practised().map(({ at }) => at)).toEqual([0, ...Array(3).fill(NOW - REVIEW_AFTER_MS)]);
    expect(isReviewDue(NOW)).toBe(true);
  });

  test("not after another tab deleted the progress", () => {
    stubStorage();
    keep(3, NOW - REVIEW_AFTER_MS);
    expect(isReviewDue(NOW)).toBe(true);
    stored.clear();
    expect([isReviewDue(NOW), practised()]).toEqual([false, []]);
  });
});
