/** The page header at every width: six titles or a menu, the themes, the help sheet. */
import { describe, expect, test } from "vitest";
import { contrastDark, contrastLight } from "../../web/src/draw/theme.js";
import { lessonNames } from "../../web/src/lessons/opening.js";
import { essential, exhaustive, sampled } from "../sampled.js";
import { goWithin, pixels, site } from "./browser.js";

const { open, openWithin } = site();
/** The lessons and the leak lab. */
const TITLES = lessonNames.length + 1;
const SEARCH = "?lesson=encoder-decoder&step=scores";

test.each(sampled(["ko", "en"]))("at 1280 all titles are in one row (%s)", async (lang) => {
  const { page } = await openWithin(`${SEARCH}&lang=${lang}`);
  const links = page.locator(".row a");
  expect(await links.count()).toBe(TITLES);
  const tops = await links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
  expect((await page.locator(".page-header").boundingBox())?.height).toBeLessThan(60);
});

describe("in a narrower window, a menu", () => {
  const WIDTHS = [320, 390, 844, 1024];

  exhaustive("opens, closes with Escape and goes to a lesson by keyboard", async () => {
    const { page, lesson } = await openWithin(`${SEARCH}&lang=en`);
    const menu = page.locator(".menu");
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await goWithin(page, `${SEARCH}&lang=en`);
      await menu.locator("summary").focus();
      await page.keyboard.press("Enter");
      expect(await menu.locator("a:visible").count(), `${width} wide`).toBe(TITLES);
      await page.keyboard.press("Escape");
      expect(await menu.locator("a:visible").count(), `${width} wide`).toBe(0);
      expect(await lesson.step(), `${width} wide`).toBe("scores");
      await page.keyboard.press("Enter");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await expect.poll(() => lesson.address("lesson"), { message: `${width} wide` }).toBe(lessonNames[0]);
      expect(await menu.locator("a:visible").count(), `${width} wide`).toBe(0);
    }
  });

  exhaustive("has touch targets that are large enough and on the screen", async () => {
    const { page, lesson } = await openWithin(`${SEARCH}&lang=ko`, { hasTouch: true });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await lesson.rested();
      await page.locator(".menu summary").tap();
      // The browser recognizes a tap some time after the touch.
      await page.locator(".menu a").last().waitFor();
      const boxes = await page
        .locator(":is(.menu a, .menu summary, .tools button, .tools select):visible")
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));
      expect(boxes.length, `${width} wide`).toBeGreaterThan(TITLES);
      for (const box of boxes) {
        expect(Math.min(box.width, box.height), `${width} wide`).toBeGreaterThanOrEqual(24);
        expect(box.left, `${width} wide`).toBeGreaterThanOrEqual(0);
        expect(box.right).toBeLessThanOrEqual(width);
      }
      await page.keyboard.press("Escape");
    }
  });
});

describe.each(
  sampled([
    ["light", contrastLight],
    ["dark", contrastDark],
  ]),
)("high contrast on a %s system", (colorScheme, theme) => {
  test.each([
    ["chosen", { colorScheme }, "contrast"],
    ["requested by the system", { colorScheme, contrast: "more" as const }, ""],
  ])("%s: applies to chrome and stage", async (_, options, chosen) => {
    const { page, lesson } = await open(`${SEARCH}&lang=en`, options);
    if (chosen) await page.getByRole("combobox", { name: "Theme" }).selectOption(chosen);
    await lesson.rested();
    const papers = await page.evaluate(() =>
      [document.documentElement, document.querySelector("heads-up")].map((part) =>
        part ? getComputedStyle(part).getPropertyValue("--hu-paper") : "",
      ),
    );
    expect(papers).toEqual([theme.paper, theme.paper]);
    const asked = await open(`${SEARCH}&lang=en&theme=contrast`, { colorScheme });
    await expect.poll(async () => (await pixels(page)) === (await pixels(asked.page))).toBe(true);
    if (chosen) await expect.poll(() => lesson.address("theme")).toBe(chosen);
  });
});

exhaustive(
  "forced colours give system colours in the chrome, high contrast on the stage, and a visible focus",
  async () => {
    const { page } = await open(`${SEARCH}&lang=en`, { forcedColors: "active" });
    const asked = await open(`${SEARCH}&lang=en&theme=contrast`);
    await expect.poll(async () => (await pixels(page)) === (await pixels(asked.page))).toBe(true);
    const system = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement("i"));
      probe.style.color = "CanvasText";
      return getComputedStyle(probe).color;
    });
    const name = page.locator(".page-header .name");
    await name.focus();
    await page.keyboard.press("Tab");
    const [color, outline] = await page.evaluate(() => {
      const { color, outlineStyle } = getComputedStyle(document.activeElement ?? document.body);
      return [color, outlineStyle];
    });
    expect(color).toBe(system);
    expect(outline).toBe("solid");
  },
);

essential("the help sheet names every key that does something", async () => {
  const { page } = await openWithin(`${SEARCH}&lang=en`);
  await page.keyboard.press("?");
  await page.locator("dialog[open] kbd").first().waitFor();
  const keys = await page.locator("dialog kbd").allTextContents();
  for (const key of [
    "Space",
    "←",
    "→",
    "↑",
    "↓",
    "Tab",
    "Home",
    "End",
    "Enter",
    "Esc",
    "Ctrl+Z",
    "L",
    "F",
    "B",
    "?",
  ]) {
    expect(keys).toContain(key);
  }
  expect(await page.locator("dialog dl").count()).toBe(4);
});
