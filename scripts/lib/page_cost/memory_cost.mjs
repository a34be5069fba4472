/** Measures what stays in memory: the page's heap after every step of every lesson was shown, once and up to ten times. */
import { ready } from "./play_cost.mjs";

const ROUNDS = 10;

/**
 * @param {import("playwright-core").Browser} browser @param {string} url @param {readonly string[]} queries
 */
export async function memoryCost(browser, url, queries) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(url + queries[0]);
  await ready(page);
  const cdp = await context.newCDPSession(page);
  const heapMB = async () => {
    await cdp.send("HeapProfiler.collectGarbage");
    const { usedSize } = await cdp.send("Runtime.getHeapUsage");
    return Math.round(usedSize / 1e5) / 10;
  };
  const lessons = queries.map((query) => {
    const parameters = new URLSearchParams(query);
    const sizes = ["dModel", "numHeads"].flatMap((key) =>
      parameters.has(key) ? [[key, Number(parameters.get(key))]] : [],
    );
    return { lesson: parameters.get("lesson"), ...Object.fromEntries(sizes) };
  });
  const atOpeningMB = await heapMB();
  /** @type {number[]} */
  const after = [];
  for (let round = 0; round < ROUNDS; round++) {
    await page.evaluate(walk, lessons);
    after.push(await heapMB());
  }
  await context.close();
  return {
    page: "walked",
    atOpeningMB,
    ...Object.fromEntries(after.map((MB, i) => [`round${i + 1}MB`, MB])),
  };
}

/**
 * In the page: shows every step of these lessons at four moments.
 * @param {readonly { lesson: string | null }[]} lessons
 */
async function walk(lessons) {
  const element = /** @type {any} */ (document.querySelector("heads-up"));
  for (const spec of lessons) {
    element.spec = spec;
    await element.updateComplete;
    for (let index = 0; index < element.store.state.run.steps.length; index++) {
      for (const t of [0, 0.3, 0.6, 1]) {
        element.seek(index, t);
        await element.updateComplete;
        await new Promise(requestAnimationFrame);
      }
    }
  }
}
