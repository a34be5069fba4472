/** Repainting only what has changed gives exactly the pixels of a full repaint. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { load } from "../../dist/package/index.node.js";
import { scriptForPage, wasmUrl } from "../../scripts/lib/pictures/core_in_page.mjs";
import { lessonNames, openingSpec } from "../../web/src/lessons/lessons.js";
import type { LessonSpec, Trace } from "../../web/src/module/types.js";
import { workerBrowser } from "../page/engines/worker_browser.js";
import type { differences } from "./repaint_page.js";

let page: Page;

beforeAll(async () => {
  page = await (await workerBrowser()).newPage();
  await page.addScriptTag({ content: await scriptForPage("tests/walks/repaint_page.ts") });
});
afterAll(() => page?.close());

/** Small steps forward, then jumps back and forth in a fixed irregular sequence. */
const MOMENTS = [
  ...Array.from({ length: 12 }, (_, i) => i / 11),
  ...Array.from({ length: 8 }, (_, i) => ((i + 1) * 0.618034) % 1),
];

/** Playwright transfers typed arrays, and values without a JSON form such as NaN, unchanged. */
async function walk(
  spec: LessonSpec,
  more: { width: number; height: number; ratio: number; isDark: boolean },
) {
  const trace = (await load()).run(spec) as Trace;
  const given = { wasm: wasmUrl(), trace: { ...trace }, ...more, moments: MOMENTS };
  return page.evaluate(
    (w) => (globalThis as unknown as { differences: typeof differences }).differences(w),
    given,
  );
}

test.each(lessonNames)(
  "%s is repainted as it is painted at first",
  async (lesson) => {
    const stage = { width: 817, height: 533, ratio: 1, isDark: false };
    expect(await walk(openingSpec(lesson), stage)).toEqual([]);
  },
  120_000,
);

test("on a phone, in the dark theme, at a fractional pixel ratio", async () => {
  const stage = { width: 361, height: 420, ratio: 1.5, isDark: true };
  expect(await walk(openingSpec("masked-multi-head"), stage)).toEqual([]);
}, 120_000);

test("with cells too small for digits", async () => {
  const spec: LessonSpec = { lesson: "encoder-decoder", dModel: 64, numHeads: 4 };
  expect(await walk(spec, { width: 817, height: 533, ratio: 1, isDark: false })).toEqual([]);
}, 120_000);

test.each([[1], [1.5]])(
  "with rows of cells that move as one mark, at a ratio of %s",
  async (ratio) => {
    const spec: LessonSpec = { lesson: "multi-head", dModel: 512, numHeads: 8 };
    expect(await walk(spec, { width: 817, height: 533, ratio, isDark: false })).toEqual([]);
  },
  120_000,
);
