/** A lesson from a file: by address, by attribute, chosen or dropped; and how mistakes in a file are reported. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { load } from "../../dist/package/index.node.js";
import { lessonOf } from "../../web/src/lesson_file/lesson_of.js";
import { questionsOf } from "../../web/src/lessons/questions/questions.js";
import type { LessonSpec, Trace } from "../../web/src/module/types.js";
import type { Answer, Question } from "../../web/src/operations/question.js";
import { solve } from "../question_solver.js";
import { essential, exhaustive, sampled } from "../sampled.js";
import { answeredEvents, feedback, give, goTo, openQuestions } from "./answer_questions.js";
import { audit } from "./axe.js";
import { type Instrument, query, savedBy, settled, site, writtenQuery } from "./browser.js";

const { open, openWithin } = site();
const hu = await load();
const run = (spec: LessonSpec): Trace => hu.run(spec) as Trace;

const FILE = "lessons/cats.json";
const text = readFileSync(new URL("../../examples/own-lesson/lesson.json", import.meta.url), "utf8");
const TITLE = { ko: "어느 단어가 어느 단어를 볼까요", en: "Which word attends to which" };
const example = lessonOf(text, FILE, { ...hu, run });
if (!("spec" in example)) throw new Error("the example has mistakes");

/** The file as a reader chooses it. */
const chosen = (json: string) => ({
  name: "cats.json",
  mimeType: "application/json",
  buffer: Buffer.from(json),
});

/** Makes the server return these files too. */
const serving =
  (files: Readonly<Record<string, string | Buffer>>) =>
  async (page: Page): Promise<void> => {
    for (const [path, body] of Object.entries(files))
      await page.route(`**/${path}`, (route) => route.fulfill({ body, contentType: "application/json" }));
  };
const before = serving({ [FILE]: text });
const mistakes = (page: Page) => page.locator(".wrong-lesson li");
const seed = (page: Page) =>
  page.evaluate(() => document.querySelector<Instrument>("heads-up")?.trace?.spec.seed);

/** The answers of a learner with PyTorch at hand; for the file's own exercises, the core's results. */
function right(trace: Trace, question: Question): Answer {
  if (question.kind === "choice" && question.options.some(({ word }) => word?.startsWith(`${question.key}.`)))
    return question.answer;
  if (question.place === undefined && question.kind === "cell") return question.answer;
  if (question.place === undefined && question.kind === "number") return String(question.answer);
  return solve(trace, question);
}

