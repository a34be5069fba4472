/** The classroom page: its form, the students' link, and the answers of a class from statements. */
import { getEventListeners } from "node:events";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { load } from "../../dist/package/index.node.js";
import english from "../../web/locales/en.json";
import { boardTemplate } from "../../web/src/course/classroom/board_template.js";
import { ClassAnswers } from "../../web/src/course/classroom/class_answers.js";
import { type Fields, NO_FIELDS, readForm } from "../../web/src/course/classroom/form.js";
import { lessonSteps } from "../../web/src/course/classroom/lesson_steps.js";
import { OpenClass, readAnswers } from "../../web/src/course/classroom/open_class.js";
import { studentLink } from "../../web/src/course/classroom/student_link.js";
import { readLaunch } from "../../web/src/course/xapi/launch.js";
import { lessonNamed, lessonNames, openingSpec } from "../../web/src/lessons/lessons.js";
import type { Trace } from "../../web/src/module/types.js";

const hu = await load();
const LESSON = "multi-head";
const LESSONS = new Map([[LESSON, ["q", "scores"]]]);
const REGISTRATION = "760e3480-ba55-4991-94b0-01820dbd23a2";
const FIELDS: Fields = {
  ...{ endpoint: " https://lrs.example/xapi ", writeKey: "write", writeSecret: "a b:c" },
  ...{ readKey: "read", readSecret: "d", lesson: LESSON, step: "q" },
};
const PLAN = {
  ...{ endpoint: "https://lrs.example/xapi/", lesson: LESSON, step: "q" },
  ...{ write: `Basic ${btoa("write:a b:c")}`, read: `Basic ${btoa("read:d")}` },
};

describe("the form", () => {
  test("adds a trailing slash to the address, and makes a header for each key", () => {
    expect(readForm(FIELDS, LESSONS)).toEqual({ plan: PLAN });
  });

  test("takes an empty step, which is the lesson's first", () => {
    expect(readForm({ ...FIELDS, step: " " }, LESSONS)).toEqual({ plan: { ...PLAN, step: "" } });
  });

  test("knows the steps that each lesson has with its own data", () => {
    const shown = lessonNames.map((name) => {
      const steps = lessonNamed(name).steps(hu.run(openingSpec(name)) as Trace);
      return [name, steps.map(({ id }) => id)] as const;
    });
    expect(lessonSteps).toEqual(new Map(shown));
  });

  test.each([
    ["endpoint", "lrs.example", "endpoint"],
    ["endpoint", "javascript:alert(1)", "endpoint"],
    ["endpoint", "https://user:secret@lrs.example/", "endpoint"],
    ["writeKey", "a:b", "key"],
    ["readKey", "", "key"],
    ["readKey", "a b", "key"],
    ["lesson", "lab", "lesson"],
    ["step", "q&r", "step"],
    ["step", "masked_scores", "step"],
  ] as const)("refuses %s %j by its field", (field, got, wants) => {
    expect(readForm({ ...FIELDS, [field]: got }, LESSONS)).toEqual({ mistakes: [{ field, got, wants }] });
  });

  test("does not repeat a secret that it refuses", () => {
    expect(readForm({ ...FIELDS, writeSecret: "비밀" }, LESSONS)).toEqual({
      mistakes: [{ field: "writeSecret", got: undefined, wants: "secret" }],
    });
    expect(readForm({ ...FIELDS, readSecret: " " }, LESSONS)).toMatchObject({ mistakes: [{ got: "" }] });
  });

  test("reports all mistakes at once", () => {
    const read = readForm(NO_FIELDS, LESSONS);
    const fields = "mistakes" in read ? read.mistakes.map(({ field }) => field) : [];
    expect(fields).toEqual(["endpoint", "writeKey", "writeSecret", "readKey", "readSecret", "lesson"]);
  });
});

describe("the students' link", () => {
  const link = new URL(studentLink("https://uni.example/course/classroom.html?lang=ko", PLAN, REGISTRATION));

  test("leads to the lesson beside the page, before its step has played, and is a launch for a class", () => {
    expect(link.origin + link.pathname).toBe("https://uni.example/course/multi-head.html");
    expect(["step", "t"].map((name) => link.searchParams.get(name))).toEqual(["q", "0"]);
    expect(readLaunch(link.search)).toEqual({
      classLaunch: {
        endpoint: PLAN.endpoint,
        activityId: "urn:heads-up:multi-head",
        registration: REGISTRATION,
        auth: PLAN.write,
      },
    });
  });

  test("has only the key for writing, and no step if none is given", () => {
    expect(link.href).not.toContain(btoa("read:d").replaceAll("=", ""));
    const without = studentLink(link.href, { ...PLAN, step: "" }, REGISTRATION);
    for (const name of ["step", "t"]) expect(new URL(without).searchParams.has(name)).toBe(false);
  });
});

