/** The page's views for axe: `npm test` audits the first of them, `npm run walks` all, in every theme and every language. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { lessonNames } from "../../web/src/lessons/opening.js";
import { faultsIn, type LOOKS } from "./axe.js";
import { type OpenOptions, rested, type Site } from "./browser.js";

interface View {
  readonly search?: string;
  readonly options?: OpenOptions;
  readonly prepare?: (page: Page) => Promise<void>;
}

/** The page's views besides the steps, and how to open them. */
export const VIEWS: Readonly<Record<string, View>> = {
  "the page of all lessons": { options: { ready: false } },
  "the page of all lessons, 390 wide": { options: { ready: false, viewport: { width: 390, height: 844 } } },
  "a phone": { search: "step=scores", options: { viewport: { width: 390, height: 844 } } },
  "a number's arithmetic": {
    search: "step=scores&cell=scores[0,0,1,1]",
    prepare: (page) => page.locator("heads-up-callout .operand").first().waitFor(),
  },
  "a changed number and the switches, 390 wide": {
    search: "step=attention&changes=values[:,1]:0;scores[0,0,1,0]:1&cell=masked_scores[0,0,1,0]",
    options: { viewport: { width: 390, height: 844 } },
    prepare: (page) => page.locator(".off summary").click(),
  },
  "a report": { search: "step=scores&seed=many" },
  "settings with an error": {
    search: "step=scores",
    prepare: async (page) => {
      await page.locator(".drawer.settings .toggle").click();
      await page.locator(".drawer.settings #numHeads").fill("3");
      await page.locator('.drawer.settings [role="alert"]').waitFor();
    },
  },
  "the class with gaps": { search: "step=output&class=gaps", prepare: gapsChecked },
  "the whole class, 390 wide": {
    search: "step=output&class=whole",
    options: { viewport: { width: 390, height: 844 } },
    prepare: (page) => page.locator("dialog.class button.line").first().waitFor(),
  },
  "the take-away menu, 540 wide": takeAway(540),
  "the take-away menu, 390 wide": takeAway(390),
  "the help sheet": {
    search: "step=scores",
    prepare: async (page) => {
      await page.keyboard.press("?");
      await page.locator("dialog[open] kbd").first().waitFor();
    },
  },
  "the questions of the search, 390 wide": {
    search: "step=attention&confusion=list",
    options: { viewport: { width: 390, height: 844 } },
    prepare: (page) => page.locator("dialog.confusions .found button").first().waitFor(),
  },
  "a comparison, 390 wide": {
    search: "step=attention&compare=no_mask",
    options: { viewport: { width: 390, height: 800 } },
    prepare: (page) => page.locator("dialog.compare canvas").nth(2).waitFor(),
  },
  "a note with its figure, 360 wide": {
    search: "step=concat",
    options: { viewport: { width: 360, height: 740 } },
    prepare: async (page) => {
      await page.locator("heads-up-side details summary").first().click();
      await page.locator("heads-up-aside canvas").waitFor();
    },
  },
  "a token's path on the map, 390 wide": {
    search: "step=scores&map=1",
    options: { viewport: { width: 390, height: 800 } },
    prepare: async (page) => {
      await page.locator("dialog.map .tokens button").nth(1).click();
      await page.locator("dialog.map .way").waitFor();
    },
  },
  "an answer found by the search": {
    search: "step=attention&confusion=padded_query",
    prepare: (page) => page.locator("dialog.confusions .cells").waitFor(),
  },
  "the map": {
    search: "step=scores&map=1",
    prepare: (page) => page.locator("dialog.map .tensor").first().waitFor(),
  },
  "an element with few controls": { search: "step=scores", prepare: controls("minimal") },
  "an element without controls": { search: "step=scores", prepare: controls("none") },
};

async function gapsChecked(page: Page): Promise<void> {
  await page.locator("dialog.class #dim").fill("-2");
  await page.locator("dialog.class .check").click();
  await page.locator("dialog.class .wrong").first().waitFor();
}

function takeAway(width: number): View {
  return {
    search: "step=scores",
    options: { viewport: { width, height: 800 } },
    prepare: async (page) => {
      await page.locator(".drawer.takeAway .toggle").click();
      await page.locator(".takeAway .panel .svg").waitFor();
    },
  };
}

function controls(value: string): (page: Page) => Promise<void> {
  return async (page) => {
    await page.evaluate((v) => document.querySelector("heads-up")?.setAttribute("controls", v), value);
    await rested(page);
  };
}

/** Runs in the page: how much wider than the window the page is, or than itself an open sheet. */
function overhang(): number {
  const sheet = document
    .querySelector("heads-up")
    ?.shadowRoot?.querySelector("heads-up-sheets")
    ?.shadowRoot?.querySelector("dialog[open]");
  const widest = [document.documentElement, ...(sheet ? [sheet] : [])];
  return Math.max(...widest.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
}

/** Tests that these views pass axe in this language and theme, and do not scroll sideways. */
export function auditViews(
  { open }: Site,
  { lang, theme, colorScheme }: (typeof LOOKS)[number],
  names: readonly string[],
): void {
  const query = `lang=${lang}&theme=${theme}`;
  test.each(names)("%s", async (name) => {
    const { search, options, prepare } = VIEWS[name] ?? {};
    const address = search ? `?lesson=masked-multi-head&${search}&${query}` : `?${query}`;
    const { page } = await open(address, { colorScheme, ...options });
    if (!search) await expect.poll(() => page.locator("heads-up-plate").count()).toBe(lessonNames.length);
    await prepare?.(page);
    expect(await faultsIn(page, name)).toEqual([]);
    await expect.poll(() => page.evaluate(overhang)).toBe(0);
  });
}
