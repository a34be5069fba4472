/**
 * axe finds nothing on any step of any lesson, nor on any view of the page. Steps take turns over the combinations of
 * language and theme, so that each lesson covers all of them; each view is audited in both languages, once on a light system
 * and once on a dark one, one of them in high contrast.
 */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { lessonNames } from "../../web/src/lessons/opening.js";
import { LANGUAGES } from "../../web/src/words/words.js";
import { faultsIn, LOOKS, THEMES } from "../page/axe.js";
import { auditViews, VIEWS } from "../page/axe_views.js";
import { type Instrument, rested, site, stepNames } from "../page/browser.js";

const built = site();

const lessonOn = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.querySelector<Instrument>("heads-up")?.trace?.spec.lesson);

describe.each(LOOKS)("$lang, $theme on a $colorScheme system", (combination) => {
  const { look, lang, theme, colorScheme } = combination;
  const turn = lang === LANGUAGES[0] ? look % THEMES.length : THEMES.length - 1 - (look % THEMES.length);
  const views = Object.keys(VIEWS).filter((_, place) => place % THEMES.length === turn);
  auditViews(built, combination, views);

  test.each(lessonNames.map((lesson, i) => [lesson, i] as const))("steps of %s", async (lesson, i) => {
    const { page } = await built.open(`?lesson=${lesson}&lang=${lang}&theme=${theme}`, { colorScheme });
    expect(await lessonOn(page)).toBe(lesson);
    const found: string[] = [];
    const steps = await stepNames(page);
    const assignedSteps = steps.filter((_, place) => (place + i) % LOOKS.length === look);
    expect(assignedSteps.length).toBeGreaterThan(0);
    for (const step of assignedSteps) {
      await page.evaluate((name) => document.querySelector<Instrument>("heads-up")?.seek(name, 1), step);
      await rested(page);
      found.push(...(await faultsIn(page, `${lesson}, ${step}`)));
    }
    expect(found).toEqual([]);
  });
});
