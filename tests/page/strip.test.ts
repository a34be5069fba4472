/** The strip says at its edges where it goes on, and its arrows scroll it. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { essential, sampled } from "../sampled.js";
import { site } from "./browser.js";

const { openWithin } = site();

const edges = async (page: Page): Promise<boolean[]> =>
  Promise.all(["before", "after"].map((side) => page.locator(`heads-up-strip .edge.${side}`).isVisible()));

test.each(sampled([1280, 390]))("arrows show on which sides more steps are, %i wide", async (width) => {
  const { page } = await openWithin("?lesson=transformer-block&step=opening&lang=en", {
    viewport: { width, height: 844 },
  });
  await expect.poll(() => edges(page)).toEqual([false, true]);
  await page.locator("heads-up-strip .edge.after").click();
  await expect.poll(async () => (await edges(page))[0]).toBe(true);
  await page.evaluate(() => {
    const strip = document.querySelector("heads-up")?.shadowRoot?.querySelector("heads-up-strip");
    strip?.shadowRoot?.querySelector("nav")?.scrollTo({ left: 1e5 });
  });
  await expect.poll(() => edges(page)).toEqual([true, false]);
});

essential("a strip that fits has no arrows", async () => {
  const { page } = await openWithin("?lesson=multi-head&step=q&lang=en");
  await page.locator("heads-up-strip [data-index]").first().waitFor();
  expect(await edges(page)).toEqual([false, false]);
});
