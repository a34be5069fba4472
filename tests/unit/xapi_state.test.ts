/** The progress that an LRS stores for the next visit: a lesson that is open twice loses nothing. */
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from "vitest";
import type { Progress } from "../../web/src/course/progress.js";
import type { Launch } from "../../web/src/course/xapi/launch.js";
import { Outbox } from "../../web/src/course/xapi/outbox.js";
import { openSession } from "../../web/src/course/xapi/session.js";
import { doneIn, stateOf } from "../../web/src/course/xapi/state.js";
import { XapiRecord } from "../../web/src/course/xapi/xapi_record.js";
import type { Answered } from "../../web/src/lessons/questions/answered.js";

const LAUNCH: Launch = {
  endpoint: "https://lms.example/lrs/",
  actor: { objectType: "Agent", mbox: "mailto:kim@lms.example" },
  activityId: "https://lms.example/activities/3",
  registration: "760e3480-ba55-4991-94b0-01820dbd23a2",
  access: { fetch: "https://lms.example/token" },
};
const PROGRESS: Progress = {
  ...{ step: "q", steps: [["q"], ["w_q.weight"]], questions: ["q.shape"], seen: [], right: [] },
  ...{ hasTried: false, seconds: 1 },
};

/** An LRS with one state document; `adds` is the answer to a request to add to it, 204 if it can. */
function lrs(adds = 204) {
  const state: { document: Record<string, unknown> | undefined; verbs: string[] } = {
    ...{ document: undefined, verbs: [] },
  };
  const answer = (address: string, { method = "GET", body }: RequestInit): Response => {
    const { pathname, searchParams: query } = new URL(address);
    const sent = () => JSON.parse(String(body));
    if (pathname === "/token") return Response.json({ "auth-token": "c2VjcmV0" });
    if (query.get("stateId") === "LMS.LaunchData") return Response.json({ masteryScore: 0.5 });
    if (pathname.endsWith("statements")) {
      if (method === "GET") return Response.json({ statements: [] });
      for (const { verb } of sent()) state.verbs.push(verb.id.split("/").at(-1));
      return Response.json([]);
    }
    if (query.get("stateId") !== "urn:heads-up:progress") return new Response("", { status: 404 });
    if (method === "GET")
      return state.document ? Response.json(state.document) : new Response("", { status: 404 });
    if (method === "POST" && adds !== 204) return new Response("", { status: adds });
    state.document = method === "POST" ? { ...state.document, ...sent() } : sent();
    return new Response(null, { status: 204 });
  };
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => answer(address, init));
  return state;
}
let sends: MockInstance<Outbox["send"]>;
beforeEach(() => {
  sends = vi.spyOn(Outbox.prototype, "send");
});
afterEach(() => {
  sends.mockRestore();
  vi.unstubAllGlobals();
});
/** Waits until nothing is queued anymore. */
const sent = () => Promise.all(sends.mock.results.map(({ value }) => value));
/** Waits until this many visits have ended. */
const ended = ({ verbs }: ReturnType<typeof lrs>, count: number) =>
  vi.waitFor(() => expect(verbs.filter((verb) => verb === "terminated")).toHaveLength(count));
const opened = async () => new XapiRecord(await openSession(LAUNCH, "multi-head", ""), vi.fn());

test("steps and right answers are restored, and what an earlier version of the page stored", () => {
  const progress = { ...PROGRESS, seen: ["q", "w_q.weight"], right: ["q.shape"], hasTried: true, why: "So." };
  const state = stateOf(progress, { completed: true, passed: false }, 9);
  expect(state).toMatchObject({ completed: true, step: "q", seconds: 9 });
  expect(Object.keys(state).filter((name) => /[.$]/.test(name) || name === "passed")).toEqual([]);
  const done = { seen: progress.seen, right: progress.right, hasTried: true, why: "So." };
  const stored = JSON.parse(JSON.stringify(state));
  expect(doneIn(stored)).toEqual(done);
  const lists = { v: 1, seen: ["q", "k"], right: ["k.shape"], hasTried: true };
  expect(doneIn({ ...lists, ...stored })).toEqual({
    ...done,
    seen: ["q", "k", "w_q.weight"],
    right: ["k.shape", "q.shape"],
  });
  expect(doneIn({ ...stored, v: 2 })).toEqual({ seen: [], right: [], hasTried: false });
});

describe.each([204, 404, 405, 501])("an LRS that answers %i to a request to add to a document", (adds) => {
  test("keeps what one tab has reported when another one reports and is closed", async () => {
    const state = lrs(adds);
    const [one, other] = [await opened(), await opened()];
    one.progress({ ...PROGRESS, seen: ["q"], right: ["q.shape"], hasTried: true });
    one.commit();
    await sent();
    one.end();
    await ended(state, 1);
    other.progress({ ...PROGRESS, seen: ["w_q.weight"], step: "w_q.weight" });
    other.commit();
    await sent();
    other.end();
    await ended(state, 2);
    const { earlier } = await opened();
    expect(earlier).toMatchObject({ right: ["q.shape"], hasTried: true, step: "w_q.weight" });
    expect([...earlier.seen].sort()).toEqual(["q", "w_q.weight"]);
    expect(state.document).toMatchObject({ v: 1 });
  });
});

test("a test that is answered in a completed lesson does not make it failed", async () => {
  const state = lrs();
  state.document = { v: 1, completed: true, hasTried: true };
  const record = await opened();
  const answer: Answered = {
    ...{ lesson: "multi-head", step: "attention", question: "pre:roles", kind: "choice", right: false },
    ...{ answer: null, expected: "x", tries: 1 },
  };
  record.progress({ ...PROGRESS, seen: ["q", "w_q.weight"], hasTried: true });
  record.answer(answer);
  record.end();
  await ended(state, 1);
  expect(state.verbs).toEqual(["initialized", "answered", "terminated"]);
  const again = await opened();
  again.progress({ ...PROGRESS, seen: ["q", "w_q.weight"], hasTried: true });
  again.answer({ ...answer, question: "shape" });
  again.end();
  await ended(state, 2);
  expect(state.verbs.slice(3)).toEqual(["initialized", "answered", "failed", "terminated"]);
});
