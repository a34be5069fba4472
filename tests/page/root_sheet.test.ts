/** Why scores are divided by √d_k: the sheet is one press away from the formula, and its dial turns by keyboard. */
import { describe, expect, test } from "vitest";
import { essential, sampled } from "../sampled.js";
import { audit } from "./axe.js";
import { site } from "./browser.js";

const { open, openWithin } = site();
const SCORES = "?lesson=masked-self-attention&weights=designed&step=scores&lang=en";

describe("why √d_k", () => {
  test.each(
    sampled([
      [1280, 800],
      [390, 844],
    ]),
  )("is opened by a button at the scores, %s × %s", async (width, height) => {
    const { page, lesson, complaints } = await open(SCORES, { viewport: { width, height } });
    const button = page.getByRole("button", { name: "Why divide by √d_k?" });
    await button.waitFor();
    const box = await button.boundingBox();
    const transport = await page.locator(".transport").boundingBox();
    expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThanOrEqual(transport?.y ?? 0);
    await button.click();
    await page.locator("dialog.root input").waitFor();
    await expect.poll(() => lesson.address("root")).toBe("64");
    expect((await audit(page)).violations).toEqual([]);
    expect(complaints).toEqual([]);
  });

  essential("says for each d_k how far its sums spread, and what each divisor makes of them", async () => {
    const { page, lesson } = await openWithin(`${SCORES}&root=64`);
    const dial = page.getByRole("slider", { name: "d_k" });
    const says = page.locator("dialog.root .says");
    await expect.poll(() => dial.evaluate((input) => input.matches(":focus"))).toBe(true);
    await expect.poll(() => says.innerText()).toContain("±8.2");
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => says.innerText()).toContain("√256 = 16");
    await expect.poll(() => lesson.address("root")).toBe("256");
    await page.keyboard.press("Home");
    await expect.poll(() => says.innerText()).toContain("A single product");
    expect(await page.locator("dialog.root tr").count()).toBe(3);
    await page.keyboard.press("Escape");
    await expect.poll(() => lesson.address("root")).toBeNull();
    expect(await lesson.step()).toBe("scores");
  });
});
