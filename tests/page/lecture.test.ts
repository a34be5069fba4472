/** Lecture mode: an enlarged stage, one sentence, and what the class reads beside it, driven by a clicker. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { StageElement } from "../../web/src/views/stage/stage_element.js";
import { essential, exhaustive, sampled } from "../sampled.js";
import { audit } from "./axe.js";
import { type Instrument, lectureLoaded, query, rested, setSpeed, settled, site } from "./browser.js";

const { openWithin } = site();
const SEARCH = "?lesson=masked-multi-head&step=scores";
const ROOM = { viewport: { width: 1280, height: 720 } };

const view = (page: Page) =>
  page.evaluate(() => {
    const { step, t, playing } = document.querySelector<Instrument>("heads-up")?.view ?? {};
    return { step, t, playing };
  });
const isLecture = (page: Page): Promise<boolean> => page.locator(".frame.lecture").isVisible();

/** Opens the lesson in lecture mode, with its styles and keys loaded. */
async function lecture(search = `${SEARCH}&lang=en`, options = {}) {
  const opened = await openWithin(`${search}&mode=lecture`, { ...ROOM, ...options });
  await opened.page.locator(".frame.lecture .told h2").waitFor();
  await lectureLoaded(opened.page);
  await rested(opened.page);
  return opened;
}

test.each(
  sampled([
    ["ko", "light"],
    ["en", "dark"],
  ]),
)("lecture mode is legible from the last row and shows nothing else (%s, %s)", async (lang, colorScheme) => {
  const { page, complaints } = await lecture(`${SEARCH}&lang=${lang}`, { colorScheme });
  for (const key of ["1", "2", "3"]) await page.keyboard.press(key);
  await page.locator("heads-up-side").waitFor({ state: "detached" });
  await rested(page);
  const { stage, title, what } = await page.evaluate(() => {
    const root = document.querySelector("heads-up")?.shadowRoot;
    const zoom = Number(getComputedStyle(document.querySelector("heads-up") as Element).zoom);
    const size = (selector: string): number =>
      Number.parseFloat(getComputedStyle(root?.querySelector(selector) as Element).fontSize) * zoom;
    const box = root?.querySelector("heads-up-stage")?.getBoundingClientRect();
    return {
      stage: (box?.width ?? 0) * (box?.height ?? 0),
      title: size(".told h2"),
      what: size(".told p"),
    };
  });
  expect(title).toBeGreaterThanOrEqual(34);
  expect(what).toBeGreaterThanOrEqual(24);
  expect(stage).toBeGreaterThan(0.6 * 1280 * 720);
  for (const hidden of [".page-header", "heads-up-strip", ".drawer.settings"])
    expect(await page.locator(hidden).isVisible(), hidden).toBe(false);
  expect(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight)).toBe(true);
  expect((await audit(page)).violations).toEqual([]);
  expect(complaints).toEqual([]);
});

essential("a screen too low for sentence and stage scrolls, and draws the whole picture", async () => {
  const { page, lesson, complaints } = await openWithin(
    "?lesson=transformer-block&step=attention&t=1&mode=lecture&lang=ko",
    { viewport: { width: 640, height: 360 } },
  );
  await page.locator(".frame.lecture .told h2").waitFor();
  const height = () =>
    page.evaluate(() => {
      const stage = document.querySelector("heads-up")?.shadowRoot?.querySelector("heads-up-stage");
      return stage?.getBoundingClientRect().height;
    });
  await expect.poll(height).toBeGreaterThanOrEqual(340);
  await lesson.rested();
  const scrolled = () =>
    page.locator("heads-up").evaluate((element) => {
      element.scrollTo(0, element.scrollHeight);
      return element.scrollTop;
    });
  await expect.poll(scrolled).toBeGreaterThan(0);
  const bottom = async (): Promise<number> => {
    await scrolled();
    const transport = await page.locator("heads-up-transport").boundingBox();
    return (transport?.y ?? 0) + (transport?.height ?? 0);
  };
  await expect.poll(bottom).toBeLessThanOrEqual(360);
  expect(complaints).toEqual([]);
});

test.each(
  sampled([
    ["ko", "light"],
    ["en", "dark"],
  ]),
)(
  "question, formula and code stand beside the stage, each with its key (%s, %s)",
  async (lang, colorScheme) => {
    const room = { viewport: { width: 1920, height: 1080 }, colorScheme };
    const { page, complaints } = await lecture(`${SEARCH}&t=0&lang=${lang}`, room);
    const parts = { "1": "heads-up-questions .ask", "2": ".formula math", "3": "pre code" };
    const side = page.locator("heads-up-side");
    const sizes = await Promise.all(
      Object.values(parts).map((part) =>
        side.locator(part).evaluate((shown) => {
          const zoom = Number(getComputedStyle(document.querySelector("heads-up") as Element).zoom);
          return Number.parseFloat(getComputedStyle(shown).fontSize) * zoom;
        }),
      ),
    );
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(24);
    const [stage, beside] = await Promise.all([
      page.locator("heads-up-stage").boundingBox(),
      side.boundingBox(),
    ]);
    expect(stage?.width).toBeGreaterThan(1.8 * (beside?.width ?? 0));
    expect((await audit(page)).violations).toEqual([]);
    for (const [key, part] of Object.entries(parts)) {
      await page.keyboard.press(key);
      await side.locator(part).waitFor({ state: "detached" });
    }
    await expect.poll(async () => (await page.locator("heads-up-stage").boundingBox())?.width).toBe(1920);
    await page.locator(".told").getByRole("button").nth(1).click();
    await side.locator(".formula math").waitFor();
    expect(complaints).toEqual([]);
  },
);

