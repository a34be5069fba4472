/** The still of a lesson's opening stands where the stage will be, in language and theme, until the stage has painted. */
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import type { ThemeName } from "../../web/src/draw/theme.js";
import { lessonNames, openingOf } from "../../web/src/lessons/opening.js";
import type { LessonName } from "../../web/src/module/types.js";
import { formatUrl } from "../../web/src/page/address/url_state.js";
import { exhaustive, sampled } from "../sampled.js";
import { heldBack, site } from "./browser.js";

const { open } = site();

/** As the page's own links open a lesson; an address with the tutorial's data has no still. */
const openingUrl = (lesson: LessonName, lang: string, theme: ThemeName): string =>
  formatUrl({ ...openingOf(lesson), lang, theme });

const looks = [
  [1280, 800, "ko", "light"],
  [390, 844, "en", "dark"],
] as const;
/** Each lesson in each look, on the page and on the page for frames in turn. */
const cases = lessonNames.flatMap((lesson, i) =>
  looks.map((look, j) => [lesson, (i + j) % 2 === 0 ? "" : "embed.html", ...look] as const),
);

/** Lets the page's script come, after which the live picture stands where the still stood. */
async function givesWayTo(live: Locator, still: Locator, release: () => void): Promise<void> {
  const placeOf = async (picture: Locator) =>
    Object.values((await picture.boundingBox()) ?? {}).map(Math.round);
  const before = await placeOf(still);
  expect(before).toHaveLength(4);
  release();
  await live.waitFor();
  await expect.poll(() => still.count()).toBe(0);
  expect(await placeOf(live)).toEqual(before);
}

test.each(sampled(cases))("%s %s, %i × %i, %s, %s", async (lesson, path, width, height, lang, theme) => {
  const { before, release } = heldBack(/\/assets\/page-/);
  const { page, complaints } = await open(`${path}${openingUrl(lesson, lang, theme)}`, {
    ...{ before, ready: false, alone: true, viewport: { width, height } },
  });
  const still = page.locator("#still");
  await expect
    .poll(() => still.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBe(width === 390 ? 390 : 819);
  expect(await still.getAttribute("src")).toContain(`${lesson}.${lang}`);
  expect(await still.getAttribute("src")).toContain(`${theme}.svg`);
  await givesWayTo(page.locator("heads-up-stage canvas"), still, release);
  expect(complaints).toEqual([]);
});

test.each(sampled(looks))(
  "the arcs of the landing page, %i × %i, %s, %s",
  async (width, height, lang, theme) => {
    const { before, release } = heldBack(/\/assets\/page-/);
    const { page, complaints } = await open(`?lang=${lang}&theme=${theme}`, {
      ...{ before, ready: false, alone: true, viewport: { width, height } },
    });
    const still = page.locator("#still");
    await expect.poll(() => still.evaluate((image: HTMLImageElement) => image.complete)).toBe(true);
    expect(await still.getAttribute("src")).toBe(`stills/landing.${lang}.${theme}.svg`);
    await givesWayTo(page.locator(".arcs svg"), still, release);
    expect(complaints).toEqual([]);
  },
);

exhaustive.each(["?lesson=multi-head&step=scores", "?lesson=leak-lab"])(
  "%s opens with another picture, so it has none",
  async (address) => {
    const { page } = await open(address, { ready: false });
    await page.locator(".page-header").waitFor();
    expect(await page.locator("#still").count()).toBe(0);
  },
);
