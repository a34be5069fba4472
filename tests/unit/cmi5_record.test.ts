/** The progress that an LRS stores for the next visit: a lesson that is open twice loses nothing. */
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from "vitest";
import { Cmi5Record, doneIn, Outbox, openSession, stateOf } from "../../web/src/course/cmi5/cmi5_record.js";
import type { Progress } from "../../web/src/course/progress.js";
import type { Answered } from "../../web/src/lessons/questions/answered.js";
import { LAUNCH } from "./cmi5_launch_fixture.js";

const PROGRESS: Progress = {
  ...{ step: "q", steps: [["q"], ["w_q.weight"]], questions: ["q.shape"], completion: "walked" },
  ...{ played: [], answered: [], right: [], seconds: 1 },
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
const opened = async () => new Cmi5Record(await openSession(LAUNCH, "multi-head"), vi.fn());

test("steps and answers are restored", () => {
  const done = { played: ["q", "w_q.weight"], answered: ["q.shape"], right: ["q.shape"], why: "So." };
  const state = stateOf({ ...PROGRESS, ...done }, { completed: true, passed: false }, 9);
  expect(state).toMatchObject({ completed: true, step: "q", seconds: 9 });
  expect(Object.keys(state).filter((name) => /[.$]/.test(name) || name === "passed")).toEqual([]);
  expect(doneIn(JSON.parse(JSON.stringify(state)))).toEqual(done);
  expect(doneIn({ ...state, v: 1 })).toEqual({ played: [], answered: [], right: [] });
});

describe.each([204, 404, 405, 501])("an LRS that answers %i to a request to add to a document", (adds) => {
  test("keeps what one tab has reported when another one reports and is closed", async () => {
    const state = lrs(adds);
    const [one, other] = [await opened(), await opened()];
    one.progress({ ...PROGRESS, played: ["q"], answered: ["q.shape"], right: ["q.shape"] });
    one.commit();
    await sent();
    one.end();
    await ended(state, 1);
    other.progress({ ...PROGRESS, played: ["w_q.weight"], step: "w_q.weight" });
    other.commit();
    await sent();
    other.end();
    await ended(state, 2);
    const { earlier } = (await opened()).opened;
    expect(earlier).toMatchObject({ answered: ["q.shape"], right: ["q.shape"], step: "w_q.weight" });
    expect([...earlier.played].sort()).toEqual(["q", "w_q.weight"]);
    expect(state.document).toMatchObject({ v: 2 });
  });
});

test("a test that is answered in a completed lesson does not make it failed", async () => {
  const state = lrs();
  state.document = { v: 2, completed: true, "answered/q/shape": true };
  const record = await opened();
  const answer: Answered = {
    ...{ lesson: "multi-head", step: "attention", question: "pre:roles", kind: "choice", right: false },
    ...{ answer: null, expected: "x", tries: 1 },
  };
  record.progress({ ...PROGRESS, played: ["q", "w_q.weight"], answered: ["q.shape"] });
  record.answer(answer);
  record.end();
  await ended(state, 1);
  expect(state.verbs).toEqual(["initialized", "answered", "terminated"]);
  const again = await opened();
  again.progress({ ...PROGRESS, played: ["q", "w_q.weight"], answered: ["q.shape"] });
  again.answer({ ...answer, question: "shape" });
  again.end();
  await ended(state, 2);
  expect(state.verbs.slice(3)).toEqual(["initialized", "answered", "failed", "terminated"]);
});
