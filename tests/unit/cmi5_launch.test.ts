/** Launches by cmi5: read from the address, or refused with what was got and what is wanted. */
import { expect, test } from "vitest";
import { readLaunch } from "../../web/src/course/cmi5/launch.js";

const ACTOR = { objectType: "Agent", account: { homePage: "https://lms.example", name: "7" } };
const CMI5 = {
  endpoint: "https://lms.example/lrs",
  fetch: "https://lms.example/token?k=1",
  actor: JSON.stringify(ACTOR),
  registration: "760e3480-ba55-4991-94b0-01820dbd23a2",
  activityId: "https://lms.example/activities/3",
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
    fetch: CMI5.fetch,
  });
});

test.each([
  ["https://lms.example/lrs///?a=b#c", "https://lms.example/lrs/"],
  ["https://lms.example", "https://lms.example/"],
  [`https://lms.example${"/".repeat(200_000)}lrs`, `https://lms.example${"/".repeat(200_000)}lrs/`],
])("ends the LRS's address with one slash: %.50s", (endpoint, wanted) => {
  // Not toBe, which would print the long ones.
  expect(launched({ ...CMI5, endpoint }).endpoint === wanted).toBe(true);
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
  ["actor", '{"mbox":"mailto:kim@lms.example"}'],
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
