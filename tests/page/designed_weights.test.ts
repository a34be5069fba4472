/** The switch between random and readable weights: at attention, in the address, in the settings, and back by undo. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { type Instrument, settled, site } from "./browser.js";

const { open, openWithin } = site();

const HERE = "heads-up-side .readable";
const toggle = (page: Page) => page.locator(`${HERE} button[value="readable"]`);
const address = (page: Page): string => new URL(page.url()).search;

/** The weight of each query for the key before it, in the second head of the first sentence. */
const previous = (page: Page): Promise<number[]> =>
  page.evaluate(() => {
    const found = document
      .querySelector<Instrument>("heads-up")
      ?.trace?.steps.find(({ name }) => name === "attention");
    const [, , queries = 0, keys = 0] = found?.shape ?? [];
    const head = queries * keys;
    return Array.from({ length: 5 }, (_, row) => found?.data[head + (row + 1) * keys + row] ?? 0);
  });

describe("readable weights", () => {
  test("are switched on by the button at attention, with a name for each head, and off by undo", async () => {
    const { page, lesson } = await open("?lesson=transformer-block&step=attention&lang=en");
    await toggle(page).click();
    await page.locator("heads-up-aside canvas").waitFor();
    await settled(page);
    expect(Math.min(...(await previous(page)))).toBeGreaterThan(0.75);
    await expect
      .poll(() => page.locator(HERE).innerText())
      .toContain("Head 1: same word · Head 2: previous token");
    await expect.poll(() => address(page)).toContain("weights=readable");
    // The code for undo loads with the first change.
    await expect.poll(() => lesson.turn("undo").isDisabled()).toBe(false);
    await page.keyboard.press("Control+z");
    await expect.poll(() => address(page)).not.toContain("weights");
    await expect.poll(async () => Math.min(...(await previous(page)))).toBeLessThan(0.75);
  });

  test("are in an address, and are distinguished from weights of a file", async () => {
    const { page, lesson } = await openWithin(
      "?lesson=transformer-block&step=embedding.weight&weights=readable&lang=en",
    );
    await lesson.rested();
    await expect.poll(() => lesson.title.innerText()).toContain("a code for each word");
    await expect.poll(() => page.locator("heads-up-side .formula").innerHTML()).toContain("sin");
    await lesson.toggle("settings");
    const field = page.locator(".drawer .weights");
    await field.locator(".drop").waitFor();
    await expect.poll(() => field.getByRole("status").innerText()).toBe("Made by a formula");
    await field.locator(".drop").click();
    await expect.poll(() => address(page)).not.toContain("weights");
    await field.locator(".formula").click();
    await expect.poll(() => address(page)).toContain("weights=readable");
  });

  test("are refused with a sentence where a head has one number", async () => {
    const { page } = await openWithin("?lesson=multi-head&step=attention&numHeads=8&dModel=8&lang=en");
    await toggle(page).click();
    await expect.poll(() => page.locator(HERE).innerText()).toContain("A head of size 1");
  });
});
