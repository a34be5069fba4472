/** A review of three mixed questions: offered some hours after the answers, by link and on the first step. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { essential, exhaustive } from "../sampled.js";
import { answeredEvents } from "./answer_questions.js";
import { audit } from "./axe.js";
import { site } from "./browser.js";

const { open } = site();
const HOUR = 3600 * 1000;
const ANSWERED = [
  ["multi-head", "scores", "root_left_out", true],
  ["multi-head", "q_split", "split_shape", false],
  ["encoder-decoder", "ids", "longer_joins", true],
  ["masked-self-attention", "demo_masked_scores", "zero_fill", false],
] as const;

/** Stores answers that were given `hours` hours ago. */
const answeredBefore =
  (hours: number, all: readonly (typeof ANSWERED)[number][] = ANSWERED) =>
  async (page: Page) => {
    const at = Date.now() - hours * HOUR;
    const answered = all.map(([lesson, step, question, right]) => [
      `${lesson} ${step}.${question}`,
      { lesson, step, question, at, right },
    ]);
    await page.addInitScript(
      (kept) => {
        if (!localStorage.getItem("heads-up-practice")) localStorage.setItem("heads-up-practice", kept);
      },
      JSON.stringify({ answered: Object.fromEntries(answered), reviewAt: at + 4 * HOUR }),
    );
  };

exhaustive.each(["en", "ko"])(
  "the landing page offers a review, and each question can be answered or skipped (%s)",
  async (lang) => {
    const { page, lesson, complaints } = await open(`?lang=${lang}`, {
      ready: false,
      before: answeredBefore(5),
      colorScheme: lang === "ko" ? "dark" : "light",
    });
    const answers = await answeredEvents(page);
    await page.locator(".review a").click();
    await lesson.sheet.locator(".ask").waitFor();
    await expect.poll(() => lesson.address("practice")).toBe("review");
    expect((await audit(page)).violations).toEqual([]);
    // The first two are the questions answered wrong; the first is skipped.
    expect(await lesson.sheet.locator(".nth").innerText()).toMatch(/1.*3|3.*1/);
    await lesson.sheet.locator(".skip").focus();
    await page.keyboard.press("Enter");
    const next = lesson.sheet.locator(".nth");
    await expect.poll(() => next.innerText()).toMatch(/2.*3|3.*2/);
    const field = lesson.sheet.locator("#answer");
    if (await field.count()) await field.fill("77");
    else await lesson.sheet.locator('input[type="radio"]').first().check();
    await lesson.sheet.locator(".check").click();
    await lesson.sheet.locator(":is(.right, .wrong)").first().waitFor();
    expect((await answers()).at(-1)?.question).toMatch(/^review:(split_shape|zero_fill)$/);
    await lesson.sheet.locator(".after button").last().click();
    await lesson.sheet.locator(".after button").last().click();
    await lesson.sheet.locator(".ends").waitFor();
    expect(await lesson.sheet.locator(".ends li").count()).toBe(3);
    expect((await audit(page)).violations).toEqual([]);
    await lesson.sheet.locator(".ends button").first().click();
    await expect.poll(() => lesson.sheet.count()).toBe(0);
    await expect.poll(lesson.step).toMatch(/^(q_split|demo_masked_scores)$/);
    expect(complaints).toEqual([]);
  },
);

exhaustive(
  "the first step of a lesson offers a review too; once closed, it is not offered for some hours",
  async () => {
    const { page, lesson } = await open("?lesson=multi-head&lang=en", { before: answeredBefore(30) });
    const button = page.locator('[data-sheet="practice"]');
    await button.click();
    await lesson.sheet.locator(".ask").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => lesson.sheet.count()).toBe(0);
    await expect.poll(() => button.count()).toBe(0);
    await page.goto(new URL("?lang=en", page.url()).href);
    await page.locator(".opening").waitFor();
    expect(await page.locator(".review").count()).toBe(0);
  },
);

exhaustive("a review leaves the place to continue at", async () => {
  const { page, lesson } = await open("?lang=en", {
    ready: false,
    before: async (fresh) => {
      await answeredBefore(5)(fresh);
      await fresh.addInitScript(() => {
        const progress = {
          latest: "multi-head",
          lessons: { "multi-head": { seen: ["ids", "q"], last: "q" } },
        };
        localStorage["heads-up-progress"] ??= JSON.stringify(progress);
      });
    },
  });
  const onward = page.locator(".opening p:not(.review) > .go");
  await expect.poll(() => onward.textContent()).toMatch(/^Continue: Multi-head attention, step \d+$/);
  const before = await onward.textContent();
  await page.locator(".review a").click();
  await lesson.sheet.locator(".ask").waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => lesson.sheet.count()).toBe(0);
  await page.goto(new URL("?lang=en", page.url()).href);
  await expect.poll(() => onward.textContent()).toBe(before);
});

essential("a lesson stores its answered questions for a later review", async () => {
  const { page } = await open("?lesson=multi-head&step=ids&lang=en");
  await page.locator("heads-up-side .chapter").waitFor();
  await page.keyboard.press("Shift");
  await page.locator("heads-up-questions summary").click();
  await page.locator("heads-up-questions #answer").fill("1");
  await page.keyboard.press("Enter");
  await page.locator("heads-up-questions .wrong").waitFor();
  const kept = await page.evaluate(
    () => JSON.parse(localStorage.getItem("heads-up-practice") ?? "{}").answered,
  );
  expect(Object.values(kept)).toMatchObject([
    { lesson: "multi-head", step: "ids", question: "longer_joins", right: false },
  ]);
});
