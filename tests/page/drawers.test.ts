/** The panels above the transport: where they open, and what closes them. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { callout, focused, site } from "./browser.js";

const { openWithin } = site();

const NAMES = [".drawer.settings", ".drawer.takeAway"];
const isOpen = (page: Page, name: string): Promise<boolean> =>
  page
    .locator(`${name} .toggle`)
    .getAttribute("aria-expanded")
    .then((expanded) => expanded === "true");
async function opened(name: string): Promise<Page> {
  const { page } = await openWithin("?lesson=masked-multi-head&step=scores&lang=en", {
    viewport: { width: 1280, height: 720 },
  });
  await page.locator(`${name} .toggle`).click();
  await page.locator(`${name} #panel`).waitFor();
  return page;
}

describe.each(NAMES)("%s", (name) => {
  test("leaves the words uncovered, and closes with Escape or a press outside", async () => {
    const page = await opened(name);
    const panel = await page.locator(`${name} #panel`).boundingBox();
    const words = await page.locator("heads-up-side").boundingBox();
    expect((panel?.x ?? 1280) + (panel?.width ?? 0)).toBeLessThanOrEqual(words?.x ?? 0);
    expect(panel?.x).toBeGreaterThanOrEqual(0);
    await page.locator(`${name} .toggle`).press("Escape");
    await expect.poll(() => isOpen(page, name)).toBe(false);
    await page.locator(`${name} .toggle`).click();
    await expect.poll(() => isOpen(page, name)).toBe(true);
    await page.locator("heads-up-side h2").click();
    await expect.poll(() => isOpen(page, name)).toBe(false);
  });

  test("closes with Escape wherever the focus is, which goes to its button from within", async () => {
    const page = await opened(name);
    await page.locator(".page-header .name").press("Escape");
    await expect.poll(() => isOpen(page, name)).toBe(false);
    expect(await focused(page)).toBe("a Heads Up");
    await page.locator(`${name} .toggle`).click();
    await page.evaluate(() => {
      let active = document.activeElement;
      while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
      (active as HTMLElement).blur();
    });
    await page.keyboard.press("Escape");
    await expect.poll(() => isOpen(page, name)).toBe(false);
    await page.locator(`${name} .toggle`).press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Escape");
    await expect.poll(() => isOpen(page, name)).toBe(false);
    expect(await page.locator(`${name} .toggle`).evaluate((toggle) => toggle.matches(":focus"))).toBe(true);
  });

  test("closes with Escape after the arithmetic that was opened on the stage", async () => {
    const page = await opened(name);
    await page.locator('heads-up-grid [tabindex="0"]').press("Enter");
    await expect.poll(() => callout(page).locator(".operand").count()).toBeGreaterThan(0);
    await page.keyboard.press("Escape");
    await expect.poll(() => callout(page).locator(".operand").count()).toBe(0);
    expect(await isOpen(page, name)).toBe(true);
    await page.keyboard.press("Escape");
    await expect.poll(() => isOpen(page, name)).toBe(false);
  });
});

test("the Escape that ends a Korean syllable leaves the settings open", async () => {
  const page = await opened(".drawer.settings");
  const field = page.locator(".drawer.settings #numHeads");
  const init = { key: "Escape", bubbles: true, composed: true };
  await field.dispatchEvent("keydown", { ...init, isComposing: true });
  await field.dispatchEvent("keydown", { ...init, keyCode: 229 });
  expect(await isOpen(page, ".drawer.settings")).toBe(true);
  await field.dispatchEvent("keydown", init);
  expect(await isOpen(page, ".drawer.settings")).toBe(false);
});

test("what was typed is still there after a press outside", async () => {
  const page = await opened(".drawer.settings");
  const field = page.locator(".drawer.settings #numHeads");
  await field.fill("3");
  await page.locator("heads-up-side h2").click();
  await expect.poll(() => isOpen(page, ".drawer.settings")).toBe(false);
  await page.locator(".drawer.settings .toggle").click();
  expect(await field.inputValue()).toBe("3");
});
