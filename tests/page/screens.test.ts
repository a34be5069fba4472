/** Screens from 320 pixels to 4K, portrait and landscape, touch and mouse. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { lessonNames } from "../../web/src/lessons/lessons.js";
import { essential, exhaustive, sampled } from "../sampled.js";
import { callout, rested, site } from "./browser.js";

const { open, openWithin } = site();
const SCORES = "?lesson=masked-multi-head&step=scores&lang=en";

/** Runs in the page: bounding boxes of the instrument's parts. */
const boxes = (page: Page) =>
  page.evaluate(() => {
    const root = document.querySelector("heads-up")?.shadowRoot;
    const box = (part: string): DOMRect =>
      root?.querySelector(part)?.getBoundingClientRect().toJSON() as DOMRect;
    return { stage: box("heads-up-stage"), side: box("heads-up-side"), transport: box(".transport") };
  });

/** 320 pixels is also a window of 1280 pixels zoomed to 400 %. */
const WIDTHS = [320, 640, 768, 1280, 3840];

test.each(sampled(["ko", "en"]))(
  "the page of all lessons does not scroll sideways at any width (%s)",
  async (lang) => {
    const { page } = await open(`?lang=${lang}`, { ready: false });
    await expect.poll(() => page.locator("heads-up-plate").count()).toBe(lessonNames.length);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 720 });
      await rested(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  },
);

test.each(sampled(["ko", "en"]))("a step does not scroll sideways at any width (%s)", async (lang) => {
  const { page } = await open(`?lesson=masked-multi-head&step=scores&lang=${lang}`);
  for (const width of [...WIDTHS, 600, 680, 720]) {
    await page.setViewportSize({ width, height: 720 });
    await rested(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width}`).toBe(width);
  }
});

exhaustive("a subscript hangs below the letter before it, in either language", async () => {
  for (const lang of ["ko", "en"]) {
    const { page } = await open(`?lesson=masked-multi-head&step=scores&lang=${lang}`);
    const formula = page.locator("heads-up-side .formula msub").first();
    await formula.waitFor();
    const below = await formula.evaluate(({ children: [base, sub] }) => {
      const bottom = (one: Element | undefined) => one?.getBoundingClientRect().bottom ?? 0;
      return bottom(sub) - bottom(base);
    });
    expect(below, lang).toBeGreaterThan(1);
  }
});

describe("a 4K screen", () => {
  const viewport = { width: 3840, height: 2160 };

  essential("type and stage scale together, and the instrument fits the window", async () => {
    const { page } = await openWithin(SCORES, { viewport });
    const { transport, stage } = await boxes(page);
    expect(transport.bottom).toBeLessThanOrEqual(viewport.height);
    expect(stage.width).toBeGreaterThanOrEqual(0.6 * viewport.width);
    const small = await page.locator("heads-up-side .chapter").boundingBox();
    expect(small?.height).toBeGreaterThanOrEqual(26);
    // The canvas has one pixel per device pixel.
    const canvas = await page.evaluate(
      () =>
        document
          .querySelector("heads-up")
          ?.shadowRoot?.querySelector("heads-up-stage")
          ?.shadowRoot?.querySelector("canvas")?.width,
    );
    expect(Math.abs((canvas ?? 0) - stage.width)).toBeLessThanOrEqual(2);
  });

  exhaustive("the strip's pictures are drawn in their boxes", async () => {
    const { page } = await openWithin(SCORES, { viewport });
    const ends = (part: string): Promise<number[]> =>
      page.locator(`heads-up-strip ${part}`).evaluateAll((all) => {
        const boxes = all.map((one) => one.getBoundingClientRect());
        return [boxes[0]?.left, boxes[0]?.top, boxes.at(-1)?.right].map((x) => Math.round(x ?? Number.NaN));
      });
    const places = await ends(".picture");
    expect(places.every(Number.isFinite)).toBe(true);
    await expect
      .poll(async () => (await ends("canvas")).every((x, i) => Math.abs(x - (places[i] ?? 0)) < 4))
      .toBe(true);
  });

  exhaustive("the pointer finds the cell under it", async () => {
    const { page } = await openWithin(SCORES, { viewport });
    const at = await page.evaluate(() => {
      const stage = document.querySelector("heads-up")?.shadowRoot?.querySelector("heads-up-stage");
      const canvas = stage?.shadowRoot?.querySelector("canvas");
      const box = canvas?.getBoundingClientRect();
      return box ? [box.left + box.width * 0.62, box.top + box.height * 0.6] : [];
    });
    await page.mouse.click(at[0] ?? 0, at[1] ?? 0);
    await expect.poll(() => callout(page).count()).toBe(1);
    await rested(page);
    const [box, stage] = [await callout(page).boundingBox(), (await boxes(page)).stage];
    expect(box?.x).toBeGreaterThanOrEqual(stage.left);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(stage.right + 1);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(stage.bottom + 1);
  });
});

describe.each(
  sampled([
    [844, 390],
    [932, 430],
  ]),
)("a phone in landscape, %i × %i", (width, height) => {
  test("the stage fits above the transport, with the words beside it", async () => {
    const { page } = await openWithin(SCORES, { viewport: { width, height }, hasTouch: true });
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await rested(page);
    const { stage, side, transport } = await boxes(page);
    expect(stage.top).toBeGreaterThanOrEqual(-1);
    expect(stage.bottom).toBeLessThanOrEqual(transport.top + 1);
    expect(transport.bottom).toBeLessThanOrEqual(height + 1);
    expect(side.left).toBeGreaterThanOrEqual(stage.right - 1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });
});

test.each(sampled([320, 390]))(
  "%i wide: the transport's buttons are large enough for a thumb",
  async (width) => {
    const { page } = await openWithin(SCORES, { viewport: { width, height: 700 }, hasTouch: true });
    const sizes = await page
      .locator("heads-up-transport button:visible")
      .evaluateAll((all) =>
        all.map((one) => [one.getBoundingClientRect().width, one.getBoundingClientRect().height]),
      );
    expect(sizes.length).toBeGreaterThanOrEqual(5);
    for (const [wide = 0, high = 0] of sizes) {
      expect(wide).toBeGreaterThanOrEqual(43.9);
      expect(high).toBeGreaterThanOrEqual(43.9);
    }
  },
);
