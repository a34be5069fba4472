/** The record of a student in a class: only answers are sent, without a name, and a reload keeps the same identity. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ClassRecord } from "../../web/src/course/xapi/class_record.js";
import type { Answered } from "../../web/src/lessons/questions/answered.js";

const LAUNCH = {
  endpoint: "https://lrs.example/xapi/",
  activityId: "urn:heads-up:multi-head",
  registration: "760e3480-ba55-4991-94b0-01820dbd23a2",
  auth: "Basic YTpi",
};
const ANSWER: Answered = {
  ...{ lesson: "multi-head", step: "q", question: "projection_shape", kind: "shape" },
  ...{ right: false, answer: [9, 9], expected: [1, 5, 10], tries: 1 },
};

const sent: { method: string; address: string; body: string }[] = [];
let status = 200;
const kept = new Map<string, string>();
beforeEach(() => {
  sent.length = 0;
  status = 200;
  kept.clear();
  vi.stubGlobal("location", new URL("https://uni.example/course/multi-head.html?auth=Basic+YTpi"));
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  });
  vi.stubGlobal("fetch", async (address: string, { method = "GET", body }: RequestInit) => {
    sent.push({ method, address, body: String(body) });
    return new Response("", { status });
  });
});
afterEach(() => vi.unstubAllGlobals());

const opened = (refused = vi.fn(), launch = LAUNCH) => new ClassRecord(launch, "multi-head", refused);
const sentRequests = (count: number) => vi.waitFor(() => expect(sent).toHaveLength(count));
const nameIn = (body: string): string => JSON.parse(body)[0].actor.account.name;

test("sends answers and nothing else", async () => {
  const record = opened();
  record.progress();
  record.commit();
  record.answer(ANSWER);
  record.commit();
  await sentRequests(1);
  record.end();
  expect(sent.map(({ method, address }) => `${method} ${address}`)).toEqual([
    "POST https://lrs.example/xapi/statements",
  ]);
  const [statement] = JSON.parse(sent[0]?.body ?? "");
  expect(statement).toMatchObject({
    actor: { objectType: "Agent", account: { homePage: "https://uni.example/course/" } },
    verb: { id: "http://adlnet.gov/expapi/verbs/answered" },
    object: { id: "urn:heads-up:multi-head:q.projection_shape" },
    result: { response: "[9,9]", success: false },
    context: { registration: LAUNCH.registration },
  });
});

test("keeps one student identity in this browser, and another one in another class", async () => {
  const registration = "860e3480-ba55-4991-94b0-01820dbd23a2";
  for (const launch of [LAUNCH, LAUNCH, { ...LAUNCH, registration }]) {
    const record = opened(vi.fn(), launch);
    record.answer(ANSWER);
    record.end();
  }
  await sentRequests(3);
  const [first, again, other] = sent.map(({ body }) => nameIn(body));
  expect(first).toMatch(/^[\da-f-]{36}$/);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

test("works without storage, and does not send a local file path", async () => {
  vi.stubGlobal("localStorage", undefined);
  vi.stubGlobal("location", new URL("file:///home/kim/multi-head.html"));
  const record = opened();
  record.answer(ANSWER);
  record.end();
  await sentRequests(1);
  expect(nameIn(sent[0]?.body ?? "")).toMatch(/^[\da-f-]{36}$/);
  expect(sent[0]?.body).not.toContain("kim");
});

test("reports a refusal and resends the answer with the next one", async () => {
  const refused = vi.fn();
  const record = opened(refused);
  status = 503;
  record.answer(ANSWER);
  record.commit();
  await vi.waitFor(() => expect(refused).toHaveBeenCalledWith(expect.stringMatching(/POST statements: 503/)));
  status = 200;
  record.answer({ ...ANSWER, tries: 2 });
  record.commit();
  await sentRequests(2);
  const ids = sent.map(({ body }) => JSON.parse(body).map(({ id }: { id: string }) => id));
  expect(ids[1]).toEqual([ids[0][0], expect.any(String)]);
});
