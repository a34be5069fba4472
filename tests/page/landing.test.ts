/** The page of all lessons: five lessons with real pictures, progress in each, and navigation there and back. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { lessonNames } from "../../web/src/lessons/opening.js";
import { essential, exhaustive } from "../sampled.js";
import { type Instrument, query, settled, site } from "./browser.js";

const { open } = site();

const entries = (page: Page) => page.locator(".path > li:not(.lab)");

/** Waits until every lesson has been run and its picture painted. */
async function allPainted(page: Page): Promise<void> {
  await expect.poll(() => page.locator("heads-up-plate").count()).toBe(lessonNames.length);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Steps through the lesson to its end. */
const walk = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const element = document.querySelector<Instrument>("heads-up");
    for (let at = ""; element && at !== element.currentStep; ) {
      at = element.currentStep;
      element.next();
      await new Promise(requestAnimationFrame);
    }
  });

const pictures = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("heads-up-plate")].map(
      (plate) => plate.shadowRoot?.querySelector("canvas")?.toDataURL() ?? "",
    ),
  );

/** What the page opens a lesson with, where it is not the designed model. */
const OPENING: Readonly<Record<string, string>> = { "transformer-block": "layerNorm=pre" };

essential("a visit without a lesson shows the course, in its order", async () => {
  const { page, lesson, complaints } = await open("?lang=en", { ready: false });
  await allPainted(page);
  const hrefs = await entries(page)
    .locator("h2 a")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  expect(hrefs).toEqual(
    lessonNames.map((name) => `?lesson=${name}&lang=en&${OPENING[name] ?? "weights=designed"}`),
  );
  const allFacts = await page.locator(".facts").allTextContents();
  expect(allFacts).toHaveLength(lessonNames.length);
  for (const facts of allFacts) expect(facts.trim()).toMatch(/^\d+ steps · about \d+ min$/);
  expect(await page.title()).toMatch(/^Heads Up/);
  expect(await page.locator("h1").count()).toBe(1);
  await expect.poll(() => lesson.address("lang")).toBe("en");
  expect(complaints).toEqual([]);
});

essential("words load first, and the layout does not shift when the pictures appear", async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((done) => {
    release = done;
  });
  const { page } = await open("?lang=en", {
    ready: false,
    before: async (fresh) => {
      await fresh.route("**/*.wasm", async (route) => {
        await held;
        await route.continue();
      });
    },
  });
  await expect.poll(() => entries(page).count()).toBe(lessonNames.length);
  const places = (): Promise<number[]> =>
    entries(page).evaluateAll((items) => items.map((item) => item.getBoundingClientRect().top));
  const before = await places();
  expect(await page.locator("heads-up-plate").count()).toBe(0);
  release();
  await allPainted(page);
  expect(await places()).toEqual(before);
});

essential("each lesson has its own picture, which follows the theme", async () => {
  const { page } = await open("?lang=en", { ready: false });
  await allPainted(page);
  const light = await pictures(page);
  expect(new Set(light).size).toBe(lessonNames.length);
  const names = await page.locator("heads-up-plate").evaluateAll((plates) => plates.map((p) => p.ariaLabel));
  expect(new Set(names).size).toBe(lessonNames.length);
  await page.getByRole("combobox", { name: "Theme" }).selectOption("dark");
  await allPainted(page);
  const dark = await pictures(page);
  dark.forEach((picture, i) => {
    expect(picture, lessonNames[i]).not.toBe(light[i]);
  });
});

essential("history, address and title are right on the way to a lesson and back", async () => {
  const { page, lesson, complaints } = await open("?lang=en", { ready: false });
  await entries(page).nth(2).locator("h2 a").click();
  await settled(page);
  await expect.poll(() => lesson.address("lesson")).toBe("masked-multi-head");
  expect(await page.title()).toMatch(/^Masked multi-head attention/);
  expect(await page.locator(".path").count()).toBe(0);
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => lesson.address("step")).toBe("fold_ids");
  await page.goBack();
  await expect.poll(lesson.step).toBe("opening");
  await page.goBack();
  await expect.poll(() => entries(page).count()).toBe(lessonNames.length);
  expect(await page.locator("heads-up").count()).toBe(0);
  await expect.poll(async () => (await query(page)).has("lesson")).toBe(false);
  expect(await page.title()).toMatch(/^Heads Up/);
  await page.goForward();
  await settled(page);
  expect(await lesson.step()).toBe("opening");
  await page.getByRole("link", { name: "Heads Up" }).click();
  await expect.poll(() => entries(page).count()).toBe(lessonNames.length);
  await expect.poll(async () => (await query(page)).has("lesson")).toBe(false);
  expect(complaints).toEqual([]);
});

