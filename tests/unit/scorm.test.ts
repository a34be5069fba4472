/** What is reported to an LMS and restored from it: within the limits of both standards, and robust to bad data. */

import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";
import { describe, expect, test, vi } from "vitest";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { type Progress, parseProgress } from "../../web/src/course/progress.js";
import {
  type EarlierResult,
  findLms,
  interaction,
  type Lms,
  ScormRecord,
  type Version,
  valuesOf,
} from "../../web/src/course/scorm.js";
import { lessonNamed, openingSpec } from "../../web/src/lessons/lessons.js";
import { lessonNames } from "../../web/src/lessons/opening.js";
import type { Answered } from "../../web/src/lessons/questions/answered.js";
import { questionsOf } from "../../web/src/lessons/questions/questions.js";
import type { Trace } from "../../web/src/module/types.js";
import { hu } from "./core.js";

const PROGRESS: Progress = {
  ...{ step: "q", steps: [["ids"], ["q"], ["k", "v"]], questions: ["q.shape", "k.shape", "k.token"] },
  ...{ played: ["ids", "q"], answered: ["q.shape", "k.shape"], right: ["q.shape", "gone.shape"] },
  ...{ completion: "walked", seconds: 3725.9 },
};
const ALL = ["k", "q", "ids", "of_another"];
const report = (
  progress: Progress,
  version: Version,
  earlier: EarlierResult = { status: "incomplete" },
): Record<string, string> => Object.fromEntries(valuesOf(progress, earlier, version));

test("a lesson half-way is incomplete, with the share of its own questions as its score", () => {
  expect(report(PROGRESS, "1.2")).toMatchObject({
    "cmi.core.lesson_location": "q",
    "cmi.core.lesson_status": "incomplete",
    "cmi.core.score.raw": "33.3333",
    "cmi.core.session_time": "0001:02:05",
    "cmi.core.exit": "suspend",
  });
  expect(report(PROGRESS, "2004")).toMatchObject({
    "cmi.location": "q",
    "cmi.completion_status": "incomplete",
    "cmi.progress_measure": "0.6667",
    "cmi.score.scaled": "0.3333",
    "cmi.session_time": "PT3725S",
    "cmi.exit": "suspend",
  });
});

test.each(["1.2", "2004"] as const)(
  "playing every step completes a lesson; without answers there is no score (%s)",
  (version) => {
    const all = report({ ...PROGRESS, played: ALL, answered: [] }, version);
    expect(all["cmi.core.lesson_status"] ?? all["cmi.completion_status"]).toBe("completed");
    expect(Object.keys(all).filter((name) => name.includes("score"))).toEqual([]);
  },
);

test("answering every question, right or wrong, completes a lesson if the instructor chose that", () => {
  const asked: Progress = { ...PROGRESS, completion: "answered" };
  const status = (progress: Progress) => report(progress, "1.2")["cmi.core.lesson_status"];
  expect(status({ ...asked, played: ALL })).toBe("incomplete");
  expect(report(asked, "2004")["cmi.progress_measure"]).toBe("0.6667");
  expect(status({ ...asked, played: [], answered: PROGRESS.questions })).toBe("completed");
  expect(status({ ...asked, questions: [], played: ["q"] })).toBe("incomplete");
  expect(status({ ...asked, questions: [], played: ALL })).toBe("completed");
});

