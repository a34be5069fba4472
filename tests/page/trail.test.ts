/** Undo and redo of every change, the trail and its file; and nothing typed is lost. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { essential, exhaustive, sampled } from "../sampled.js";
import { audit } from "./axe.js";
import { callout, currentStep, type Instrument, query, rested, savedBy, settled, site } from "./browser.js";

const { open, openWithin } = site();
const folder = mkdtempSync(path.join(tmpdir(), "heads-up-trail-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Moves the page's clock forward, so that the next change is not merged with the last. */
const later = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { now } = Date;
    Date.now = () => now() + 1100;
  });
const field = (page: Page, id: string) => page.locator(`heads-up-settings #${id}`);
const turn = (page: Page, which: "undo" | "redo") => page.locator(`heads-up-transport .${which}`);
const news = (page: Page) => page.locator("heads-up .frame > [role=status]");
const spec = (page: Page) => page.evaluate(() => document.querySelector<Instrument>("heads-up")?.trace?.spec);

async function setField(page: Page, id: string, value: string): Promise<void> {
  const toggle = page.locator("heads-up-settings .toggle");
  if ((await toggle.getAttribute("aria-expanded")) !== "true") await toggle.click();
  await field(page, id).fill(value);
  // Changes are recorded for undo; refused input is not.
  const isDone = async () =>
    (await field(page, id).getAttribute("aria-invalid")) === "true" ||
    (await turn(page, "undo").getAttribute("aria-label"))?.endsWith(value);
  await expect.poll(isDone).toBe(true);
  await later(page);
  await page.keyboard.press("Escape");
}

describe("undo and redo restore changes", () => {
  essential("of data, step, sentence and cell, by keyboard", async () => {
    const { page, complaints } = await open("?lesson=masked-multi-head&step=scores&lang=en&batch=2");
    expect(await turn(page, "undo").isDisabled()).toBe(true);
    await setField(page, "seed", "7");
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => turn(page, "undo").getAttribute("aria-label")).not.toContain("42 → 7");
    await later(page);
    await page.locator("heads-up-focus").getByRole("button", { name: "Next Sentence" }).click();
    await page.evaluate(() =>
      document.querySelector<Instrument>("heads-up")?.openCell("scores", [0, 0, 1, 1]),
    );
    await expect.poll(() => turn(page, "undo").getAttribute("aria-label")).toContain("Opened cell");
    const shown = async (): Promise<unknown[]> => {
      const params = await query(page);
      return ["seed", "step", "batch", "cell"].map((key) => params.get(key));
    };
    const states = [
      ["7", "masks", "3", "scores[0,0,1,1]"],
      ["7", "masks", "3", null],
      ["7", "masks", "2", null],
      ["7", "scores", "2", null],
      [null, "scores", "2", null],
    ];
    for (const [i, state] of states.entries()) {
      if (i > 0) await page.keyboard.press("Control+z");
      await expect.poll(shown).toEqual(state);
    }
    await expect.poll(() => turn(page, "undo").isDisabled()).toBe(true);
    await expect.poll(() => news(page).textContent()).toBe("Undone: Seed 42 → 7");
    for (const [i, key] of ["Control+y", "Control+Shift+z", "Meta+Shift+z", "Control+y"].entries()) {
      await page.keyboard.press(key);
      await expect.poll(shown, { message: key }).toEqual(states[3 - i]);
    }
    expect(complaints).toEqual([]);
  });

  essential("and a field shows the value that redo restores, so that the next edit keeps it", async () => {
    const { page } = await open("?lesson=masked-multi-head&step=scores&lang=en");
    await setField(page, "seed", "7");
    await turn(page, "undo").click();
    await expect.poll(async () => (await spec(page))?.seed).toBe(42);
    await page.locator("heads-up-settings .toggle").click();
    await expect.poll(() => field(page, "seed").inputValue()).toBe("42");
    await turn(page, "redo").click();
    await expect.poll(() => field(page, "seed").inputValue()).toBe("7");
    await field(page, "dModel").fill("16");
    await expect.poll(async () => (await spec(page))?.dModel).toBe(16);
    expect((await spec(page))?.seed).toBe(7);
  });

  exhaustive.each([
    ["ko", "실행 취소: 시드: 42 → 7"],
    ["en", "Undo: Seed 42 → 7"],
  ])("by touch on a phone, with a label that names the change (%s)", async (lang, label) => {
    const { page } = await open(`?lesson=masked-multi-head&step=scores&lang=${lang}`, {
      viewport: { width: 320, height: 700 },
      hasTouch: true,
    });
    await setField(page, "seed", "7");
    await expect.poll(() => turn(page, "undo").getAttribute("aria-label")).toBe(label);
    const box = await turn(page, "undo").boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(36);
    await turn(page, "undo").tap();
    await expect.poll(async () => (await spec(page))?.seed).toBe(42);
    await turn(page, "redo").tap();
    await expect.poll(async () => (await spec(page))?.seed).toBe(7);
  });

  exhaustive("of the lesson, chosen in the page header and after going back in the browser", async () => {
    const { page } = await open("?lesson=masked-multi-head&step=scores&lang=en");
    await page.locator(".row").getByRole("link", { name: "Encoder-decoder attention" }).click();
    await expect.poll(async () => (await spec(page))?.lesson).toBe("encoder-decoder");
    await expect.poll(() => turn(page, "undo").isDisabled()).toBe(false);
    await page.keyboard.press("Control+z");
    await expect.poll(async () => (await spec(page))?.lesson).toBe("masked-multi-head");
    await page.keyboard.press("Control+y");
    await expect.poll(async () => (await spec(page))?.lesson).toBe("encoder-decoder");
    await page.goBack();
    await settled(page);
    await expect.poll(async () => (await spec(page))?.lesson).toBe("masked-multi-head");
    await expect.poll(() => turn(page, "undo").isDisabled()).toBe(false);
    await page.keyboard.press("Control+z");
    await expect.poll(async () => (await spec(page))?.lesson).toBe("encoder-decoder");
  });

  exhaustive("of a size that is slow to compute", async () => {
    const { page } = await open("?lesson=multi-head&step=scores&lang=en");
    await page.locator("heads-up-focus").getByRole("button", { name: "tutorial" }).click();
    await expect.poll(async () => (await spec(page))?.dModel).toBe(512);
    await expect.poll(() => turn(page, "undo").isDisabled()).toBe(false);
    await page.keyboard.press("Control+z");
    await expect.poll(async () => (await spec(page))?.dModel).toBe(8);
    await page.keyboard.press("Control+y");
    await expect.poll(async () => (await spec(page))?.dModel).toBe(512);
  });

  exhaustive("but in a field the keys keep their browser function", async () => {
    const { page } = await open("?lesson=masked-multi-head&step=scores&lang=en");
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => turn(page, "undo").isDisabled()).toBe(false);
    await page.locator("heads-up-settings .toggle").click();
    await field(page, "numHeads").focus();
    await page.keyboard.press("Control+z");
    await rested(page);
    expect(await currentStep(page)).toBe("masks");
  });
});

