/** The panels above the transport: where they open, and what closes them. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { site } from "./browser.js";

const { openWithin } = site();

const NAMES = ["heads-up-settings", "heads-up-take-away"];
const isOpen = (page: Page, name: string): Promise<boolean> =>
  page.locator(name).evaluate((drawer) => drawer.hasAttribute("open"));
async function opened(name: string): Promise<Page> {
  const { page } = await openWithin("?lesson=masked-multi-head&step=scores&lang=en", {
    viewport: { width: 1280, height: 720 },
  });
  await page.locator(`${name} .toggle`).click();
  await page.locator(`${name} #panel`).waitFor();
  return page;
}

describe.each(NAMES)("%s", (name) => {
  test("leaves the words uncovered", async () => {
    const page = await opened(name);
    const panel = await page.locator(`${name} #panel`).boundingBox();
    const words = await page.locator("heads-up-side").boundingBox();
    expect((panel?.x ?? 1280) + (panel?.width ?? 0)).toBeLessThanOrEqual(words?.x ?? 0);
    expect(panel?.x).toBeGreaterThanOrEqual(0);
  });

  test("closes with Escape on its button, and with a press outside", async () => {
    const page = await opened(name);
    await page.locator(`${name} .toggle`).press("Escape");
    await expect.poll(() => isOpen(page, name)).toBe(false);
    await page.locator(`${name} .toggle`).click();
    await expect.poll(() => isOpen(page, name)).toBe(true);
    await page.locator("heads-up-side h2").click();
    await expect.poll(() => isOpen(page, name)).toBe(false);
  });
});

test("what was typed is still there after a press outside", async () => {
  const page = await opened("heads-up-settings");
  const field = page.locator("heads-up-settings #numHeads");
  await field.fill("3");
  await page.locator("heads-up-side h2").click();
  await expect.poll(() => isOpen(page, "heads-up-settings")).toBe(false);
  await page.locator("heads-up-settings .toggle").click();
  expect(await field.inputValue()).toBe("3");
});