test("a completed lesson is passed or failed by the LMS's mastery score, and passed later", () => {
  const of = (right: readonly string[], earlier: EarlierResult) =>
    report({ ...PROGRESS, played: ALL, right }, "1.2", earlier)["cmi.core.lesson_status"];
  const incomplete = { status: "incomplete", mastery: 0.5 };
  expect(of(["q.shape"], incomplete)).toBe("failed");
  expect(of(["q.shape", "k.shape"], incomplete)).toBe("passed");
  expect(of(["q.shape"], { ...incomplete, status: "failed" })).toBeUndefined();
  expect(of(["q.shape", "k.shape"], { ...incomplete, status: "failed" })).toBe("passed");
  // Some LMSs judge a lesson that is left early, which does not complete it.
  expect(report(PROGRESS, "1.2", { status: "failed", mastery: 0.5 })).not.toHaveProperty(
    "cmi.core.lesson_status",
  );
  const young = report({ ...PROGRESS, played: ALL }, "2004", { status: "unknown", mastery: 0.3 });
  expect(young).toMatchObject({ "cmi.completion_status": "completed", "cmi.success_status": "passed" });
  expect(report(PROGRESS, "2004", { status: "unknown", mastery: 0.3 })).not.toHaveProperty(
    "cmi.success_status",
  );
});

test.each(["1.2", "2004"] as const)(
  "a page that is closed before its lesson has loaded completes nothing (%s)",
  (version) => {
    const all = report({ ...PROGRESS, steps: [], questions: [] }, version);
    expect(all["cmi.core.lesson_status"] ?? all["cmi.completion_status"]).toBe("incomplete");
    expect(Object.keys(all).filter((name) => /score|measure/.test(name))).toEqual([]);
  },
);

test.each(lessonNames)("all data of %s fits into SCORM 1.2 storage, and is restored", (name) => {
  const trace = hu.run(openingSpec(name)) as Trace;
  const lesson = lessonNamed(name).steps(trace);
  const played = lesson.map(({ id }) => id);
  const right = lesson.flatMap((step) =>
    questionsOf(hu, trace, step, () => 0).map(({ key }) => `${step.id}.${key}`),
  );
  const progress = {
    ...PROGRESS,
    steps: played.map((id) => [id]),
    questions: right,
    played,
    answered: right,
    right,
  };
  const values = report(progress, "1.2");
  const kept = values["cmi.suspend_data"] ?? "";
  expect(kept.length).toBeLessThan(4096 / 2);
  expect(parseProgress(kept)).toEqual({ played, answered: right, right });
  expect(values["cmi.core.score.raw"]).toBe("100");
});

test("own words are shortened to what SCORM 1.2 leaves for them, and never the names of right answers", () => {
  const right = Array.from({ length: 60 }, (_, i) => `scores.an_exercise_with_a_long_name_${i}`);
  for (const why of ['"'.repeat(1000), "😀".repeat(500), "x".repeat(1000)])
    for (const count of [1, 40, 60]) {
      const progress = { ...PROGRESS, answered: right.slice(0, count), right: right.slice(0, count), why };
      const text = report(progress, "1.2")["cmi.suspend_data"] ?? "";
      const kept = parseProgress(text);
      expect(text.length).toBeLessThanOrEqual(4096);
      expect(kept.right).toEqual(progress.right);
      if (count === 1) expect(kept.why).toBe(why);
      else if (kept.why) expect(why.startsWith(kept.why.replace(/…$/, ""))).toBe(true);
      expect(kept.why ?? "").not.toMatch(/\p{Cs}/u);
      expect(parseProgress(report(progress, "2004")["cmi.suspend_data"] ?? "").why).toBe(why);
    }
});

test.each([
  "",
  "null",
  "[]",
  "{",
  '{"v":1,"seen":["q"]}',
  '{"v":2,"played":7,"right":{"a":1}}',
  "user=7;page=2",
])("foreign data is ignored: %j", (text) => {
  expect(parseProgress(text)).toEqual({ played: [], answered: [], right: [] });
});

test("an answer is reported in the format of each standard", () => {
  const answered = {
    ...{ lesson: "multi-head", step: "q", question: "shape", kind: "shape", right: false, tries: 1 },
    ...{ answer: [1, 2], expected: "x".repeat(5000) },
  };
  const now = new Date("2026-03-01T09:05:07Z");
  const old = Object.fromEntries(interaction(answered, 3, "1.2", now));
  expect(old["cmi.interactions.3.student_response"]).toBe("[1,2]");
  expect(old["cmi.interactions.3.correct_responses.0.pattern"]?.length).toBe(255);
  expect(old["cmi.interactions.3.time"]).toMatch(/^\d\d:05:07$/);
  const young = Object.fromEntries(interaction(answered, 0, "2004", now));
  expect(young).toMatchObject({
    "cmi.interactions.0.id": "urn:heads-up:multi-head:q.shape",
    "cmi.interactions.0.result": "incorrect",
    "cmi.interactions.0.timestamp": "2026-03-01T09:05:07.00Z",
  });
});

