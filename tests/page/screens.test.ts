/** Screens from 320 pixels to 4K, portrait and landscape, touch and mouse. */
import type { LitElement } from "lit";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { lessonNames } from "../../web/src/lessons/opening.js";
import { essential, exhaustive, sampled } from "../sampled.js";
import { type Instrument, site } from "./browser.js";

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

/** The width of the page, which is larger than the window if the page scrolls sideways. */
const widthOf = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth);

/** 320 pixels is also a window of 1280 pixels zoomed to 400 %. */
const WIDTHS = [320, 640, 768, 1280, 3840];

test.each(sampled(["ko", "en"]))(
  "the page of all lessons does not scroll sideways at any width (%s)",
  async (lang) => {
    const { page, lesson } = await open(`?lang=${lang}`, { ready: false });
    await expect.poll(() => page.locator("heads-up-plate").count()).toBe(lessonNames.length);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 720 });
      await lesson.rested();
      await expect.poll(() => widthOf(page), { message: `${width}` }).toBe(width);
    }
  },
);

test.each(sampled(["ko", "en"]))("a step does not scroll sideways at any width (%s)", async (lang) => {
  const { page, lesson } = await open(`?lesson=masked-multi-head&step=scores&lang=${lang}`);
  for (const width of [...WIDTHS, 600, 680, 720]) {
    await page.setViewportSize({ width, height: 720 });
    await lesson.rested();
    await expect.poll(() => widthOf(page), { message: `${width}` }).toBe(width);
    const bottom = async () => (await boxes(page)).transport.bottom;
    await expect.poll(bottom, { message: `${width} wide` }).toBeLessThanOrEqual(720);
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
    const difference = () =>
      page.evaluate(() => {
        const stage = document.querySelector("heads-up")?.shadowRoot?.querySelector("heads-up-stage");
        const canvas = stage?.shadowRoot?.querySelector("canvas");
        return Math.abs((canvas?.width ?? 0) - (stage?.getBoundingClientRect().width ?? Number.NaN));
      });
    await expect.poll(difference).toBeLessThanOrEqual(2);
  });

  exhaustive("the strip's pictures are drawn in their boxes", async () => {
    const { page } = await openWithin(SCORES, { viewport });
    const ends = (part: string): Promise<number[]> =>
      page.locator(`heads-up-strip ${part}`).evaluateAll((all) => {
        const boxes = all.map((one) => one.getBoundingClientRect());
        return [boxes[0]?.left, boxes[0]?.top, boxes.at(-1)?.right].map((x) => Math.round(x ?? Number.NaN));
      });
    const isInPlace = async (): Promise<boolean> => {
      const places = await ends(".picture");
      return (await ends("canvas")).every((x, i) => Math.abs(x - (places[i] ?? Number.NaN)) < 4);
    };
    await expect.poll(isInPlace).toBe(true);
  });

  exhaustive("the pointer finds the cell under it", async () => {
    const { page, lesson } = await openWithin(SCORES, { viewport });
    const at = await page.evaluate(() => {
      const stage = document.querySelector("heads-up")?.shadowRoot?.querySelector("heads-up-stage");
      const canvas = stage?.shadowRoot?.querySelector("canvas");
      const box = canvas?.getBoundingClientRect();
      return box ? [box.left + box.width * 0.62, box.top + box.height * 0.6] : [];
    });
    await page.mouse.click(at[0] ?? 0, at[1] ?? 0);
    await expect.poll(() => lesson.callout.count()).toBe(1);
    await lesson.rested();
    const [box, stage] = [await lesson.callout.boundingBox(), (await boxes(page)).stage];
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
    const { page, lesson } = await openWithin(SCORES, { viewport: { width, height }, hasTouch: true });
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await lesson.rested();
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

/** A place in the middle of the scores on the stage. */
const middleOfScores = (page: Page): Promise<{ x: number; y: number }> =>
  page.evaluate(() => {
    const stage = document.querySelector("heads-up")?.shadowRoot?.querySelector("heads-up-stage");
    const { left = 0, top = 0, width = 0, height = 0 } = stage?.getBoundingClientRect() ?? {};
    return { x: left + 0.62 * width, y: top + 0.63 * height };
  });

describe.each(
  sampled([
    [390, 844],
    [320, 568],
  ]),
)("the arithmetic on a phone, %i × %i", (width, height) => {
  test("shows its products and its result above the transport, and its operands can be followed", async () => {
    const { page, lesson } = await openWithin(`${SCORES}&t=1`, {
      viewport: { width, height },
      hasTouch: true,
    });
    const { x, y } = await middleOfScores(page);
    await page.touchscreen.tap(x, y);
    const shown = lesson.callout;
    await expect.poll(() => shown.locator("li").count()).toBe(6);
    await lesson.rested();
    const seen = await shown.evaluate((one) => {
      const box = (of: Element | null | undefined): DOMRect | undefined => of?.getBoundingClientRect();
      const [body, lines] = [one.shadowRoot?.querySelector(".body"), one.shadowRoot?.querySelectorAll("li")];
      return { box: box(one), body: box(body), first: box(lines?.[0]), result: box(lines?.[5]) };
    });
    const { stage, transport } = await boxes(page);
    expect(seen.body?.height).toBeGreaterThanOrEqual(160);
    expect(seen.first?.bottom).toBeLessThanOrEqual(seen.result?.top ?? 0);
    expect(seen.box?.bottom).toBeLessThanOrEqual(transport.top);
    expect(seen.box?.top).toBeGreaterThanOrEqual(Math.max(0, stage.top));
    for (const name of ["q_heads", "q_split", "q["]) {
      await shown.locator(".operand").first().tap();
      await expect.poll(() => shown.locator("h2").textContent()).toContain(name);
      await lesson.rested();
      const hidden = async (): Promise<number> => {
        const last = shown.locator("li").last();
        const bottom = await last.evaluate((one) => one.getBoundingClientRect().bottom);
        return bottom - (await boxes(page)).transport.top;
      };
      await expect.poll(hidden).toBeLessThanOrEqual(0);
    }
  });
});

/** Runs in the page: whether the focused control is within the window and not behind the transport. */
const isFocusSeen = (page: Page): Promise<{ name: string; isSeen: boolean; isOver: boolean }> =>
  page.evaluate(() => {
    const path: Element[] = [];
    for (let at = document.activeElement; at; at = at.shadowRoot?.activeElement ?? null) path.push(at);
    const [active] = path.slice(-1);
    const { top, bottom, height } = active?.getBoundingClientRect() ?? new DOMRect();
    const root = document.querySelector("heads-up")?.shadowRoot;
    const transport = root?.querySelector(".transport");
    const isInside = path.some((one) => transport?.contains(one));
    const isStuck = transport && getComputedStyle(transport).position === "sticky" && !isInside;
    const edge = isStuck ? transport.getBoundingClientRect().top : innerHeight;
    return {
      name: path.map(({ localName }) => localName).join(" "),
      // The cells of the invisible table are a pixel high.
      isSeen:
        height < 2 ||
        path.some(({ localName }) => localName === "heads-up-grid") ||
        (top >= -1 && bottom <= edge + 1),
      isOver: path.length < 2 && root?.activeElement === null && active === document.body,
    };
  });

test.each(
  sampled([
    [320, 256],
    [390, 844],
    [390, 500],
    [700, 500],
  ]),
)("%i × %i: the transport never hides the control that has the focus", async (width, height) => {
  const { page } = await open(`${SCORES}&t=1`, { viewport: { width, height } });
  await page.getByText("Predict, then see").waitFor(); // the last part to load
  await page.locator("heads-up-strip button[tabindex='0']").focus();
  let count = 0;
  for (; count < 60; count++) {
    await page.keyboard.press("Tab");
    const { name, isOver } = await isFocusSeen(page);
    if (isOver) break;
    const isSeen = async () => (await isFocusSeen(page)).isSeen;
    await expect.poll(isSeen, { message: `${count}: ${name}` }).toBe(true);
  }
  expect(count).toBeGreaterThan(15);
});

essential("the transport stays in sight, but not in a window that is both low and narrow", async () => {
  const { page, lesson } = await openWithin(SCORES, { viewport: { width: 390, height: 844 } });
  const position = (): Promise<string> =>
    page.evaluate(() => {
      const transport = document.querySelector("heads-up")?.shadowRoot?.querySelector(".transport");
      return transport ? getComputedStyle(transport).position : "";
    });
  expect(await position()).toBe("sticky");
  await page.setViewportSize({ width: 844, height: 390 });
  await lesson.rested();
  expect(await position()).toBe("sticky");
  // 1280 × 1024 zoomed to 400 %.
  await page.setViewportSize({ width: 320, height: 256 });
  await expect.poll(position).toBe("static");
});

exhaustive("two fingers zoom the page on the stage too", async () => {
  const { page } = await openWithin(SCORES, { viewport: { width: 390, height: 844 }, hasTouch: true });
  const action = await page
    .locator("heads-up-stage canvas")
    .first()
    .evaluate((one) => getComputedStyle(one).touchAction);
  expect(action).toBe("manipulation");
});
