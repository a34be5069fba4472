/** Measures playing: every step of a lesson from start to end, on a slowed main thread. */
import { quantile } from "../bench/report.mjs";

/** @param {number} value */
export const round = (value) => Math.round(value * 10) / 10;

const VIEWPORT = { width: 1280, height: 800 };

/**
 * @param {import("playwright-core").Browser} browser @param {string} url
 * @param {{ slowdown: number, speed: number, step?: string | undefined }} options
 */
export async function playCost(browser, url, { slowdown, speed, step }) {
  // A service worker filling its cache would disturb the measurement.
  const context = await browser.newContext({
    viewport: VIEWPORT,
    serviceWorkers: "block",
    reducedMotion: "no-preference",
  });
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForFunction(() => /** @type {any} */ (document.querySelector("heads-up"))?.trace);
  const cdp = await context.newCDPSession(page);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await page.waitForTimeout(1500 * slowdown ** 0.5); // until the strip's pictures are painted
  const rows = await page.evaluate(playSteps, { speed, only: step ?? null });
  await context.close();
  return rows.map(({ deltas, tasks, ...row }) => ({
    ...row,
    frames: deltas.length,
    frameMedianMs: round(quantile(deltas, 0.5)),
    frameP95Ms: round(quantile(deltas, 0.95)),
    longTasks: tasks.length,
    longestTaskMs: round(Math.max(0, ...tasks)),
  }));
}

/**
 * In the page: goes to each step as a learner does, shows its result for a moment, then plays it from start to end. Chromium
 * tells of tasks over 50 ms.
 * @param {{ speed: number, only: string | null }} options
 */
async function playSteps({ speed, only }) {
  const element = /** @type {any} */ (document.querySelector("heads-up"));
  element.store.dispatch({ type: "speed", speed });
  const frame = () => new Promise(requestAnimationFrame);
  const pause = (/** @type {number} */ ms) => new Promise((done) => setTimeout(done, ms));
  /** @type {number[]} */
  let tasks = [];
  const observer = new PerformanceObserver((list) =>
    tasks.push(...list.getEntries().map(({ duration }) => duration)),
  );
  observer.observe({ type: "longtask" });
  const rows = [];
  const { steps } = element.store.state.run;
  for (let index = 0; index < steps.length; index++) {
    const { id } = steps[index];
    if (only && id !== only) continue;
    element.seek(index > 0 ? index - 1 : steps.length - 1, 1);
    await pause(150);
    tasks = [];
    element.seek(index, 1);
    await pause(100);
    element.seek(index, 0);
    element.play();
    const deltas = [];
    let last = /** @type {number} */ (await frame());
    while (element.view.t < 1 && element.view.playing) {
      const now = /** @type {number} */ (await frame());
      deltas.push(now - last);
      last = now;
    }
    element.pause();
    await pause(0);
    rows.push({ step: id, op: steps[index].stage(element.trace).op, deltas, tasks });
  }
  observer.disconnect();
  return rows;
}