const sheet = (page: Page) => page.locator("dialog.trail");
const openSheet = (page: Page, name: string | RegExp) =>
  page.locator(".more").getByRole("button", { name }).click();

describe("the trail", () => {
  test.each(
    sampled([
      ["en", "What I did", "light"],
      ["ko", "학습 기록", "dark"],
    ]),
  )("lists what was done and leads back to it (%s)", async (lang, title, colorScheme) => {
    const { page, complaints } = await open(`?lesson=masked-multi-head&step=scores&lang=${lang}`, {
      colorScheme,
    });
    await setField(page, "seed", "7");
    await page.keyboard.press("ArrowRight");
    await rested(page);
    await openSheet(page, title);
    await expect.poll(() => sheet(page).locator("li").count()).toBe(3);
    expect(await sheet(page).locator("li").nth(1).locator("a > span").textContent()).toMatch(/42 → 7$/);
    expect((await audit(page)).violations).toEqual([]);
    await sheet(page).locator("li").nth(2).locator("a").press("Enter");
    await settled(page);
    await expect.poll(async () => (await spec(page))?.seed).toBe(42);
    await expect.poll(() => currentStep(page)).toBe("scores");
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(lang);
    await page.goBack();
    await settled(page);
    await expect.poll(async () => (await spec(page))?.seed).toBe(7);
    expect(complaints).toEqual([]);
  });

  exhaustive("survives a reload, is saved to a file, cleared, and read back from it", async () => {
    const { page, complaints } = await open("?lesson=masked-multi-head&step=scores&lang=en");
    await setField(page, "seed", "7");
    await page.evaluate(() =>
      document
        .querySelector("heads-up")
        ?.dispatchEvent(new CustomEvent("heads-up-answer", { detail: { right: true }, bubbles: true })),
    );
    await openSheet(page, "What I did");
    await expect.poll(() => sheet(page).locator("li").count()).toBeGreaterThanOrEqual(3);
    await page.reload();
    await settled(page);
    await openSheet(page, "What I did");
    await expect.poll(() => sheet(page).locator("li").count()).toBeGreaterThanOrEqual(3);
    expect(await sheet(page).textContent()).toContain("Question answered, right");
    const { bytes } = await savedBy(sheet(page).getByRole("button", { name: "Save as a file" }));
    const saved = JSON.parse(bytes.toString());
    expect(saved).toMatchObject({ format: "heads-up-trail", version: 1 });
    expect(saved.progress.lessons["masked-multi-head"].seen).toContain("scores");

    const other = await open("?lang=en", { ready: false });
    await openSheet(other.page, "What I did");
    await sheet(other.page).waitFor();
    expect(await sheet(other.page).locator("li").count()).toBe(0);
    const file = { name: "trail.json", mimeType: "application/json", buffer: bytes };
    await sheet(other.page).locator("input[type=file]").setInputFiles(file);
    await expect.poll(() => sheet(other.page).locator("li").count()).toBe(saved.entries.length);
    await sheet(other.page).getByRole("button", { name: "Close" }).click();
    await expect.poll(() => other.page.locator(".seen").count()).toBe(1);
    await other.page.getByRole("button", { name: "Forget my progress" }).click();
    await openSheet(other.page, "What I did");
    await sheet(other.page).waitFor();
    await expect.poll(() => sheet(other.page).locator("li").count()).toBe(0);
    expect([...complaints, ...other.complaints]).toEqual([]);
  });

  exhaustive.each([
    ["ko", [['{"format":"heads-up-trail","version":9}', /버전은 9/]]],
    [
      "en",
      [
        ['{"format":"heads-up-trail","version":9}', /version 9, this page reads version 1/],
        ["<script>alert(1)</script>", /<script>/],
        ['{"format":"heads-up-trail","version":1,"entries":[{"address":"javascript:0"}]}', /Entry 1/],
      ],
    ],
  ] as const)("a file that is not a trail is refused with a sentence (%s)", async (lang, refused) => {
    const { page, complaints } = await openWithin(`?lesson=masked-multi-head&step=scores&lang=${lang}`);
    const file = path.join(folder, "bad.json");
    await page.locator(".more button").last().click();
    for (const [text, sentence] of refused) {
      writeFileSync(file, text);
      await sheet(page).locator("input[type=file]").setInputFiles(file);
      await expect.poll(() => sheet(page).getByRole("alert").textContent()).toMatch(sentence);
    }
    expect((await audit(page)).violations).toEqual([]);
    expect(complaints).toEqual([]);
  });
});

