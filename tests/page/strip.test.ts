/** The strip shows arrows at its edges where it continues, and they scroll it. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { lessonNames } from "../../web/src/lessons/lessons.js";
import { exhaustive, sampled } from "../sampled.js";
import { site } from "./browser.js";

const { openWithin } = site();

const edges = async (page: Page): Promise<boolean[]> =>
  Promise.all(["before", "after"].map((side) => page.locator(`heads-up-strip .edge.${side}`).isVisible()));

test.each(sampled([1280, 390]))("arrows show on which sides more steps are, %i wide", async (width) => {
  const { page } = await openWithin("?lesson=transformer-block&step=opening&lang=en", {
    viewport: { width, height: 844 },
  });
  await expect.poll(() => edges(page)).toEqual([false, true]);
  await page.locator("heads-up-strip .edge.after").click();
  await expect.poll(async () => (await edges(page))[0]).toBe(true);
  await page.evaluate(() => {
    const strip = document.querySelector("heads-up")?.shadowRoot?.querySelector("heads-up-strip");
    strip?.shadowRoot?.querySelector("nav")?.scrollTo({ left: 1e5 });
  });
  await expect.poll(() => edges(page)).toEqual([true, false]);
});

exhaustive("a strip that fits has no arrows", async () => {
  const { page } = await openWithin("?lesson=multi-head&step=q&lang=en");
  await page.locator("heads-up-strip [data-index]").first().waitFor();
  expect(await edges(page)).toEqual([false, false]);
});

const looks = lessonNames.flatMap((lesson) =>
  ["ko", "en"].flatMap((lang) => [1280, 390].map((width) => [lesson, lang, width] as const)),
);

test.each(sampled(looks))("no name of a picture or chapter is cut off (%s, %s, %i wide)", async (...look) => {
  const [lesson, lang, width] = look;
  const { page } = await openWithin(`?lesson=${lesson}&lang=${lang}`, { viewport: { width, height: 844 } });
  await page.locator("heads-up-strip .name").first().waitFor();
  const names = await page.locator("heads-up-strip button, heads-up-strip .chapter").evaluateAll((all) =>
    all.map((one) => {
      const name = one.querySelector<HTMLElement>(":scope > span:not(.picture)");
      const text = document.createRange();
      if (name) text.selectNodeContents(name);
      const own = one.getBoundingClientRect();
      const box = text.getBoundingClientRect();
      return {
        name: name?.textContent,
        isCut: box.width > 0 && (box.left < own.left || box.right > own.right),
      };
    }),
  );
  expect(names.length).toBeGreaterThan(15);
  expect(names.filter(({ isCut }) => isCut)).toEqual([]);
  // The opening picture is alone in its chapter and has the same name.
  expect(names.filter(({ name }) => !name)).toHaveLength(1);
});

exhaustive("its pictures follow the numbers and the theme", async () => {
  const { page } = await openWithin("?lesson=masked-multi-head&step=q&lang=en&theme=light");
  const pictures = () =>
    page.evaluate(() => {
      const strip = document.querySelector("heads-up")?.shadowRoot?.querySelector("heads-up-strip");
      return strip?.shadowRoot?.querySelector("canvas")?.toDataURL() ?? "";
    });
  const changedFrom = async (before: string): Promise<string> => {
    await expect
      .poll(async () => (await pictures()) !== before && (await pictures()).length > 5000)
      .toBe(true);
    // The pictures are painted one after the other: poll until they stop changing.
    let [last, now] = ["", await pictures()];
    await expect
      .poll(async () => {
        [last, now] = [now, await pictures()];
        return last === now;
      })
      .toBe(true);
    return now;
  };
  const first = await changedFrom("");
  await page.evaluate(() => Object.assign(document.querySelector("heads-up") ?? {}, { seed: 7 }));
  const other = await changedFrom(first);
  await page.evaluate(() => Object.assign(document.querySelector("heads-up") ?? {}, { theme: "dark" }));
  await changedFrom(other);
});
