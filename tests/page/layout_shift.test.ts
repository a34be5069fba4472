/** Nothing that is on the screen moves by itself: while a page loads, when what stands beside the stage comes later, and while stepping. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { lessonNames } from "../../web/src/lessons/opening.js";
import { sampled } from "../sampled.js";
import { heldBack, site } from "./browser.js";

const { open } = site();

const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
] as const;

interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node?: Node }[];
}

/** Records the layout shifts of a page from its beginning, without those that follow an action within half a second. */
const recordShifts = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[])
        if (!hadRecentInput)
          shifts.push(
            `${value.toFixed(4)}: ${sources.map(({ node }) => (node as Element | undefined)?.outerHTML?.slice(0, 100)).join(" | ")}`,
          );
    }).observe({ type: "layout-shift", buffered: true });
  });
};

const shiftsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);

/** Each lesson and the page of all lessons in each size, in the languages in turn. */
const visits = SIZES.flatMap((viewport, size) =>
  [...lessonNames.map((lesson) => `lesson=${lesson}&`), ""].map(
    (search, i) => [`?${search}lang=${(i + size) % 2 === 0 ? "ko" : "en"}`, viewport] as const,
  ),
);

test.each(sampled(visits))(
  "nothing moves while %s loads and while stepping (%o)",
  async (visit, viewport) => {
    const { page, lesson } = await open(visit, {
      viewport,
      before: recordShifts,
      ready: visit.includes("lesson"),
      alone: true,
    });
    if (visit.includes("lesson")) {
      await lesson.rested();
      for (let step = 1; step < 8; step++) {
        await page.keyboard.press("ArrowRight");
        await lesson.rested();
      }
    } else await page.locator("heads-up-plate").nth(4).waitFor();
    expect(await shiftsOf(page)).toEqual([]);
  },
);

test.each(sampled(SIZES.flatMap((viewport) => ["ko", "en"].map((lang) => [lang, viewport] as const))))(
  "a question that comes later has a place that says so, and moves nothing (%s, %o)",
  async (lang, viewport) => {
    const { before, release } = heldBack(/\/assets\/beside-/);
    const { page, lesson } = await open(`?lesson=masked-multi-head&lang=${lang}`, {
      ...{ viewport, ready: false, alone: true },
      before: async (fresh) => {
        await recordShifts(fresh);
        await before(fresh);
      },
    });
    const awaited = page.locator("heads-up-side .awaited");
    await awaited.waitFor();
    expect(await awaited.innerText()).toMatch(lang === "ko" ? /문제/ : /question/);
    release();
    await lesson.questions.locator(".check").waitFor();
    await lesson.rested();
    expect(await awaited.count()).toBe(0);
    expect(await shiftsOf(page)).toEqual([]);
  },
);

test("a step played before its question has come keeps the question in its place", async () => {
  const { before, release } = heldBack(/\/assets\/beside-/);
  const { page, lesson } = await open("?lesson=masked-multi-head&lang=en", {
    before,
    ready: false,
    alone: true,
  });
  await page.locator("heads-up-side .awaited").waitFor();
  await page.keyboard.press(" ");
  const isPlaying = lesson.isPlaying;
  await expect.poll(isPlaying).toBe(true);
  release();
  await lesson.questions.locator("summary").click();
  await lesson.questions.locator(".check").waitFor();
});
