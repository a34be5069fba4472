/** The figures of the notes: drawn when a note is opened, described in a sentence, and with a dial for the keyboard. */
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { figureOf } from "../../web/src/lessons/asides.js";
import { essential } from "../sampled.js";
import { site } from "./browser.js";

const { open, openWithin } = site();

const note = (page: Page, nth: number) => page.locator("heads-up-side details").nth(nth);
const aside = (page: Page, nth: number) => note(page, nth).locator("heads-up-aside");

/** Opens a note by keyboard. */
async function openNote(page: Page, nth: number): Promise<void> {
  await note(page, nth).locator("summary").focus();
  await page.keyboard.press("Enter");
  await aside(page, nth).locator("canvas").waitFor();
}

const pixels = (page: Page, nth: number): Promise<string> =>
  aside(page, nth)
    .locator("canvas")
    .evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
const asideText = (page: Page, nth: number): Promise<string> =>
  aside(page, nth).locator("figcaption").innerText();

/** Whether anything is drawn on a canvas. */
const isDrawn = (page: Page, nth: number): Promise<boolean> =>
  aside(page, nth)
    .locator("canvas")
    .evaluate((canvas: HTMLCanvasElement) => {
      const data = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      return data.some((channel, i) => channel !== data[i % 4]);
    });

describe("a note", () => {
  essential("is scrolled into view when it opens", async () => {
    const { page } = await openWithin("?lesson=masked-multi-head&step=attention&lang=en", {
      viewport: { width: 1280, height: 720 },
    });
    await openNote(page, 0);
    const bar = (await page.locator(".transport").boundingBox())?.y ?? 0;
    const bottom = async () => {
      const box = await aside(page, 0).boundingBox();
      return (box?.y ?? 720) + (box?.height ?? 0);
    };
    await expect.poll(bottom).toBeLessThanOrEqual(bar + 1);
  });

  essential("shows its text when opened, and follows the language", async () => {
    const { page } = await open("?lesson=masked-multi-head&step=attention&lang=ko");
    const text = note(page, 0).locator("p").first();
    await note(page, 0).locator("summary").focus();
    await page.keyboard.press("Enter");
    await aside(page, 0).locator("canvas").waitFor();
    await expect.poll(() => text.textContent()).toContain("키 축");
    await page.getByRole("button", { name: "English" }).click();
    await expect.poll(() => text.textContent()).toContain("axis of the keys");
  });
});

describe("a note with a figure", () => {
  essential("draws it only once it is opened", async () => {
    const { page, complaints } = await open("?lesson=masked-multi-head&step=attention");
    expect(await page.locator("heads-up-aside").count()).toBe(0);
    await openNote(page, 0);
    expect(await isDrawn(page, 0)).toBe(true);
    expect(await asideText(page, 0)).toContain("1.00");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator("heads-up-aside").count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});

describe("a note's dial", () => {
  essential("turns by keyboard, announces its value, and can be reset", async () => {
    expect(figureOf("position_table", "note")).toBe("position_products");
    const { page, lesson, complaints } = await openWithin(
      "?lesson=transformer-block&step=position_table&lang=en",
    );
    await openNote(page, 0);
    const dial = aside(page, 0).getByRole("slider");
    const value = aside(page, 0).locator("output");
    const first = await value.innerText();
    const start = [await pixels(page, 0), await asideText(page, 0)];
    await page.keyboard.press("Tab");
    expect(await dial.evaluate((input) => input.matches(":focus"))).toBe(true);
    await page.keyboard.press("End");
    await expect.poll(() => value.innerText()).toBe("63");
    expect(await pixels(page, 0)).not.toBe(start[0]);
    expect(await asideText(page, 0)).toContain("63");
    await page.keyboard.press("Home");
    await expect.poll(() => value.innerText()).toBe("0");
    for (let i = 0; i < Number(first); i++) await page.keyboard.press("ArrowRight");
    await expect.poll(() => value.innerText()).toBe(first);
    expect([await pixels(page, 0), await asideText(page, 0)]).toEqual(start);
    // The arrow keys turned the dial and not the lesson's steps.
    expect(await lesson.step()).toBe("position_table");
    expect(complaints).toEqual([]);
  });
});
