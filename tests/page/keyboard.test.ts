/** The page works by keyboard alone. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { essential, exhaustive } from "../sampled.js";
import { callout, currentStep, type Instrument, query, rested, settled, site } from "./browser.js";

const { openWithin } = site();

/** The focused element, through all shadow roots: its tag and accessible name. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    return active
      ? `${active.localName} ${active.getAttribute("aria-label") ?? active.textContent?.trim().slice(0, 40)}`
      : "";
  });

async function tabTo(page: Page, wanted: RegExp): Promise<void> {
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press("Tab");
    if (wanted.test(await focused(page))) return;
  }
  throw new Error(`Tab never reaches ${wanted}`);
}

const isPlaying = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.querySelector<Instrument>("heads-up")?.view.playing ?? false);

essential("arrow keys go from step to step, Space plays and pauses", async () => {
  const { page } = await openWithin("?step=scores");
  await page.keyboard.press("ArrowRight");
  expect(await currentStep(page)).toBe("masks");
  await page.keyboard.press("ArrowLeft");
  expect(await currentStep(page)).toBe("scores");
  await page.keyboard.press("Space");
  expect(await isPlaying(page)).toBe(true);
  await page.keyboard.press("Space");
  expect(await isPlaying(page)).toBe(false);
});

essential("leads from the table to a number's arithmetic, its operands, and back", async () => {
  const { page } = await openWithin("?step=scores&lang=en");
  await tabTo(page, /^td /);
  await expect.poll(() => callout(page).count()).toBe(1);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => callout(page).locator("h2").textContent()).toContain("scores[0, 0, 1, 1]");
  await page.keyboard.press("Enter");
  await expect.poll(() => focused(page)).toMatch(/^button .*q_heads\[0, 0, 1, 0\]/);
  await expect.poll(() => callout(page).locator("li").count()).toBe(6);
  for (const deeper of [
    "q_heads[0, 0, 1, 0]",
    "q_split[0, 1, 0, 0]",
    "q[0, 1, 0]",
    "embedding[0, 1, 0]",
    "ids[0, 1]",
  ]) {
    await page.keyboard.press("Enter");
    await expect.poll(() => callout(page).locator("h2").textContent()).toContain(deeper);
    await rested(page);
  }
  for (const back of ["embedding[0, 1, 0]", "q[0, 1, 0]"]) {
    await callout(page).locator("header button").first().press("Enter");
    await expect.poll(() => callout(page).locator("h2").textContent()).toContain(back);
  }
  await page.keyboard.press("Escape");
  await expect.poll(() => focused(page)).toMatch(/^td /);
  await page.keyboard.press("Escape");
  await expect.poll(() => callout(page).count()).toBe(0);
  expect(await currentStep(page)).toBe("scores");
});

exhaustive("a table, a field and a slider keep their own keys", async () => {
  const { page } = await openWithin("?step=scores");
  await tabTo(page, /^td /);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("End");
  await page.keyboard.press("Home");
  expect(await currentStep(page)).toBe("scores");
  await page.getByRole("slider").focus();
  await page.keyboard.press("ArrowLeft");
  expect(await currentStep(page)).toBe("scores");
  expect(await page.evaluate(() => document.querySelector<Instrument>("heads-up")?.view.t)).toBeLessThan(1);
});

exhaustive("the strip is one tab stop and marks the current step", async () => {
  const { page } = await openWithin("?step=opening");
  await tabTo(page, /^button 1 · /);
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => focused(page)).toMatch(/^button 2 · /);
  const current = page.locator('heads-up-strip [aria-current="step"]');
  expect(await current.count()).toBe(1);
  expect(await current.getAttribute("data-index")).toBe("1");
  await page.keyboard.press("Tab");
  expect(await focused(page)).not.toMatch(/^button \d+ · /);
});

essential("the help sheet opens with ? and closes with Escape", async () => {
  const { page } = await openWithin("?step=ids");
  await page.keyboard.press("?");
  // The sheet loads when it is first opened.
  await page.locator("dialog.help").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("dialog.help").waitFor({ state: "hidden" });
  expect(await currentStep(page)).toBe("ids");
});

exhaustive.each([
  ["en", "Help"],
  ["ko", "도움말"],
])("letter shortcuts can be turned off, and stay off after a reload (%s)", async (lang, help) => {
  const { page } = await openWithin(`?lesson=masked-multi-head&step=scores&lang=${lang}`);
  const sheet = page.locator("dialog.help");
  const letters = sheet.getByRole("checkbox");
  const lecture = page.locator(".frame.lecture");
  await page.keyboard.press("?");
  await letters.focus();
  await page.keyboard.press("Space");
  expect(await letters.isChecked()).toBe(false);
  await page.keyboard.press("Escape");
  await page.reload();
  await settled(page);
  for (const key of ["?", "l"]) await page.keyboard.press(key);
  expect([await sheet.isVisible(), await lecture.count()]).toEqual([false, 0]);
  await page.locator(".more .lecture").click();
  await lecture.waitFor();
  // The keys of lecture mode load together with its styles.
  const zoom = () => page.locator("heads-up").evaluate((one) => Number(getComputedStyle(one).zoom));
  await expect.poll(zoom).toBeGreaterThan(1);
  for (const key of ["b", ".", "f", "l"]) await page.keyboard.press(key);
  expect(await page.locator("heads-up.blank").count()).toBe(0);
  expect(await lecture.count()).toBe(1);
  await page.keyboard.press("Escape");
  await page.locator(".page-header").getByRole("button", { name: help }).click();
  await letters.click();
  await page.keyboard.press("Escape");
  await page.keyboard.press("l");
  await expect.poll(() => lecture.count()).toBe(1);
});

essential("every tab stop has an accessible name", async () => {
  const { page } = await openWithin("?step=scores");
  const reached: string[] = [];
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press("Tab");
    const name = await focused(page);
    if (name.startsWith("body")) break;
    reached.push(name);
  }
  expect(reached.length).toBeGreaterThan(20);
  expect(reached.filter((name) => name.split(" ").slice(1).join("").trim() === "")).toEqual([]);
});

exhaustive("an opened cell is written to the address", async () => {
  const { page } = await openWithin("?step=scores");
  await tabTo(page, /^td /);
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await query(page)).get("cell")).toBe("scores[0,0,0,0]");
});
