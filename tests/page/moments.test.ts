/** Playing and scrubbing: time moves forward, the slider goes to a moment, and with reduced motion a step is three stills. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { fingerprint, type Instrument, rested, site } from "./browser.js";

const { open, openWithin } = site();

async function pictureAt(page: Page, step: string, t: number): Promise<string> {
  await page.evaluate(
    ([name, moment]) => document.querySelector<Instrument>("heads-up")?.seek(name, moment),
    [step, t] as const,
  );
  await rested(page);
  return fingerprint(page);
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

test("play moves time forward, to the end of the step", async () => {
  const { page } = await openWithin("?step=concat&t=0.8");
  const seen = await page.evaluate(async () => {
    const element = document.querySelector<Instrument>("heads-up");
    const moments: number[] = [];
    element?.play();
    while (element?.view.playing) {
      moments.push(element.view.t);
      await new Promise(requestAnimationFrame);
    }
    return moments;
  });
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
  expect(new Set(seen).size).toBeGreaterThan(3);
  expect(await page.evaluate(() => document.querySelector<Instrument>("heads-up")?.view)).toMatchObject({
    step: "concat",
    t: 1,
  });
});

test("playing through goes on to the next step", async () => {
  const { page } = await openWithin("?step=concat&t=0.9");
  await page.getByRole("button", { name: /last step|끝 단계/ }).click();
  await page.keyboard.press("Space");
  await expect
    .poll(() => page.evaluate(() => document.querySelector<Instrument>("heads-up")?.view))
    .toMatchObject({ step: "output", playing: true });
});

test("the scrubber goes to a moment of the step", async () => {
  const { page } = await openWithin("?step=scores");
  await page.getByRole("slider").fill("50");
  expect(await page.evaluate(() => document.querySelector<Instrument>("heads-up")?.view.t)).toBe(0.25);
  await expect.poll(() => page.getByRole("slider").getAttribute("aria-valuetext")).toContain("25%");
});

test("with reduced motion play shows three stills, and the scrubber snaps to them", async () => {
  const { page } = await openWithin("?step=nopeak_mask", { reducedMotion: "reduce" });
  await page.locator("heads-up-transport select").selectOption("2");
  const seen = await page.evaluate(async () => {
    const element = document.querySelector<Instrument>("heads-up");
    const moments = new Set<number>();
    element?.play();
    while (element?.view.playing) {
      moments.add(element.view.t);
      await new Promise(requestAnimationFrame);
    }
    if (element) moments.add(element.view.t);
    return [...moments];
  });
  expect(seen).toEqual([0, 0.5, 1]);
  expect(await page.getByRole("slider").getAttribute("step")).toBe("100");
});