exhaustive("on a screen of 1920 the digits of the scores are 24 px or larger", async () => {
  const room = { viewport: { width: 1920, height: 1080 } };
  const { page } = await lecture(`${SEARCH}&lang=en`, room);
  const smallest = () =>
    page.evaluate(() => {
      const element = document.querySelector<Instrument>("heads-up");
      const zoom = Number(getComputedStyle(element as Element).zoom);
      const stage = element?.shadowRoot?.querySelector<StageElement>("heads-up-stage");
      const marks = stage?.frame(stage.theme)?.marks ?? [];
      const digits = marks.flatMap((mark) =>
        mark.kind === "cell" && mark.ref?.name === "scores" && mark.fontSize ? [mark.fontSize * zoom] : [],
      );
      return digits.length > 0 ? Math.min(...digits) : 0;
    });
  await expect.poll(smallest).toBeGreaterThanOrEqual(24);
});

describe("entering and leaving", () => {
  test.each(sampled(["L", "pointer", "ㅣ"]))("by %s, which the address records", async (way) => {
    const { page, lesson } = await openWithin(`${SEARCH}&lang=en`, ROOM);
    if (way === "pointer") await page.getByRole("button", { name: "Lecture mode" }).click();
    else
      await page.evaluate((key) => {
        const event = new KeyboardEvent("keydown", { key, code: "KeyL", bubbles: true, composed: true });
        document.body.dispatchEvent(event);
      }, way.toLowerCase());
    await expect.poll(() => isLecture(page)).toBe(true);
    await expect.poll(() => lesson.address("mode")).toBe("lecture");
    await page.reload();
    await settled(page);
    await expect.poll(() => isLecture(page)).toBe(true);
    await lectureLoaded(page);
    await lesson.rested();
    if (way === "pointer") await page.getByRole("button", { name: "End the lecture" }).click();
    else await page.keyboard.press(way === "L" ? "l" : "Escape");
    await expect.poll(() => isLecture(page)).toBe(false);
    await expect.poll(async () => (await query(page)).has("mode")).toBe(false);
    expect(await page.locator(".page-header").isVisible()).toBe(true);
  });

  exhaustive("Escape first closes what is open", async () => {
    const { page, lesson } = await lecture(`${SEARCH}&lang=en&cell=scores[0,0,1,1]`);
    await page.keyboard.press("Escape");
    await expect.poll(() => lesson.callout.count()).toBe(0);
    expect(await isLecture(page)).toBe(true);
    await page.keyboard.press("Escape");
    await expect.poll(() => isLecture(page)).toBe(false);
  });
});

essential("a clicker plays one step after another, and goes back to results", async () => {
  const { page, lesson } = await lecture();
  // No step must end between two keys.
  await setSpeed(page, 0.05);
  await page.keyboard.press("PageDown");
  expect(await view(page)).toMatchObject({ step: "masks", playing: true });
  await page.keyboard.press("PageDown");
  expect(await view(page)).toEqual({ step: "masks", t: 1, playing: false });
  await page.keyboard.press("PageUp");
  expect(await view(page)).toEqual({ step: "scores", t: 1, playing: false });
  await page.keyboard.press("Home");
  expect(await view(page)).toEqual({ step: "opening", t: 0, playing: false });
  await page.keyboard.press("ArrowRight");
  expect(await view(page)).toMatchObject({ step: "opening", playing: true });
  await page.keyboard.press("Space");
  expect(await view(page)).toMatchObject({ step: "opening", playing: false });
  await page.keyboard.press("End");
  expect(await view(page)).toEqual({ step: "output", t: 1, playing: false });
  await page.keyboard.press("PageDown");
  expect(await lesson.step()).toBe("output");
});

essential("a playing step stops at its end", async () => {
  const { page } = await lecture(`${SEARCH}&lang=en&t=0.95`);
  await page.keyboard.press("PageDown");
  await expect.poll(() => view(page)).toEqual({ step: "scores", t: 1, playing: false });
});

exhaustive("B blanks the screen, and the key that ends the blank does nothing else", async () => {
  const { page, lesson } = await lecture();
  const color = () =>
    page.locator("heads-up").evaluate((one) => getComputedStyle(one, "::after").backgroundColor);
  await page.keyboard.press("b");
  expect(await color()).toBe("rgb(0, 0, 0)");
  await page.keyboard.press("PageDown");
  expect(await color()).not.toBe("rgb(0, 0, 0)");
  expect(await lesson.step()).toBe("scores");
});

exhaustive("an idle pointer is hidden, and a moving one shows numbers", async () => {
  const { page, lesson } = await lecture();
  const cursor = () => page.locator("heads-up").evaluate((one) => getComputedStyle(one).cursor);
  await expect.poll(cursor).toBe("none");
  // The pointer is hidden again as soon as it rests.
  let x = 620;
  const cursorInMotion = async (): Promise<string> => {
    x = x === 620 ? 622 : 620;
    await page.mouse.move(x, 480);
    return cursor();
  };
  await expect.poll(cursorInMotion).not.toBe("none");
  await page.mouse.click(622, 480);
  await expect.poll(() => lesson.callout.count()).toBe(1);
});

exhaustive("F toggles full screen", async () => {
  const { page, complaints } = await lecture();
  await page.keyboard.press("f");
  await expect.poll(() => page.evaluate(() => document.fullscreenElement?.localName)).toBe("heads-up");
  await page.keyboard.press("f");
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBe(null);
  expect(complaints).toEqual([]);
});
