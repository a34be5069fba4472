/** The reader's own sentences: from text to pieces, ids and padding; by keyboard, in both languages, and in the address. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { essential, exhaustive, sampled } from "../sampled.js";
import { audit } from "./axe.js";
import { type Opened, query, site } from "./browser.js";
import { Lesson } from "./lesson.js";

const { openWithin } = site();

const LESSON = "?lesson=transformer-block&step=ids";
const TUTORIAL = "겨울은 추워요.\n감기 조심하세요.";
const typed = (page: Page) => page.locator(".drawer .sentences textarea");
const alert = (page: Page) => page.locator('.drawer.settings [role="alert"]');
const cells = (page: Page, row: number): Promise<string[]> =>
  page.locator(`.drawer .sentences tr:nth-child(${row}) td`).allInnerTexts();
const ids = (page: Page): Promise<number[]> => new Lesson(page).numbers("ids");

/** Opens the settings and enters the field for sentences, by keyboard. */
async function openText(search: string): Promise<Opened> {
  const opened = await openWithin(search);
  const { page } = opened;
  await page.locator(".drawer.settings .toggle").focus();
  await page.keyboard.press("Enter");
  const radios = page.locator('.drawer.settings input[type="radio"]');
  await radios.nth(1).focus();
  await page.keyboard.press("ArrowUp");
  await typed(page).focus();
  return opened;
}

describe.each(sampled(["ko", "en"]))("in %s", (lang) => {
  test("sentences typed by keyboard become pieces, ids and padding", async () => {
    const { page, lesson, complaints, requests } = await openText(`${LESSON}&lang=${lang}`);
    expect(await typed(page).inputValue()).toBe(TUTORIAL);
    await expect
      .poll(async () => (await cells(page, 1)).map((text) => text.split(/\s+/).at(-1)))
      .toEqual("3207 3634 197 3986 3790 3620 0 0".split(" "));
    await page.keyboard.press("Control+A");
    await page.keyboard.type("Winter is cold.\n나는 뷁");
    await expect.poll(async () => (await cells(page, 2)).join(" ")).toMatch(/⟨\?⟩ 뷁/);
    await expect.poll(() => ids(page)).toEqual([95, 461, 5, 25, 448, 4, 51, 18, 5, 1, 0, 0]);
    await expect.poll(() => lesson.address("text")).toBe("Winter is cold.\n나는 뷁");
    expect((await query(page)).has("tokens")).toBe(false);
    expect((await audit(page)).violations).toEqual([]);
    expect(complaints).toEqual([]);
    expect(requests.filter((url) => !url.startsWith(new URL(page.url()).origin))).toEqual([]);
  });

  test("a pasted essay is refused with a message, and the stage is unchanged", async () => {
    const { page, lesson } = await openText(`${LESSON}&lang=${lang}`);
    const before = await ids(page);
    await typed(page).fill("가나다라마 바사아자차 ".repeat(400));
    await expect.poll(() => alert(page).count()).toBe(1);
    expect(await alert(page).textContent()).toMatch(/4,?800.*600/);
    expect(await typed(page).getAttribute("aria-invalid")).toBe("true");
    expect((await audit(page)).violations).toEqual([]);
    await lesson.rested();
    expect(await ids(page)).toEqual(before);
    await page.locator(".drawer.settings .back").first().click();
    await expect.poll(() => typed(page).inputValue()).toBe(TUTORIAL);
    await expect.poll(() => alert(page).count()).toBe(0);
  });
});

essential("a link restores the sentences, through a reload and another language", async () => {
  const { page, lesson } = await openWithin(
    `${LESSON}&lang=en&text=${encodeURIComponent("The cat\n\n나는")}`,
  );
  const written = [12, 476, 0, 0, 51, 18];
  await expect.poll(() => ids(page)).toEqual(written);
  await page.reload();
  await expect.poll(() => ids(page)).toEqual(written);
  await lesson.toggle("settings");
  await expect.poll(() => typed(page).inputValue()).toBe("The cat\n\n나는");
  await page.locator("header a[lang=ko], header button[lang=ko]").first().click();
  await expect.poll(() => page.locator("html").getAttribute("lang")).toBe("ko");
  await lesson.toggle("settings");
  expect(await typed(page).inputValue()).toBe("The cat\n\n나는");
  await expect.poll(() => lesson.address("text")).toBe("The cat\n\n나는");
});

