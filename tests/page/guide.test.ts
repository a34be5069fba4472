/** The instructor's guide as a page of the site: linked, accessible, and with working addresses. */
import { describe, expect, test } from "vitest";
import { sampled } from "../sampled.js";
import { audit } from "./axe.js";
import { settled, site } from "./browser.js";

const { open } = site();

describe.each(
  sampled([
    ["ko", { width: 1280, height: 800 }, "light"],
    ["en", { width: 320, height: 640 }, "dark"],
  ]),
)("in %s", (lang, viewport, colorScheme) => {
  test("the guide is linked from the page of all lessons, passes axe, and links to a step", async () => {
    const { page, lesson, complaints, requests } = await open(`?lang=${lang}`, {
      viewport,
      colorScheme,
      ready: false,
    });
    await page.locator(".landing .guide a").click();
    // The page of all lessons has an h1, too.
    await page.waitForURL(({ pathname }) => pathname === `/guide.${lang}.html`);
    await page.locator("main h1").waitFor();
    // Its stylesheet may load after the first text.
    await expect
      .poll(() => page.evaluate(() => [document.documentElement.lang, document.documentElement.scrollWidth]))
      .toEqual([lang, viewport.width]);
    expect(await page.locator("table").count()).toBe(6);
    expect((await audit(page)).violations).toEqual([]);
    await page.getByRole("link", { name: "demo_mask", exact: true }).click();
    await settled(page);
    expect(await lesson.step()).toBe("demo_mask");
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(lang);
    expect(requests.filter((url) => !url.startsWith("http://127.0.0.1"))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test("its link to the example lesson file opens the lesson", async () => {
    const { page } = await open(`guide.${lang}.html`, { viewport, ready: false });
    await page.getByRole("link", { name: "?src=lessons/example.json" }).click();
    await settled(page);
    await page.locator(".sentence").waitFor();
    expect(new URL(page.url()).search).toContain("src=lessons/example.json");
  });
});
