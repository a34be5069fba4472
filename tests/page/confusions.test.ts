/** The search for answers: finding, reading, closing and following an answer by keyboard and pointer, in both languages. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { essential, exhaustive, sampled } from "../sampled.js";
import { goWithin, lectureLoaded, query, settled, site } from "./browser.js";

const { openWithin } = site();

const sheet = (page: Page) => page.getByRole("dialog");
const field = (page: Page) => sheet(page).locator("input");
const found = (page: Page) => sheet(page).locator(".found button");
const title = (page: Page) => sheet(page).locator("h2");
const confusion = async (page: Page) => (await query(page)).get("confusion");

async function search(page: Page, words: string): Promise<void> {
  await page.keyboard.press("/");
  await field(page).waitFor();
  await page.keyboard.type(words);
}

describe("an answer", () => {
  test.each(
    sampled([
      ["en", "NaN gradient", /gradients still NaN/],
      ["ko", "NaN 기울기", /왜 기울기가 NaN/],
    ]),
  )("is found, read and closed by keyboard, in %s", async (lang, words, ask) => {
    const { page, lesson, complaints } = await openWithin(
      `?lesson=masked-multi-head&step=attention&t=1&lang=${lang}`,
    );
    await search(page, words);
    await expect.poll(() => found(page).count()).toBeLessThan(8);
    expect(await lesson.sheet.locator(".count").getAttribute("role")).toBe("status");
    await page.keyboard.press("Enter");
    await expect.poll(() => title(page).innerText()).toMatch(ask);
    await expect.poll(() => confusion(page)).toBe("nan_gradient");
    expect(await lesson.sheet.locator(".cells li").first().innerText()).toBe("NaN");
    await page.keyboard.press("Escape");
    await expect.poll(() => lesson.sheet.count()).toBe(0);
    expect(await lesson.step()).toBe("attention");
    await expect.poll(() => confusion(page)).toBe(null);
    // The page handles keys again.
    await page.keyboard.press("ArrowRight");
    await expect.poll(lesson.step).toBe("fold_values");
    expect(complaints).toEqual([]);
  });

  exhaustive(
    "finds the tensors of a shape that was copied from a notebook, and goes to their step",
    async () => {
      const { page, lesson } = await openWithin("?lesson=masked-multi-head&step=ids&lang=en&confusion=list");
      await field(page).fill("(5, 2, 10, 10)");
      const names = () => found(page).locator("code").allTextContents();
      await expect.poll(names).toEqual(["scores", "masked_scores", "attention"]);
      expect(await lesson.sheet.locator(".count").innerText()).toBe(
        "3 tensors of this lesson with the shape (5, 2, 10, 10)",
      );
      await field(page).fill("torch.Size([5, 3])");
      await expect.poll(() => found(page).count()).toBe(0);
      expect(await lesson.sheet.locator(".count").innerText()).toMatch(/^No tensor .* \(5, 3\)\.$/);
      await field(page).fill("[5, 10, 10]");
      await expect.poll(names).toEqual(["mask"]);
      await page.keyboard.press("Enter");
      await expect.poll(lesson.step).toBe("mask");
      await expect.poll(() => lesson.sheet.count()).toBe(0);
    },
  );

  essential("shows the numbers of the sentence on the stage, and goes to its step", async () => {
    const { page, lesson } = await openWithin(
      "?lesson=masked-multi-head&step=ids&batch=1&lang=en&confusion=padded_query",
    );
    const text = () => lesson.sheet.innerText();
    await expect.poll(text).toMatch(/In sentence 2 the query at position 5 is padding/);
    expect(await text()).toMatch(/attention\[1, 0, 5\] still add up to 1\./);
    expect(await lesson.sheet.locator(".sum").innerText()).toBe("sum 1.0000");
    await lesson.sheet.locator(".go").click();
    await expect.poll(lesson.step).toBe("attention");
    await expect.poll(() => lesson.sheet.count()).toBe(0);
    await expect.poll(() => confusion(page)).toBe(null);
  });

  exhaustive("names and links to the lesson that its numbers come from", async () => {
    const { page, lesson } = await openWithin(
      "?lesson=masked-self-attention&step=attention&lang=en&confusion=source_mask",
    );
    await expect.poll(() => lesson.sheet.innerText()).toMatch(/the data of “Encoder-decoder attention”/);
    await lesson.sheet.locator(".go").click();
    await expect.poll(() => lesson.address("lesson")).toBe("encoder-decoder");
    await settled(page);
    await expect.poll(lesson.step).toBe("attention");
    expect(await lesson.sheet.count()).toBe(0);
    await page.goBack();
    await expect.poll(() => lesson.address("lesson")).toBe("masked-self-attention");
  });

  exhaustive("links to its comparison and to its exercise", async () => {
    const { page, lesson } = await openWithin("?lesson=multi-head&step=ids&lang=en&confusion=sqrt_d_model");
    await lesson.sheet.locator(".compare").click();
    await page.locator("dialog.compare").waitFor();
    expect(await lesson.step()).toBe("scores");
    await expect.poll(() => lesson.address("compare")).toBe("unscaled");
    await goWithin(page, "?lesson=multi-head&step=ids&lang=en&confusion=sqrt_d_model");
    await lesson.sheet.locator(".mistake").click();
    await page.locator("dialog.mistakes").waitFor();
    await expect.poll(() => lesson.address("mistake")).toBe("unscaled");
  });
});

describe("the search", () => {
  essential("stays closed while a field has the focus, and on a locked page", async () => {
    const { page, lesson } = await openWithin("?lesson=masked-multi-head&step=scores&lang=en");
    await lesson.toggle("settings");
    await lesson.field("seed").focus();
    await page.keyboard.press("/");
    await lesson.rested();
    expect(await lesson.sheet.count()).toBe(0);
    await goWithin(page, "?lesson=masked-multi-head&step=scores&mode=locked&confusion=list");
    await page.keyboard.press("/");
    await lesson.rested();
    expect(await lesson.sheet.count()).toBe(0);
    expect(await page.locator('[data-sheet="confusions"]').count()).toBe(0);
  });

  exhaustive("opens in lecture mode too, and then receives the keys", async () => {
    const { page, lesson } = await openWithin("?lesson=masked-multi-head&step=scores&mode=lecture&lang=en");
    await lectureLoaded(page);
    await search(page, "fb");
    expect(await field(page).inputValue()).toBe("fb");
    await page.keyboard.press("Escape");
    await expect.poll(() => lesson.sheet.count()).toBe(0);
    await lesson.rested();
    expect(await page.locator(".frame.lecture").count()).toBe(1);
  });
});
