/** The picture of a moment is always the same; before, during and after differ. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { fingerprint, type Instrument, rested, site, stepNames } from "../page/browser.js";

const { open } = site();

async function pictureAt(page: Page, step: string, t: number): Promise<string> {
  await page.evaluate(
    ([name, moment]) => document.querySelector<Instrument>("heads-up")?.seek(name, moment),
    [step, t] as const,
  );
  await rested(page);
  return fingerprint(page);
}

test.each(["masked-multi-head", "encoder-decoder"])(
  "every step of %s moves, and the same moment gives the same picture",
  { timeout: 300_000 },
  async (lesson) => {
    const { page, complaints } = await open(`?lesson=${lesson}`);
    const steps = await stepNames(page);
    for (const step of steps) {
      const before = await pictureAt(page, step, 0);
      const during = await pictureAt(page, step, 0.5);
      const after = await pictureAt(page, step, 1);
      expect(await pictureAt(page, step, 0.5), `${step} at ½ twice`).toBe(during);
      expect(await pictureAt(page, step, 0), `${step} at 0 twice`).toBe(before);
      expect(during, `${step}: ½ is not 0`).not.toBe(before);
      expect(after, `${step}: 1 is not ½`).not.toBe(during);
    }
    expect(new Set(steps).size).toBe(steps.length);
    expect(steps.length).toBeGreaterThan(20);
    expect(complaints).toEqual([]);
  },
);