interface StatementFacts {
  readonly student: string;
  readonly question?: string;
  readonly response: string;
  /** Undefined for an answer in own words. */
  readonly success?: boolean;
  readonly second: number;
  readonly stored?: number;
}
const time = (second: number): string => new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString();
const statement = ({
  student,
  question = "q.shape",
  response,
  success,
  second,
  stored = second,
}: StatementFacts) => ({
  id: `${student} ${question} ${second}`,
  actor: { objectType: "Agent", account: { homePage: "https://uni.example/", name: student } },
  object: { id: `urn:heads-up:${LESSON}:${question}`, definition: { correctResponsesPattern: ["[1]"] } },
  result: success === undefined ? { response } : { response, success },
  ...{ timestamp: time(second), stored: time(stored) },
});
function answersOf(...given: readonly StatementFacts[]): ClassAnswers {
  const answers = new ClassAnswers(LESSON);
  answers.add(given.map(statement));
  return answers;
}

describe("the answers of a class", () => {
  test("count only the first of each student, in any order of arrival, the most frequent first", () => {
    const answers = answersOf(
      { student: "a", response: "[1]", success: true, second: 9 },
      { student: "a", response: "[2]", success: false, second: 3, stored: 20 },
      { student: "b", response: "[1]", success: true, second: 4 },
      { student: "c", response: "[2]", success: false, second: 5 },
      { student: "c", response: "[1]", success: true, second: 6 },
    );
    expect(answers.students).toBe(3);
    expect(answers.questions).toEqual([
      {
        ...{ name: "q.shape", step: "q", students: 3, expected: "[1]", texts: [] },
        bars: [
          { response: "[2]", right: false, count: 2, share: 2 / 3 },
          { response: "[1]", right: true, count: 1, share: 1 / 3 },
        ],
      },
    ]);
  });

  test("ignore duplicate statements", () => {
    const given = { student: "a", response: "[1]", success: true, second: 9 };
    expect(answersOf(given, given).questions).toEqual(answersOf(given).questions);
  });

  test("separate equal responses if one is right and another wrong", () => {
    const { bars = [] } = answersOf(
      { student: "a", response: "[1]", success: true, second: 1 },
      { student: "b", response: "[1]", success: false, second: 2 },
    ).questions[0] ?? { bars: [] };
    expect(bars.map(({ right, count }) => [right, count])).toEqual(
      expect.arrayContaining([
        [true, 1],
        [false, 1],
      ]),
    );
  });

  test("list the most recently begun question first", () => {
    const answers = answersOf(
      { student: "a", question: "q.shape", response: "[1]", success: true, second: 1 },
      { student: "a", question: "scores.scale", response: "2", success: true, second: 2 },
      { student: "b", question: "q.shape", response: "[1]", success: true, second: 3 },
    );
    expect(answers.questions.map(({ name }) => name)).toEqual(["scores.scale", "q.shape"]);
  });

  test("in own words are listed as texts, the newest first, without bars", () => {
    const [question] = answersOf(
      { student: "a", question: "output.why", response: "Because.", second: 1 },
      { student: "b", question: "output.why", response: "<b>Why not?</b>", second: 2 },
    ).questions;
    expect(question).toMatchObject({ bars: [], students: 2, texts: ["<b>Why not?</b>", "Because."] });
  });

  test("ignore other lessons and statements that are not answers", () => {
    const answers = new ClassAnswers(LESSON);
    const good = statement({ student: "a", response: "[1]", success: true, second: 1 });
    const other = { ...good, object: { id: "urn:heads-up:multi-head-2:q.shape" } };
    answers.add([null, 7, {}, { ...good, result: {} }, { ...good, object: {} }, other]);
    expect([answers.questions, answers.students]).toEqual([[], 0]);
    answers.add([{ ...good, object: { id: `urn:heads-up:${LESSON}:%E0.x` } }]);
    expect(answers.questions[0]?.name).toBe("%E0.x");
  });

  test("count also if their times cannot be read", () => {
    const answers = new ClassAnswers(LESSON);
    const given = statement({ student: "a", response: "[1]", success: true, second: 1 });
    answers.add([{ ...given, stored: { toString: 1 }, timestamp: { toString: 1 } }]);
    expect([answers.students, answers.since]).toEqual([1, undefined]);
  });
});

