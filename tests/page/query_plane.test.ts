/** Dragging a query among its keys, with the mouse, by touch and by keyboard. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { essential, exhaustive, sampled } from "../sampled.js";
import { audit } from "./axe.js";
import { site } from "./browser.js";

const { open, openWithin } = site();

const tip = (page: Page) => page.locator("dialog.query .handle");
const status = (page: Page) => tip(page).getAttribute("aria-valuetext");
const weights = (page: Page): Promise<number[]> =>
  page
    .locator("dialog.query tbody td:nth-of-type(2)")
    .evaluateAll((cells) => cells.map((cell) => Number(cell.textContent)));
const OPENING = "?lesson=multi-head&step=opening&t=0&lang=en";

describe("the query", () => {
  test.each(
    sampled([
      [1280, 720],
      [390, 844],
    ]),
  )("is opened by a button that is in view at the opening step, %s × %s", async (width, height) => {
    const { page, lesson, complaints } = await open(OPENING, { viewport: { width, height } });
    const button = page.getByRole("button", { name: "Drag a query" });
    await button.waitFor();
    const bar = await page.locator("heads-up-transport").boundingBox();
    const box = await button.boundingBox();
    expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
    await button.click();
    await tip(page).waitFor();
    await expect.poll(() => lesson.address("query")).toBe("own");
    expect((await audit(page)).violations).toEqual([]);
    expect(complaints).toEqual([]);
  });

  essential("follows the arrow keys by 0.1, and the weights follow it", async () => {
    const { page, lesson } = await openWithin(`${OPENING}&query=1,1`);
    await tip(page).waitFor();
    const before = await weights(page);
    await tip(page).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Shift+ArrowDown");
    await expect.poll(() => lesson.address("query")).toBe("1.1,0.5");
    await expect
      .poll(() => status(page))
      .toMatch(/^\(1\.10, 0\.50\); \d+ has the largest weight, 0\.\d\d; the mix is/);
    await expect.poll(() => weights(page)).not.toEqual(before);
    await page.getByRole("button", { name: "Back to the lesson's query" }).click();
    await expect.poll(() => lesson.address("query")).toBe("own");
  });

  essential("goes back and forth between its places by the keys of undo and redo", async () => {
    const { page, lesson } = await openWithin(`${OPENING}&query=1,1`);
    const place = () => lesson.address("query");
    await tip(page).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowUp");
    await expect.poll(place).toBe("1.1,1.1");
    for (const [key, expected] of [
      ["Control+z", "1.1,1"],
      ["Control+z", "1,1"],
      ["Control+y", "1.1,1"],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(place).toBe(expected);
    }
  });

  exhaustive("follows the mouse and stays in the plane", async () => {
    const { page, lesson } = await openWithin(`${OPENING}&query=0,0`);
    await tip(page).waitFor();
    const box = await page.locator("dialog.query svg.plane").boundingBox();
    if (!box) throw new Error("no plane");
    const middle = box.x + box.width / 2;
    await page.mouse.move(middle, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(middle, box.y - 100, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => lesson.address("query")).toMatch(/^-?0(\.0\d)?,[4-9](\.\d)?$/);
  });

  exhaustive("closes with Escape and gives the focus back to its button", async () => {
    const { page } = await openWithin(`${OPENING}&query=1,1`);
    await tip(page).waitFor();
    await page.keyboard.press("Escape");
    await tip(page).waitFor({ state: "detached" });
    await expect
      .poll(() =>
        page.evaluate(
          () =>
            (document.querySelector("heads-up")?.shadowRoot?.activeElement as HTMLElement)?.dataset["sheet"],
        ),
      )
      .toBe("query");
  });
});
