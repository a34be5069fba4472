/** Locked mode: the address fixes the data, and only allowed actions work, by key, pointer or touch. */
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { essential, exhaustive } from "../sampled.js";
import { audit } from "./axe.js";
import { goWithin, type Instrument, site, writtenQuery } from "./browser.js";

const { open, openWithin } = site();
const SEARCH = "?lesson=multi-head&step=scores&seed=7&mode=locked";

const seed = (page: Page) =>
  page.evaluate(() => document.querySelector<Instrument>("heads-up")?.trace?.spec.seed);

/** Controls that change data, export something or leave the lesson. */
const HIDDEN_CONTROLS = [
  ".drawer.settings",
  "heads-up-transport .undo",
  ".focus .sizes",
  ".lessons",
  ".more",
  ".page-header a.name",
  ".drawer.takeAway",
  ".onward",
];

describe.each([
  ["ko", { viewport: { width: 1280, height: 800 } }],
  ["en", { viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: "dark" as const }],
])("locked, in %s", (lang, options) => {
  exhaustive("the data cannot be changed, and nothing can be exported", async () => {
    const { page, lesson, complaints } = await open(`${SEARCH}&lang=${lang}`, options);
    for (const closed of HIDDEN_CONTROLS) expect(await page.locator(closed).count(), closed).toBe(0);
    for (const key of ["Control+z", "Control+y", "l", "Escape"]) await page.keyboard.press(key);
    await lesson.rested();
    expect(await seed(page)).toBe(7);
    expect(await page.locator(".frame.lecture").count()).toBe(0);
    expect(await writtenQuery(page)).toMatchObject({ mode: "locked", seed: "7", step: "scores" });
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowRight");
    expect(await lesson.step()).toBe("attention");
    expect(await page.locator("heads-up-strip").count()).toBe(1);
    await lesson.seek("output");
    await lesson.rested();
    expect(await page.locator(".onward").count()).toBe(0);
    expect((await audit(page)).violations).toEqual([]);
    expect(complaints).toEqual([]);
  });

  exhaustive("allowing play and ask: one step plays to its end and explains its numbers", async () => {
    const { page, lesson } = await openWithin(`${SEARCH}&allow=play,ask&t=0.95&lang=${lang}`, options);
    for (const key of ["ArrowRight", "ArrowLeft", "PageDown"]) await page.keyboard.press(key);
    expect(await lesson.step()).toBe("scores");
    for (const gone of ["heads-up-strip", ".next", ".previous", ".first", ".last"])
      expect(await page.locator(`heads-up ${gone}`).count(), gone).toBe(0);
    await page.keyboard.press("Space");
    const view = lesson.view;
    await expect.poll(view).toMatchObject({ t: 1, playing: false });
    expect(await lesson.step()).toBe("scores");
    await page.evaluate(() => document.querySelector<Instrument>("heads-up")?.focus());
    await page.keyboard.press("Enter");
    await expect.poll(() => lesson.callout.count()).toBe(1);
  });

  exhaustive(
    "without steps allowed there is no other tensor to choose, and no line of the class to follow",
    async () => {
      const { page, lesson } = await openWithin(
        `${SEARCH}&step=q_heads&allow=play,questions&lang=${lang}`,
        options,
      );
      await page.locator("heads-up .focus").waitFor();
      expect(await page.locator(".focus select").count()).toBe(0);
      await goWithin(page, `${SEARCH}&class=whole&allow=play,questions&lang=${lang}`);
      const sheet = lesson.sheet;
      await sheet.locator(".line").first().waitFor();
      expect(await sheet.locator("button.line").count()).toBe(0);
    },
  );

  exhaustive("with nothing allowed only the picture and its words remain", async () => {
    const { page, lesson } = await openWithin(`${SEARCH}&allow=none&lang=${lang}`, options);
    await page.keyboard.press("Space");
    expect(await lesson.isPlaying()).toBe(false);
    await page.locator("heads-up-stage canvas").click({ position: { x: 200, y: 200 } });
    await page.evaluate(() => document.querySelector<Instrument>("heads-up")?.focus());
    await page.keyboard.press("Enter");
    await lesson.rested();
    expect(await lesson.callout.count()).toBe(0);
    expect(await page.locator("heads-up-transport").count()).toBe(0);
    expect((await audit(page)).violations).toEqual([]);
  });
});

essential("an unknown allowance in the address is reported, and only known ones apply", async () => {
  const { page, lesson } = await openWithin(`${SEARCH}&allow=everything,play&lang=en`);
  await expect.poll(() => lesson.problems.textContent()).toMatch(/everything.*play, steps, ask/);
  expect(await page.locator("heads-up .next").count()).toBe(0);
  expect(await page.locator("heads-up .play").count()).toBe(1);
});

essential("the list of keys leaves out those that a locked lesson has turned off", async () => {
  const { page, lesson } = await openWithin(`${SEARCH}&allow=play&lang=en`);
  await page.keyboard.press("?");
  const keys = lesson.sheet.locator("dl").first();
  await keys.waitFor();
  expect(await keys.innerText()).toContain("Tab");
  for (const off of ["Ctrl+Z", "begins the next step", "Open the map"])
    expect(await keys.innerText(), off).not.toContain(off);
});

essential("attributes lock an embedded element", async () => {
  const { page, lesson } = await openWithin("?lesson=multi-head&step=scores&lang=en");
  await page.evaluate(() => {
    const element = document.querySelector("heads-up");
    element?.setAttribute("allow", "steps");
    element?.setAttribute("mode", "locked");
  });
  await lesson.rested();
  expect(await page.locator(".drawer.settings").count()).toBe(0);
  await page.keyboard.press("Space");
  expect(await lesson.isPlaying()).toBe(false);
  await page.keyboard.press("ArrowRight");
  expect(await lesson.step()).toBe("attention");
});
