/**
 * axe finds nothing: on every step of every lesson at least once, and on the page's other views, in each language and
 * theme. Steps and views are dealt out over languages and themes like cards: each lesson is seen in all pairs of them, each
 * view in every theme and in every language.
 */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { LANGUAGES } from "../../web/src/elements/words.js";
import { lessonNames } from "../../web/src/lessons/lessons.js";
import { audit } from "./axe.js";
import { type Instrument, type OpenOptions, rested, site } from "./browser.js";

const { open } = site();

const THEMES = [
  ["light", "light"],
  ["dark", "dark"],
  ["contrast", "light"],
  ["contrast", "dark"],
] as const;
const LOOKS = LANGUAGES.flatMap((lang) =>
  THEMES.map(([theme, colorScheme]) => ({ lang, theme, colorScheme })),
);

interface View {
  readonly search?: string;
  readonly options?: OpenOptions;
  readonly prepare?: (page: Page) => Promise<void>;
}

const VIEWS: Readonly<Record<string, View>> = {
  "the page of all lessons": { options: { ready: false } },
  "the page of all lessons, 390 wide": { options: { ready: false, viewport: { width: 390, height: 844 } } },
  "a phone": { search: "step=scores", options: { viewport: { width: 390, height: 844 } } },
  "a number's arithmetic": { search: "step=scores&cell=scores[0,0,1,1]" },
  "a report": { search: "step=scores&seed=many" },
  "settings with an error": {
    search: "step=scores",
    prepare: async (page) => {
      await page.locator("heads-up-settings .toggle").click();
      await page.locator("heads-up-settings #numHeads").fill("3");
      await page.locator('heads-up-settings [role="alert"]').waitFor();
    },
  },
  "the help sheet": { search: "step=scores", prepare: (page) => page.keyboard.press("?") },
  "an element with few controls": { search: "step=scores", prepare: controls("minimal") },
  "an element without controls": { search: "step=scores", prepare: controls("none") },
};

function controls(value: string): (page: Page) => Promise<void> {
  return async (page) => {
    await page.evaluate((v) => document.querySelector("heads-up")?.setAttribute("controls", v), value);
    await rested(page);
  };
}

const lessonOn = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.querySelector<Instrument>("heads-up")?.trace?.spec.lesson);

const faults: (where: string, page: Page) => Promise<string[]> = async (where, page) => {
  const { violations, rules } = await audit(page);
  expect(rules, where).toBeGreaterThan(10);
  return violations.map((violation) => `${where}: ${violation}`);
};

describe.each(LOOKS)("$lang, $theme on a $colorScheme system", ({ lang, theme, colorScheme }) => {
  const look = LOOKS.findIndex(
    (one) => one.lang === lang && one.theme === theme && one.colorScheme === colorScheme,
  );
  const query = `lang=${lang}&theme=${theme}`;

  test("steps of every lesson", { timeout: 120_000 }, async () => {
    const found: string[] = [];
    const { page } = await open(`?lesson=${lessonNames[0]}&${query}`, {
      colorScheme,
      serviceWorkers: "block",
    });
    for (const [i, lesson] of lessonNames.entries()) {
      await page.evaluate((name) => document.querySelector("heads-up")?.setAttribute("lesson", name), lesson);
      await expect.poll(() => lessonOn(page)).toBe(lesson);
      await rested(page);
      const steps = await page.evaluate(
        () => document.querySelector<Instrument>("heads-up")?.state.steps.map((step) => step.id) ?? [],
      );
      const dealt = steps.filter((_, place) => (place + i) % LOOKS.length === look);
      for (const step of dealt) {
        await page.evaluate((id) => document.querySelector<Instrument>("heads-up")?.seek(id, 1), step);
        await rested(page);
        found.push(...(await faults(`${lesson}, ${step}`, page)));
      }
      expect(dealt.length, lesson).toBeGreaterThan(0);
    }
    expect(found).toEqual([]);
    await page.context().close();
  });

  const views = Object.keys(VIEWS).filter(
    (_, place) => (place + look + Math.floor(look / THEMES.length)) % 2 === 0,
  );
  test.each(views)("%s", async (name) => {
    const { search, options, prepare } = VIEWS[name] ?? {};
    const address = search ? `?lesson=masked-multi-head&${search}&${query}` : `?${query}`;
    const { page } = await open(address, { colorScheme, serviceWorkers: "block", ...options });
    if (!search) await expect.poll(() => page.locator("heads-up-plate").count()).toBe(lessonNames.length);
    await prepare?.(page);
    expect(await faults(name, page)).toEqual([]);
    await page.context().close();
  });
});

test("axe does find what is wrong", async () => {
  const { page } = await open("?lesson=masked-multi-head&step=scores&lang=en");
  await page.evaluate(() => {
    const side = document.querySelector("heads-up")?.shadowRoot?.querySelector("heads-up-side")?.shadowRoot;
    side?.append(document.createElement("img"));
  });
  expect((await audit(page)).violations.join()).toMatch(/image-alt/);
  await page.context().close();
});
