/** The class at the end of a lesson: wrong and right answers typed into its gaps, then the whole class with links to the steps. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { load } from "../../dist/package/index.node.js";
import { lessonNames } from "../../web/src/lessons/opening.js";
import type { LessonSpec } from "../../web/src/module/types.js";
import { essential, exhaustive, sampled } from "../sampled.js";
import { goWithin, site } from "./browser.js";

const { open, openWithin } = site();

const sheet = (page: Page) => page.getByRole("dialog");
const field = (page: Page, gap: string) => sheet(page).locator(`#${gap}`);
const verdictOf = (page: Page, gap: string) => sheet(page).locator(`#feedback-${gap}`);
const focused = (page: Page) => sheet(page).locator(":focus").getAttribute("id");

const LAST: Readonly<Record<string, string>> = {
  "masked-self-attention": "generation",
  "multi-head": "output",
  "masked-multi-head": "output",
  "encoder-decoder": "output",
  "transformer-block": "ff_3",
};

describe("the gaps", () => {
  test.each(
    sampled([
      ["en", /^× Now columns sum to 1 and rows do not: attention\[\d, \d, \d\] sums to \d/, "1 of 6 right"],
      ["ko", /^× 이제 열의 합이 1이고, 행의 합은 1이 아닙니다/, "6개 가운데 1개 맞음"],
    ]),
  )("are filled in by keyboard alone (%s)", async (lang, columns, count) => {
    const { page, lesson, complaints } = await open(`?lesson=masked-multi-head&step=output&lang=${lang}`);
    const button = page.locator('[data-sheet="class"]');
    // The button becomes visible only once the panel is rendered.
    await button.waitFor();
    await button.focus();
    await page.keyboard.press("Enter");
    await field(page, "dim").waitFor();
    await expect.poll(() => lesson.address("class")).toBe("gaps");
    await field(page, "dim").focus();
    await page.keyboard.type("-2");
    await page.keyboard.press("Enter");
    await expect.poll(() => verdictOf(page, "dim").innerText()).toMatch(columns);
    expect(await field(page, "dim").getAttribute("aria-invalid")).toBe("true");
    expect(await focused(page)).toBe("dim");
    await page.keyboard.press("Control+A");
    await page.keyboard.type("3");
    await page.keyboard.press("Enter");
    await expect.poll(() => verdictOf(page, "dim").innerText()).toMatch(/^✓ \(B 5, H 2, L 10, L 10\)/);
    // After a right answer the focus goes to the first gap without one.
    await expect.poll(() => focused(page)).toBe("heads");
    expect(await lesson.sheet.locator(".progress").innerText()).toBe(count);
    for (const answer of ["2, 1", "q.size(-1)", "-3", "float('-inf')", "8"]) {
      await page.keyboard.type(answer);
      await page.keyboard.press("Enter");
    }
    const onward = lesson.sheet.locator(".onward");
    await onward.waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(() => lesson.address("class")).toBe("whole");
    await page.keyboard.press("Escape");
    await expect.poll(() => lesson.sheet.count()).toBe(0);
    const back = await page.evaluate(() =>
      document.querySelector("heads-up")?.shadowRoot?.activeElement?.getAttribute("data-sheet"),
    );
    expect(back).toBe("class");
    expect(complaints).toEqual([]);
  });

  essential("show PyTorch's error, report answers, and reveal the missing ones", async () => {
    const { page, lesson } = await open("?lesson=encoder-decoder&step=output&class=gaps&lang=en");
    await page.evaluate(() => {
      const answers: unknown[] = [];
      Object.assign(window, { answers });
      document.addEventListener("heads-up-answer", (event) => answers.push((event as CustomEvent).detail));
    });
    await lesson.sheet.locator(".check").click();
    await expect.poll(() => verdictOf(page, "dim").innerText()).toContain("Still empty.");
    await field(page, "split").fill("q.size(1), self.num_heads, self.d_k");
    await field(page, "call").fill("embedding, embedding, embedding");
    await lesson.sheet.locator(".check").click();
    await expect
      .poll(() => verdictOf(page, "split").locator(".error").innerText())
      .toContain("invalid for input of size 400");
    expect(await verdictOf(page, "call").innerText()).toContain("(5, 10, 8)");
    const answers = await page.evaluate(
      () => (window as unknown as { answers: Record<string, unknown>[] }).answers,
    );
    expect(answers.map(({ question, right, tries }) => [question, right, tries])).toEqual([
      ["class:split", false, 1],
      ["class:call", false, 1],
    ]);
    await lesson.sheet.locator(".reveal").click();
    await lesson.sheet.locator(".onward").waitFor();
    expect(await field(page, "call").inputValue()).toBe("target_embedding, embedding, embedding");
    // Revealed answers are not reported.
    expect(await page.evaluate(() => (window as unknown as { answers: unknown[] }).answers.length)).toBe(2);
  });
});

describe("the whole class", () => {
  test.each(sampled(lessonNames))("concludes %s: its lines lead to their steps", async (name) => {
    const { page, lesson, complaints } = await openWithin(
      `?lesson=${name}&step=${LAST[name]}&class=whole&lang=en`,
    );
    const line = lesson.sheet.locator("button.line", { hasText: "scores.softmax(dim=-1)" });
    await line.focus();
    await page.keyboard.press("Enter");
    await expect.poll(lesson.step).toBe("attention");
    await expect.poll(() => lesson.sheet.count()).toBe(0);
    await expect.poll(() => lesson.address("class")).toBeNull();
    expect(complaints).toEqual([]);
  });

  essential(
    "lines of grouped tensors have the number of their group, and lead to their own tensor",
    async () => {
      const { lesson } = await openWithin("?lesson=masked-multi-head&step=output&class=whole&lang=en");
      const line = (text: string) => lesson.sheet.locator("button.line", { hasText: text });
      await line("q = q.view(").first().waitFor();
      const [number] = await line("q = q.view(").locator(".number").allInnerTexts();
      // Steps of a fold have its range.
      expect(number).toMatch(/^\d+(–\d+)?$/);
      expect(await line("k = k.view(").locator(".number").innerText()).toBe(number);
      await line("k = k.view(").click();
      await expect.poll(lesson.step).toBe("k_split");
    },
  );

  essential("opens from the take-away menu, where it can be copied", async () => {
    const { page, lesson } = await openWithin("?lesson=masked-self-attention&step=scores&lang=en");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const menu = page.locator(".takeAway .panel");
    await lesson.toggle("takeAway");
    const spec = await lesson.spec();
    const hu = await load();
    const script = hu.toPyTorch(spec as LessonSpec, "class");
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await menu.locator(".copy-classes").click();
    await expect.poll(clipboard).toBe(script);
    await menu.locator(".write").click();
    await lesson.sheet.locator("nav .whole").click();
    await page.evaluate(() => navigator.clipboard.writeText(""));
    await lesson.sheet.locator(".copy-script").click();
    await expect.poll(clipboard).toBe(script);
    await lesson.sheet.locator(".copy-class").click();
    await expect.poll(clipboard).toMatch(/^class SelfAttention\(nn\.Module\):\n/);
  });

  exhaustive("keeps what was typed while the reader looks at a step", async () => {
    const { page, lesson } = await openWithin("?lesson=multi-head&step=output&class=gaps&lang=en");
    await field(page, "scale").fill("d_model");
    await lesson.sheet.locator("nav .whole").click();
    await lesson.sheet.locator("button.line").first().click();
    await expect.poll(() => lesson.sheet.count()).toBe(0);
    await lesson.toggle("takeAway");
    await page.locator(".takeAway .panel .write").click();
    await expect.poll(() => field(page, "scale").inputValue()).toBe("d_model");
  });

  essential("a link to an unknown part is reported, and a locked page has no copy buttons", async () => {
    const { page, lesson } = await openWithin("?lesson=multi-head&step=output&class=half&lang=en");
    await expect.poll(() => page.locator('[role="alert"]').first().innerText()).toContain("half");
    expect(await lesson.sheet.count()).toBe(0);
    await goWithin(page, "?lesson=multi-head&step=output&class=whole&mode=locked&lang=en");
    await lesson.sheet.locator(".back").waitFor();
    expect(await lesson.sheet.locator(".copy-class, .copy-script").count()).toBe(0);
  });
});
