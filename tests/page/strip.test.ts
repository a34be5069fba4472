/** The strip shows arrows at its edges where it continues, and they scroll it. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { lessonNames } from "../../web/src/lessons/opening.js";
import { exhaustive, sampled } from "../sampled.js";
import { goWithin, site } from "./browser.js";

const { openWithin } = site();

const edges = async (page: Page): Promise<boolean[]> =>
  Promise.all(["before", "after"].map((side) => page.locator(`heads-up-strip .edge.${side}`).isVisible()));

test.each(sampled([900, 390]))("arrows show on which sides more steps are, %i wide", async (width) => {
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

test("a fold is one picture with its numbers, walked over as one step, and a click opens it", async () => {
  const { page, lesson } = await openWithin("?lesson=masked-multi-head&lang=en");
  const place = () => page.locator("heads-up-transport .place").innerText();
  const fold = page.locator("heads-up-strip .fold").first();
  await expect.poll(() => fold.innerText()).toBe("2–4");
  await page.keyboard.press("ArrowRight");
  await expect.poll(lesson.step).toBe("fold_ids");
  await expect.poll(place).toBe("2–4/22");
  await page.keyboard.press("ArrowRight");
  await expect.poll(lesson.step).toBe("padding_mask");
  await expect.poll(place).toBe("5/22");
  await fold.click();
  await expect.poll(lesson.step).toBe("ids");
  await expect.poll(place).toBe("2/22");
  await expect.poll(() => page.locator("heads-up-strip .fold").count()).toBe(2);
  // The address of a step in a fold opens it, and the reader may have all steps open for good.
  await goWithin(page, "?lesson=masked-multi-head&lang=en&step=scores");
  await expect.poll(place).toBe("15/22");
  await goWithin(page, "?lesson=masked-multi-head&lang=en&step=fold_values");
  await page.locator(".whole-path").click();
  await expect.poll(() => page.locator("heads-up-strip .fold").count()).toBe(0);
  await expect.poll(lesson.step).toBe("values");
  await page.reload();
  await expect.poll(place).toBe("19/22");
  await expect.poll(() => page.locator("heads-up-strip .fold").count()).toBe(0);
});

exhaustive("a strip that fits has no arrows", async () => {
  const { page } = await openWithin("?lesson=multi-head&step=q&lang=en");
  await page.locator("heads-up-strip [data-index]").first().waitFor();
  expect(await edges(page)).toEqual([false, false]);
});

const looks = lessonNames.flatMap((lesson) =>
  ["ko", "en"].flatMap((lang) => [1280, 390].map((width) => [lesson, lang, width] as const)),
);

/** The names of steps and chapters, and whether each is cut off. */
async function namesOn(page: Page): Promise<{ name: string | undefined; isCut: boolean }[]> {
  await page.locator("heads-up-strip .name").first().waitFor();
  return page.locator("heads-up-strip button, heads-up-strip .chapter").evaluateAll((all) =>
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
}

/** The strip takes its widths from the window, after its first update. */
const cutOff = async (page: Page) => (await namesOn(page)).filter(({ isCut }) => isCut);

test.each(sampled(looks))("no name of a picture or chapter is cut off (%s, %s, %i wide)", async (...look) => {
  const [lesson, lang, width] = look;
  const { page } = await openWithin(`?lesson=${lesson}&lang=${lang}`, { viewport: { width, height: 844 } });
  await expect.poll(() => cutOff(page)).toEqual([]);
  const names = await namesOn(page);
  expect(names.length).toBeGreaterThan(15);
  // The opening picture is alone in its chapter and has the same name.
  expect(names.filter(({ name }) => !name)).toHaveLength(1);
});

test.each(sampled([1280, 390]))(
  "no name is cut off where chapters have one step each, %i wide",
  async (width) => {
    const steps = ["ids", "input_sum", "attn_pad_mask", "q", "q_heads", "scores", "output", "ff_1"];
    const file = {
      id: "one-each",
      title: { ko: "장마다 한 단계" },
      spec: { lesson: "transformer-block" },
      steps: steps.map((step) => ({ step })),
    };
    const { page } = await openWithin("?src=one-each.json&lang=ko", {
      viewport: { width, height: 844 },
      before: (page) =>
        page.route("**/one-each.json", (route) =>
          route.fulfill({ body: JSON.stringify(file), contentType: "application/json" }),
        ),
    });
    await expect.poll(async () => (await namesOn(page)).map(({ name }) => name)).toContain("합치기와 출력");
    await expect.poll(() => cutOff(page)).toEqual([]);
  },
);

exhaustive("its pictures follow the numbers and the theme", async () => {
  const { page, lesson } = await openWithin("?lesson=masked-multi-head&step=q&lang=en&theme=light");
  const pictures = () =>
    page.evaluate(() => {
      const strip = document.querySelector("heads-up")?.shadowRoot?.querySelector("heads-up-strip");
      return strip?.shadowRoot?.querySelector("canvas")?.toDataURL() ?? "";
    });
  const changedFrom = async (before: string): Promise<string> => {
    // The pictures are painted one after the other, and the strip is complete after the last one.
    const painted = async (): Promise<string> => {
      await lesson.rested();
      return pictures();
    };
    await expect
      .poll(async () => {
        const now = await painted();
        return now !== before && now.length > 5000;
      })
      .toBe(true);
    return painted();
  };
  const first = await changedFrom("");
  await page.evaluate(() => Object.assign(document.querySelector("heads-up") ?? {}, { seed: 7 }));
  const other = await changedFrom(first);
  await page.evaluate(() => Object.assign(document.querySelector("heads-up") ?? {}, { theme: "dark" }));
  await changedFrom(other);
});
