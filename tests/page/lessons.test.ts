/** Every step of both lessons, in the notebook's order, with the trace's numbers in the table. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { currentStep, type Instrument, rested, site } from "./browser.js";

const { open } = site();

const PARAMETERS = ["w_q", "w_k", "w_v", "w_0"].flatMap((layer) => [`${layer}.weight`, `${layer}.bias`]);
const HEADS = ["q", "k", "v", "q_split", "k_split", "v_split", "q_heads", "k_heads", "v_heads"];
const ENDING = ["attention", "values", "values_merged", "concat", "output"];
const WALKS = {
  "masked-multi-head": [
    ...["ids", "embedding.weight", "embedding", "padding_mask", "nopeak_mask", "mask"],
    ...[...PARAMETERS, ...HEADS, "scores", "masks", "masked_scores", ...ENDING],
  ],
  "encoder-decoder": [
    ...["ids", "embedding.weight", "embedding", "target_ids", "target_embedding"],
    ...[...PARAMETERS, ...HEADS, "scores", ...ENDING],
  ],
} as const;
const TRACES = {
  "masked-multi-head": [
    ...["embedding.weight", ...PARAMETERS, "ids", "embedding", "padding_mask", "nopeak_mask", "mask"],
    ...[...HEADS, "scores", "masked_scores", ...ENDING],
  ],
  "encoder-decoder": [
    ...["embedding.weight", ...PARAMETERS, "ids", "embedding", "target_ids", "target_embedding"],
    ...[...HEADS, "scores", ...ENDING],
  ],
} as const;
const LESSONS = ["masked-multi-head", "encoder-decoder"] as const;
const LANGUAGES = ["ko", "en"] as const;

describe.each(LESSONS)("%s", (lesson) => {
  test("the trace has the contract's names in its order", async () => {
    const { page } = await open(`?lesson=${lesson}`);
    const names = await page.evaluate(() =>
      document.querySelector<Instrument>("heads-up")?.trace?.steps.map((s) => s.name),
    );
    expect(names).toEqual(TRACES[lesson]);
    await page.context().close();
  });

  test.each(LANGUAGES)("every step is reached by next(), in words (%s)", async (lang) => {
    const { page, complaints } = await open(`?lesson=${lesson}&lang=${lang}`);
    const walked: string[] = [];
    for (const [i, name] of WALKS[lesson].entries()) {
      walked.push(await currentStep(page));
      await expect.poll(() => page.locator("heads-up-side h2").textContent()).toContain(`${i + 1} · `);
      const side = await sideText(page);
      expect(side.length, `the words of ${name}`).toBeGreaterThan(80);
      expect(side, `the words of ${name}`).not.toMatch(/\{\w+\}|undefined/);
      await page.evaluate(() => document.querySelector<Instrument>("heads-up")?.next());
      await rested(page);
    }
    expect(walked).toEqual(WALKS[lesson]);
    expect(await currentStep(page)).toBe(WALKS[lesson].at(-1));
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("the table of every step holds the trace's numbers", async () => {
    const { page } = await open(`?lesson=${lesson}&batch=1&head=1`);
    for (const name of WALKS[lesson]) {
      await page.evaluate((step) => document.querySelector<Instrument>("heads-up")?.seek(step, 1), name);
      await rested(page);
      const { shown, kept } = await page.evaluate(numbersOfStage);
      expect(shown.length, name).toBe(kept.length);
      expect(shown.length, name).toBeGreaterThan(0);
      shown.forEach((row, r) => {
        expect(row.length, name).toBe(kept[r]?.length);
        row.forEach((text, c) => {
          expect(isWritten(text, kept[r]?.[c] ?? Number.NaN), `${name} row ${r} column ${c}: ${text}`).toBe(
            true,
          );
        });
      });
    }
    await page.context().close();
  });
});

/** All that is said beside the stage. */
const sideText = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const side = document.querySelector("heads-up")?.shadowRoot?.querySelector("heads-up-side");
    return side?.shadowRoot?.textContent?.trim() ?? "";
  });

/** Whether a text is this number to four decimals; a mask's fill is written short. */
function isWritten(text: string, value: number): boolean {
  const read = Number(text.replace("−", "-").replace("∞", "Infinity"));
  return (
    Object.is(read, value) ||
    Math.abs(read - value) <= (Math.abs(value) >= 100 ? Math.abs(value) * 1e-2 : 5.1e-5)
  );
}

/**
 * Runs in the page: the table's texts, and beside them the matrix that the trace has for sentence 1 and head
 * 1.
 */
function numbersOfStage(): { shown: string[][]; kept: number[][] } {
  const element = document.querySelector("heads-up") as Instrument | null;
  const grid = element?.shadowRoot?.querySelector("heads-up-grid")?.shadowRoot;
  const rowsOf = [...(grid?.querySelectorAll("tbody tr") ?? [])];
  const shown = rowsOf.map((row) =>
    [...row.querySelectorAll("td")].map((cell) => cell.textContent?.trim() ?? ""),
  );
  // The bridge shows the step it looks at.
  const name = element?.currentStep === "masks" ? "mask" : element?.currentStep;
  const step = element?.trace?.steps.find((one) => one.name === name);
  if (!step) return { shown, kept: [] };
  const { axes, shape, data } = step;
  const at = (index: number[]): number =>
    data[index.reduce((flat, x, axis) => flat * (shape[axis] ?? 1) + x, 0)] ?? Number.NaN;
  const held = shape.map((size, axis) => (size > 1 && (axes[axis] === "B" || axes[axis] === "H") ? 1 : 0));
  const range = (n = 1): number[] => Array.from({ length: n }, (_, i) => i);
  const last = shape.length - 1;
  const put = (...places: [number, number][]): number[] =>
    held.map((x, axis) => places.find(([a]) => a === axis)?.[1] ?? x);
  if (last === 0) return { shown, kept: [range(shape[0]).map((i) => at([i]))] };
  if (step.op === "not_equal")
    return { shown, kept: range(shape[0]).map((b) => range(shape[2]).map((l) => at([b, 0, l]))) };
  if (axes[2] === "H") {
    const columns = range((shape[2] ?? 1) * (shape[3] ?? 1));
    const size = shape[3] ?? 1;
    return {
      shown,
      kept: range(shape[1]).map((l) =>
        columns.map((c) => at(put([1, l], [2, Math.floor(c / size)], [3, c % size]))),
      ),
    };
  }
  return {
    shown,
    kept: range(shape[last - 1]).map((r) => range(shape[last]).map((c) => at(put([last - 1, r], [last, c])))),
  };
}
