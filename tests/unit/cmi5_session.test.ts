/** Opening a session with an LRS: the requests, the use of their answers, and the failures that prevent it. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import { openSession } from "../../web/src/course/cmi5/cmi5_record.js";
import { fetchToken, Lrs, LrsError } from "../../web/src/course/cmi5/lrs.js";
import { initialized, terminated } from "../../web/src/course/cmi5/statements.js";
import { LAUNCH } from "./cmi5_launch_fixture.js";

const ANSWERS = {
  token: { "auth-token": "c2VjcmV0" },
  "LMS.LaunchData": { contextTemplate: { extensions: { a: 1 } }, launchMode: "Normal", moveOn: "Completed" },
  cmi5LearnerPreferences: { languagePreference: "fr-FR, ko-KR", audioPreference: "on" },
  "urn:heads-up:progress": undefined as unknown,
  completed: { statements: [], more: "" },
  passed: { statements: [], more: "" },
};
type Name = keyof typeof ANSWERS;

/** Stubs fetch with ANSWERS, some replaced by `instead`; a number is a status, undefined is 404. Returns the requests. */
function lrs(instead: Partial<Record<Name, unknown>> = {}): { name: Name; init: RequestInit }[] {
  const requests: { name: Name; init: RequestInit }[] = [];
  const answer = async (address: string, init: RequestInit): Promise<Response> => {
    const { pathname, searchParams: query } = new URL(address);
    const verb = query.get("verb")?.split("/").at(-1);
    const name = (query.get("stateId") ?? query.get("profileId") ?? verb ?? pathname.slice(1)) as Name;
    requests.push({ name, init });
    const value = name in instead ? instead[name] : ANSWERS[name];
    if (value instanceof Error) throw value;
    if (value === undefined || typeof value === "number") return new Response("", { status: value ?? 404 });
    return typeof value === "string" ? new Response(value) : Response.json(value);
  };
  vi.stubGlobal("fetch", answer);
  return requests;
}
afterEach(() => vi.unstubAllGlobals());
const opened = () => openSession(LAUNCH, "multi-head");

test("requests the token once, by POST, and sends it with every other request", async () => {
  const requests = lrs();
  await opened();
  const [token, ...others] = requests;
  expect([token?.name, token?.init.method]).toEqual(["token", "POST"]);
  expect(others.map(({ name }) => name).sort()).toEqual([
    ...["LMS.LaunchData", "cmi5LearnerPreferences", "completed", "passed", "urn:heads-up:progress"],
  ]);
  for (const { init } of others)
    expect(init.headers).toEqual({
      Authorization: "Basic c2VjcmV0",
      "X-Experience-API-Version": "1.0.3",
    });
});

test("the launch data of the LMS are used", async () => {
  const data = {
    ...ANSWERS["LMS.LaunchData"],
    launchMode: "Review",
    masteryScore: 0.8,
    returnURL: "https://lms.example/",
  };
  lrs({ "LMS.LaunchData": data });
  const { visit, languages, isSilent, returnUrl } = await opened();
  expect(visit).toMatchObject({ template: data.contextTemplate, masteryScore: 0.8, lesson: "multi-head" });
  expect([languages, isSilent, returnUrl]).toEqual([["fr-FR", "ko-KR"], true, data.returnURL]);
});

test.each([
  [{ category: [null, 5, [], {}, { id: 7 }] }, undefined],
  [
    { category: [null, { id: "urn:a" }], grouping: { id: "urn:b" } },
    { category: ["urn:a"], grouping: ["urn:b"] },
  ],
  ["xy", undefined],
  [[[{ id: "urn:a" }]], undefined],
])("only activities of a template's %j are stated", async (contextActivities, ids) => {
  lrs({ "LMS.LaunchData": { contextTemplate: { contextActivities, extensions: "z" }, launchMode: {} } });
  const { visit, isSilent } = await opened();
  const lists = ids && Object.entries(ids).map(([name, list]) => [name, list.map((id) => ({ id }))]);
  expect(visit.template).toEqual({
    ...(lists ? { contextActivities: Object.fromEntries(lists) } : {}),
    extensions: {},
  });
  expect(isSilent).toBe(false);
  const stamp = { id: "00000000-0000-4000-8000-000000000000", timestamp: "2026-03-01T09:05:07.000Z" };
  for (const statement of [initialized(visit, stamp), terminated(visit, stamp, 1)])
    expect(JSON.stringify(statement)).toContain("categories/cmi5");
});