exhaustive(
  "the example gives a wrong answer its reason, accepts the right ones, and shows its own words",
  async () => {
    const { page, lesson, complaints } = await openWithin(`?src=${FILE}&lang=ko`, {
      before,
      reducedMotion: "reduce",
    });
    await expect.poll(() => page.title()).toBe(`${TITLE.ko} · Heads Up`);
    const words = ["0나는id 1", "1고양이를id 2", "2본다id 3", "3[pad]id 0"];
    await expect.poll(() => page.locator(".sentence li").allTextContents()).toEqual(words);
    const answers = await answeredEvents(page);
    const trace = run(example.spec);
    let count = 0;
    for (const step of example.steps(trace)) {
      const questions = step.questions?.(trace, questionsOf(hu, trace, step)) ?? [];
      await goTo(page, step.id);
      await openQuestions(page);
      for (const [nth, question] of questions.entries()) {
        if (question.key === "most_of_cat") {
          await give(page, question, 2);
          await expect.poll(() => feedback(page)).toContain("뒤에 오는 단어");
        }
        await give(page, question, right(trace, question));
        await lesson.questions.locator(".right").first().waitFor();
        expect(await feedback(page), question.key).not.toMatch(/[{}`]|undefined/);
        count++;
        if (nth + 1 === questions.length) continue;
        await page.keyboard.press("Tab"); // from the feedback
        await page.keyboard.press("Enter");
      }
    }
    expect((await audit(page)).violations).toEqual([]);
    const solved = (await answers()).filter((one) => one.right);
    expect(solved).toHaveLength(count);
    expect(solved[0]).toMatchObject({
      lesson: "who-attends-to-whom",
      question: "why_pad",
      answer: "why_pad.1",
    });
    // A lesson from a file does not count as progress in the course.
    expect(await page.evaluate(() => localStorage.getItem("heads-up-progress"))).toBeNull();
    expect(complaints).toEqual([]);
  },
  90_000,
);

essential("an address contains only the file, the step and the changes to the file", async () => {
  const { page, lesson } = await openWithin(`?src=${FILE}&step=attention&seed=11&lang=en`, { before });
  expect(await lesson.step()).toBe("attention");
  expect(await seed(page)).toBe(11);
  expect(await page.evaluate(() => document.querySelector<Instrument>("heads-up")?.trace?.spec.dModel)).toBe(
    4,
  );
  expect(await writtenQuery(page)).toEqual({
    src: FILE,
    step: "attention",
    seed: "11",
    lang: "en",
  });
  await lesson.toggle("settings");
  await page.locator(".settings .panel #seed").fill("5");
  await expect.poll(() => seed(page)).toBe(5);
  await expect.poll(() => lesson.address("seed")).toBe("5");
  expect(await page.evaluate(() => document.querySelector<Instrument>("heads-up")?.trace?.spec.dModel)).toBe(
    4,
  );
  await page.locator("header .name").click();
  await page.goBack();
  await page.locator(".sentence").waitFor();
});

essential("a page for frames and a figure have the title of the file", async () => {
  const { page, lesson } = await open(`embed.html?src=${FILE}&step=attention&lang=en`, { before });
  await expect.poll(() => page.title()).toBe(`${TITLE.en} · Heads Up`);
  await expect.poll(() => page.locator("h1").textContent()).toBe(`${TITLE.en} · Heads Up`);
  await lesson.toggle("takeAway");
  const { bytes } = await savedBy(page.locator(".takeAway .panel .svg"));
  expect(/<title>(.*)<\/title>/.exec(bytes.toString())?.[1]).toMatch(new RegExp(`^${TITLE.en} · `));
});

essential("a lesson of the course from the menu leaves the file", async () => {
  const { page, lesson } = await openWithin(`?src=${FILE}&lang=en`, {
    before,
    viewport: { width: 800, height: 900 },
  });
  await page.locator(".menu summary").click();
  await page.locator(".menu a").nth(1).click();
  await expect.poll(() => page.title()).toContain("Multi-head attention");
  await expect.poll(() => lesson.address("lesson")).toBe("multi-head");
  expect((await query(page)).has("src")).toBe(false);
  // The file's lesson stays on the screen until the words of the new one have loaded.
  await expect.poll(() => page.locator(".sentence").count()).toBe(0);
});

essential("a lesson opens in the mode of its file: locked, with what the file allows", async () => {
  const locked = JSON.stringify({ ...JSON.parse(text), mode: "locked", allow: ["steps"] });
  const { page } = await openWithin(`?src=${FILE}&lang=ko`, { before: serving({ [FILE]: locked }) });
  expect(await page.locator(".drawer.settings").count()).toBe(0);
  expect(await page.locator("heads-up .play").count()).toBe(0);
  expect(await writtenQuery(page)).toMatchObject({ src: FILE, mode: "locked", allow: "steps" });
});

const WRONG = text.replace('"seed": 24', '"sead": 24').replace('"take": "smallest"', '"take": "small"');

describe("a file with mistakes", () => {
  essential("lists all of them in place of the lesson, and the page still works", async () => {
    const options = { before: serving({ [FILE]: WRONG }), ready: false };
    const { page, complaints } = await openWithin(`?src=${FILE}&lang=ko`, options);
    await mistakes(page).first().waitFor();
    const list = await mistakes(page).allTextContents();
    expect(list).toHaveLength(2);
    const lineOf = (part: string): number => WRONG.slice(0, WRONG.indexOf(part)).split("\n").length;
    expect(list[0]).toContain(String(lineOf('"sead"')));
    expect(list[0]).toContain("spec.sead");
    expect(list[1]).toContain(String(lineOf('"take": "small"')));
    expect(list[1]).toContain("largest, smallest");
    expect(await page.locator(".wrong-lesson h2").textContent()).toContain("고칠 곳");
    expect((await audit(page)).violations).toEqual([]);
    expect(complaints).toEqual([]);
    await page.locator("header .name").click();
    await page.locator(".landing").waitFor();
  });
});

exhaustive("an element reports the mistakes in its file, and other elements keep playing", async () => {
  const { page, lesson, complaints } = await open("?lesson=multi-head&lang=en", {
    before: serving({ "wrong.json": WRONG, [FILE]: text }),
  });
  await page.evaluate((file) => {
    const errors: unknown[] = [];
    document.addEventListener("heads-up-error", (event) => errors.push((event as CustomEvent).detail));
    Object.assign(window, { errors });
    for (const src of ["wrong.json", file]) {
      const element = document.createElement("heads-up");
      element.id = src;
      element.setAttribute("src", src);
      element.setAttribute("seed", "11");
      element.setAttribute("step", "attention");
      document.body.append(element);
    }
  }, FILE);
  await page.waitForFunction((file) => (document.getElementById(file) as Instrument | null)?.trace, FILE);
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { errors: unknown[] }).errors))
    .toMatchObject([{ code: "bad-lesson-file", details: { file: "wrong.json", count: "2" } }]);
  await expect.poll(() => mistakes(page).count()).toBe(2);
  const shown = await page.evaluate((file) => {
    const element = document.getElementById(file) as Instrument | null;
    return [element?.currentStep, element?.trace?.spec.seed, element?.trace?.spec.dModel];
  }, FILE);
  expect(shown).toEqual(["attention", 11, 4]);
  await page.keyboard.press("ArrowRight");
  await lesson.rested();
  expect(complaints).toEqual([]);
});

exhaustive("redirects of a lesson file are not followed", async () => {
  const { page, requests } = await open(`?src=${FILE}&lang=en`, {
    ready: false,
    before: async (one) => {
      const headers = { location: "https://third.example/lesson.json" };
      await one.route(`**/${FILE}`, (route) => route.fulfill({ status: 302, headers }));
    },
  });
  await expect.poll(() => mistakes(page).textContent()).toContain("could not be fetched");
  expect(requests.filter((url) => url.includes("third.example"))).toEqual([]);
});

test.each(
  sampled([
    ["missing.json", undefined, "HTTP 404"],
    ["page.json", "<!doctype html><p>Not here</p>", "web page"],
    ["cp949.json", Buffer.from([0x22, 0xc7, 0xd1, 0x22]), "UTF-8"],
  ]),
)("the response for %s is reported", async (file, body, message) => {
  const options = { ready: false, ...(body ? { before: serving({ [file]: body }) } : {}) };
  const { page } = await open(`?src=${file}&lang=en`, options);
  await expect.poll(() => mistakes(page).textContent()).toContain(message);
});

describe("when the reader of lesson files cannot be loaded", () => {
  const withoutReader = (page: Page) =>
    page.route("**/assets/authoring-*.js", (route) => route.fulfill({ status: 503 }));
  const sentence = /페이지의 일부를 불러오지 못했습니다\./;

  essential("opening an address with a file shows a sentence", async () => {
    const { page } = await open(`?src=${FILE}&lang=ko`, { ready: false, before: withoutReader });
    await expect.poll(() => page.locator(".alerts").textContent()).toMatch(sentence);
  });

  essential("choosing a file shows the sentence beside the field", async () => {
    const { page } = await open("?lang=ko", { ready: false, before: withoutReader });
    await page.locator("heads-up-own-lesson input").setInputFiles(chosen(text));
    await expect.poll(() => page.locator("heads-up-own-lesson [role=alert]").textContent()).toMatch(sentence);
  });
});

describe("on the page of all lessons", () => {
  exhaustive("a file that is read after the reader has left opens nothing", async () => {
    const { page, lesson } = await open("?lang=en", { ready: false });
    const input = page.locator("heads-up-own-lesson input");
    await page.evaluate(() => {
      const { arrayBuffer: readAll } = Blob.prototype;
      Blob.prototype.arrayBuffer = async function (): Promise<ArrayBuffer> {
        await new Promise((read) => Object.assign(window, { read }));
        const bytes = await readAll.call(this);
        Object.assign(window, { isRead: true });
        return bytes;
      };
    });
    await input.setInputFiles(chosen(text));
    await page.waitForFunction(() => "read" in window);
    await page.locator(".path h2 a").first().click();
    await settled(page);
    await page.evaluate(() => (window as unknown as { read(): void }).read());
    await page.waitForFunction(() => "isRead" in window);
    await lesson.rested();
    expect(await page.title()).toMatch(/^Masked self-attention/i);
    expect(await page.locator(".sentence").count()).toBe(0);
  });

  essential("a chosen file's mistakes are listed there, and the fixed file opens", async () => {
    const { page, lesson, complaints, requests } = await openWithin("?lang=ko", { ready: false });
    const input = page.locator("heads-up-own-lesson input");
    await input.setInputFiles(chosen(WRONG));
    await mistakes(page).first().waitFor();
    expect(await mistakes(page).count()).toBe(2);
    expect((await audit(page)).violations).toEqual([]);
    const requestsBefore = requests.length;
    await input.setInputFiles(chosen(text));
    await page.locator(".sentence").waitFor();
    await expect.poll(() => page.title()).toBe(`${TITLE.ko} · Heads Up`);
    expect(requests.slice(requestsBefore).filter((url) => !url.startsWith("http://127.0.0.1"))).toEqual([]);
    // The link keeps the numbers but not the file, which nobody else has.
    await expect
      .poll(async () => Object.fromEntries(await query(page)))
      .toMatchObject({
        lesson: "masked-multi-head",
        dModel: "4",
        seed: "24",
      });
    // The address is that of the built-in lesson, so the copied link says what it leaves out.
    await lesson.toggle("takeAway");
    await expect.poll(() => page.locator(".takeAway .panel .hint").textContent()).toContain("숫자만");
    expect((await audit(page)).violations).toEqual([]);
    await page.goBack();
    await page.locator(".landing").waitFor();
    expect(complaints).toEqual([]);
  });

  exhaustive("a file can be dropped", async () => {
    const { page } = await openWithin("?lang=en", { ready: false });
    const field = page.locator("heads-up-own-lesson .field");
    await field.waitFor();
    const data = await page.evaluateHandle((json) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([json], "cats.json", { type: "application/json" }));
      return transfer;
    }, text);
    await field.dispatchEvent("dragover", { dataTransfer: data });
    await field.dispatchEvent("drop", { dataTransfer: data });
    await page.locator(".sentence").waitFor();
    await expect.poll(() => page.title()).toBe(`${TITLE.en} · Heads Up`);
  });
});
