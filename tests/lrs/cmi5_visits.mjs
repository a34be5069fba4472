/** Visits by cmi5 that go well: to the end and resumed, in a frame, to look at only. */
import { deepStrictEqual, match, ok, strictEqual } from "node:assert";
import { answerNumber, answerWhy, goTo, stepOf, until, walkToTheEnd } from "./classroom.mjs";
import { brokenRules, verbOf } from "./cmi5_rules.mjs";
import { arrived, LESSON, PAGE, recorded, within } from "./visit.mjs";

const QUESTION = `urn:heads-up:${LESSON}:ids.longer_joins`;
const WORDS = "A token must not see\nwhat comes later.";

/** cmi5: answers right, wrong and in own words, to the end, and once more. */
export const course = within(async (classroom) => {
  const { lms, store, hosts } = classroom;
  const learner = lms.enrol();
  const launch = { lesson: LESSON, masteryScore: 0.01, language: "xx,ko-KR,en" };
  const page = await classroom.open(PAGE + lms.cmi5(learner, launch));
  strictEqual(await page.evaluate("document.documentElement.lang"), "ko");
  await arrived(classroom, learner, "initialized");
  await goTo(page, "ids");
  await answerNumber(page, "9", "wrong");
  await answerNumber(page, "1", "right");
  await goTo(page, "nopeak_mask");
  await answerWhy(page, WORDS);
  match((await page.locator("heads-up-why #kept").textContent()) ?? "", /강의에 기록/);
  await until(
    () => lms.kept(learner),
    ([kept]) => kept?.why === WORDS,
    "the answer in own words is kept",
  );
  await page.close();
  const first = await recorded(classroom, learner);
  deepStrictEqual(brokenRules(first, learner), []);
  const verbs = first.map(verbOf);
  ok(verbs.includes("passed") && !verbs.includes("completed"), verbs.join());
  const [wrong, right, own] = first.filter((one) => verbOf(one) === "answered");
  deepStrictEqual([wrong?.object.id, right?.object.id], [QUESTION, QUESTION]);
  deepStrictEqual([wrong?.result.success, right?.result.success], [false, true]);
  strictEqual(wrong?.result.response, "9");
  deepStrictEqual(right?.object.definition.correctResponsesPattern, [right?.result.response]);
  strictEqual(own?.object.definition.interactionType, "long-fill-in");
  deepStrictEqual(own?.result, { response: WORDS });

  const again = await classroom.open(PAGE + lms.cmi5(learner, launch));
  strictEqual(await stepOf(again), "nopeak_mask");
  await goTo(again, "ids");
  await again.locator("heads-up-stage").hover();
  await again.locator("heads-up-questions summary").click();
  // The first question was answered right, so the next one is asked.
  match((await again.locator("heads-up-questions .nth").textContent()) ?? "", /2번/);
  await walkToTheEnd(again);
  await arrived(classroom, learner, "completed");
  await again.close();
  const third = await classroom.open(PAGE + lms.cmi5(learner, launch));
  await walkToTheEnd(third);
  await third.goto("about:blank");
  const all = await recorded(classroom, learner, 3);
  deepStrictEqual(brokenRules(all, learner), []);
  const counts = ["completed", "passed", "failed"].map(
    (verb) => all.filter((one) => verbOf(one) === verb).length,
  );
  deepStrictEqual(counts, [1, 1, 0]);
  const [{ completed, passed } = {}] = lms.kept(learner);
  deepStrictEqual([completed, passed], [true, true]);
  const mine = [classroom.course.url, lms.url].map((url) => new URL(url).host);
  deepStrictEqual([...hosts].sort(), mine.sort());
  const asked = await store.statements({ activity: `urn:heads-up:${LESSON}`, related_activities: "true" });
  strictEqual(asked.length, all.length);
});

/** A lesson that is open in two tabs: what one has answered is still there after the other one is closed. */
export const twice = within(async (classroom) => {
  const { lms } = classroom;
  const learner = lms.enrol();
  const one = await classroom.open(PAGE + lms.cmi5(learner, { lesson: LESSON }));
  const other = await classroom.open(PAGE + lms.cmi5(learner, { lesson: LESSON }));
  await goTo(one, "ids");
  await answerNumber(one, "1", "right");
  await until(
    () => lms.kept(learner),
    ([kept]) => kept?.["right/ids/longer_joins"] === true,
    "the answer is kept",
  );
  await one.close();
  await goTo(other, "values");
  await other.close();
  await recorded(classroom, learner, 2);
  const [kept = {}] = await until(
    () => lms.kept(learner),
    ([last]) => last?.step === "values",
    "the other tab's place is kept",
  );
  for (const name of ["answered/ids/longer_joins", "right/ids/longer_joins"])
    strictEqual(kept[name], true, name);
});

/** A frame of the LMS that is removed; a lesson that is completed and not passed. */
export const framed = within(async (classroom) => {
  const { lms, context } = classroom;
  const learner = lms.enrol();
  const page = await context.newPage();
  await page.goto(lms.url);
  const launch = { lesson: LESSON, masteryScore: 0.99, returnURL: `${lms.url}back` };
  const address = classroom.course.url + PAGE + lms.cmi5(learner, launch);
  await page.evaluate((src) => Object.assign(document.querySelector("iframe") ?? {}, { src }), address);
  await arrived(classroom, learner, "initialized");
  const frame = page.frames()[1];
  if (!frame) throw new Error("no frame");
  strictEqual(await frame.locator(".course a").getAttribute("href"), launch.returnURL);
  await goTo(frame, "ids");
  await answerNumber(frame, "9", "wrong");
  await walkToTheEnd(frame);
  await arrived(classroom, learner, "completed");
  await page.evaluate(() => document.querySelector("iframe")?.remove());
  const all = await recorded(classroom, learner);
  deepStrictEqual(brokenRules(all, learner), []);
  const failed = all.find((one) => verbOf(one) === "failed");
  deepStrictEqual(failed?.result.score, { scaled: 0, raw: 0, min: 0, max: 100 });
});

/** Browse and Review: the lesson works, and nothing is reported but its beginning and end. */
export const looking = within(async (classroom) => {
  const { lms } = classroom;
  for (const launchMode of ["Browse", "Review"]) {
    const learner = lms.enrol();
    const page = await classroom.open(
      PAGE + lms.cmi5(learner, { lesson: LESSON, launchMode, masteryScore: 0 }),
    );
    match((await page.locator(".course").textContent()) ?? "", /nothing is reported/);
    await goTo(page, "ids");
    await answerNumber(page, "9", "wrong");
    await walkToTheEnd(page);
    await page.close();
    const all = await recorded(classroom, learner);
    deepStrictEqual(all.map(verbOf), ["initialized", "terminated"]);
    deepStrictEqual(brokenRules(all, learner), []);
    deepStrictEqual(lms.kept(learner), []);
  }
});
