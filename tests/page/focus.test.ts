/** The focus after an action that removes what had it: it goes to what has come instead, and Tab and Space go on from there. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { essential, exhaustive, sampled } from "../sampled.js";
import { focused, lectureLoaded, setSpeed, settled, site, watchPlaying } from "./browser.js";

const { open, openWithin } = site();
const SCORES = "?lesson=masked-multi-head&step=scores&t=1&lang=en";

const hasFocus = (page: Page, wanted: RegExp) => expect.poll(() => focused(page)).toMatch(wanted);
const turn = (page: Page, name: string) => page.locator(`heads-up-transport .${name}`);

essential("the number at the end of a chain is read with its token", async () => {
  const { page, lesson } = await openWithin(`${SCORES}&cell=q_split[0,1,0,0]`);
  for (const deeper of ["q[0, 1, 0]", "embedding[0, 1, 0]", "ids[0, 1]"]) {
    await lesson.callout.locator(".operand").first().press("Enter");
    await expect.poll(() => lesson.callout.locator("h2").textContent()).toContain(deeper);
    await lesson.rested();
  }
  await hasFocus(page, /^h2 ids\[0, 1\] = 13$/);
  const described = await lesson.callout.locator("h2").evaluate((heading) => {
    const lines = heading.getAttribute("aria-describedby") ?? "";
    return (heading.getRootNode() as ShadowRoot).getElementById(lines)?.textContent;
  });
  expect(described).toContain("Token 2 of sentence 1");
  await page.keyboard.press("Escape");
  await hasFocus(page, /^td /);
});

describe("a sheet", () => {
  exhaustive(
    "gives the focus to the title of a chosen exercise, then to the title of the list, then back to its button",
    async () => {
      const { page, lesson } = await openWithin("?lesson=masked-multi-head&step=opening&t=1&lang=en");
      await page.locator("[data-sheet=mistakes]").press("Enter");
      const sheet = lesson.sheet;
      await sheet.locator(".list button").nth(2).press("Enter");
      await hasFocus(page, /^h2 What is wrong here\? · \S/);
      await sheet.locator(".all").press("Enter");
      await hasFocus(page, /^h2 What is wrong here\?$/);
      await page.keyboard.press("Escape");
      await hasFocus(page, /^button What is wrong here\?$/);
    },
  );

  essential("that leads to a step gives the focus to the step's title, where Space plays", async () => {
    const { page, lesson } = await openWithin("?lesson=masked-multi-head&step=output&t=1&lang=en");
    await page.locator("[data-sheet=map]").press("Enter");
    await page.locator('dialog.map [data-id="scores"]').press("Enter");
    await hasFocus(page, /^h2 \d+ · Compute the scores$/);
    expect(await lesson.step()).toBe("scores");
    const hasPlayed = await watchPlaying(page);
    await page.keyboard.press("Space");
    expect(await hasPlayed()).toBe(true);
  });

  exhaustive("with an answer leads to its step, whose title gets the focus", async () => {
    const { page, lesson } = await openWithin(SCORES);
    await page.keyboard.press("/");
    const sheet = lesson.sheet;
    await sheet.locator("input").fill("padded rows");
    await page.keyboard.press("Enter");
    await sheet.getByRole("button", { name: /^Go to “Softmax: from scores to weights”/ }).press("Enter");
    await hasFocus(page, /^h2 \d+ · Softmax: from scores to weights$/);
  });

  exhaustive("of a comparison opens the arithmetic of a cell, which gets the focus", async () => {
    const { page, lesson } = await openWithin(`${SCORES}&compare=unscaled`);
    const table = page.locator("dialog.compare heads-up-grid");
    await table.locator('td[tabindex="0"]').press("Enter");
    await hasFocus(page, /^h2 scores\[0, 0, 0, 0\]/);
    await expect.poll(() => lesson.callout.locator(".operand").count()).toBeGreaterThan(0);
    await page.keyboard.press("Escape");
    await hasFocus(page, /^td /);
    expect(await lesson.callout.locator(".operand").count()).toBe(0);
  });

  exhaustive("left with the mouse shows no focus ring", async () => {
    const { page, lesson } = await openWithin("?lesson=masked-multi-head&step=output&t=1&lang=en");
    await page.locator("[data-sheet=map]").click();
    await page.locator('dialog.map [data-id="scores"]').click();
    await hasFocus(page, /^h2 /);
    const title = lesson.title;
    expect(await title.evaluate((one) => one.matches(":focus-visible"))).toBe(false);
    await page.keyboard.press("ArrowRight");
    expect(await title.evaluate((one) => getComputedStyle(one).outlineStyle)).toBe("none");
    expect(await lesson.step()).toBe("masks");
  });
});

exhaustive("a skipped question gives the focus to the step's title, where Space pauses", async () => {
  const { page, lesson } = await openWithin("?lesson=masked-multi-head&step=scores&t=0&lang=en");
  const questions = lesson.questions;
  await questions.locator("summary").waitFor();
  if (!(await questions.evaluate((one: HTMLElement & { open: boolean }) => one.open)))
    await questions.locator("summary").click();
  // Space must come before the step ends.
  await setSpeed(page, 0.01);
  await questions.getByRole("button", { name: "Skip" }).press("Enter");
  await hasFocus(page, /^h2 \d+ · Compute the scores$/);
  await expect.poll(lesson.isPlaying).toBe(true);
  await page.keyboard.press("Space");
  expect(await lesson.isPlaying()).toBe(false);
});

exhaustive("designed weights, chosen in the settings, leave the focus beside their button", async () => {
  const { page } = await openWithin(SCORES);
  await page.locator(".drawer.settings .toggle").press("Enter");
  const weights = page.locator(".drawer .weights");
  for (const [chosen, gone] of [
    [".designed", ".designed"],
    [".drop", ".drop"],
  ] as const) {
    await weights.locator(chosen).press("Enter");
    await expect.poll(() => weights.locator(gone).count()).toBe(0);
    await hasFocus(page, /^div Choose a file/);
  }
  await page.keyboard.press("Tab");
  await hasFocus(page, /^button Choose a file/);
});

describe("a button of the transport that has nothing to do", () => {
  test.each(sampled(["first", "last"]))("keeps the focus: %s", async (name) => {
    const { page, lesson } = await openWithin(SCORES);
    await turn(page, name).focus();
    await page.keyboard.press("Enter");
    await lesson.rested();
    const step = await lesson.step();
    expect(await turn(page, name).evaluate((one) => one.matches(":focus"))).toBe(true);
    expect(await turn(page, name).getAttribute("aria-disabled")).toBe("true");
    await page.keyboard.press("Enter");
    expect(await lesson.step()).toBe(step);
  });

  exhaustive("keeps the focus: undo", async () => {
    const { page, lesson } = await open(SCORES);
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => turn(page, "undo").isDisabled()).toBe(false);
    await turn(page, "undo").focus();
    for (let i = 0; i < 2; i++) await page.keyboard.press("Enter");
    await expect.poll(() => turn(page, "undo").isDisabled()).toBe(true);
    expect(await lesson.step()).toBe("scores");
    await hasFocus(page, /^button Nothing to undo$/);
  });
});

describe("another page", () => {
  essential("of a lesson has the focus on its title, and Space and the arrows work", async () => {
    const { page, lesson } = await open("?lang=en", { ready: false });
    const link = page.locator('.landing a[href*="lesson=masked-multi-head"]').first();
    await link.waitFor();
    await hasFocus(page, /^body /);
    await link.press("Enter");
    await settled(page);
    await hasFocus(page, /^h1 Masked multi-head attention · Heads Up$/);
    const hasPlayed = await watchPlaying(page);
    await page.keyboard.press("Space");
    expect(await hasPlayed()).toBe(true);
    const step = await lesson.step();
    await page.keyboard.press("ArrowRight");
    const next = await lesson.step();
    expect(next).not.toBe(step);
    // The page must not write its address while the browser goes back.
    await expect.poll(() => lesson.address("step")).toBe(next);
    await page.goBack();
    await expect.poll(lesson.step).toBe(step);
    await page.goBack();
    await hasFocus(page, /^h1 Attention, one number at a time$/);
  });

  exhaustive("of the lab has the focus on its title", async () => {
    const { page } = await open("?lang=en", { ready: false });
    await page.locator(".lab .go").press("Enter");
    await hasFocus(page, /^h1 The leak lab/);
  });

  exhaustive("is reached from the end of a lesson", async () => {
    const { page, lesson } = await openWithin("?lesson=multi-head&step=output&t=1&lang=en");
    await page.locator(".onward").press("Enter");
    await settled(page);
    await hasFocus(page, /^h1 /);
    await page.keyboard.press("ArrowRight");
    await expect.poll(lesson.step).not.toBe("opening");
  });

  exhaustive("of a lesson file has the focus on the lesson's title", async () => {
    const { page } = await open("?lang=en", { ready: false });
    const field = page.locator("heads-up-own-lesson");
    await field.locator(".choose").focus();
    await field.locator("input").setInputFiles("examples/own-lesson/lesson.json");
    await settled(page);
    await hasFocus(page, /^h1 Which word attends to which · Heads Up$/);
  });
});

describe("a lecture", () => {
  test.each(sampled(["the keyboard", "the pointer"]))(
    "begun at its button by %s returns to it",
    async (way) => {
      const { page, lesson } = await openWithin(SCORES);
      const button = page.locator(".page-header .lecture");
      if (way === "the pointer") await button.click();
      else await button.press("Enter");
      await hasFocus(page, /^h2 Compute the scores$/);
      await lectureLoaded(page);
      await page.keyboard.press("End");
      expect(await lesson.step()).toBe("output");
      const title = page.locator(".told h2");
      expect(await title.evaluate((one) => getComputedStyle(one).outlineStyle)).toBe("none");
      await page.keyboard.press("Escape");
      await hasFocus(page, /^button Lecture mode$/);
    },
  );

  exhaustive("begun by a key leaves the focus on the page", async () => {
    const { page, lesson } = await open(SCORES);
    for (let i = 0; i < 2; i++) {
      await page.keyboard.press("l");
      await expect.poll(() => page.locator(".frame.lecture").count()).toBe(1 - i);
      if (i === 0) await lectureLoaded(page);
      await lesson.rested();
      await hasFocus(page, /^body /);
    }
  });
});
