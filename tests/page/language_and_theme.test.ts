/** Language and theme change without a reload, and are remembered on the device. */
import { expect, test } from "vitest";
import { dark, light } from "../../web/src/draw/theme.js";
import { essential, exhaustive, sampled } from "../sampled.js";
import { goWithin, pixels, query, site } from "./browser.js";

const { open, openWithin } = site();

essential("the language changes without a reload and keeps the place", async () => {
  const { page, lesson, requests } = await open("?step=scores&t=0.5&lang=en");
  await page.evaluate(() => Object.assign(window, { stillHere: true }));
  const before = await pixels(page);
  await page.getByRole("button", { name: "한국어" }).click();
  await expect.poll(() => lesson.title.textContent()).toMatch(/[가-힣]/);
  expect(await page.evaluate(() => Object.hasOwn(window, "stillHere"))).toBe(true);
  expect(await page.evaluate(() => document.documentElement.lang)).toBe("ko");
  expect(await page.title()).toMatch(/[가-힣]/);
  const labels = async () => Object.fromEntries(await query(page));
  await expect.poll(labels).toMatchObject({ lang: "ko", step: "scores", t: "0.5" });
  await expect.poll(() => pixels(page)).toBe(before);
  expect(requests.filter((url) => url.includes("index.html") || url.endsWith("/"))).toHaveLength(0);
});

exhaustive("the questions of a second lesson are in the new language too", async () => {
  const { page, lesson } = await open("?lesson=multi-head&step=ids&lang=en");
  const heading = page.locator("heads-up-questions summary");
  await page.keyboard.press("Shift");
  await heading.waitFor();
  await goWithin(page, "?lesson=masked-multi-head&step=ids&lang=en");
  await heading.waitFor();
  await page.getByRole("button", { name: "한국어" }).click();
  await expect.poll(() => lesson.title.textContent()).toMatch(/[가-힣]/);
  await expect.poll(() => heading.allTextContents()).toEqual([expect.stringMatching(/[가-힣]/)]);
});

test.each(
  sampled([
    ["ko-KR", "ko"],
    ["fr-FR", "en"],
  ]),
)("a browser set to %s starts in %s", async (locale, lang) => {
  const { page } = await openWithin("?step=ids", { locale });
  expect(await page.evaluate(() => document.documentElement.lang)).toBe(lang);
});

exhaustive("the choice is remembered, but the address takes precedence", async () => {
  const { page } = await openWithin("?step=ids&lang=en");
  await page.getByRole("button", { name: "한국어" }).click();
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe("ko");
  const url = new URL(page.url());
  await page.goto(url.origin);
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe("ko");
  await page.goto(`${url.origin}/?lang=en`);
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe("en");
});

test.each(
  sampled([
    ["light", "dark"],
    ["dark", "light"],
  ] as const),
)("on a %s system, ?theme=%s sets the theme of the whole page", async (colorScheme, theme) => {
  const { page } = await openWithin(`?step=scores&theme=${theme}`, { colorScheme });
  const papers = await page.evaluate(() => {
    const element = document.querySelector("heads-up");
    const parts = [document.documentElement, element, ...(element?.shadowRoot?.querySelectorAll("*") ?? [])];
    // What is in no slot is not rendered, and has no styles.
    const isShown = (part: Element): boolean => !part.parentElement?.shadowRoot || part.assignedSlot !== null;
    const all = parts.flatMap((part) =>
      part && isShown(part) ? getComputedStyle(part).getPropertyValue("--hu-paper").trim() : [],
    );
    return [...new Set(all)];
  });
  expect(papers).toEqual([(theme === "dark" ? dark : light).paper]);
});

essential("dark comes from the system or from the button, and the stage follows", async () => {
  const { page, lesson } = await openWithin("?step=scores&lang=en");
  const paper = (): Promise<string> =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const [lightPaper, lightStage] = [await paper(), await pixels(page)];
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(paper).not.toBe(lightPaper);
  await expect.poll(() => pixels(page)).not.toBe(lightStage);
  await page.getByRole("combobox", { name: "Theme" }).selectOption("light");
  await expect.poll(paper).toBe(lightPaper);
  await expect.poll(() => pixels(page)).toBe(lightStage);
  await expect.poll(() => lesson.address("theme")).toBe("light");
});