describe("the board", () => {
  // The build writes the language before plural forms.
  const words: typeof english = JSON.parse(
    JSON.stringify(english).replace(/\{\w+\|/g, (begin) => `${begin}en|`),
  );
  /** The text of a template, without binding it. */
  const htmlOf = (value: unknown): string => {
    if (Array.isArray(value)) return value.map(htmlOf).join("");
    if (typeof value !== "object" || value === null) return String(value);
    const { strings = [], values = [] } = value as { strings?: readonly string[]; values?: unknown[] };
    return strings.map((text, i) => text + (i < values.length ? htmlOf(values[i]) : "")).join("");
  };
  const board = (answers: ClassAnswers, answered: readonly string[]) =>
    htmlOf(
      boardTemplate({
        ...{
          words: { ...words, steps: {}, options: {} },
          lesson: LESSON,
          link: undefined,
          problem: undefined,
        },
        ...{ students: answers.students, questions: answers.questions, answered: new Set(answered) },
        ...{ hasEnded: false, isCopied: undefined },
        ...{ onCopy: vi.fn(), onShow: vi.fn(), onEnd: vi.fn(), onAnew: vi.fn() },
      }),
    );
  const count = (html: string, text: string): number => html.split(text).length - 1;

  test.each([
    ["answers", false, 'class="amount"'],
    ["texts in own words", undefined, "<li>"],
  ])("lists the 40 most frequent %s and counts the others", (_, success, item) => {
    const facts = (i: number) => ({ student: `s${i}`, response: `r${i}`, second: i });
    const given = Array.from({ length: 2000 }, (_, i) => ({
      ...facts(i),
      ...(success === false && { success }),
    }));
    const html = board(answersOf(...given), ["q.shape"]);
    expect(count(html, item)).toBe(40);
    expect(html).toContain("and 1960 more");
  });

  test("shows a right answer that few have given", () => {
    const facts = (i: number) => ({ student: `s${i}`, response: `r${i >> 1}`, success: false, second: i });
    const right = { student: "a", response: "[1]", success: true, second: 1 };
    const answers = answersOf(right, ...Array.from({ length: 80 }, (_, i) => facts(i)));
    expect(board(answers, [])).not.toContain("✓");
    expect(count(board(answers, ["q.shape"]), "✓")).toBe(1);
  });
});

describe("polling the LRS", () => {
  const lrsRequests: { address: URL; authorization: unknown }[] = [];
  /** Answers each request with the next reply. */
  function lrs(...replies: readonly unknown[]): void {
    lrsRequests.length = 0;
    vi.stubGlobal("fetch", async (address: string, { headers }: RequestInit) => {
      lrsRequests.push({
        address: new URL(address),
        authorization: new Headers(headers).get("Authorization"),
      });
      const next = replies[lrsRequests.length - 1] ?? { statements: [], more: "" };
      return typeof next === "number" ? new Response("", { status: next }) : Response.json(next);
    });
  }
  afterEach(() => vi.unstubAllGlobals());
  const page = (more: string, ...given: readonly StatementFacts[]) => ({
    statements: given.map(statement),
    more,
  });
  const A = { student: "a", response: "[1]", success: true, second: 60 };
  const B = { student: "b", response: "[1]", success: true, second: 120 };

  test("follows `more`, and next time requests only what was stored since then", async () => {
    lrs(page("/xapi/statements?page=2", A), page("", B));
    const answers = new ClassAnswers(LESSON);
    await readAnswers(PLAN, REGISTRATION, answers);
    expect(answers.students).toBe(2);
    expect(lrsRequests[0]?.address.href).toContain(
      "https://lrs.example/xapi/statements?registration=760e3480",
    );
    expect(lrsRequests[0]?.address.searchParams.has("since")).toBe(false);
    expect(lrsRequests[0]?.address.searchParams.get("ascending")).toBe("true");
    expect(lrsRequests[1]?.address.href).toBe("https://lrs.example/xapi/statements?page=2");
    await readAnswers(PLAN, REGISTRATION, answers);
    expect(lrsRequests).toHaveLength(3);
    expect(lrsRequests[2]?.address.searchParams.get("since")).toBe(time(115));
    for (const { authorization } of lrsRequests) expect(authorization).toBe(PLAN.read);
  });

  test.each([
    ["a status", 401, /GET statements: 401/],
    ["no list", { statement: {} }, /wants statements/],
    ["null", null, /wants statements/],
    ["a further page elsewhere", page("https://other.example/more", A), /got https:\/\/other/],
  ])("%s is refused, and the key is sent nowhere else", async (_, reply, message) => {
    lrs(reply ?? "null");
    const answers = new ClassAnswers(LESSON);
    await expect(readAnswers(PLAN, REGISTRATION, answers)).rejects.toThrow(message);
    expect(lrsRequests).toHaveLength(1);
  });

  test("stops following `more` when it brings nothing", async () => {
    lrs(page("/xapi/statements?page=2"), page("/xapi/statements?page=3"));
    await readAnswers(PLAN, REGISTRATION, new ClassAnswers(LESSON));
    expect(lrsRequests).toHaveLength(1);
  });

  test("stops following `more` when it repeats itself, or names a new page for the same statements", async () => {
    for (const name of [() => "/xapi/statements?page=2", () => `/xapi/statements?page=${Math.random()}`]) {
      lrs(...Array.from({ length: 9 }, () => page(name(), A)));
      const answers = new ClassAnswers(LESSON);
      await readAnswers(PLAN, REGISTRATION, answers);
      expect([answers.students, lrsRequests.length]).toEqual([1, 2]);
    }
  });

  describe("while a class is open", () => {
    const view = Object.assign(new EventTarget(), { visibilityState: "visible" });
    beforeEach(() => {
      vi.useFakeTimers();
      view.visibilityState = "visible";
      vi.stubGlobal("document", view);
    });
    afterEach(() => vi.useRealTimers());

    test("continues after a failure, pauses while the page is hidden, and stops at the end", async () => {
      lrs(500, page("", A));
      const changed = vi.fn();
      const open = new OpenClass(PLAN, REGISTRATION, changed);
      await vi.advanceTimersByTimeAsync(0);
      expect(open.problem).toMatch(/500/);
      view.visibilityState = "hidden";
      await vi.advanceTimersByTimeAsync(60_000);
      expect(lrsRequests).toHaveLength(1);
      view.visibilityState = "visible";
      view.dispatchEvent(new Event("visibilitychange"));
      await vi.advanceTimersByTimeAsync(0);
      expect([open.problem, open.answers.students, lrsRequests.length]).toEqual([undefined, 1, 2]);
      expect(changed).toHaveBeenCalledTimes(2);
      open.end();
      await vi.advanceTimersByTimeAsync(60_000);
      expect(lrsRequests).toHaveLength(2);
      expect(open.hasEnded).toBe(true);
    });

    test("leaves no listeners behind, however long it stays open", async () => {
      lrs();
      const listening = vi.spyOn(AbortSignal.prototype, "addEventListener");
      const open = new OpenClass(PLAN, REGISTRATION, vi.fn());
      await vi.advanceTimersByTimeAsync(60_000);
      const [end = expect.fail("no listener")] = listening.mock.contexts as AbortSignal[];
      listening.mockRestore();
      expect(lrsRequests.length).toBeGreaterThan(10);
      expect(getEventListeners(end, "abort").length).toBeLessThan(2);
      view.visibilityState = "hidden";
      await vi.advanceTimersByTimeAsync(60_000);
      expect(getEventListeners(view, "visibilitychange")).toHaveLength(1);
      open.end();
      await vi.advanceTimersByTimeAsync(0);
      expect(getEventListeners(view, "visibilitychange")).toEqual([]);
      expect(getEventListeners(end, "abort")).toEqual([]);
    });

    test("shows each page as it comes, and asks for no further one after the end", async () => {
      const students = Array.from({ length: 9 }, (_, i) => ({ ...A, student: `s${i}` }));
      lrs(...students.map((student, i) => page(`/xapi/statements?page=${i}`, student)));
      const shown: number[] = [];
      const open: OpenClass = new OpenClass(PLAN, REGISTRATION, () => {
        shown.push(open.answers.students);
        if (shown.length === 3) open.end();
      });
      await vi.advanceTimersByTimeAsync(60_000);
      expect(shown).toEqual([1, 2, 3, 3]);
      expect(lrsRequests).toHaveLength(3);
    });
  });
});
