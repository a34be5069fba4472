/** "What is wrong here?" on the page: exercises solved by keyboard or by pointer, and one through axe. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { MISTAKE_IDS, MISTAKES } from "../../web/src/lessons/offers.js";
import { answeredEvents } from "./answer_questions.js";
import { audit } from "./axe.js";
import { query, type Site } from "./browser.js";

export const sheet = (page: Page) => page.getByRole("dialog");
export const lines = (page: Page) => sheet(page).locator(".code button");
export const answer = (page: Page) => sheet(page).locator(".answer");
export const canvases = (page: Page) => sheet(page).locator("canvas");
export const isSolved = async (page: Page): Promise<boolean> =>
  (await answer(page).locator(".right").count()) > 0;

/** Picks line after line until the right one is found; returns the number of picks. */
export async function solve(page: Page, byKeyboard: boolean): Promise<number> {
  await lines(page).first().waitFor();
  const count = await lines(page).count();
  for (let i = 0; i < count; i++) {
    if (byKeyboard) {
      await lines(page).nth(i).focus();
      await page.keyboard.press(i % 2 === 0 ? "Enter" : " ");
    } else await lines(page).nth(i).click();
    await expect.poll(() => answer(page).innerText()).not.toBe("");
    if (await isSolved(page)) return i + 1;
  }
  throw new Error("no line is the wrong one");
}

/** Solves the first exercises in order; each solution is reported by an event. */
export async function solveInTurn(
  { open }: Site,
  lang: string,
  byKeyboard: boolean,
  ids: typeof MISTAKE_IDS,
): Promise<void> {
  const { page, complaints } = await open(`?lesson=masked-self-attention&step=demo_attention&lang=${lang}`);
  const answeredSoFar = await answeredEvents(page);
  await page.locator('[data-sheet="mistakes"]').click();
  for (const [i, id] of ids.entries()) {
    await expect.poll(async () => (await query(page)).get("mistake")).toBe(id);
    await expect.poll(() => canvases(page).count()).toBe(1);
    await solve(page, byKeyboard);
    await expect.poll(() => canvases(page).count()).toBe(3);
    const text = await answer(page).innerText();
    expect(text).toMatch(lang === "ko" ? /[가-힣]/ : /^Yes/);
    if (i < ids.length - 1) await sheet(page).locator(".next").click();
  }
  expect(await sheet(page).locator(".next").count()).toBe(ids.length < MISTAKE_IDS.length ? 1 : 0);
  await sheet(page).locator(".all").click();
  await expect.poll(() => sheet(page).locator(".solved").count()).toBe(ids.length);
  const answers = await answeredSoFar();
  const right = answers.filter((one) => one.right);
  expect(right.map((one) => one.question)).toEqual(ids.map((id) => `mistake:${id}`));
  expect(right.map((one) => one.lesson)).toEqual(ids.map((id) => MISTAKES[id][0]));
  expect(answers.every((one) => one.kind === "mistake" && one.step !== "")).toBe(true);
  expect(right.every((one) => one.answer === one.expected)).toBe(true);
  expect(complaints).toEqual([]);
}

/** axe finds nothing before and after an answer, nor in the list. */
export async function auditExercise(
  { open }: Site,
  colorScheme: "light" | "dark",
  width: number,
): Promise<void> {
  const { page } = await open("?lesson=masked-multi-head&step=attention&mistake=half_overflow", {
    colorScheme,
    viewport: { width, height: 800 },
  });
  await lines(page).first().waitFor();
  expect((await audit(page)).violations).toEqual([]);
  await solve(page, true);
  expect((await audit(page)).violations).toEqual([]);
  const wide = await sheet(page).evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth);
  expect(wide).toBe(0);
  await sheet(page).locator(".all").click();
  await sheet(page).locator(".list").first().waitFor();
  expect((await audit(page)).violations).toEqual([]);
}
