/** Layout: nothing scrolls sideways, and the instrument fits a laptop's window. */
import type { LitElement } from "lit";
import { expect, test } from "vitest";
import type { StageElement } from "../../web/src/views/stage/stage_element.js";
import { essential, exhaustive, sampled } from "../sampled.js";
import { type Instrument, site } from "./browser.js";

const { open, openWithin } = site();

essential("at 1280 × 800 everything fits, and the stage has most of the width", async () => {
  const { page } = await openWithin("?step=scores&lang=en");
  const size = await page.evaluate(() => {
    const root = document.documentElement;
    const part = (name: string): DOMRect | undefined =>
      document.querySelector("heads-up")?.shadowRoot?.querySelector(name)?.getBoundingClientRect();
    return {
      page: [root.scrollWidth, root.scrollHeight],
      stage: part("heads-up-stage")?.width ?? 0,
      bottom: part("heads-up-transport")?.bottom ?? 0,
    };
  });
  expect(size.page).toEqual([1280, 800]);
  expect(size.stage).toBeGreaterThanOrEqual(0.6 * 1280);
  expect(size.bottom).toBeLessThanOrEqual(800);
});

exhaustive(
  "on a phone the arithmetic of a number shows that lines lie out of view, until they are read",
  async () => {
    const { lesson } = await openWithin("?lesson=masked-multi-head&step=q&lang=ko", {
      viewport: { width: 390, height: 844 },
    });
    await lesson.ask("q", 0, 3, 4);
    const sign = () =>
      lesson.callout
        .locator(".strong")
        .last()
        .evaluate((result) => getComputedStyle(result, "::before").content);
    await expect.poll(sign).toContain("⋯");
    // The body may still grow while the arithmetic is placed.
    const signAtEnd = async (): Promise<string> => {
      await lesson.callout.locator(".body").evaluate((body) => body.scrollTo(0, body.scrollHeight));
      return sign();
    };
    await expect.poll(signAtEnd).toBe("none");
  },
);

test.each(
  sampled([
    ["ko", 1280],
    ["en", 1280],
    ["ko", 390],
    ["en", 760],
  ] as const),
)("in %s at %i px, the stage keeps its size while the page loads", async (lang, width) => {
  const { page, lesson } = await open(`?lesson=encoder-decoder&step=scores&lang=${lang}`, {
    viewport: { width, height: 800 },
    before: (fresh) => fresh.addInitScript(recordStageHeights),
  });
  await page.locator(".drawer.settings").waitFor();
  await lesson.rested();
  const heights = await page.evaluate(() => (window as unknown as { stageHeights: number[] }).stageHeights);
  expect(heights).toHaveLength(1);
});

/** Runs in the page before anything else: records every height of the stage that the browser reports. */
function recordStageHeights(): void {
  const heights: number[] = [];
  Object.assign(window, { stageHeights: heights });
  const Observer = window.ResizeObserver;
  window.ResizeObserver = class extends Observer {
    constructor(callback: ResizeObserverCallback) {
      super((entries, observer) => {
        for (const { target, contentRect } of entries)
          if (target.localName === "heads-up-stage") heights.push(contentRect.height);
        callback(entries, observer);
      });
    }
  };
}

essential("a size that the stage has only between two frames is ignored", async () => {
  const { page, lesson } = await openWithin("?step=scores&lang=en");
  await lesson.rested();
  const heights = await page.evaluate(async () => {
    const stage = document
      .querySelector("heads-up")
      ?.shadowRoot?.querySelector<StageElement>("heads-up-stage");
    if (!stage) throw new Error("no stage");
    stage.style.maxHeight = "400px";
    stage.theme = { ...stage.theme };
    await stage.updateComplete;
    const briefly = stage.renderRoot.querySelector("canvas")?.height;
    stage.style.maxHeight = "";
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))));
    const canvas = stage.renderRoot.querySelector("canvas");
    return { briefly, canvas: canvas?.height, stage: stage.clientHeight };
  });
  expect(heights.briefly).toBe(400);
  expect(heights.canvas).toBe(heights.stage);
});

exhaustive.each(["masked-multi-head", "encoder-decoder"])("no formula of %s is cut off", async (name) => {
  const { page } = await openWithin(`?lesson=${name}&lang=en`);
  const cut = await page.evaluate(async () => {
    const element = document.querySelector<Instrument>("heads-up");
    const side = element?.shadowRoot?.querySelector<LitElement>("heads-up-side");
    const found: string[] = [];
    let seen = 0;
    const names = element?.trace?.steps.map(({ name }) => name).filter((name) => element.has(name)) ?? [];
    for (const last of names) {
      element?.seek(last, 1);
      await element?.updateComplete;
      await side?.updateComplete;
      const formula = side?.shadowRoot?.querySelector(".formula");
      if (formula) seen += 1;
      if (formula && formula.scrollWidth > formula.clientWidth) found.push(last);
    }
    return { found, seen };
  });
  expect(cut.seen).toBeGreaterThan(20);
  expect(cut.found).toEqual([]);
});

test.each(sampled(["masked-multi-head", "encoder-decoder"]))(
  "%s does not scroll sideways at any width, and the transport is reachable",
  async (name) => {
    const { page, lesson } = await openWithin(`?lesson=${name}&step=scores&lang=ko`);
    for (const width of [320, 390, 768, 1024]) {
      await page.setViewportSize({ width, height: 800 });
      await lesson.rested();
      // Parts whose size is measured follow the window some time later.
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      const transport = () =>
        page.evaluate(
          () =>
            document
              .querySelector("heads-up")
              ?.shadowRoot?.querySelector(".transport")
              ?.getBoundingClientRect().bottom,
        );
      await expect.poll(transport, { message: `${width} wide` }).toBeLessThanOrEqual(800);
    }
  },
);
