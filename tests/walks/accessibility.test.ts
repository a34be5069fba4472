/**
 * axe finds nothing on any step of any lesson, nor on any view of the page. Steps take turns over the combinations of
 * language and theme, so that each lesson covers all of them; each view is audited in every theme and language.
 */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { lessonNames } from "../../web/src/lessons/lessons.js";
import { faultsIn, LOOKS, THEMES } from "../page/axe.js";
import { auditViews, VIEWS } from "../page/axe_views.js";
import { currentStep, type Instrument, rested, site, stepCount } from "../page/browser.js";

const built = site();

const lessonOn = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.querySelector<Instrument>("heads-up")?.trace?.spec.lesson);

describe.each(LOOKS)("$lang, $theme on a $colorScheme system", (shown) => {
  const { look, lang, theme, colorScheme } = shown;
  const views = Object.keys(VIEWS).filter(
    (_, place) => (place + look + Math.floor(look / THEMES.length)) % 2 === 0,
  );
  auditViews(built, shown, views);

  test.each(lessonNames.map((lesson, i) => [lesson, i] as const))("steps of %s", async (lesson, i) => {
    const { page } = await built.open(`?lesson=${lesson}&lang=${lang}&theme=${theme}`, { colorScheme });
    expect(await lessonOn(page)).toBe(lesson);
    const found: string[] = [];
    const places = Array.from({ length: await stepCount(page) }, (_, place) => place);
    const dealt = places.filter((place) => (place + i) % LOOKS.length === look);
    expect(dealt.length).toBeGreaterThan(0);
    for (const place of dealt) {
      await page.evaluate((at) => document.querySelector<Instrument>("heads-up")?.seek(at, 1), place);
      await rested(page);
      found.push(...(await faultsIn(page, `${lesson}, ${await currentStep(page)}`)));
    }
    expect(found).toEqual([]);
  });
});
