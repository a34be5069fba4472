/** The test before and after the course: the same eight concepts with other numbers, and its results as files. */
import { afterEach, describe, expect, test } from "vitest";
import { load } from "../../dist/package/index.node.js";
import { CONCEPTS, type Sitting, testItems } from "../../web/src/lessons/practice/test.js";
import { judge } from "../../web/src/lessons/questions/judge.js";
import type { Core } from "../../web/src/module/page_entry.js";
import { forgetAnswers } from "../../web/src/store/kept/kept_answers.js";
import {
  gainOf,
  keepTest,
  keptTests,
  resultsCsv,
  resultsJson,
  type TestResult,
} from "../../web/src/store/kept/kept_tests.js";
import { practice } from "../../web/src/store/kept/kept_text.js";

const hu = (await load()) as unknown as Core;
afterEach(forgetAnswers);

describe("the items", () => {
  const [pre, post] = (["pre", "post"] as const).map((sitting) => testItems(hu, sitting));

  test("are the same eight concepts of all five lessons, in the same order", () => {
    for (const items of [pre, post]) expect(items?.map(({ id }) => id)).toEqual(CONCEPTS);
    expect(CONCEPTS).toHaveLength(8);
    expect(new Set(pre?.map(({ lesson }) => lesson)).size).toBe(5);
  });

  test("ask in the same form about other numbers; the question on the order of operations differs only in d_k", () => {
    expect(pre).toHaveLength(CONCEPTS.length);
    for (const [at, item] of pre?.entries() ?? []) {
      const other = post?.[at]?.question;
      expect(other?.kind).toBe(item.question.kind);
      expect(other?.key).toBe(item.question.key);
      expect(JSON.stringify(other)).not.toBe(JSON.stringify(item.question));
    }
  });

  test("are the same for every learner", () => {
    expect(JSON.stringify(testItems(hu, "post"))).toBe(JSON.stringify(post));
  });

  test("have one right answer, and a reason for each other choice", () => {
    const questions = [...(pre ?? []), ...(post ?? [])].map(({ question }) => question);
    const choices = questions.filter((question) => question.kind === "choice");
    expect(choices.length).toBeGreaterThan(2);
    for (const question of choices) {
      const verdicts = question.options.map((_, at) => judge(question, at));
      expect(verdicts.filter((verdict) => verdict?.right)).toHaveLength(1);
      expect(verdicts.every((verdict) => verdict?.right || verdict?.reasons[0]?.key)).toBe(true);
      expect(question.options, question.key).toHaveLength(
        question.key === "sums_to_one" ? question.options.length : 4,
      );
    }
  });
});

const result = (right: number, count = CONCEPTS.length): TestResult => ({
  date: "2026-03-02T09:00:00.000Z",
  answers: CONCEPTS.slice(0, count).map((id, at) => ({
    ...{ id, right: at < right, expected: [1, 2] },
    given: at === count - 1 ? null : 'q[0] · "k"[1]',
  })),
});

describe("the results", () => {
  test("are stored, also for an interrupted test, and deleted with the answers", () => {
    keepTest("pre", result(3));
    keepTest("post", result(2, 4));
    expect(keptTests()).toEqual({ pre: result(3), post: result(2, 4) });
    keepTest("post", undefined);
    expect(keptTests()).toEqual({ pre: result(3) });
    forgetAnswers();
    expect(keptTests()).toEqual({});
  });

  test("give the gain and the normalised gain once both sittings are complete", () => {
    expect(gainOf({ pre: result(4), post: result(7) })).toEqual({ right: 3, share: 0.75 });
    expect(gainOf({ pre: result(8), post: result(7) })).toEqual({ right: -1, share: null });
    expect(gainOf({ pre: result(4), post: result(2, 4) })).toBeUndefined();
    expect(gainOf({ pre: result(4) })).toBeUndefined();
  });

  test("as JSON contain both sittings with their sums", () => {
    const file = JSON.parse(resultsJson({ pre: result(4), post: result(7) }));
    expect(file).toMatchObject({ format: "heads-up-test", version: 1, gain: { right: 3 } });
    expect(file.pre).toMatchObject({ right: 4, of: 8, answers: result(4).answers });
  });

  test("as CSV have a line for each item, quoted, and one with the sums", () => {
    const lines = resultsCsv({ pre: result(4), post: result(7) })
      .trimEnd()
      .split("\r\n");
    expect(lines).toHaveLength(CONCEPTS.length + 2);
    expect(lines[0]).toMatch(/^"item","pre_date","pre_given","pre_expected","pre_right","post_date"/);
    expect(lines[5]).toContain('"q[0] · ""k""[1]","[1,2]","0"');
    expect(lines[5]).toMatch(/^"row_sum",.*"1"$/);
    expect(lines.at(-1)).toMatch(/^"sum",.*"4".*"7","3"$/);
    expect(resultsCsv({ pre: result(4) }).split("\r\n")[1]).toMatch(/"1","","","","",""$/);
  });

  test("from foreign data are right only if they say so, and can be saved", () => {
    const foreign = { toString: 1, valueOf: 1 };
    practice.keep({ tests: { pre: { date: "", answers: CONCEPTS.map((id) => ({ id, right: foreign })) } } });
    expect(keptTests().pre?.answers.map(({ right }) => right)).toEqual(CONCEPTS.map(() => false));
    expect(resultsCsv(keptTests())).toContain('"0"');
  });

  test.each([
    [{ tests: 7 }],
    [{ tests: { pre: { date: "", answers: [...CONCEPTS.map((id) => ({ id })), {}] } } }],
    [{ tests: { pre: { date: 1, answers: [] } } }],
    [{ tests: { pre: { date: "", answers: [{ id: "gone" }] } } }],
    [{ tests: { post: { date: "", answers: [null] } } }],
  ])("from foreign data are ignored: %j", (kept) => {
    practice.keep(kept);
    const sittings: Sitting[] = ["pre", "post"];
    for (const sitting of sittings) expect(keptTests()[sitting]).toBeUndefined();
  });
});
