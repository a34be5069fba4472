/** What a browser stores of a learner of a course: apart from other learners on the same computer, and from its reader. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openOwnAnswers } from "../../web/src/course/record.js";
import { isAnswered, keepAnswered } from "../../web/src/store/kept/kept_answers.js";
import { type KeptWhy, keepWhy, keptWhy } from "../../web/src/store/kept/kept_practice.js";
import { keepTest, keptTests } from "../../web/src/store/kept/kept_tests.js";
import { keepApart } from "../../web/src/store/kept/kept_text.js";
import { stored, stubStorage } from "./storage.js";

const LESSON = "multi-head";
const PRE = { date: "2026-03-01T09:00:00.000Z", answers: [{ id: "roles", given: null, expected: 1 }] };
const draft = (text: string): KeptWhy => ({ text, points: ["first"], tries: 0 });
beforeEach(() => stubStorage());
afterEach(() => {
  keepApart("");
  vi.unstubAllGlobals();
});

interface Earlier {
  readonly right?: readonly string[];
  readonly why?: string;
}
/** Opens the lesson in a course as this learner, of whom the record has these answers. */
const opened = (learner: string, { right = [], why }: Earlier = {}): void =>
  openOwnAnswers(LESSON, {
    ...{ learner, isSilent: true },
    earlier: { step: "", played: [], answered: right, right, why },
  });

test("a course neither shows nor changes answers and tests from outside it", () => {
  keepAnswered(LESSON, "q.projection_shape");
  keepAnswered("encoder-decoder", "scores.score");
  keepTest("pre", PRE as never);
  const before = new Map(stored);
  for (const learner of ["kim", ""]) {
    opened(learner);
    expect(isAnswered(LESSON, "q.projection_shape")).toBe(false);
    expect(keptTests()).toEqual({});
    keepAnswered(LESSON, "k.projection_shape");
    for (const [key, text] of before) expect(stored.get(key)).toBe(text);
  }
});

test("a learner goes on with a test and a draft where they were left, and no other learner sees them", () => {
  opened("kim");
  keepTest("pre", PRE as never);
  keepWhy(LESSON, draft("Heads differ"));
  opened("lee");
  expect([keptTests(), keptWhy(LESSON).text]).toEqual([{}, ""]);
  opened("kim", { why: "An earlier answer." });
  expect(keptTests().pre?.answers).toHaveLength(1);
  expect(keptWhy(LESSON)).toEqual(draft("Heads differ"));
});

test("in the course's own lesson only the answers in its record count", () => {
  opened("kim", { right: ["q.projection_shape"] });
  keepAnswered(LESSON, "k.projection_shape");
  keepAnswered("encoder-decoder", "scores.score");
  opened("kim", { right: ["q.projection_shape"], why: "Heads differ." });
  const names = ["q.projection_shape", "k.projection_shape"];
  expect(names.map((name) => isAnswered(LESSON, name))).toEqual([true, false]);
  expect(isAnswered("encoder-decoder", "scores.score")).toBe(true);
  expect(keptWhy(LESSON)).toEqual({ text: "Heads differ.", points: [], tries: 1 });
});

test("nothing of an unnamed learner is kept for the next visit, and no storage key contains a learner's name", () => {
  opened("");
  keepWhy(LESSON, draft("Heads differ"));
  opened("");
  expect(keptWhy(LESSON).text).toBe("");
  opened("kim@lms.example");
  expect([...stored.keys()].join()).not.toContain("kim");
});
