/** A printed step: its words, formula, code and picture on one A4 page, dark on light, without controls. */
import { expect, test } from "vitest";
import { printed } from "../../web/src/draw/theme.js";
import { exhaustive, sampled } from "../sampled.js";
import { site } from "./browser.js";

const { open, openWithin } = site();
/** A4 within margins of 15 mm, in CSS pixels. */
const PAPER = { width: 680, height: 1009 };

test.each(sampled(["ko", "en"]))("a step fits one page (%s)", async (lang) => {
  const { page, lesson } = await openWithin(`?lesson=masked-multi-head&step=ids&lang=${lang}&theme=dark`, {
    viewport: PAPER,
  });
  for (const step of ["scores", "attention", "mask"]) {
    await page.emulateMedia({ media: "screen" });
    await lesson.seek(step, 0.5);
    await lesson.rested();
    await page.emulateMedia({ media: "print" });
    await lesson.rested();
    const seen = await page.evaluate(() => {
      const root = document.querySelector("heads-up")?.shadowRoot;
      const box = (part: string): DOMRect | undefined => root?.querySelector(part)?.getBoundingClientRect();
      const canvas = root?.querySelector("heads-up-stage")?.shadowRoot?.querySelector("canvas");
      return {
        size: [document.documentElement.scrollWidth, document.documentElement.scrollHeight],
        paper: getComputedStyle(document.body.parentElement ?? document.body).backgroundColor,
        corner: [...(canvas?.getContext("2d")?.getImageData(1, 1, 1, 1).data ?? [])],
        words: box("heads-up-side")?.bottom ?? 0,
        picture: { top: box("heads-up-stage")?.top ?? 0, width: box("heads-up-stage")?.width ?? 0 },
        controls: [box("heads-up-transport")?.height, box("heads-up-strip")?.height].map((h) => h ?? 0),
        header: document.querySelector(".page-header")?.getBoundingClientRect().height,
      };
    });
    expect(printed.paper).toBe("#ffffff");
    expect(seen.paper).toBe("rgb(255, 255, 255)");
    expect(seen.corner).toEqual([255, 255, 255, 255]);
    expect(seen.size[0]).toBe(PAPER.width);
    expect(seen.size[1]).toBeLessThanOrEqual(PAPER.height);
    expect(seen.picture.width).toBe(PAPER.width);
    expect(seen.picture.top).toBeGreaterThanOrEqual(seen.words);
    expect([...seen.controls, seen.header]).toEqual([0, 0, 0]);
  }
});

exhaustive("printing gives one page and leaves the screen unchanged", async () => {
  const { page, lesson } = await openWithin("?lesson=masked-multi-head&step=scores&lang=en&theme=dark");
  await page.getByText("Predict, then see").waitFor(); // the last part to load
  await lesson.rested();
  const before = await page.screenshot();
  const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
  await expect.poll(async () => (await page.screenshot()).equals(before)).toBe(true);
});

exhaustive("a page for frames and courses is printed with its title", async () => {
  const { page } = await open("embed.html?lesson=masked-multi-head&step=scores&lang=en", {
    viewport: PAPER,
  });
  const title = page.locator("h1");
  const height = async (): Promise<number> => (await title.boundingBox())?.height ?? 0;
  expect(await height()).toBeLessThan(2);
  await page.emulateMedia({ media: "print" });
  await expect.poll(height).toBeGreaterThan(12);
  expect(await title.textContent()).toBe("Masked multi-head attention · Heads Up");
});
