/** What a screen reader announces: one sentence per step, nothing during playback or scrubbing, all words as text. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { essential, sampled } from "../sampled.js";
import { type Instrument, site } from "./browser.js";

const { open, openWithin } = site();

/** Records the polite region's messages from now on, and counts changes of the slider's value text. */
const listen = (page: Page) =>
  page.evaluateHandle(() => {
    const root = document.querySelector("heads-up")?.shadowRoot;
    const live = root?.querySelector("[aria-live=polite].unseen");
    const slider = root?.querySelector("heads-up-transport")?.shadowRoot?.querySelector("input");
    const heard = { texts: [] as string[], moments: 0 };
    if (!live || !slider) throw new Error("no polite region");
    new MutationObserver(() => heard.texts.push(live.textContent?.trim() ?? "")).observe(live, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    new MutationObserver((changes) => {
      heard.moments += changes.length;
    }).observe(slider, { attributeFilter: ["aria-valuetext"] });
    return heard;
  });

essential("a step is announced once, in one sentence", async () => {
  const { page, lesson } = await openWithin("?lesson=masked-multi-head&step=scores&lang=en");
  const heard = await listen(page);
  await page.keyboard.press("ArrowRight");
  await lesson.rested();
  await page.keyboard.press("ArrowRight");
  await lesson.rested();
  const { texts } = await heard.jsonValue();
  expect(texts).toEqual(["Step 16 of 22: Give the mask a head axis", "Step 17 of 22: Mask the scores"]);
});

essential("nothing is announced while a step plays or is scrubbed", async () => {
  const { page, lesson } = await openWithin("?lesson=masked-multi-head&step=scores&t=0&lang=en");
  const heard = await listen(page);
  await page.evaluate(async () => {
    const element = document.querySelector<Instrument>("heads-up");
    element?.play();
    while (element && element.view.t < 0.25) await new Promise(requestAnimationFrame);
    element?.pause();
    for (let t = 0; t <= 1; t += 0.05) element?.seek("scores", t);
  });
  await lesson.rested();
  const { texts, moments } = await heard.jsonValue();
  expect(texts).toEqual([]);
  // The slider announces its value when the reader moves it, not with every frame of playback.
  expect(moments).toBeLessThanOrEqual(25);
});

essential("each result for new data is announced once, and the first lesson is not", async () => {
  const { page, lesson } = await open("?lesson=masked-multi-head&step=scores&t=1&seed=5&lang=en");
  const news = page.locator("heads-up .frame > [role=status]");
  expect(await news.textContent()).toBe("");
  const heard = await news.evaluateHandle((region) => {
    const texts: string[] = [];
    const listen = () => texts.push(region.textContent ?? "");
    new MutationObserver(listen).observe(region, { subtree: true, childList: true, characterData: true });
    return texts;
  });
  await lesson.toggle("settings");
  for (const [before, seed] of ["5", "7", "8"].map((seed, i, all) => [all[i - 1], seed]).slice(1)) {
    await lesson.field("seed").fill(seed ?? "");
    await expect.poll(() => news.textContent()).toBe(`Computed again: Seed ${before} → ${seed}`);
  }
  await page.keyboard.press("Escape");
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => news.textContent()).toBe("");
  expect(await heard.jsonValue()).toEqual(["Computed again: Seed 5 → 7", "Computed again: Seed 7 → 8", ""]);
});

test.each(sampled(["minimal", "none"]))(
  "with controls=%s the words of the step are present as text",
  async (controls) => {
    const { page, lesson } = await openWithin("?lesson=masked-multi-head&step=scores&lang=en");
    await lesson.setAttribute("controls", controls);
    await lesson.rested();
    const text = await page.evaluate(() => document.querySelector("heads-up")?.shadowRoot?.textContent);
    expect(text).toContain("Compute the scores");
    expect(text).toMatch(/You take the dot product of each query/);
  },
);