test.each(["1.2", "2004"] as const)("no text is cut inside a character (%s)", (version) => {
  for (const [kind, most] of [
    ["text", version === "1.2" ? 255 : 4000],
    ["choice", version === "1.2" ? 255 : 250],
  ] as const)
    for (const before of [most - 2, most - 1, most]) {
      const answer = `${"x".repeat(before)}😀 and more`;
      const answered = { lesson: "multi-head", step: "q", question: "why", kind, right: true, tries: 1 };
      const values = interaction({ ...answered, answer, expected: answer }, 0, version, new Date());
      const texts = values.filter(([name]) => /response$|pattern$/.test(name)).map(([, text]) => text);
      expect(texts.length).toBe(kind === "text" ? 1 : 2);
      for (const text of texts) {
        expect(() => encodeURIComponent(text)).not.toThrow();
        expect(answer.startsWith(text) && text.length >= most - 1 && text.length <= most).toBe(true);
      }
    }
});

test.each(["1.2", "2004"] as const)(
  "a mask of eight tokens is reported whole, row by row (%s)",
  (version) => {
    const causal = Array.from({ length: 8 }, (_, q) => Array.from({ length: 8 }, (_, k) => k <= q));
    const answered = { lesson: "multi-head", step: "mask", question: "paint_causal", kind: "mask" };
    const values = interaction(
      { ...answered, right: false, tries: 1, answer: [[true, false]], expected: causal },
      0,
      version,
      new Date(),
    );
    const all = Object.fromEntries(values.map(([name, text]) => [name.replace(/.*\./, ""), text]));
    expect(all).toMatchObject({
      pattern: "10000000 11000000 11100000 11110000 11111000 11111100 11111110 11111111",
      [version === "1.2" ? "student_response" : "learner_response"]: "10",
    });
  },
);

test("an answer in own words is neither right nor wrong, and is restored", () => {
  const answered = {
    ...{ lesson: "multi-head", step: "concat", question: "why", kind: "text", right: true, tries: 1 },
    ...{ answer: "Each head looks at something else.", expected: "A head has one softmax …" },
  };
  const now = new Date("2026-03-01T09:05:07Z");
  const at = "cmi.interactions.0";
  expect(Object.fromEntries(interaction(answered, 0, "1.2", now))).toMatchObject({
    [`${at}.type`]: "fill-in",
    [`${at}.student_response`]: answered.answer,
    [`${at}.result`]: "neutral",
  });
  expect(Object.fromEntries(interaction(answered, 0, "2004", now))).toMatchObject({
    [`${at}.type`]: "long-fill-in",
    [`${at}.result`]: "neutral",
  });
  const kept = report({ ...PROGRESS, why: answered.answer }, "1.2")["cmi.suspend_data"] ?? "";
  expect(parseProgress(kept).why).toBe(answered.answer);
});

test.each([
  ["1.2", "completed"],
  ["1.2", "passed"],
  ["2004", "completed"],
] as const)("a finished lesson keeps its status and its best score (%s, %s)", (version, status) => {
  const values = report({ ...PROGRESS, played: ["ids"], right: [] }, version, { status, score: 80 });
  expect(Object.keys(values).filter((name) => name.includes("status"))).toEqual([]);
  expect(values["cmi.core.score.raw"] ?? values["cmi.score.raw"]).toBe("80");
  if (version === "2004")
    expect(values).toMatchObject({ "cmi.progress_measure": "1", "cmi.score.scaled": "0.8" });
});