exhaustive("a bad value elsewhere keeps the sentences, and typed ids keep them in their field", async () => {
  const { page, lesson } = await openText(`${LESSON}&lang=en`);
  await typed(page).fill("The cat");
  await expect.poll(() => ids(page)).toEqual([12, 476]);
  await lesson.field("numHeads").fill("3");
  await expect.poll(() => alert(page).count()).toBe(1);
  expect(await typed(page).inputValue()).toBe("The cat");
  await lesson.field("numHeads").fill("4");
  await expect.poll(() => lesson.address("numHeads")).toBe("4");
  expect(await lesson.address("text")).toBe("The cat");
  const radios = page.locator('.drawer.settings input[type="radio"]');
  await radios.nth(1).check();
  expect(await lesson.field("sequences").inputValue()).toBe("12, 476");
  await lesson.field("sequences").fill("12, 7");
  await expect.poll(() => ids(page)).toEqual([12, 7]);
  await expect.poll(() => lesson.address("tokens")).toBe("12,7");
  await radios.nth(0).check();
  expect(await typed(page).inputValue()).toBe("The cat");
  await expect.poll(() => ids(page)).toEqual([12, 476]);
});

exhaustive("ids outside a smaller vocabulary are reported beside the sentences", async () => {
  const { page, lesson } = await openText(`${LESSON}&lang=ko`);
  await typed(page).fill("Hello 2026!");
  await lesson.field("vocabSize").fill("100");
  await expect.poll(() => page.locator('.drawer .sentences [role="alert"]').textContent()).toMatch(/99/);
  await lesson.rested();
});

describe("on the stage", () => {
  const text = "나는 밥을 먹고 간다.";
  const words = (page: Page): Promise<string[][] | undefined> =>
    page.evaluate(() => {
      const root = document.querySelector("heads-up")?.shadowRoot;
      const stage = root?.querySelector("heads-up-stage") as { tokens?: { source: string[][] } } | null;
      return stage?.tokens?.source;
    });

  essential(
    "rows and columns are named by the words in the address, and a cell shows its query and its key",
    async () => {
      const cell = "attention[0,0,3,1]";
      const { page } = await openWithin(
        `?lesson=transformer-block&step=attention&lang=ko&cell=${cell}&text=${encodeURIComponent(text)}`,
      );
      await expect.poll(async () => (await words(page))?.[0]?.join("")).toBe("▁나는▁밥을▁먹고▁간다.");
      const [pieces = []] = (await words(page)) ?? [];
      await expect
        .poll(() => page.locator("heads-up-callout .tokens-of-cell b").textContent())
        .toBe(`${pieces[3]} → ${pieces[1]}`);
    },
  );

  exhaustive("typed words appear with their ids, and undo restores the previous ones", async () => {
    const { page, lesson } = await openText("?lesson=transformer-block&step=attention&lang=en");
    await expect.poll(async () => (await words(page))?.[0]?.[0]).toBe("_Winter");
    await page.keyboard.press("Control+A");
    await page.keyboard.type("The cat");
    await expect.poll(async () => (await words(page))?.flat().join("")).toBe("▁The▁cat");
    await lesson.turn("undo").click();
    await expect.poll(async () => (await words(page))?.[0]?.[0]).toBe("_Winter");
  });
});

exhaustive(
  "questions name tokens as the stage does, at the edges of a mask and in a row of cells",
  async () => {
    const ask = async (lesson: string, step: string): Promise<Page> => {
      const { page } = await openWithin(`?lesson=${lesson}&step=${step}&t=0&lang=ko`);
      const question = page.locator("heads-up-questions details");
      await question.waitFor();
      if (!(await question.evaluate((details: HTMLDetailsElement) => details.open)))
        await question.locator("summary").click();
      return page;
    };
    const page = await ask("transformer-block", "attn_pad_mask");
    const edges = page.locator(".mask th");
    await expect
      .poll(() => edges.allTextContents())
      .toEqual("_겨울 은 추 워 요 . 0 0 _겨울 은 추 워 요 . [PAD] [PAD]".split(" "));
    await page.locator('.languages [lang="en"]').click();
    await expect
      .poll(() => edges.allTextContents())
      .toEqual("_Winter _is _free z ing . 0 0 _Winter _is _free z ing . [PAD] [PAD]".split(" "));
    const cells = (await ask("masked-self-attention", "k")).locator(
      "heads-up-questions .cells label > span:nth-of-type(2)",
    );
    await expect.poll(() => cells.allTextContents()).toEqual(["나는", "밥을"]);
  },
);

essential(
  "masked self-attention names its tokens with the tutorial's sentence, in each language's words",
  async () => {
    const { page, complaints } = await openWithin("?lesson=masked-self-attention&step=attention&lang=ko");
    const headers = (kind: "row" | "col"): Promise<string[]> =>
      page.locator(`heads-up-grid th[scope="${kind}"]`).allTextContents();
    const saysIn = (sentence: string): Promise<void> =>
      expect
        .poll(async () => [await headers("row"), (await headers("col")).slice(-4)])
        .toEqual([0, 0].map(() => sentence.split(" ").map((word, i) => `L ${i} ${word}`)));
    await saysIn("나는 밥을 먹고 있다");
    await page.locator('.languages [lang="en"]').click();
    await saysIn("I eat rice now");
    expect(await ids(page)).toEqual([62, 13, 47, 39]);
    expect(complaints).toEqual([]);
  },
);