exhaustive("progress and place are kept, and can be deleted", async () => {
  const { page, lesson, requests } = await open("?lesson=multi-head&step=q&lang=en");
  await page.keyboard.press("ArrowRight");
  await page.getByRole("link", { name: "Heads Up" }).click();
  await allPainted(page);
  const second = entries(page).nth(1);
  expect(await second.locator(".seen [aria-hidden]").textContent()).toMatch(/^2\/\d+$/);
  expect(await entries(page).first().locator(".seen").count()).toBe(0);
  expect(await page.locator(".opening .go").textContent()).toMatch(
    /^Continue: Multi-head attention, step \d+$/,
  );
  await second.locator(".go").click();
  await settled(page);
  expect(await lesson.step()).toBe("k");

  await page.goto(new URL(page.url()).origin);
  await allPainted(page);
  expect(await page.locator(".seen").count()).toBe(1);
  await page.getByRole("button", { name: "Forget my progress" }).click();
  await expect.poll(() => page.locator(".seen").count()).toBe(0);
  await page.reload();
  await allPainted(page);
  expect(await page.locator(".seen").count()).toBe(0);
  const origin = new URL(page.url()).origin;
  expect(requests.filter((url) => !url.startsWith(origin))).toEqual([]);
});

exhaustive(
  "a lesson with changed settings is complete at its own last step, and resumes only at steps that it has as it opens",
  async () => {
    const { page, lesson } = await open("?lesson=multi-head&mask=padding&lang=en&step=ids");
    await walk(page);
    await page.evaluate(() => document.querySelector<Instrument>("heads-up")?.seek("masked_scores", 1));
    await lesson.rested();
    const block = entries(page).nth(1).locator(".told .go");
    const home = async (): Promise<void> => {
      await page.getByRole("link", { name: "Heads Up" }).click();
      await allPainted(page);
    };
    await home();
    expect(await block.getAttribute("href")).not.toContain("step=");
    expect(await page.locator(".opening .go").getAttribute("href")).not.toContain("step=");
    await page.goBack();
    await settled(page);
    await lesson.turn("last").click();
    await home();
    expect(await block.textContent()).toBe("Look again");
    expect(await entries(page).nth(1).locator(".facts").textContent()).toMatch(/done/);
  },
);

exhaustive("a finished lesson is marked done, and the next one is offered", async () => {
  const next = "Next: Masked multi-head attention";
  const { page, lesson } = await open("?lesson=multi-head&step=ids&lang=en");
  await walk(page);
  const onward = page.locator(".onward");
  await expect.poll(() => onward.textContent()).toContain(next);
  await page.getByRole("link", { name: "Heads Up" }).click();
  await allPainted(page);
  const second = entries(page).nth(1);
  expect(await second.locator(".go").textContent()).toBe("Look again");
  expect(await second.locator(".go").getAttribute("href")).not.toContain("step=");
  expect(await second.locator(".facts").textContent()).toMatch(/done/);
  expect(await page.locator(".opening .go").textContent()).toBe(next);
  await page.goBack();
  await settled(page);
  await onward.press("Enter");
  await expect.poll(() => lesson.address("lesson")).toBe("masked-multi-head");
  await settled(page);
  expect(await lesson.step()).toBe("opening");
  await expect.poll(() => lesson.address("t")).toBe("0");
});

exhaustive.each([
  ["en", /“they”/],
  ["ko", /‘하품하더니’/],
] as const)("the picture of a sentence is in the reader's language (%s)", async (lang, query) => {
  const { page } = await open(`?lang=${lang}`, { ready: false });
  const caption = page.locator(".arcs figcaption");
  await caption.waitFor();
  expect(await caption.innerText()).toMatch(query);
});

essential("Space begins the first lesson, as it plays in one", async () => {
  const { page, lesson } = await open("?lang=en", { ready: false });
  await entries(page).first().waitFor();
  await page.keyboard.press("Space");
  await expect.poll(() => lesson.address("lesson")).toBe(lessonNames[0]);
});