test.each([[1], "text", 7, null])("a template %j is read as an empty one", async (contextTemplate) => {
  lrs({ "LMS.LaunchData": { contextTemplate } });
  expect((await opened()).visit.template).toEqual({});
});

test("a redirected request fails, and its key is sent nowhere else", async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.writeHead(request.url === "/other" ? 200 : 307, { Location: "/other" }).end("{}");
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", () => listening(undefined)));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/xapi`;
  try {
    const lrs = new Lrs({ ...LAUNCH, endpoint: `${address}/` }, "YTpi");
    await expect(lrs.has("passed")).rejects.toThrow(LrsError);
    await expect(fetchToken(address)).rejects.toThrow(/^fetch: /);
  } finally {
    server.closeAllConnections();
    server.close();
  }
  expect(asked.map((one) => one.replace(/\?.*/, ""))).toEqual(["/xapi/statements", "/xapi"]);
});

test.each(["javascript:alert(1)", "back.html", 7, ""])(
  "a returnURL %j is not followed",
  async (returnURL) => {
    lrs({ "LMS.LaunchData": { ...ANSWERS["LMS.LaunchData"], returnURL } });
    expect((await opened()).returnUrl).toBeUndefined();
  },
);

test.each([
  [0.5, 0.5],
  ["0.5", 0.5],
  [0, 0],
  [50, undefined],
  [-1, undefined],
  ["", undefined],
  [null, undefined],
])("a mastery score %j is read as %j", async (masteryScore, taken) => {
  lrs({ "LMS.LaunchData": { ...ANSWERS["LMS.LaunchData"], masteryScore } });
  expect((await opened()).visit.masteryScore).toBe(taken);
});

describe("earlier visits", () => {
  const done = { "played/q": true, "answered/q/shape": true, "right/q/shape": true };
  const kept = { v: 2, ...done, why: "So.", step: "q", seconds: 90 };

  test("restore their progress, and whether the lesson was completed and passed", async () => {
    lrs({ "urn:heads-up:progress": { ...kept, completed: true }, passed: { statements: [{}] } });
    const { earlier, reached, visit } = await opened();
    expect(earlier).toEqual({
      ...{ played: ["q"], answered: ["q.shape"], right: ["q.shape"], why: "So.", step: "q" },
    });
    expect([reached, visit.seconds]).toEqual([{ completed: true, passed: true }, 90]);
  });

  test.each([
    { v: 3 },
    [],
    7,
    { v: 2, seconds: "x", step: 7 },
    { v: 2, seconds: { valueOf: 1, toString: 1 } },
  ])("are ignored if damaged: %j", async (damaged) => {
    lrs({ "urn:heads-up:progress": damaged === 7 ? "7" : damaged });
    const { earlier, reached, visit } = await opened();
    expect(earlier).toEqual({ played: [], answered: [], right: [], step: "" });
    expect([reached, visit.seconds]).toEqual([{ completed: false, passed: false }, 0]);
  });

  test("are unknown if the LRS does not allow reading statements", async () => {
    lrs({ completed: 403, passed: 403 });
    expect((await opened()).reached).toEqual({ completed: false, passed: false });
  });
});

test("preferences that the LRS refuses count as missing", async () => {
  lrs({ cmi5LearnerPreferences: 403 });
  expect((await opened()).languages).toEqual([]);
});

test.each<[Partial<Record<Name, unknown>>, RegExp]>([
  [{ token: { "error-code": "1", "error-text": "Used before." } }, /^fetch: error-code 1, Used before\.$/],
  [{ token: {} }, /^fetch: got no "auth-token"$/],
  [{ token: { "auth-token": "a\nb" } }, /^fetch: /],
  [{ token: "<html>" }, /^fetch: got text\/plain.*, wants JSON$/],
  [{ token: 500 }, /^fetch: 500/],
  [{ token: new TypeError("Failed to fetch") }, /^fetch: Failed to fetch$/],
  [{ "LMS.LaunchData": 401 }, /^GET LMS\.LaunchData: 401/],
  [{ "LMS.LaunchData": 404 }, /^GET LMS\.LaunchData: 404/],
  // A new session would overwrite the stored progress.
  [{ "urn:heads-up:progress": 500 }, /^GET urn:heads-up:progress: 500/],
  [{ "urn:heads-up:progress": "{" }, /^GET urn:heads-up:progress: got .*, wants JSON$/],
])("the session does not begin with %o", async (instead, message) => {
  lrs(instead);
  await expect(opened()).rejects.toThrow(message);
});
