/** A class that an instructor opens on the classroom page, and students who come by its code. */
import { deepStrictEqual, match, ok, strictEqual } from "node:assert";
import { encode } from "uqr";
import { answerShape, shapeOfQ, standing, stepOf, until } from "./classroom.mjs";
import { LESSON, problems, within } from "./visit.mjs";

/** @typedef {import("./classroom.mjs").Classroom} Classroom */
/** @typedef {import("playwright-core").Page} Page */

/** Opens a class at the step "q", and returns the instructor's page with the students' link.  @param {Classroom} classroom */
async function openedClass({ context, course, lms }) {
  const page = await context.newPage();
  await page.goto(`${course.url}classroom.html?lang=en`);
  await page.getByRole("button", { name: "Open the class" }).click();
  await page.locator("#endpoint:focus").waitFor();
  strictEqual(await page.locator(".mistake").count(), 5);
  const [write, read] = [lms.key("POST"), lms.key("GET")];
  const fields = {
    ...{ endpoint: lms.endpoint, writeKey: write.key, writeSecret: write.secret },
    ...{ readKey: read.key, readSecret: read.secret, step: "q" },
  };
  for (const [name, text] of Object.entries(fields)) await page.locator(`#${name}`).fill(text);
  await page.locator("#lesson").selectOption(LESSON);
  await page.getByRole("button", { name: "Open the class" }).click();
  const link = await page.locator("#link").inputValue();
  ok(!link.includes(encodeURIComponent(read.secret)) && !page.url().includes("endpoint"));
  return { page, link };
}

/** A student's own device.  @param {Classroom} classroom  @param {string} link */
async function student({ context }, link) {
  const device = await context.browser()?.newContext({ locale: "en-US" });
  const page = await device?.newPage();
  ok(page);
  await page.goto(link);
  await standing(page);
  return page;
}

/** The answers on the instructor's page.  @param {Page} page */
const bars = (page) =>
  page
    .locator(".bars li")
    .evaluateAll((all) =>
      all.map((one) => [...one.querySelectorAll("span")].map((part) => part.textContent?.trim()).join(" ")),
    );

/** @param {Page} page  @param {readonly string[]} wanted */
const shown = (page, wanted) =>
  until(
    () => bars(page),
    (all) => JSON.stringify(all) === JSON.stringify(wanted),
    `the answers ${wanted.join(", ")}`,
  );

/** Right, wrong, and right after wrong; the first answers count, and then the right one is marked. */
export const byCode = within(async (classroom) => {
  const { lms } = classroom;
  const { page, link } = await openedClass(classroom);
  const { data } = encode(link, { ecc: "L", border: 4 });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  strictEqual(await page.locator(".qr path").getAttribute("d"), dark.join(""));

  const students = [];
  for (let i = 0; i < 3; i++) students.push(await student(classroom, link));
  const [first, second, third] = students;
  ok(first && second && third);
  strictEqual(await stepOf(first), "q");
  match((await first.locator(".course").textContent()) ?? "", /without a name/);
  const right = await shapeOfQ(first);
  await answerShape(first, right, "right");
  await answerShape(second, "(9, 9)", "wrong");
  await answerShape(third, "(9, 9)", "wrong");
  await answerShape(third, right, "right");
  const response = JSON.stringify(JSON.parse(right.replace("(", "[").replace(")", "]")));
  await shown(page, ["[9,9] 2 (67 %)", `${response} 1 (33 %)`]);
  strictEqual(await page.locator(".bars .right").count(), 0);
  await page.getByRole("button", { name: "Show the answer" }).click();
  strictEqual(
    (await page.locator(".bars .right .given").textContent())?.trim(),
    `${response} ✓ the right answer`,
  );

  // The same student after a reload, and a Learning Record Store that is away for a while.
  await first.reload();
  await standing(first);
  lms.mood = "away";
  await page.locator(".invitation .mistake", { hasText: "GET statements" }).waitFor();
  await answerShape(first, "(7, 7)", "wrong");
  await until(
    () => problems(first),
    (all) => all.length === 1,
    "a problem",
  );
  lms.mood = "up";
  await page.locator(".invitation .hint[role=status]").waitFor();
  const fourth = await student(classroom, link);
  await answerShape(fourth, "(7, 7)", "wrong");
  await answerShape(first, right, "right");
  await shown(page, ["[9,9] 2 (50 %)", `${response} ✓ the right answer 1 (25 %)`, "[7,7] 1 (25 %)"]);

  const sent = lms.asked.filter(({ method }) => method !== "GET");
  deepStrictEqual(
    [...new Set(sent.map(({ method, resource }) => `${method} ${resource}`))],
    ["POST statements"],
  );
  const statements = sent.flatMap(({ text }) => JSON.parse(text));
  for (const { verb } of statements) match(verb.id, /answered$/);
  const names = new Set(statements.map(({ actor }) => JSON.stringify(actor)));
  strictEqual(names.size, 4);
  for (const name of names)
    match(name, /^\{"objectType":"Agent","account":\{"homePage":"http:[^"]*\/","name":"[\da-f-]{36}"\}\}$/);
  const asked = lms.asked.filter(({ method }) => method === "GET");
  deepStrictEqual([...new Set(asked.map(({ resource }) => resource))], ["statements"]);
  ok(asked.some(({ query }) => query.has("since")));

  await page.getByRole("button", { name: "End the class" }).click();
  await page.getByRole("button", { name: "Open another class" }).click();
  strictEqual(await page.locator("#endpoint").inputValue(), lms.endpoint);
  strictEqual(await page.evaluate("sessionStorage.length + localStorage.length"), 0);
  for (const one of [...students, fourth]) await one.context().close();
});
