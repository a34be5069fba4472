/** What a screen reader announces: a step, what begins to move and its result, each once; nothing while one scrubs. */
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

test.each(
  sampled([
    [
      "en",
      [
        "Playing: Compute the scores, beginning with 62",
        /^“\d+” and “\d+”: −?\d\.\d\d, the largest score between two tokens$/,
      ],
    ],
    ["ko", [/^재생: 점수.*, 첫 행은 62$/, /^두 토큰 사이의 가장 큰 점수 −?\d\.\d\d: 쿼리 \d+, 키 \d+$/]],
  ] as const),
)("a step that plays says so, and then its result (%s)", async (lang, said) => {
  const { page } = await openWithin(`?lesson=masked-multi-head&step=scores&t=0&lang=${lang}`);
  const heard = await listen(page);
  await page.keyboard.press("Space");
  await page.evaluate(() => {
    const element = document.querySelector<Instrument>("heads-up");
    element?.store.dispatch({ type: "speed", speed: 40 });
  });
  await expect.poll(async () => (await heard.jsonValue()).texts).toHaveLength(2);
  const { texts } = await heard.jsonValue();
  expect(texts).toEqual(said.map((text) => (typeof text === "string" ? text : expect.stringMatching(text))));
});

essential("going back to a step says its result", async () => {
  const { page, lesson } = await openWithin("?lesson=masked-multi-head&step=values&t=1&lang=en");
  const heard = await listen(page);
  await page.keyboard.press("ArrowLeft");
  await lesson.rested();
  const { texts } = await heard.jsonValue();
  const result = /^Step 18 of 22: .*\. “\d+” looks at “\d+”: 0\.\d\d, the largest weight between two tokens$/;
  expect(texts).toEqual([expect.stringMatching(result)]);
});

essential(
  "a result with designed weights says what its numbers mean, and the opening who looks at whom",
  async () => {
    const { page, lesson } = await openWithin(
      "?lesson=masked-self-attention&weights=designed&step=q&t=1&lang=en",
    );
    const heard = await listen(page);
    for (const step of ["embedding", "opening"]) {
      await page.evaluate((id) => document.querySelector<Instrument>("heads-up")?.seek(id, 1), step);
      await lesson.rested();
    }
    const { texts } = await heard.jsonValue();
    expect(texts).toEqual([
      "Step 4 of 18: Look up the embeddings. embedding, small: adjective 1, size −1",
      expect.stringMatching(/looks at “\w+”: 0\.9\d, the largest weight/),
    ]);
  },
);

essential("a pause and the slider announce nothing", async () => {
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
  expect(texts).toEqual(["Playing: Compute the scores, beginning with 62"]);
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
