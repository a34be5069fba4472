/** What is wrong here? Every exercise is solved through the page, by keyboard and by pointer, in both languages. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { MISTAKE_IDS, MISTAKES } from "../../web/src/lessons/offers.js";
import { audit } from "./axe.js";
import { query, site } from "./browser.js";

const { open } = site();

const sheet = (page: Page) => page.locator("heads-up-mistakes dialog");
const lines = (page: Page) => sheet(page).locator(".code button");
const answer = (page: Page) => sheet(page).locator(".answer");
const canvases = (page: Page) => sheet(page).locator("canvas");
const isSolved = async (page: Page): Promise<boolean> => (await answer(page).locator(".right").count()) > 0;

/** Picks line after line until the right one is found; returns the number of picks. */
async function solve(page: Page, byKeyboard: boolean): Promise<number> {
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

describe("the exercises", () => {
  test.each([
    ["en", true],
    ["ko", false],
  ])("are all solved, one after the other, in %s", { timeout: 90_000 }, async (lang, byKeyboard) => {
    const { page, complaints } = await open(`?lesson=masked-self-attention&step=demo_attention&lang=${lang}`);
    await page.evaluate(() => {
      const told: unknown[] = [];
      Object.assign(window, { told });
      document.addEventListener("heads-up-answer", (event) => told.push((event as CustomEvent).detail));
    });
    await page.locator('[data-sheet="mistakes"]').click();
    for (const [i, id] of MISTAKE_IDS.entries()) {
      await expect.poll(async () => (await query(page)).get("mistake")).toBe(id);
      await expect.poll(() => canvases(page).count()).toBe(1);
      await solve(page, byKeyboard);
      await expect.poll(() => canvases(page).count()).toBe(3);
      const said = await answer(page).innerText();
      expect(said).toMatch(lang === "ko" ? /[가-힣]/ : /^Yes/);
      if (i < MISTAKE_IDS.length - 1) await sheet(page).locator(".next").click();
    }
    expect(await sheet(page).locator(".next").count()).toBe(0);
    await sheet(page).locator(".all").click();
    await expect.poll(() => sheet(page).locator(".solved").count()).toBe(MISTAKE_IDS.length);
    const told = await page.evaluate(() => (window as unknown as { told: Record<string, unknown>[] }).told);
    const right = told.filter((one) => one["right"] === true);
    expect(right.map((one) => one["question"])).toEqual(MISTAKE_IDS.map((id) => `mistake:${id}`));
    expect(right.map((one) => one["lesson"])).toEqual(MISTAKE_IDS.map((id) => MISTAKES[id][0]));
    expect(told.every((one) => one["kind"] === "mistake" && one["step"] !== "")).toBe(true);
    expect(right.every((one) => one["answer"] === one["expected"])).toBe(true);
    expect(complaints).toEqual([]);
  });

  test("explain a wrongly picked line, and count the tries", async () => {
    const { page } = await open("?lesson=multi-head&step=attention&mistake=softmax_axis&lang=en");
    await lines(page).first().click();
    await expect.poll(() => answer(page).innerText()).toMatch(/^Line 1 is right\. Each query meets each key/);
    expect(await canvases(page).count()).toBe(1);
    await lines(page).nth(1).click();
    await expect.poll(() => answer(page).innerText()).toContain("dim=-1");
    // Once solved, another pick changes nothing.
    await lines(page).nth(2).click();
    expect(await isSolved(page)).toBe(true);
  });

  test("belong to steps, are listed, and are restored from an address", async () => {
    const { page } = await open("?lesson=masked-multi-head&step=ids&lang=en");
    await page.locator('[data-sheet="mistakes"]').click();
    await expect.poll(() => sheet(page).locator("li").count()).toBe(MISTAKE_IDS.length);
    await expect.poll(async () => (await query(page)).get("mistake")).toBe("list");
    await page.keyboard.press("Escape");
    await expect.poll(() => sheet(page).count()).toBe(0);
    const again = await open("?lesson=masked-multi-head&step=ids&mistake=query_mask&lang=en");
    await lines(again.page).first().waitFor();
    expect(await sheet(again.page).locator("h2").innerText()).toContain("Padding that is attended to");
  });

  test("remember what was solved, and work without storage", async () => {
    const { page } = await open("?lesson=multi-head&mistake=unscaled");
    await solve(page, true);
    await page.reload();
    await lines(page).first().waitFor();
    await sheet(page).locator(".all").click();
    await expect.poll(() => sheet(page).locator(".solved").count()).toBe(1);
    const bare = await open("?lesson=multi-head&mistake=unscaled", {
      before: async (other) => {
        await other.addInitScript(() => {
          Object.defineProperty(window, "localStorage", {
            get: () => {
              throw new DOMException("denied", "SecurityError");
            },
          });
        });
      },
    });
    await solve(bare.page, false);
    await sheet(bare.page).locator(".all").click();
    await expect.poll(() => sheet(bare.page).locator(".solved").count()).toBe(1);
    expect(bare.complaints).toEqual([]);
  });

  test("pass axe before and after an answer and in the list", { timeout: 60_000 }, async () => {
    for (const [colorScheme, width] of [
      ["light", 1280],
      ["dark", 390],
    ] as const) {
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
  });
});
