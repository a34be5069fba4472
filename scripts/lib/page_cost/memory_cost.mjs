/** What stays in memory: the page's heap after every step of every lesson was shown once, and nine times more. */
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
    const asked = new URLSearchParams(query);
    const numbers = ["dModel", "numHeads"].flatMap((key) =>
      asked.has(key) ? [[key, Number(asked.get(key))]] : [],
    );
    return { lesson: asked.get("lesson"), ...Object.fromEntries(numbers) };
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
 * In the page: every step of these lessons at four moments.
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
