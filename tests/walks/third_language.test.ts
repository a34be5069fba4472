/** A third language needs only one file: no English sentence remains anywhere, and longer words are never cut off. */
import type { Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { lessonNames } from "../../web/src/lessons/opening.js";
import { callout, type Instrument, rested, settled, site, stepNames } from "../page/browser.js";
import { buildWithPseudoLocale, PSEUDO } from "./pseudo_locale.js";

const built = await buildWithPseudoLocale();
afterAll(() => built.remove());
const { open } = site(built.site);

/** Runs in the page: texts in unaccented letters, and texts that do not fit their box or the window. */
function faultsOf(): string[] {
  const faults: string[] = [];
  const CODE = "code, pre, math, kbd, style, option, .shapes, .tensor, .shape";
  /** Two consecutive words in unaccented letters: an untranslated sentence. */
  const plain = (text: string): boolean => /(?<![\w.([])[A-Za-z]{3,}[ ,:]+[A-Za-z]{3,}(?![\w.([])/.test(text);
  const scrolls = (element: Element): boolean => {
    for (
      let at: Element | null = element;
      at;
      at = at.parentElement ?? ((at.getRootNode() as ShadowRoot).host || null)
    )
      if (["auto", "scroll"].includes(getComputedStyle(at).overflowX)) return true;
    return false;
  };
  const look = (root: Document | ShadowRoot): void => {
    for (const element of root.querySelectorAll<HTMLElement>("*")) {
      if (element.shadowRoot) look(element.shadowRoot);
      const box = element.getBoundingClientRect();
      if (box.width === 0 || element.closest(`${CODE}, svg, canvas, script`)) continue;
      const name = `<${element.localName} class="${element.className}">`;
      for (const attribute of ["aria-label", "title", "placeholder", "alt"]) {
        const label = element.getAttribute(attribute) ?? "";
        if (plain(label)) faults.push(`${name} ${attribute}: ${label}`);
      }
      const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
      const text = own
        .map((node) => node.textContent?.trim())
        .join(" ")
        .trim();
      if (!text || element.closest(".unseen, table")) continue;
      if (plain(text)) faults.push(`${name}: ${text}`);
      const { overflowX, overflowY } = getComputedStyle(element);
      const clips = overflowX !== "visible" && !["auto", "scroll"].includes(overflowX);
      if (clips && element.scrollWidth > element.clientWidth + 1) faults.push(`${name} is cut: ${text}`);
      if (overflowY === "hidden" && element.scrollHeight > element.clientHeight + 1)
        faults.push(`${name} is cut below: ${text}`);
      if (!scrolls(element) && (box.right > innerWidth + 1 || box.left < -1) && box.left > -999)
        faults.push(`${name} leaves the window: ${text}`);
    }
  };
  look(document);
  if (document.documentElement.scrollWidth > innerWidth) faults.push("the page scrolls sideways");
  return [...new Set(faults)];
}

/** The views besides the steps, and how to open them. */
const VIEWS: Readonly<Record<string, { search: string; prepare?: (page: Page) => Promise<void> }>> = {
  "the help sheet": {
    search: "step=scores",
    prepare: async (page) => {
      await page.keyboard.press("?");
      await page.locator("#help-title").waitFor();
    },
  },
  "a number's arithmetic": { search: "step=scores&cell=scores[0,0,1,1]", prepare: arithmeticOpen },
  "the arithmetic of a softmax": {
    search: "step=attention&cell=attention[0,0,1,1]",
    prepare: arithmeticOpen,
  },
  "a drawn number": { search: "step=embedding.weight&cell=embedding.weight[1,1]", prepare: arithmeticOpen },
  "a report": {
    search: "step=nowhere&seed=many",
    prepare: (page) => page.locator(".problems").first().waitFor(),
  },
  settings: {
    search: "step=scores",
    prepare: async (page) => {
      await page.locator(".drawer.settings .toggle").click();
      await page.locator(".drawer.settings #seed").waitFor();
    },
  },
  "the menu of lessons": {
    search: "step=scores",
    prepare: async (page) => {
      const summary = page.locator(".menu summary");
      if (await summary.isVisible()) await summary.click();
    },
  },
};

function arithmeticOpen(page: Page): Promise<void> {
  return callout(page).locator("h2").waitFor();
}

describe.each([1280, 390])("%i wide", (width) => {
  const viewport = { width, height: 800 };

  test("the page of all lessons", async () => {
    const { page, complaints } = await open(`?lang=${PSEUDO}`, { viewport, ready: false });
    await expect.poll(() => page.locator("heads-up-plate").count()).toBe(lessonNames.length);
    expect(await page.locator("h1").textContent()).toMatch(/^Áŧŧéñŧíóñ/);
    expect(await page.title()).not.toMatch(/Attention/);
    expect(await page.evaluate(faultsOf)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test.each(Object.entries(VIEWS))("%s", async (_, { search, prepare }) => {
    const { page } = await open(`?lesson=masked-multi-head&lang=${PSEUDO}&${search}`, { viewport });
    await prepare?.(page);
    await rested(page);
    expect(await page.evaluate(faultsOf)).toEqual([]);
  });

  test.each(lessonNames)("every step of %s", { timeout: 240_000 }, async (lesson) => {
    const { page, complaints } = await open(`?lesson=${lesson}&lang=${PSEUDO}`, { viewport });
    const steps = await stepNames(page);
    const faults: string[] = [];
    for (const step of steps) {
      await page.evaluate((name) => document.querySelector<Instrument>("heads-up")?.seek(name, 1), step);
      await rested(page);
      faults.push(...(await page.evaluate(faultsOf)).map((fault) => `${step}: ${fault}`));
    }
    expect(steps.length).toBeGreaterThan(10);
    expect(faults).toEqual([]);
    expect(complaints).toEqual([]);
  });
});

test("the language is chosen from a list beside the others", async () => {
  const { page } = await open("?lesson=masked-multi-head&step=scores&lang=en");
  await page.getByRole("combobox", { name: "Language" }).selectOption(PSEUDO);
  await settled(page);
  await expect.poll(() => page.locator("heads-up-side h2").textContent()).toMatch(/[áéñó]/);
});
