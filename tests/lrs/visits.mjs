/** Visits to lessons whose record is in a real Learning Record Store, for `npm run hosts`. */
import { deepStrictEqual, ok, strictEqual } from "node:assert";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { answerShape, goTo, until, walkToTheEnd } from "./classroom.mjs";
import { course, framed, looking, twice } from "./cmi5_visits.mjs";
import { interrupted, unopened } from "./failing_visits.mjs";
import { LESSON, PAGE, recorded, within } from "./visit.mjs";

/** Tin Can: the list passes the launch on; the last lesson completes the course. */
const tinCan = within(async (classroom) => {
  const { lms, store, context } = classroom;
  const { actor } = lms.enrol();
  const activityId = "urn:heads-up:course";
  const page = await context.newPage();
  await page.goto(`${classroom.course.url}index.html${lms.tinCan({ actor, activityId })}`);
  const lessons = await page.locator('section[lang="en"] a').evaluateAll((all) => all.length);
  const agent = JSON.stringify(actor);
  const done = async () => {
    const all = await store.statements({ agent, verb: "http://adlnet.gov/expapi/verbs/completed" });
    return all.map(({ object }) => object.id);
  };
  for (let i = 0; i < lessons; i++) {
    await page.locator('section[lang="en"] a').nth(i).click();
    await page.waitForFunction("document.querySelector('heads-up')?.trace");
    await page.locator(".course a").waitFor();
    await walkToTheEnd(page);
    await until(done, (ids) => ids.length > i, `${i + 1} lessons that are completed`);
    if (i < lessons - 1) await page.locator(".course a").click();
  }
  const ids = await until(done, (all) => all.length > lessons, "the course is completed");
  strictEqual(ids.at(-1), activityId);
  strictEqual(new Set(ids).size, lessons + 1);
  await page.close();
  const own = { actor, activityId: "https://lms.example/my-activity" };
  const single = await classroom.open(PAGE + lms.tinCan(own));
  await goTo(single, "q");
  await answerShape(single, "(9, 9)", "wrong");
  await single.close();
  const verb = "http://adlnet.gov/expapi/verbs/terminated";
  const [last] = await until(
    () => store.statements({ agent, activity: own.activityId, verb }),
    (all) => all.length === 1,
    "the end of a lesson that was launched by itself",
  );
  deepStrictEqual(last?.context.contextActivities.category, undefined);
});

/** The example of docs/embed-lms.md, asked of a class of three. */
const distribution = within(async (classroom) => {
  const { lms, store } = classroom;
  for (const text of ["(9, 9)", "(9, 9)", "(7, 7)"]) {
    const learner = lms.enrol();
    const page = await classroom.open(PAGE + lms.cmi5(learner, { lesson: LESSON }));
    await goTo(page, "q");
    await answerShape(page, text, "wrong");
    await page.close();
    await recorded(classroom, learner);
  }
  const [script] =
    /(?<=```js\n)[^`]*LRS_ADDRESS[\s\S]*?(?=```)/.exec(readFileSync(inRoot("docs/embed-lms.md"), "utf8")) ??
    [];
  ok(script, "docs/embed-lms.md has an example that reads LRS_ADDRESS");
  const env = {
    ...process.env,
    LRS_ADDRESS: store.url.replace("statements", ""),
    LRS_KEY: "key",
    LRS_SECRET: "secret",
  };
  const printed = execFileSync(process.execPath, ["--input-type=module", "--eval", script], {
    env,
    encoding: "utf8",
  });
  deepStrictEqual(printed.trim().split("\n"), ["2 [9,9] wrong", "1 [7,7] wrong"]);
});

const name = "an LRS";
export const visits = [
  { name, with: "cmi5, to the end, left and resumed", visit: course },
  { name, with: "cmi5, in two tabs", visit: twice },
  { name, with: "cmi5, in a frame, failed", visit: framed },
  { name, with: "cmi5, Browse and Review", visit: looking },
  { name, with: "cmi5, refusing, away, mute, back", visit: interrupted },
  { name, with: "cmi5, not opened", visit: unopened },
  { name, with: "Tin Can, the list and a lesson by itself", visit: tinCan },
  { name, with: "the answers of a class", visit: distribution },
];
