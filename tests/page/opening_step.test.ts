/** Without a step in its address a lesson begins with the opening picture: Space plays it, the arrow key goes to the next step. */
import { expect, test } from "vitest";
import { lessonNames } from "../../web/src/lessons/opening.js";
import { essential, sampled } from "../sampled.js";
import { type Instrument, site } from "./browser.js";

const { open, openWithin } = site();

test.each(sampled(lessonNames))("%s begins with its opening picture at t = 0", async (name) => {
  const { lesson, complaints } = await openWithin(`?lesson=${name}&lang=en`);
  expect(await lesson.step()).toBe("opening");
  expect(await lesson.moment()).toBe(0);
  expect(await lesson.title.textContent()).toMatch(/1 · \S/);
  expect(complaints).toEqual([]);
});

essential("the table for screen readers has the output vectors", async () => {
  const { page } = await openWithin("?lesson=masked-self-attention&step=opening&t=1&lang=en");
  expect(await page.locator("heads-up-grid table").count()).toBe(1);
  const [, values] = await page.evaluate(() => {
    const trace = document.querySelector<Instrument>("heads-up")?.trace;
    const step = trace?.steps.find(({ name }) => name === "values");
    return [step?.name, step?.data[0]];
  });
  const first = await page.locator('heads-up-grid [data-row="0"][data-col="0"]').textContent();
  expect(Number(first?.replace("−", "-"))).toBeCloseTo(values ?? Number.NaN, 3);
});

const opened = ["ko", "en"].flatMap((lang) => lessonNames.map((lesson) => [lang, lesson]));

test.each(sampled(opened))(
  "formula, code and shapes fit into 1280 × 720 before the question comes (%s, %s)",
  async (lang, lesson) => {
    const { page } = await open(`?lesson=${lesson}&step=opening&t=1&lang=${lang}`, {
      viewport: { width: 1280, height: 720 },
    });
    const heightOf = async (part: string): Promise<number> =>
      (await page.locator(`heads-up-side ${part}`).boundingBox())?.height ?? 0;
    const top = (await page.locator("heads-up-transport").boundingBox())?.y ?? 0;
    for (const part of [".formula", "pre", ".shapes"]) {
      const bottom = async (): Promise<number> => {
        const box = await page.locator(`heads-up-side ${part}`).boundingBox();
        // The questions load at the first interaction, and push down what is below them.
        const questionsHeight = (await heightOf("heads-up-questions")) + (await heightOf("heads-up-why"));
        return box ? box.y + box.height - questionsHeight : Number.POSITIVE_INFINITY;
      };
      await expect.poll(bottom).toBeLessThanOrEqual(top);
    }
  },
);
