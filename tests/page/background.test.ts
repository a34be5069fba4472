/** Large lessons run in a worker; with or without one, the numbers and their explanations are the same. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { essential, exhaustive } from "../sampled.js";
import { callout, type Instrument, rested, site } from "./browser.js";

const { open } = site();

const LARGE = { lesson: "multi-head", dModel: 512, numHeads: 8 } as const;

/** Runs the lesson in its large size on the page, and returns a digest of the last result. */
async function output(page: Page, seed: number): Promise<string> {
  const spec = { ...LARGE, seed };
  await page.evaluate((spec) => Object.assign(document.querySelector("heads-up") ?? {}, { spec }), spec);
  await rested(page);
  return page.evaluate(async () => {
    const { spec, steps = [] } = document.querySelector<Instrument>("heads-up")?.trace ?? {};
    const data = steps.find((step) => step.name === "output")?.data.slice() ?? new Float32Array();
    const digest = new Uint32Array(await crypto.subtle.digest("SHA-256", data));
    return `${spec?.dModel} ${spec?.seed} ${data.length} ${digest}`;
  });
}

async function explained(page: Page): Promise<string> {
  await page.evaluate(() => document.querySelector<Instrument>("heads-up")?.openCell("q", [0, 1, 40]));
  await callout(page).locator("li").first().waitFor();
  return (await callout(page).locator("li").allTextContents()).join();
}

/** What can go wrong with the worker of a page. */
const TROUBLES: readonly [what: string, before: (page: Page) => Promise<unknown>][] = [
  ["a host does not have the worker's file", (page) => page.route(/run_worker/, (route) => route.abort())],
  [
    "a host forbids workers",
    (page) =>
      page.addInitScript(() => {
        globalThis.Worker = class extends EventTarget {
          constructor() {
            super();
            throw new DOMException("forbidden", "SecurityError");
          }
        } as unknown as typeof Worker;
      }),
  ],
  [
    "its answer cannot be read",
    (page) =>
      page.addInitScript(() => {
        window.Worker = class extends window.Worker {
          override postMessage(): void {
            this.dispatchEvent(new MessageEvent("messageerror"));
          }
        };
      }),
  ],
  [
    "it dies right after its first message, of another one that makes it throw",
    (page) =>
      page.addInitScript(() => {
        let breaks = 1;
        window.Worker = class extends window.Worker {
          override postMessage(message: unknown): void {
            super.postMessage(message);
            if (breaks-- > 0) super.postMessage(null);
          }
        };
      }),
  ],
];
const SEARCH = "?lesson=multi-head&step=q&lang=en";

exhaustive.each(TROUBLES)("a large lesson is run by the page itself if %s", async (_, before) => {
  const [{ page: usual }, { page: alone }] = [await open(SEARCH), await open(SEARCH, { before })];
  for (const seed of [3, 4]) expect(await output(alone, seed)).toBe(await output(usual, seed));
  await expect.poll(() => alone.workers()).toEqual([]);
  expect(await explained(alone)).toBe(await explained(usual));
});

essential("a large lesson is run by a worker, which also explains its numbers", async () => {
  const { page, complaints } = await open(SEARCH);
  expect(page.workers()).toEqual([]);
  expect(await output(page, 3)).toMatch(/^512 3 102400 /);
  await expect.poll(() => page.workers()).toHaveLength(1);
  const text = await explained(page);
  expect(text).toMatch(/\d × .*\d/);
  // The worker has run another lesson since, so the page itself explains the first one.
  const first = await page.evaluateHandle(() => document.querySelector<Instrument>("heads-up")?.spec);
  await output(page, 4);
  await expect.poll(() => explained(page)).not.toBe(text);
  await page.evaluate((spec) => Object.assign(document.querySelector("heads-up") ?? {}, { spec }), first);
  await rested(page);
  await expect.poll(() => explained(page)).toBe(text);
  expect(complaints).toEqual([]);
});
