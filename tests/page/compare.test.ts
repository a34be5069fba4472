/** Comparing a step with another run: opened, chosen, read and closed by keyboard and pointer, and kept in the address. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { essential, exhaustive, sampled } from "../sampled.js";
import { goWithin, query, site } from "./browser.js";

const { openWithin } = site();

const panels = (page: Page) => page.getByRole("dialog");
const summary = (page: Page): Promise<string> => panels(page).locator(".summary").innerText();
const pointed = (page: Page): Promise<string> => panels(page).locator(".pointed").innerText();
const focused = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const inside = document.querySelector("heads-up")?.shadowRoot?.activeElement as HTMLElement | null;
    return inside?.dataset["sheet"];
  });

/** Waits until the panels have been measured, which gives them their place. */
const panelsDrawn = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      panels(page)
        .locator("canvas")
        .evaluateAll((all: HTMLCanvasElement[]) => all.filter(({ style }) => style.width !== "").length),
    )
    .toBe(3);

async function openCompare(page: Page): Promise<void> {
  await page.locator('[data-sheet="compare"]').focus();
  await page.keyboard.press("Enter");
  await panelsDrawn(page);
}

describe("a comparison", () => {
  test.each(sampled(["en", "ko"]))(
    "is opened, walked through and closed by keyboard, in %s",
    async (lang) => {
      const { page, lesson, complaints } = await openWithin(
        `?lesson=masked-multi-head&step=attention&lang=${lang}`,
      );
      await openCompare(page);
      expect(await lesson.step()).toBe("attention");
      await expect.poll(() => lesson.address("compare")).toBe("no_mask");
      expect(await summary(page)).toContain("attention[0, 0, 0, 0]");
      // Choose another comparison by keyboard.
      await lesson.sheet.getByRole("combobox").first().focus();
      await page.keyboard.press("ArrowDown");
      await expect.poll(() => lesson.address("compare")).toBe("no_causal");
      expect(await lesson.step()).toBe("attention");
      // The table reads both numbers of a cell, and its keys move the cell.
      await lesson.sheet.locator("heads-up-grid td[tabindex='0']").focus();
      await page.keyboard.press("ArrowRight");
      await expect.poll(() => pointed(page)).toMatch(/attention\[0, 0, 0, 1\].*0\.0000/);
      await page.keyboard.press("Escape");
      await expect.poll(() => lesson.sheet.count()).toBe(0);
      expect(await focused(page)).toBe("compare");
      await expect.poll(async () => (await query(page)).has("compare")).toBe(false);
      expect(complaints).toEqual([]);
    },
  );

  essential("follows the sentence and continues to later steps", async () => {
    const { page, lesson } = await openWithin(
      "?lesson=masked-multi-head&step=masked_scores&compare=no_causal",
    );
    await lesson.sheet.locator("canvas").nth(2).waitFor();
    const before = await summary(page);
    await lesson.sheet.locator(".focus button").nth(1).click();
    await expect.poll(() => summary(page)).not.toBe(before);
    await lesson.sheet.locator("select").nth(1).selectOption("values");
    await expect.poll(lesson.step).toBe("values");
    await expect.poll(() => summary(page)).toContain("values[1, 0");
    await expect.poll(() => lesson.address("compare")).toBe("no_causal");
  });

  exhaustive(
    "shows both numbers of the cell under the pointer, and opens the left one on the stage",
    async () => {
      const { page, lesson } = await openWithin("?lesson=masked-multi-head&step=attention&compare=unscaled");
      const canvas = lesson.sheet.locator("canvas");
      await panelsDrawn(page);
      const box = await canvas.nth(1).boundingBox();
      if (!box) throw new Error("no panel");
      await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.5);
      await expect.poll(() => pointed(page)).toMatch(/attention\[0, 0, \d, \d\]/);
      await canvas.first().click({ position: { x: box.width * 0.4, y: box.height * 0.5 } });
      await expect.poll(() => lesson.sheet.count()).toBe(0);
      await lesson.callout.waitFor();
      await expect.poll(() => lesson.address("cell")).toMatch(/^attention\[/);
    },
  );

  exhaustive("is restored from an address, which reports an unknown name", async () => {
    const { page, lesson } = await openWithin(
      "?lesson=encoder-decoder&step=attention&compare=padding&lang=en",
    );
    await lesson.sheet.locator("canvas").nth(2).waitFor();
    expect(await lesson.sheet.locator("figcaption").nth(1).innerText()).toBe("padding masked");
    await goWithin(page, "?lesson=encoder-decoder&step=attention&compare=everything&lang=en");
    await expect.poll(() => lesson.problems.textContent()).toMatch(/everything.*unscaled/);
    expect(await lesson.sheet.count()).toBe(0);
    await goWithin(page, "?lesson=encoder-decoder&step=ids&compare=unscaled&lang=en");
    await expect.poll(() => lesson.problems.textContent()).toMatch(/unscaled.*step=/);
    await page.keyboard.press("ArrowRight");
    await expect.poll(async () => (await query(page)).has("compare")).toBe(false);
  });

  essential("has a table with both numbers and their difference", async () => {
    const { lesson } = await openWithin(
      "?lesson=masked-self-attention&step=demo_attention&compare=no_causal&lang=en",
    );
    const row = lesson.sheet.locator("heads-up-grid tbody tr").first();
    await row.waitFor();
    const cells = await row.locator("td").allInnerTexts();
    expect(cells).toHaveLength(12);
    expect(Number(cells[0])).toBe(1);
    expect(cells[1]).toBe("0.0000");
    expect(Number(cells[9])).toBeCloseTo(Number(cells[5]), 4);
    const heads = await lesson.sheet.locator("heads-up-grid thead th").allInnerTexts();
    expect(heads[0]).toContain("as it is");
    expect(heads[8]).toContain("−");
  });
});
