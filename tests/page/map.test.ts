/** The map of a lesson: opened by key, button and address, left by Esc or for a step; a token's path; the course map. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { essential, exhaustive, sampled } from "../sampled.js";
import { audit } from "./axe.js";
import { goWithin, query, site } from "./browser.js";

const { open, openWithin } = site();

const sheet = (page: Page) => page.getByRole("dialog");
const tensor = (page: Page, id: string) => sheet(page).locator(`.tensor[data-id="${id}"]`);
const token = (page: Page, name: RegExp) => sheet(page).getByRole("button", { name });
const isOpenInAddress = async (page: Page) => (await query(page)).get("map");

describe("the map", () => {
  test.each(
    sampled([
      [
        "en",
        /^scores, sentence 5, head 2, token position 10, token position 10\. Step \d+: Compute the scores\. You are here$/,
      ],
      ["ko", /^scores, 문장 5, .*\d+단계.*지금 여기$/],
    ]),
  )("opens with M, marks the current step, and closes with Esc, in %s", async (lang, label) => {
    const { page, lesson, complaints } = await openWithin(
      `?lesson=masked-multi-head&step=scores&lang=${lang}`,
    );
    await page.keyboard.press("m");
    await tensor(page, "scores").waitFor();
    expect(await lesson.sheet.locator("[aria-current]").count()).toBe(1);
    expect(await tensor(page, "scores").getAttribute("aria-current")).toBe("step");
    expect(await tensor(page, "scores").locator(".unseen").innerText()).toMatch(label);
    await expect.poll(() => isOpenInAddress(page)).toBe("1");
    await page.keyboard.press("Escape");
    await expect.poll(() => lesson.sheet.count()).toBe(0);
    await expect.poll(() => isOpenInAddress(page)).toBe(null);
    await page.keyboard.press("ArrowRight");
    await expect.poll(lesson.step).not.toBe("scores");
    expect(complaints).toEqual([]);
  });

  essential("opens with its button, which regains the focus afterwards, and leads to a step", async () => {
    const { page, lesson } = await openWithin("?lesson=masked-multi-head&step=scores&lang=en");
    const button = page.locator(".page-header [aria-label='Map']");
    await button.click();
    await tensor(page, "v_split").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => lesson.sheet.count()).toBe(0);
    await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.press("Enter");
    await tensor(page, "v_split").waitFor();
    await tensor(page, "v_split").focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => lesson.sheet.count()).toBe(0);
    await expect.poll(lesson.step).toBe("v_split");
    await page.keyboard.press("m");
    await tensor(page, "w_k.bias").click();
    await expect.poll(lesson.step).toBe("w_k.bias");
  });

  exhaustive(
    "opens from its address, in the lessons with the most steps, and leads to steps beside the graph",
    async () => {
      const { page, lesson } = await openWithin(
        "?lesson=transformer-block&step=ff_3&layerNorm=pre&map=1&lang=en",
      );
      await tensor(page, "residual_2").waitFor();
      expect(await tensor(page, "norm_1").count()).toBe(1);
      const wide = await lesson.sheet.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth);
      expect(wide).toBe(0);
      await lesson.sheet.locator(".beside button", { hasText: "Does True mean attend?" }).click();
      await expect.poll(lesson.step).toBe("conventions");
    },
  );

  exhaustive("still follows the width of the window after its element was moved on the page", async () => {
    const { page, lesson } = await open("?lesson=masked-multi-head&step=scores&map=1&lang=en");
    await tensor(page, "scores").waitFor();
    await page.evaluate(() => {
      const element = document.querySelector("heads-up");
      if (element) document.querySelector("main")?.append(element);
    });
    await lesson.rested();
    const room = () => lesson.sheet.locator(".graph").evaluate((map) => map.clientWidth);
    await expect.poll(room).toBeGreaterThan(0);
    const wide = await room();
    await page.setViewportSize({ width: 700, height: 800 });
    await expect.poll(room).toBeLessThan(wide);
  });
});

describe("a token's path", () => {
  essential("highlights the tensors made from it, and lists their slices", async () => {
    const { page, lesson } = await openWithin("?lesson=masked-multi-head&step=scores&batch=1&map=1&lang=en");
    const before = () =>
      lesson.sheet.locator("canvas").evaluate((one) => (one as HTMLCanvasElement).toDataURL());
    await tensor(page, "output").waitFor();
    await lesson.rested();
    const plain = await before();
    await token(page, /^Token 2: 96$/).click();
    await expect
      .poll(() => lesson.sheet.locator(".way [role=status]").innerText())
      .toMatch(/96 \(sentence 2, position 1\): 20 tensors/);
    const slices = await lesson.sheet.locator(".way li").allInnerTexts();
    expect(slices).toContain("q_heads[1, :, 1, :]");
    expect(slices.at(-1)).toBe("output[1, 1, :]");
    expect(await lesson.sheet.locator(".tensor.lit").count()).toBe(slices.length);
    expect(await tensor(page, "nopeak_mask").getAttribute("class")).toContain("back");
    await expect.poll(before).not.toBe(plain);
    await token(page, /^Token 2: 96$/).click();
    await expect.poll(() => lesson.sheet.locator(".way").count()).toBe(0);
    await expect.poll(before).toBe(plain);
  });

  exhaustive("begins in either sentence of two, with words where they are known", async () => {
    const { page, lesson } = await openWithin("?lesson=encoder-decoder&step=scores&map=1&lang=en");
    await lesson.sheet
      .getByRole("group", { name: /Source/ })
      .getByRole("button")
      .nth(1)
      .click();
    await expect.poll(() => tensor(page, "q").getAttribute("class")).toContain("back");
    expect(await tensor(page, "k").getAttribute("class")).toContain("lit");
    await goWithin(page, "?lesson=transformer-block&step=scores&map=1&lang=en");
    await expect.poll(() => lesson.sheet.locator(".tokens").innerText()).toContain("_Winter");
  });
});

describe("on a locked page", () => {
  essential("the map leads to steps if they are allowed", async () => {
    const { page, lesson } = await openWithin("?lesson=multi-head&step=scores&mode=locked&lang=en");
    await page.keyboard.press("m");
    await tensor(page, "q").click();
    await expect.poll(lesson.step).toBe("q");
  });

  exhaustive("there is no map without steps, by key, address or button", async () => {
    const { page, lesson } = await openWithin(
      "?lesson=multi-head&step=output&mode=locked&allow=play&map=1&lang=en",
    );
    await page.keyboard.press("m");
    await lesson.rested();
    expect(await lesson.sheet.count()).toBe(0);
    expect(await page.locator('[data-sheet="map"]').count()).toBe(0);
    expect(await lesson.step()).toBe("output");
  });
});

describe("the course map", () => {
  const map = (page: Page) => page.locator(".course-map");

  exhaustive.each([
    ["light", 1280, "en"],
    ["dark", 390, "ko"],
  ] as const)("leads to every lesson and passes axe, %s and %d wide", async (colorScheme, width, lang) => {
    const { page, lesson, requests } = await open(`?lang=${lang}`, {
      ready: false,
      colorScheme,
      viewport: { width, height: 800 },
    });
    await page.locator("heads-up-plate").nth(4).waitFor();
    expect(requests.some((url) => /course_map/.test(url))).toBe(false);
    await page.locator(".course-map").scrollIntoViewIfNeeded();
    await map(page).waitFor();
    const links = await map(page)
      .locator("a")
      .evaluateAll((all) =>
        all.map((link) => new URLSearchParams(link.getAttribute("href") ?? "").get("lesson")),
      );
    expect(new Set(links).size).toBe(5);
    expect((await audit(page)).violations).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await map(page).locator("a[href*='encoder-decoder']").click();
    await expect.poll(() => lesson.address("lesson")).toBe("encoder-decoder");
  });
});

describe("in forced colours", () => {
  exhaustive("the map marks where the reader is and which token is followed", async () => {
    const { page, lesson } = await open("?lesson=masked-multi-head&step=scores&map=1&lang=en", {
      forcedColors: "active",
    });
    await tensor(page, "scores").waitFor();
    await lesson.sheet.locator(".tokens button").nth(2).click();
    await lesson.sheet.locator(".way").waitFor();
    const seen = await lesson.sheet.evaluate((dialog) => {
      const styleOf = (part: string) => getComputedStyle(dialog.querySelector(part) ?? dialog);
      const badge = styleOf(".tensor .here");
      return {
        badge: [badge.forcedColorAdjust, badge.color !== badge.backgroundColor],
        frame: styleOf(".graph [aria-current]").outlineStyle,
        lines: [...dialog.querySelectorAll(".tokens button")].map(
          (one) => getComputedStyle(one).borderBottomColor !== styleOf("dialog").backgroundColor,
        ),
      };
    });
    expect(seen.badge).toEqual(["none", true]);
    expect(seen.frame).toBe("solid");
    expect(seen.lines.flatMap((isDrawn, at) => (isDrawn ? [at] : []))).toEqual([2]);
  });
});
