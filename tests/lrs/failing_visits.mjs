/** Visits by cmi5 with a store that refuses, is away or loses its answers, and with launches that come to nothing. */
import { deepStrictEqual, match, strictEqual } from "node:assert";
import { answerNumber, goTo, until, walkToTheEnd } from "./classroom.mjs";
import { brokenRules, verbOf } from "./cmi5_rules.mjs";
import { arrived, LESSON, PAGE, problems, recorded, within } from "./visit.mjs";

/** A store that refuses, is away, loses its answer, and is back. */
export const interrupted = within(async (classroom) => {
  const { lms } = classroom;
  const learner = lms.enrol();
  const page = await classroom.open(PAGE + lms.cmi5(learner, { lesson: LESSON }));
  await arrived(classroom, learner, "initialized");
  await goTo(page, "ids");
  /** @type {readonly (readonly [import("./lms.mjs").Mood, string])[]} */
  const moods = [
    ["refusing", "2"],
    ["away", "3"],
    ["mute", "4"],
    ["up", "5"],
  ];
  for (const [mood, text] of moods) {
    lms.mood = mood;
    const before = lms.asked.length;
    await answerNumber(page, text, "wrong");
    await until(
      () => lms.asked.length,
      (count) => count > before,
      `a request to an LMS that is ${mood}`,
    );
    const isUp = mood === "up";
    const [got = "", ...others] = await until(
      () => problems(page),
      (all) => all.length > 0 !== isUp,
      isUp ? "the problem is over" : "a problem",
    );
    match(got, isUp ? /^$/ : /401/);
    deepStrictEqual(others, []);
  }
  await until(
    () => lms.kept(learner),
    ([kept]) => kept?.step === "ids",
    "the place is kept",
  );
  await page.close();
  const all = await recorded(classroom, learner);
  deepStrictEqual(brokenRules(all, learner), []);
  const answers = all.filter((one) => verbOf(one) === "answered").map(({ result }) => result.response);
  deepStrictEqual(answers, ["2", "3", "4", "5"]);
  strictEqual(new Set(all.map(({ id }) => id)).size, all.length);
});

/** A token that was used, and launch data that cannot be read: said, and the lesson works. */
export const unopened = within(async (classroom) => {
  const { lms } = classroom;
  const query = lms.cmi5(lms.enrol(), { lesson: LESSON });
  const page = await classroom.open(PAGE + query);
  // As the Back button does.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await page.locator(".problems li", { hasText: "error-code 1" }).waitFor();
  await walkToTheEnd(page);
  await page.close();
  lms.mood = "away";
  const away = await classroom.open(PAGE + lms.cmi5(lms.enrol(), { lesson: LESSON }));
  await until(
    () => problems(away),
    (all) => /GET (LMS\.LaunchData|urn:heads-up:progress): /.test(all.join()),
    "a request that failed",
  );
  // The last message of a page that is closed arrives after it.
  await until(
    () => lms.asked.filter(({ method, resource }) => method === "POST" && resource === "statements").length,
    (count) => count === 2,
    "the beginning and the end of the first visit",
  );
});
