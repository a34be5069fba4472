/** The designed model: what the page's links open, its switch, its languages, its script, and the block's other side. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { type Instrument, settled, site } from "./browser.js";

const { open, openWithin } = site();

const address = (page: Page): string => new URL(page.url()).search;
const choice = (page: Page, kind: string) => page.locator(`heads-up-side .switch button[value="${kind}"]`);
const sentence = (page: Page): Promise<unknown> =>
  page.evaluate(() => document.querySelector<Instrument>("heads-up")?.trace?.spec.sequences);

describe("the designed model", () => {
  test("is what the page's first link opens, and stands in the address", async () => {
    const { page } = await open("?lang=en", { ready: false });
    await page.locator(".landing .first a").first().click();
    await settled(page);
    await expect.poll(() => address(page)).toContain("weights=designed");
    await expect.poll(() => sentence(page)).toEqual([[1, 5, 11, 18, 22, 12, 3]]);
  });

  test("gives way to the tutorial's own data and comes back, by the switch and by undo", async () => {
    const { page, lesson } = await open(
      "?lesson=masked-self-attention&weights=designed&step=attention&lang=en",
    );
    await choice(page, "random").click();
    await expect.poll(() => sentence(page)).toEqual([[62, 13, 47, 39]]);
    await expect.poll(() => address(page)).not.toContain("weights");
    await expect.poll(() => lesson.turn("undo").isDisabled()).toBe(false);
    await page.keyboard.press("Control+z");
    await expect.poll(() => address(page)).toContain("weights=designed");
    await choice(page, "random").click();
    await expect.poll(() => sentence(page)).toEqual([[62, 13, 47, 39]]);
    await choice(page, "designed").click();
    await expect.poll(() => sentence(page)).toEqual([[1, 5, 11, 18, 22, 12, 3]]);
  });

  test("speaks the reader's language", async () => {
    const { page } = await open("?lesson=masked-self-attention&weights=designed&step=scores&lang=en");
    await page.getByRole("button", { name: "한국어" }).click();
    await expect.poll(() => sentence(page)).toEqual([[1, 5, 3, 12, 18, 11]]);
    await expect.poll(() => address(page)).toContain("lang=ko");
  });

  test("says what each head looks for", async () => {
    const { page } = await openWithin("?lesson=multi-head&weights=designed&step=attention&lang=en");
    await expect
      .poll(() => page.locator("heads-up-side .weights").allInnerTexts())
      .toEqual(
        expect.arrayContaining([expect.stringContaining("Head 1: what describes it · Head 2: who does it")]),
      );
  });
});

test("the block opens whole, and its tutorial's bare form is the other side of the switch", async () => {
  const { page } = await open("?lesson=transformer-block&layerNorm=pre&step=embedding&lang=en");
  await choice(page, "random").click();
  await expect.poll(() => address(page)).not.toContain("layerNorm=pre");
  await choice(page, "whole").click();
  await expect.poll(() => address(page)).toContain("layerNorm=pre");
});
