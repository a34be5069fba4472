/** What the picture shows while the reader asks about a number and follows it to where it comes from. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { StageElement } from "../../web/src/views/stage/stage_element.js";
import { essential, exhaustive } from "../sampled.js";
import { type Instrument, site } from "./browser.js";

const { openWithin } = site();
const SOFTMAX = "?lesson=masked-multi-head&step=attention&t=1&lang=en";

const openCell = (page: Page, ...index: number[]) =>
  page.evaluate((at) => document.querySelector<Instrument>("heads-up")?.openCell("attention", at), index);

/** The largest score beside the worked row, and the number of cells with a strong frame. */
const shown = (page: Page): Promise<{ max: string; frames: number }> =>
  page.evaluate(() => {
    const root = document.querySelector<Instrument>("heads-up")?.shadowRoot;
    const stage = root?.querySelector<StageElement>("heads-up-stage");
    const marks = stage?.frame(stage.theme)?.marks ?? [];
    const texts = marks.flatMap((mark) => (mark.kind === "text" ? mark.text : []));
    return {
      max: texts.find((text) => text.startsWith("max ")) ?? "",
      frames: marks.filter((mark) => mark.kind === "rect" && mark.strokeWidth === 3).length,
    };
  });

/** The same, as it should be for a row of the scores. */
const largestOf = (page: Page, batch: number, row: number): Promise<string> =>
  page.evaluate(
    ([b, at]) => {
      const trace = document.querySelector<Instrument>("heads-up")?.trace;
      const scores = trace?.steps.find(({ name }) => name === "masked_scores");
      const [, heads = 1, rows = 1, cols = 1] = scores?.shape ?? [];
      const from = (b * heads * rows + at) * cols;
      const largest = Math.max(...(scores?.data.slice(from, from + cols) ?? []));
      return `max ${largest.toFixed(2).replace("-", "−")}`;
    },
    [batch, row] as const,
  );

essential("softmax works out the row of the number that the reader asks about", async () => {
  const { page } = await openWithin(SOFTMAX);
  const max = async (): Promise<string> => (await shown(page)).max;
  await expect.poll(max).toBe(await largestOf(page, 0, 1));
  for (const row of [4, 6]) {
    await openCell(page, 0, 0, row, 2);
    await expect.poll(max).toBe(await largestOf(page, 0, row));
  }
  await page.locator(".focus").getByRole("button", { name: "Next Sentence" }).click();
  await expect.poll(max).toBe(await largestOf(page, 1, 1));
});

exhaustive("a number that is not in the picture leaves no frame on the one before it", async () => {
  const { page, lesson } = await openWithin(SOFTMAX);
  const frames = async (): Promise<number> => (await shown(page)).frames;
  const follow = async (name: string): Promise<void> => {
    await lesson.callout.locator(".operand").first().click();
    await expect.poll(() => lesson.callout.locator("h2").textContent()).toContain(name);
  };
  await openCell(page, 0, 0, 2, 0);
  await expect.poll(frames).toBe(1);
  await follow("masked_scores[0, 0, 2, 0]");
  await expect.poll(frames).toBe(1);
  await follow("scores[0, 0, 2, 0]");
  await expect.poll(frames).toBe(0);
  expect((await shown(page)).max).toBe(await largestOf(page, 0, 2));
  await lesson.callout.locator("header button").first().click();
  await expect.poll(frames).toBe(1);
});
