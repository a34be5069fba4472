/** "What is wrong here?": the exercises solved by keyboard and by pointer, their reasons, and their look. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { MISTAKE_IDS, MISTAKES } from "../../web/src/lessons/offers.js";
import { exhaustive, sampled } from "../sampled.js";
import { answeredEvents } from "./answer_questions.js";
import { audit } from "./axe.js";
import { site } from "./browser.js";

const { open } = site();

const sheet = (page: Page) => page.getByRole("dialog");
const lines = (page: Page) => sheet(page).locator(".code button");
const answer = (page: Page) => sheet(page).locator(".answer");
const canvases = (page: Page) => sheet(page).locator("canvas");
const isSolved = async (page: Page): Promise<boolean> => (await answer(page).locator(".right").count()) > 0;

/** Picks line after line until the right one is found. */
async function solve(page: Page, byKeyboard: boolean): Promise<void> {
  await lines(page).first().waitFor();
  for (let i = 0; !(await isSolved(page)); i++) {
    if (byKeyboard) {
      await lines(page).nth(i).focus();
      await page.keyboard.press(i % 2 === 0 ? "Enter" : " ");
    } else await lines(page).nth(i).click();
    await expect.poll(() => answer(page).innerText()).not.toBe("");
  }
}

test.each(
  sampled([
    { lang: "en", by: "keyboard", ids: MISTAKE_IDS.slice(0, 2) },
    { lang: "ko", by: "pointer", ids: MISTAKE_IDS },
  ]),
)("are solved one after the other by $by, and reported ($lang)", { timeout: 180_000 }, async (exercises) => {
  const { lang, by, ids } = exercises;
  const { page, lesson, complaints } = await open(
    `?lesson=masked-self-attention&step=demo_attention&lang=${lang}`,
  );
  const answeredSoFar = await answeredEvents(page);
  await page.locator('[data-sheet="mistakes"]').click();
  for (const [i, id] of ids.entries()) {
    await expect.poll(() => lesson.address("mistake")).toBe(id);
    await expect.poll(() => canvases(page).count()).toBe(1);
    await solve(page, by === "keyboard");
    await expect.poll(() => canvases(page).count()).toBe(3);
    expect(await answer(page).innerText()).toMatch(lang === "ko" ? /[가-힣]/ : /^Yes/);
    if (i < ids.length - 1) await lesson.sheet.locator(".next").click();
  }
  expect(await lesson.sheet.locator(".next").count()).toBe(ids.length < MISTAKE_IDS.length ? 1 : 0);
  await lesson.sheet.locator(".all").click();
  await expect.poll(() => lesson.sheet.locator(".solved").count()).toBe(ids.length);
  expect(await lesson.sheet.locator("li").count()).toBe(MISTAKE_IDS.length);
  const answers = await answeredSoFar();
  const right = answers.filter((one) => one.right);
  expect(right.map((one) => one.question)).toEqual(ids.map((id) => `mistake:${id}`));
  expect(right.map((one) => one.lesson)).toEqual(ids.map((id) => MISTAKES[id][0]));
  expect(answers.every((one) => one.kind === "mistake" && one.step !== "")).toBe(true);
  expect(right.every((one) => one.answer === one.expected)).toBe(true);
  expect(complaints).toEqual([]);
});

exhaustive("explain why a picked line is right, and accept no other once solved", async () => {
  const { page, lesson } = await open("?lesson=multi-head&step=attention&mistake=softmax_axis&lang=en");
  await lines(page).first().click();
  await expect.poll(() => answer(page).innerText()).toMatch(/^Line 1 is right\. There is a dot product/);
  await expect.poll(() => canvases(page).count()).toBe(1);
  await lines(page).nth(1).click();
  await expect.poll(() => answer(page).innerText()).toContain("dim=-1");
  await lines(page).nth(2).click();
  await lesson.rested();
  expect(await isSolved(page)).toBe(true);
});

exhaustive("pass axe before and after an answer and in the list, and are not cut on a phone", async () => {
  const { page, lesson } = await open("?lesson=masked-multi-head&step=attention&mistake=half_overflow", {
    colorScheme: "dark",
    viewport: { width: 320, height: 700 },
  });
  await lines(page).first().waitFor();
  expect((await audit(page)).violations).toEqual([]);
  const edges = await lesson.sheet
    .locator(".code code")
    .evaluateAll((all) => all.map((code) => code.getBoundingClientRect().right));
  expect(edges.length).toBeGreaterThan(2);
  for (const right of edges) expect(right).toBeLessThanOrEqual(320);
  await solve(page, true);
  expect((await audit(page)).violations).toEqual([]);
  await lesson.sheet.locator(".all").click();
  await lesson.sheet.locator(".list").first().waitFor();
  expect((await audit(page)).violations).toEqual([]);
});
