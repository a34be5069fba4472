/** Large lessons run in a worker; with or without one, the numbers and their explanations are the same. */
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
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

const cannotStart = (page: Page) =>
  page.addInitScript(() => {
    globalThis.Worker = class extends EventTarget {
      constructor() {
        super();
        throw new DOMException("forbidden", "SecurityError");
      }
    } as unknown as typeof Worker;
  });
const cannotBeRead = (page: Page) =>
  page.addInitScript(() => {
    const { Worker: Real } = window;
    window.Worker = class extends Real {
      override postMessage(): void {
        this.dispatchEvent(new MessageEvent("messageerror"));
      }
    };
  });
const cannotLoad = (page: Page) => page.route(/run_worker/, (route) => route.abort());

/** Breaks the first worker right after its first message, by sending it a message that makes it throw. */
const breaksOnce = (page: Page) =>
  page.addInitScript(() => {
    const { Worker: Real } = window;
    let breaks = 1;
    window.Worker = class extends Real {
      override postMessage(message: unknown): void {
        super.postMessage(message);
        if (breaks-- > 0) super.postMessage(null);
      }
    };
  });

describe("a large lesson", () => {
  exhaustive("is run by the page itself if the worker dies, and so is the next one", async () => {
    const { page } = await open("?lesson=multi-head&step=q&lang=en", { before: breaksOnce });
    const { page: usual } = await open("?lesson=multi-head&step=q&lang=en");
    for (const seed of [3, 4]) expect(await output(page, seed)).toBe(await output(usual, seed));
    await expect.poll(() => page.workers()).toEqual([]);
    expect(await explained(page)).toBe(await explained(usual));
  });

  exhaustive("is run by the page itself if the worker's answer cannot be read", async () => {
    const search = "?lesson=multi-head&step=q&lang=en";
    const [{ page: usual }, { page: alone }] = [
      await open(search),
      await open(search, { before: cannotBeRead }),
    ];
    expect(await output(alone, 3)).toEqual(await output(usual, 3));
    expect(await explained(alone)).toBe(await explained(usual));
  });

  essential("is run by a worker, which also explains its numbers", async () => {
    const { page, lesson, complaints } = await open("?lesson=multi-head&step=q&lang=en");
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
    await lesson.rested();
    await expect.poll(() => explained(page)).toBe(text);
    expect(complaints).toEqual([]);
  });

  exhaustive.each([
    ["forbids workers", cannotStart],
    ["does not have the worker's file", cannotLoad],
  ])("is run by the page itself if a host %s", async (_, before) => {
    const search = "?lesson=multi-head&step=q&lang=en";
    const [{ page: usual }, { page: alone }] = [await open(search), await open(search, { before })];
    expect(await output(alone, 3)).toEqual(await output(usual, 3));
    await expect.poll(() => alone.workers()).toEqual([]);
    expect(await explained(alone)).toBe(await explained(usual));
  });
});