describe("nothing typed is lost", () => {
  essential("after a bad value, a change of language, or a reload", async () => {
    const { page } = await open("?lesson=masked-multi-head&step=scores&lang=en");
    const toggle = page.locator("heads-up-settings .toggle");
    await toggle.click();
    await field(page, "sequences").fill("62, 13, forty");
    await expect.poll(() => field(page, "sequences").getAttribute("aria-invalid")).toBe("true");
    await page.getByRole("button", { name: "한국어" }).click();
    await expect.poll(() => page.locator("heads-up-settings .reset").last().textContent()).toMatch(/[가-힣]/);
    expect(await field(page, "sequences").inputValue()).toBe("62, 13, forty");
    await page.reload();
    await settled(page);
    await toggle.click();
    await expect.poll(() => field(page, "sequences").inputValue()).toBe("62, 13, forty");
    await expect.poll(() => field(page, "sequences").getAttribute("aria-invalid")).toBe("true");
    await field(page, "sequences").fill("62, 13, 40");
    await expect.poll(async () => (await query(page)).get("tokens")).toBe("62,13,40");
    await page.reload();
    await settled(page);
    await toggle.click();
    await expect.poll(() => field(page, "sequences").inputValue()).toBe("62, 13, 40");
  });

  exhaustive("and the page keeps working without storage", async () => {
    const { page, complaints } = await open("?lesson=masked-multi-head&step=scores&lang=en", {
      before: async (fresh) => {
        await fresh.addInitScript(() => {
          for (const name of ["localStorage", "sessionStorage"])
            Object.defineProperty(window, name, {
              get: () => {
                throw new DOMException("refused", "SecurityError");
              },
            });
        });
      },
    });
    await setField(page, "seed", "7x");
    await setField(page, "seed", "7");
    await page.keyboard.press("Control+z");
    await expect.poll(async () => (await spec(page))?.seed).toBe(42);
    expect(complaints).toEqual([]);
  });
});

test.each(
  sampled([
    ["en", /newer version/],
    ["ko", /새로운 버전/],
  ]),
)("a link from a newer version is reported, and its known parts are used (%s)", async (lang, sentence) => {
  const { page } = await openWithin(
    `?lesson=masked-multi-head&step=scores&seed=7&flavour=9&utm_source=mail&lang=${lang}`,
  );
  const problems = page.locator(".problems");
  await expect.poll(() => problems.textContent()).toMatch(sentence);
  expect(await problems.textContent()).toContain("flavour");
  expect(await problems.textContent()).not.toContain("utm");
  expect((await spec(page))?.seed).toBe(7);
  expect(await callout(page).count()).toBe(0);
});
