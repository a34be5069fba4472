/** Launches by cmi5 and Tin Can: read from the address, or refused with what was got and what is wanted. */
import { describe, expect, test } from "vitest";
import { listAddress, readLaunch } from "../../web/src/course/xapi/launch.js";

const ACTOR = { objectType: "Agent", account: { homePage: "https://lms.example", name: "7" } };
const CMI5 = {
  endpoint: "https://lms.example/lrs",
  fetch: "https://lms.example/token?k=1",
  actor: JSON.stringify(ACTOR),
  registration: "760e3480-ba55-4991-94b0-01820dbd23a2",
  activityId: "https://lms.example/activities/3",
};
const TIN_CAN = {
  endpoint: "https://lms.example/lrs/",
  auth: "Basic YTpi",
  actor: JSON.stringify(ACTOR),
  activity_id: "urn:heads-up:multi-head",
};
const read = (fields: Readonly<Record<string, string>>) => readLaunch(`?${new URLSearchParams(fields)}`);
const launched = (fields: Readonly<Record<string, string>>) => {
  const found = read(fields);
  return found && "launch" in found ? found.launch : expect.fail(`no launch: ${JSON.stringify(found)}`);
};

test("reads a cmi5 launch", () => {
  expect(launched({ ...CMI5, lang: "ko", of_the_lms: "1" })).toEqual({
    endpoint: "https://lms.example/lrs/",
    actor: ACTOR,
    activityId: CMI5.activityId,
    registration: CMI5.registration,
    access: { fetch: CMI5.fetch },
  });
});

test("reads a Tin Can launch with and without a registration", () => {
  expect(launched(TIN_CAN)).toEqual({
    endpoint: TIN_CAN.endpoint,
    actor: ACTOR,
    activityId: TIN_CAN.activity_id,
    access: { auth: TIN_CAN.auth },
  });
  const { registration } = CMI5;
  expect(launched({ ...TIN_CAN, registration }).registration).toBe(registration);
  expect(launched({ ...TIN_CAN, course: "urn:heads-up:course" }).course).toBe("urn:heads-up:course");
});

test.each([
  ["https://lms.example/lrs///?a=b#c", TIN_CAN.endpoint],
  ["https://lms.example", "https://lms.example/"],
  [`https://lms.example${"/".repeat(200_000)}lrs`, `https://lms.example${"/".repeat(200_000)}lrs/`],
])("ends the LRS's address with one slash: %.50s", (endpoint, wanted) => {
  // Not toBe, which would print the long ones.
  expect(launched({ ...TIN_CAN, endpoint }).endpoint === wanted).toBe(true);
});

test("reads an actor in the form of version 0.95", () => {
  const old = {
    name: ["Kim"],
    account: [{ accountServiceHomePage: "https://lms.example", accountName: "7" }],
    objectType: "Agent",
  };
  expect(launched({ ...TIN_CAN, actor: JSON.stringify(old) }).actor).toEqual({ ...ACTOR, name: "Kim" });
  const mail = { mbox: ["mailto:kim@lms.example"] };
  expect(launched({ ...TIN_CAN, actor: JSON.stringify(mail) }).actor).toMatchObject({ mbox: mail.mbox[0] });
});

test.each([{}, { endpoint: "7" }, { lang: "ko", courseid: "7" }, { actor: "me", registration: "7" }])(
  "%j is no launch",
  (fields) => {
    expect(read(fields)).toBeUndefined();
  },
);

test.each([
  ["endpoint", "javascript:alert(1)"],
  ["endpoint", "lrs"],
  ["endpoint", "https://user:secret@lms.example/"],
  ["endpoint", "data:application/json,{}"],
  ["fetch", "//lms.example/token"],
  ["fetch", ""],
  ["actor", "{"],
  ["actor", "null"],
  ["actor", '["me"]'],
  ["actor", '{"name":"Kim"}'],
  ["actor", '{"account":{"name":"7"}}'],
  ["actor", '{"mbox":7}'],
  ["registration", "7"],
  ["registration", ""],
  ["activityId", "activities/3"],
  ["activityId", "https://lms.example/<3>"],
])("a launch by cmi5 with %s %j is refused, and says so", (field, got) => {
  const found = read({ ...CMI5, [field]: got });
  const refusals = found && "refusals" in found ? found.refusals : expect.fail("taken");
  expect(refusals).toHaveLength(1);
  expect(refusals[0]).toMatchObject({ code: "lms-bad-launch", details: { field, got } });
  expect(refusals[0]?.details["wants"]).not.toBe("");
});

test.each([
  ["auth", "Basic a\nX-Other: b"],
  ["auth", "비밀"],
  ["registration", "7"],
  ["activity_id", ""],
  ["course", "7"],
])("a Tin Can launch with %s %j is refused", (field, got) => {
  expect(read({ ...TIN_CAN, [field]: got })).toMatchObject({ refusals: [{ details: { field } }] });
});

test("each wrong value is reported, and quoted up to a length", () => {
  const found = read({ endpoint: "x".repeat(5000), fetch: "y" });
  const refusals = found && "refusals" in found ? found.refusals : [];
  expect(refusals.map(({ details }) => details["field"])).toEqual([
    "endpoint",
    "actor",
    "activityId",
    "registration",
    "fetch",
  ]);
  expect(refusals[0]?.message.length).toBeLessThan(120);
});

describe("links to other pages", () => {
  test("lead back to the list with the launch of the course", () => {
    const list = listAddress(`?lang=ko&course=urn%3Aa&${new URLSearchParams(TIN_CAN)}`, "urn:a");
    expect(Object.fromEntries(new URLSearchParams(list.replace("index.html", "")))).toEqual({
      ...TIN_CAN,
      activity_id: "urn:a",
    });
  });
});
