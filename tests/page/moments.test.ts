/** Playing and scrubbing: playing through goes on to the next step, and the slider goes to a moment. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { type Instrument, pixels, rested, site } from "./browser.js";

const { open, openWithin } = site();

async function pictureAt(page: Page, step: string, t: number): Promise<string> {
  await page.evaluate(
    ([name, moment]) => document.querySelector<Instrument>("heads-up")?.seek(name, moment),
    [step, t] as const,
  );
  await rested(page);
  return pixels(page);
}

test("before, during and after a step differ, and the same moment gives the same picture", async () => {
  const { page } = await open("?step=scores");
  const moments = [0, 0.5, 1];
  const first = [];
  for (const t of moments) first.push(await pictureAt(page, "scores", t));
  expect(new Set(first).size).toBe(3);
  const again = [];
  for (const t of moments) again.push(await pictureAt(page, "scores", t));
  expect(again).toEqual(first);
});

test("playing through goes on to the next step", async () => {
  const { page, lesson } = await openWithin("?step=concat&t=0.9");
  await page.getByRole("button", { name: /last step|끝 단계/ }).click();
  await page.keyboard.press("Space");
  await expect.poll(lesson.view).toMatchObject({ step: "output", playing: true });
});

test("the scrubber goes to a moment of the step", async () => {
  const { page, lesson } = await openWithin("?step=scores");
  await page.getByRole("slider").fill("50");
  expect(await lesson.moment()).toBe(0.25);
  await expect.poll(() => page.getByRole("slider").getAttribute("aria-valuetext")).toContain("25%");
});