/** A SCORM run-time that LMSs use, in its own window. */
function runTime(version: Version): Lms {
  const own = createContext({
    ...{ addEventListener() {}, removeEventListener() {} },
    setTimeout,
    clearTimeout,
  });
  const [script, make] = { "1.2": ["scorm12", "Scorm12API"], "2004": ["scorm2004", "Scorm2004API"] }[version];
  runInContext(
    "var window = globalThis, self = globalThis, console = { error() {}, warn() {}, info() {}, debug() {}, log() {} };",
    own,
  );
  runInContext(readFileSync(inRoot(`node_modules/scorm-again/dist/${script}.min.js`), "utf8"), own);
  const api = runInContext(`new ${make}({ autocommit: false, logLevel: 5 })`, own);
  const around = { [version === "1.2" ? "API" : "API_1484_11"]: api, opener: null } as Record<
    string,
    unknown
  >;
  const lms = findLms(Object.assign(around, { parent: around, top: around }) as unknown as Window, version);
  return lms ?? expect.fail("no run-time");
}

describe.each(["1.2", "2004"] as const)("a real run-time (%s) takes", (version) => {
  const lms = runTime(version);
  expect(lms.begin()).toBe(true);
  const refused = (values: ReturnType<typeof valuesOf>): string[] =>
    values.flatMap(([name, value]) => (lms.set(name, value) ? [] : [`${name} = ${value}: ${lms.error}`]));

  test("every value reported for a lesson", () => {
    const progress = { ...PROGRESS, why: 'It "mixes"\nthe values.' };
    expect(refused(valuesOf(progress, { status: "" }, version))).toEqual([]);
    const passed = valuesOf({ ...progress, played: ALL }, { status: "", mastery: 0.1 }, version);
    expect(refused(passed)).toEqual([]);
  });

  test.each([
    ["shape", [5, 1, 10], [5, 2, 10, 10]],
    ["number", "-0.5", "1e-7"],
    ["table", [[0, 1]], [[1, 0]]],
    ["choice", "밥을, 먹고", "x[,]y"],
    ["text", "Each head\nlooks at something else, too.", "A head has one softmax, so it has one pattern."],
  ])("an answer of the kind %s", (kind, answer, expected) => {
    const n = Number(lms.get("cmi.interactions._count"));
    const answered = { lesson: "multi-head", step: "q", question: `${kind}`, kind, right: true, tries: 1 };
    expect(refused(interaction({ ...answered, answer, expected }, n, version, new Date()))).toEqual([]);
  });

  test("an answer to a lesson without an id, whose title has blanks, signs and half a character", () => {
    const n = Number(lms.get("cmi.interactions._count"));
    const answered = { kind: "shape", right: true, tries: 1, answer: [1], expected: [1] };
    const of = { lesson: "Attention 😀 <b>& … 주의 \ud83d", step: "attention", question: "attention_1" };
    const values = interaction({ ...answered, ...of }, n, version, new Date());
    expect(refused(values)).toEqual([]);
    expect(values[0]?.[1]).toMatch(/^[\x21-\x7e]+$/);
    if (version === "2004") expect(() => new URL(values[0]?.[1] ?? "")).not.toThrow();
  });
});

