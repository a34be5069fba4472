/** The statements of progress and answers: cmi5's rules for each, and when each is sent. */
import { describe, expect, test } from "vitest";
import * as statements from "../../web/src/course/cmi5/statements.js";
import type { Progress } from "../../web/src/course/progress.js";

const CATEGORIES = "https://w3id.org/xapi/cmi5/context/categories/";
const [CMI5, MOVE_ON] = [{ id: `${CATEGORIES}cmi5` }, { id: `${CATEGORIES}moveon` }];
const SESSION = "https://w3id.org/xapi/cmi5/context/extensions/sessionid";
const MASTERY = "https://w3id.org/xapi/cmi5/context/extensions/masteryscore";

const GROUP = { id: "urn:heads-up:multi-head" };
const OWN = { id: "https://lms.example/own" };
const VISIT: statements.Visit = {
  actor: { objectType: "Agent", account: { homePage: "https://lms.example", name: "7" } },
  activityId: "https://lms.example/activities/3",
  registration: "760e3480-ba55-4991-94b0-01820dbd23a2",
  lesson: "multi-head",
  template: { contextActivities: { grouping: [GROUP], category: [OWN] }, extensions: { [SESSION]: "s" } },
  masteryScore: 0.5,
  seconds: 100,
};
const PROGRESS: Progress = {
  ...{ step: "q", steps: [["ids"], ["q"], ["k", "v"]], questions: ["q.shape", "k.shape"] },
  ...{ completion: "walked", played: ["ids", "q"], answered: ["q.shape"], right: [], seconds: 10.126 },
};
const NOTHING = { completed: false, passed: false };
const STAMP = { id: "00000000-0000-4000-8000-000000000000", timestamp: "2026-03-01T09:05:07.000Z" };
const reached = (visit: statements.Visit, progress: Partial<Progress>, before = NOTHING) =>
  statements.reachedStatements(visit, { ...PROGRESS, ...progress }, before, () => STAMP);
const failed = (visit: statements.Visit, progress: Partial<Progress>, before: statements.Reached) =>
  statements.failedStatements(visit, { ...PROGRESS, ...progress }, before, () => STAMP);
const verbs = (all: readonly { verb: { display: Readonly<Record<string, string>> } }[]) =>
  all.map(({ verb }) => verb.display["en"]);
const ALL = ["ids", "q", "v"];

test("each statement's context contains the LMS's template unchanged", () => {
  const { context, object, actor } = statements.initialized(VISIT, STAMP);
  expect(context).toEqual({
    registration: VISIT.registration,
    contextActivities: { grouping: [GROUP], category: [OWN, CMI5] },
    extensions: { [SESSION]: "s" },
  });
  expect([object.id, actor]).toEqual([VISIT.activityId, VISIT.actor]);
});

test("a template with one activity instead of a list is accepted", () => {
  const template = { contextActivities: { category: OWN } } as unknown as statements.Context;
  const { context } = statements.initialized({ ...VISIT, template }, STAMP);
  expect(context.contextActivities).toEqual({ category: [OWN, CMI5] });
});

test("a category already in the template is not repeated", () => {
  const template = { contextActivities: { category: [CMI5 ?? OWN] } };
  const { context } = statements.initialized({ ...VISIT, template }, STAMP);
  expect(context.contextActivities).toEqual({ category: [CMI5] });
});

test("completed is sent once, when each step was played, with the time of all visits", () => {
  expect(reached(VISIT, { answered: [] })).toEqual([]);
  const [one, ...others] = reached(VISIT, { played: ALL, answered: [] });
  expect(others).toEqual([]);
  expect(one?.result).toEqual({ completion: true, duration: "PT110.13S" });
  expect(one?.context.contextActivities?.["category"]).toEqual([OWN, CMI5, MOVE_ON]);
  expect(reached(VISIT, { played: ALL, answered: [] }, { ...NOTHING, completed: true })).toEqual([]);
});

