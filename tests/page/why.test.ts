/**
 * "Why?" in the reader's own words: written, compared and ticked by keyboard, reported without a mark, and kept over a
 * reload and another language.
 */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { essential, sampled } from "../sampled.js";
import { answeredEvents } from "./answer_questions.js";
import { audit } from "./axe.js";
import { site } from "./browser.js";

const { open, openWithin } = site();
const TEXT = "가린 키가 합에 들어갑니다. <b>So</b> the rest is less than 1.";

const why = (page: Page) => page.locator("heads-up-why");

/** Whether a part of the question is wholly within the panel, which ends above the transport. */
const isWholeInView = (page: Page, part: string): Promise<boolean> =>
  why(page)
    .locator(part)
    .evaluate((one) => {
      const element = document.querySelector("heads-up")?.shadowRoot;
      const bar = element?.querySelector(".transport")?.getBoundingClientRect().top ?? 0;
      const { top, bottom } = one.getBoundingClientRect();
      return top >= 0 && bottom <= bar + 1;
    });

async function openWhy(page: Page): Promise<void> {
  await page.locator("heads-up-side .chapter").waitFor();
  await page.keyboard.press("Shift");
  await why(page).locator("summary").focus();
  await page.keyboard.press("Enter");
  await why(page).locator("textarea").waitFor();
}

test.each(sampled(["en", "ko"]))(
  "an answer is written, compared and ticked by keyboard alone (%s)",
  async (lang) => {
    const { page, complaints } = await open(`?lesson=masked-multi-head&step=masked_scores&lang=${lang}`, {
      reducedMotion: "reduce",
      colorScheme: lang === "ko" ? "dark" : "light",
    });
    const answers = await answeredEvents(page);
    await openWhy(page);
    await page.keyboard.press("Tab");
    // Without an answer there is nothing to compare.
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect.poll(() => why(page).getByRole("status").innerText()).not.toBe("");
    expect(await why(page).locator(".model").count()).toBe(0);
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.type(TEXT);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await why(page).locator("#model:focus").waitFor();
    await expect.poll(() => isWholeInView(page, ".model")).toBe(true);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await expect.poll(() => why(page).getByRole("checkbox").first().isChecked()).toBe(true);
    expect((await audit(page)).violations).toEqual([]);
    expect(await answers()).toMatchObject([
      { step: "masked_scores", question: "why", kind: "text", right: true, answer: TEXT, tries: 1 },
    ]);
    // Another language and a reload lose nothing.
    await page.reload();
    await openWhy(page);
    expect(await why(page).locator("textarea").inputValue()).toBe(TEXT);
    expect(await why(page).getByRole("checkbox").first().isChecked()).toBe(true);
    await page.goto(page.url().replace(`lang=${lang}`, `lang=${lang === "ko" ? "en" : "ko"}`));
    await openWhy(page);
    expect(await why(page).locator("textarea").inputValue()).toBe(TEXT);
    expect(complaints).toEqual([]);
  },
);

essential("an unfinished sentence is kept when the step is left; skipping closes it", async () => {
  const { page } = await openWithin("?lesson=multi-head&step=concat&lang=en");
  await openWhy(page);
  await why(page).locator("textarea").fill("Because one softmax");
  await why(page).getByRole("button", { name: "Skip" }).click();
  await expect.poll(() => why(page).locator("textarea").count()).toBe(0);
  await page.keyboard.press("Escape");
  await page.locator("body").press("ArrowLeft");
  await expect.poll(() => why(page).locator("summary").count()).toBe(0);
  await page.locator("body").press("ArrowRight");
  await openWhy(page);
  expect(await why(page).locator("textarea").inputValue()).toBe("Because one softmax");
});

essential("the question fits a phone's window; a locked page without questions does not ask it", async () => {
  const { page } = await openWithin("?lesson=transformer-block&step=input_sum&lang=ko", {
    viewport: { width: 320, height: 700 },
    hasTouch: true,
  });
  await openWhy(page);
  await why(page).locator("textarea").fill("가".repeat(200));
  await why(page).locator(".check").tap();
  await why(page).locator(".model").waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.goto(`${page.url()}&mode=locked&allow=play`);
  await page.locator("heads-up-side .chapter").waitFor();
  await page.keyboard.press("Shift");
  expect(await why(page).count()).toBe(0);
});