describe("the run-time API is found", () => {
  /** Nested windows, outermost first. */
  function windows(...around: object[]): Window {
    const all = around.map((one) => ({ opener: null, ...one }) as Record<string, unknown>);
    for (const [i, one] of all.entries()) Object.assign(one, { parent: all[i - 1] ?? one, top: all[0] });
    return all.at(-1) as unknown as Window;
  }
  const ok = { Initialize: () => "true", LMSInitialize: () => "true" };

  test("in any ancestor window, or an ancestor of the opener", () => {
    expect(findLms(windows({ API: ok }, {}, {}), "1.2")?.version).toBe("1.2");
    expect(findLms(windows({ API_1484_11: ok }, {}), "1.2")?.version).toBe("2004");
    expect(findLms(windows({ opener: windows({ API: ok }, {}) }, {}), "2004")?.version).toBe("1.2");
    expect(findLms(windows({}, {}), "1.2")).toBeUndefined();
  });

  test("in the version of the package, if both exist", () => {
    const both = windows({ API: ok, API_1484_11: ok }, {});
    expect(findLms(both, "1.2")?.version).toBe("1.2");
    expect(findLms(both, "2004")?.version).toBe("2004");
  });

  test("but not behind a window of another origin, nor if access throws", () => {
    const foreign = {
      get API(): object {
        throw new DOMException("cross-origin", "SecurityError");
      },
    };
    const page = { opener: null, parent: foreign, top: foreign } as unknown as Window;
    expect(findLms(page, "1.2")).toBeUndefined();
    const throwing = { LMSInitialize: () => expect.fail("refused") };
    expect(findLms(windows({ API: throwing }), "1.2")?.begin()).toBe(false);
  });

  test.each([
    ["what it threw", () => expect.fail("the network is away"), "0", /^LMSCommit: .*the network is away/],
    ["what it answered", () => "false", "0", /^LMSCommit: false$/],
    ["its error code", () => "false", "101", /^101$/],
  ])("a call that fails is told by %s", (_, LMSCommit, code, error) => {
    const lms = findLms(windows({ API: { LMSCommit, LMSGetLastError: () => code } }), "1.2");
    expect(lms?.commit()).toBe(false);
    expect(lms?.error).toMatch(error);
  });
});

const ANSWER: Answered = {
  ...{ lesson: "multi-head", step: "q", question: "shape", kind: "shape", right: false },
  ...{ answer: [1], expected: [2], tries: 1 },
};

/** An LMS of SCORM 1.2 that refuses the names of values that match `refuses`, and commits if `isUp`. */
function lmsThatRefuses() {
  const state = { refuses: /^$/, isUp: true };
  const API = {
    LMSGetValue: (name: string) => (name === "cmi.core.student_id" ? "kim" : ""),
    LMSSetValue: (name: string) => String(!state.refuses.test(name)),
    LMSCommit: () => String(state.isUp),
    LMSGetLastError: () => "351",
  };
  const around: Record<string, unknown> = { API, opener: null };
  Object.assign(around, { parent: around, top: around });
  const refused = vi.fn();
  const found = findLms(around as unknown as Window, "1.2") ?? expect.fail("no LMS");
  return { state, refused, record: new ScormRecord(found, refused) };
}

test("the learner is the one whom the LMS names", () => {
  expect(lmsThatRefuses().record.opened.learner).toBe("kim");
});

test("a failed commit is reported, and the report is withdrawn once after the next successful one", () => {
  const { state, refused, record } = lmsThatRefuses();
  state.isUp = false;
  record.progress(PROGRESS);
  record.commit();
  expect(refused.mock.calls).toEqual([["351"]]);
  state.isUp = true;
  for (let i = 0; i < 2; i++) record.commit();
  expect(refused.mock.calls).toEqual([["351"], [undefined]]);
});

test("the report of a refused value is withdrawn when a later value is accepted, not at the next commit", () => {
  const { state, refused, record } = lmsThatRefuses();
  state.refuses = /lesson_location/;
  record.progress(PROGRESS);
  record.commit();
  expect(refused).not.toHaveBeenCalledWith(undefined);
  state.refuses = /^$/;
  record.progress({ ...PROGRESS, step: "k" });
  record.commit();
  expect(refused).toHaveBeenLastCalledWith(undefined);
});

test("the report of a refused answer stays, because the answer is not sent again", () => {
  const { state, refused, record } = lmsThatRefuses();
  state.refuses = /student_response/;
  record.answer(ANSWER);
  state.refuses = /^$/;
  record.progress(PROGRESS);
  record.commit();
  expect(refused.mock.calls).toEqual([[expect.stringMatching(/student_response: 351/)]]);
});
