/** Undo and redo of every change; and nothing typed is lost. */
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { essential, exhaustive } from "../sampled.js";
import { type Instrument, query, settled, site } from "./browser.js";

const { open } = site();

/** Moves the page's clock forward, so that the next change is not merged with the last. */
const later = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { now } = Date;
    Date.now = () => now() + 1100;
  });
const field = (page: Page, id: string) => page.locator(`.drawer.settings #${id}`);
const turn = (page: Page, which: "undo" | "redo") => page.locator(`heads-up-transport .${which}`);
const news = (page: Page) => page.locator("heads-up .frame > [role=status]");
const spec = (page: Page) => page.evaluate(() => document.querySelector<Instrument>("heads-up")?.trace?.spec);

async function setField(page: Page, id: string, value: string): Promise<void> {
  const toggle = page.locator(".drawer.settings .toggle");
  if ((await toggle.getAttribute("aria-expanded")) !== "true") await toggle.click();
  await field(page, id).fill(value);
  // Changes are recorded for undo; refused input is not.
  const isDone = async () =>
    (await field(page, id).getAttribute("aria-invalid")) === "true" ||
    (await turn(page, "undo").getAttribute("aria-label"))?.endsWith(value);
  await expect.poll(isDone).toBe(true);
  await later(page);
  await page.keyboard.press("Escape");
}

describe("undo and redo restore changes", () => {
  essential("of data, step, sentence and cell, by keyboard", async () => {
    const { page, lesson, complaints } = await open("?lesson=masked-multi-head&step=scores&lang=en&batch=2");
    expect(await turn(page, "undo").isDisabled()).toBe(true);
    await setField(page, "seed", "7");
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => turn(page, "undo").getAttribute("aria-label")).not.toContain("42 → 7");
    await later(page);
    await page.locator(".focus").getByRole("button", { name: "Next Sentence" }).click();
    await lesson.ask("scores", 0, 0, 1, 1);
    await expect.poll(() => turn(page, "undo").getAttribute("aria-label")).toContain("Opened cell");
    const shown = async (): Promise<unknown[]> => {
      const params = await query(page);
      return ["seed", "step", "batch", "cell"].map((key) => params.get(key));
    };
    const states = [
      ["7", "masks", "3", "scores[0,0,1,1]"],
      ["7", "masks", "3", null],
      ["7", "masks", "2", null],
      ["7", "scores", "2", null],
      [null, "scores", "2", null],
    ];
    for (const [i, state] of states.entries()) {
      if (i > 0) await page.keyboard.press("Control+z");
      await expect.poll(shown).toEqual(state);
    }
    await expect.poll(() => turn(page, "undo").isDisabled()).toBe(true);
    await expect.poll(() => news(page).textContent()).toBe("Undone: Seed 42 → 7");
    for (const [i, key] of ["Control+y", "Control+Shift+z", "Meta+Shift+z", "Control+y"].entries()) {
      await page.keyboard.press(key);
      await expect.poll(shown, { message: key }).toEqual(states[3 - i]);
    }
    expect(complaints).toEqual([]);
  });

  essential("and a field shows the value that redo restores, so that the next edit keeps it", async () => {
    const { page, lesson } = await open("?lesson=masked-multi-head&step=scores&lang=en");
    await setField(page, "seed", "7");
    await turn(page, "undo").click();
    await expect.poll(async () => (await spec(page))?.seed).toBe(42);
    await lesson.toggle("settings");
    await expect.poll(() => field(page, "seed").inputValue()).toBe("42");
    await turn(page, "redo").click();
    await expect.poll(() => field(page, "seed").inputValue()).toBe("7");
    await field(page, "dModel").fill("16");
    await expect.poll(async () => (await spec(page))?.dModel).toBe(16);
    expect((await spec(page))?.seed).toBe(7);
  });

  exhaustive("by touch on a phone, with a label that names the change", async () => {
    const { page } = await open("?lesson=masked-multi-head&step=scores&lang=ko", {
      viewport: { width: 320, height: 700 },
      hasTouch: true,
    });
    await setField(page, "seed", "7");
    await expect.poll(() => turn(page, "undo").getAttribute("aria-label")).toBe("실행 취소: 시드: 42 → 7");
    const box = await turn(page, "undo").boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(36);
    await turn(page, "undo").tap();
    await expect.poll(async () => (await spec(page))?.seed).toBe(42);
    await turn(page, "redo").tap();
    await expect.poll(async () => (await spec(page))?.seed).toBe(7);
  });

  exhaustive("of the lesson, chosen in the page header and after going back in the browser", async () => {
    const { page } = await open("?lesson=masked-multi-head&step=scores&lang=en");
    await page.locator(".row").getByRole("link", { name: "Encoder-decoder attention" }).click();
    await expect.poll(async () => (await spec(page))?.lesson).toBe("encoder-decoder");
    await expect.poll(() => turn(page, "undo").isDisabled()).toBe(false);
    await page.keyboard.press("Control+z");
    await expect.poll(async () => (await spec(page))?.lesson).toBe("masked-multi-head");
    await page.keyboard.press("Control+y");
    await expect.poll(async () => (await spec(page))?.lesson).toBe("encoder-decoder");
    // Until the address is written, Back would lead to the entry before that of the undone lesson.
    await expect.poll(() => page.url()).toContain("lesson=encoder-decoder");
    await page.goBack();
    await settled(page);
    await expect.poll(async () => (await spec(page))?.lesson).toBe("masked-multi-head");
    await expect.poll(() => turn(page, "undo").isDisabled()).toBe(false);
    await page.keyboard.press("Control+z");
    await expect.poll(async () => (await spec(page))?.lesson).toBe("encoder-decoder");
  });

  exhaustive("but in a field the keys keep their browser function", async () => {
    const { page, lesson } = await open("?lesson=masked-multi-head&step=scores&lang=en");
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => turn(page, "undo").isDisabled()).toBe(false);
    await lesson.toggle("settings");
    await field(page, "numHeads").focus();
    await page.keyboard.press("Control+z");
    await lesson.rested();
    expect(await lesson.step()).toBe("masks");
  });
});

describe("nothing typed is lost", () => {
  essential("after a bad value, a change of language, or a reload", async () => {
    const { page, lesson } = await open("?lesson=masked-multi-head&step=scores&lang=en");
    const toggle = page.locator(".drawer.settings .toggle");
    await toggle.click();
    await field(page, "sequences").fill("62, 13, forty");
    await expect.poll(() => field(page, "sequences").getAttribute("aria-invalid")).toBe("true");
    await page.getByRole("button", { name: "한국어" }).click();
    await toggle.click();
    await expect.poll(() => page.locator(".drawer.settings .reset").last().textContent()).toMatch(/[가-힣]/);
    expect(await field(page, "sequences").inputValue()).toBe("62, 13, forty");
    await page.reload();
    await settled(page);
    await toggle.click();
    await expect.poll(() => field(page, "sequences").inputValue()).toBe("62, 13, forty");
    await expect.poll(() => field(page, "sequences").getAttribute("aria-invalid")).toBe("true");
    await field(page, "sequences").fill("62, 13, 40");
    await expect.poll(() => lesson.address("tokens")).toBe("62,13,40");
    await page.reload();
    await settled(page);
    await toggle.click();
    await expect.poll(() => field(page, "sequences").inputValue()).toBe("62, 13, 40");
  });
});
