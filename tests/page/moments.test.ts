/** A moment of a step is one picture, always the same; before, during and after differ. */

import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { currentStep, fingerprint, type Instrument, rested, site } from "./browser.js";

const { open } = site();

async function pictureAt(page: Page, step: string, t: number): Promise<string> {
  await page.evaluate(
    ([name, moment]) => document.querySelector<Instrument>("heads-up")?.seek(name, moment),
    [step, t] as const,
  );
  await rested(page);
  return fingerprint(page);
}

const stepsOf = (page: Page): Promise<number> => page.locator("heads-up-strip [data-index]").count();

describe.each(["masked-multi-head", "encoder-decoder"])("%s", (lesson) => {
  test("every step moves, and the same moment is the same picture", { timeout: 120_000 }, async () => {
    const { page, complaints } = await open(`?lesson=${lesson}`);
    const total = await stepsOf(page);
    for (let i = 0; i < total; i++) {
      const step = await currentStep(page);
      const [before, during, after] = [
        await pictureAt(page, step, 0),
        await pictureAt(page, step, 0.5),
        await pictureAt(page, step, 1),
      ];
      expect(await pictureAt(page, step, 0.5), `${step} at ½ twice`).toBe(during);
      expect(await pictureAt(page, step, 0), `${step} at 0 twice`).toBe(before);
      expect(during, `${step}: ½ is not 0`).not.toBe(before);
      expect(after, `${step}: 1 is not ½`).not.toBe(during);
      await page.evaluate(() => document.querySelector<Instrument>("heads-up")?.next());
      await rested(page);
    }
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

test("play moves through the moments and ends with the lesson", async () => {
  const { page } = await open("?step=output");
  const seen = await page.evaluate(async () => {
    const element = document.querySelector<Instrument>("heads-up");
    const moments: number[] = [];
    element?.play();
    for (let i = 0; i < 6; i++) {
      await new Promise((done) => setTimeout(done, 120));
      moments.push(element?.view.t ?? -1);
    }
    element?.pause();
    return moments;
  });
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
  expect(new Set(seen).size).toBeGreaterThan(3);
  await page.context().close();
});

test("the scrubber goes to a moment of the step", async () => {
  const { page } = await open("?step=scores");
  await page.getByRole("slider").fill("50");
  expect(await page.evaluate(() => document.querySelector<Instrument>("heads-up")?.view.t)).toBe(0.25);
  expect(await page.getByRole("slider").getAttribute("aria-valuetext")).toContain("25%");
  await page.context().close();
});

test("without motion play is three stills, and the scrubber snaps to them", async () => {
  const { page } = await open("?step=nopeak_mask", { reducedMotion: "reduce" });
  const seen = await page.evaluate(async () => {
    const element = document.querySelector<Instrument>("heads-up");
    const moments = new Set<number>();
    element?.play();
    while (element?.currentStep === "nopeak_mask") {
      moments.add(element.view.t);
      await new Promise((done) => setTimeout(done, 50));
    }
    element?.pause();
    return [...moments];
  });
  expect(seen).toEqual([0, 0.5, 1]);
  expect(await page.getByRole("slider").getAttribute("step")).toBe("100");
  await page.context().close();
});