test("passed is sent once, as soon as the mastery score is reached", () => {
  const [one] = reached(VISIT, { right: ["q.shape", "gone.shape"] });
  expect(verbs(one ? [one] : [])).toEqual(["passed"]);
  expect(one?.result).toEqual({
    success: true,
    score: { scaled: 0.5, raw: 50, min: 0, max: 100 },
    duration: "PT110.13S",
  });
  expect(one?.context.extensions).toEqual({ [SESSION]: "s", [MASTERY]: 0.5 });
  expect(one?.context.contextActivities?.["category"]).toEqual([OWN, CMI5, MOVE_ON]);
  expect(reached(VISIT, { right: ["q.shape"] }, { ...NOTHING, passed: true })).toEqual([]);
  expect(reached(VISIT, { right: [] })).toEqual([]);
  expect(reached({ ...VISIT, masteryScore: undefined }, { right: ["q.shape"] })).toEqual([]);
  expect(reached({ ...VISIT, masteryScore: 0 }, { answered: [] })).toEqual([]);
});

test("failed is sent at the end of a visit to a completed lesson that was not passed", () => {
  const completed = { completed: true, passed: false };
  const [one] = failed(VISIT, {}, completed);
  expect(one?.result).toMatchObject({ success: false, score: { scaled: 0 } });
  expect(failed(VISIT, {}, NOTHING)).toEqual([]);
  expect(failed(VISIT, {}, { completed: true, passed: true })).toEqual([]);
  expect(failed(VISIT, { answered: [] }, completed)).toEqual([]);
  expect(failed(VISIT, { right: ["q.shape"] }, completed)).toEqual([]);
});

test("nothing is reached in a lesson that has not loaded yet", () => {
  expect(reached({ ...VISIT, masteryScore: 0 }, { steps: [], questions: [] })).toEqual([]);
});

test("terminated has the time of the visit, and neither score nor success", () => {
  expect(statements.terminated(VISIT, STAMP, 3725.904).result).toEqual({ duration: "PT3725.9S" });
});

test("progress is a statement that cmi5 allows but does not define", () => {
  const { context, result } = statements.progressed(VISIT, STAMP, statements.percentDone(PROGRESS));
  expect(context.contextActivities?.["category"]).toEqual([OWN]);
  expect(Object.values(result?.extensions ?? {})).toEqual([66]);
});

describe("an answer", () => {
  const ANSWER = {
    ...{ lesson: "multi-head", step: "w_q.weight", question: "shape", kind: "shape", right: false, tries: 1 },
    ...{ answer: [1, 2], expected: [5, 1, 10] },
  };

  test("is an interaction whose id depends only on its question", () => {
    const { object, result, context } = statements.answered(VISIT, ANSWER, STAMP);
    expect(object.id).toBe("urn:heads-up:multi-head:w_q.weight.shape");
    expect(object.definition).toMatchObject({
      type: "http://adlnet.gov/expapi/activities/cmi.interaction",
      interactionType: "fill-in",
      correctResponsesPattern: ["[5,1,10]"],
    });
    expect(result).toEqual({ response: "[1,2]", success: false });
    expect(context.contextActivities).toEqual({
      ...{ grouping: [GROUP], category: [OWN], parent: [{ id: VISIT.activityId }] },
    });
    expect(context.extensions).toEqual({ [SESSION]: "s" });
  });

  test("in own words is neither right nor wrong, and keeps its lines", () => {
    const own = { ...ANSWER, kind: "text", right: true, answer: "It\nmixes." };
    const { object, result } = statements.answered(VISIT, own, STAMP);
    expect(object.definition).toMatchObject({ interactionType: "long-fill-in" });
    expect(object.definition).not.toHaveProperty("correctResponsesPattern");
    expect(result).toEqual({ response: "It\nmixes." });
  });

  test("in a lesson from a file has an id without spaces", () => {
    const { object } = statements.answered({ ...VISIT, lesson: "나의 lesson" }, ANSWER, STAMP);
    expect(object.id).toMatch(/^urn:heads-up:[\w%-]+:w_q\.weight\.shape$/);
  });
});

test("an id is a UUID, and another one each time", () => {
  const ids = Array.from({ length: 50 }, statements.uuid);
  for (const id of ids)
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(new Set(ids).size).toBe(50);
});
