/** Visits to lessons whose record is in a real Learning Record Store, for `npm run hosts`. */
import { deepStrictEqual, ok } from "node:assert";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { answerNumber, goTo } from "./classroom.mjs";
import { course, framed, looking, twice } from "./cmi5_visits.mjs";
import { interrupted, unopened } from "./failing_visits.mjs";
import { LESSON, PAGE, recorded, within } from "./visit.mjs";

/** The example of docs/embed-lms.md, asked of a class of three. */
const distribution = within(async (classroom) => {
  const { lms, store } = classroom;
  for (const text of ["9", "9", "7"]) {
    const learner = lms.enrol();
    const page = await classroom.open(PAGE + lms.cmi5(learner, { lesson: LESSON }));
    await goTo(page, "ids");
    await answerNumber(page, text, "wrong");
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
  deepStrictEqual(printed.trim().split("\n"), ["2 9 wrong", "1 7 wrong"]);
});

const name = "an LRS";
export const visits = [
  { name, with: "cmi5, to the end, left and resumed", visit: course },
  { name, with: "cmi5, in two tabs", visit: twice },
  { name, with: "cmi5, in a frame, failed", visit: framed },
  { name, with: "cmi5, Browse and Review", visit: looking },
  { name, with: "cmi5, refusing, away, mute, back", visit: interrupted },
  { name, with: "cmi5, not opened", visit: unopened },
  { name, with: "the answers of a class", visit: distribution },
];
