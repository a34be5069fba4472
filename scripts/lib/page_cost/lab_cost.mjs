/** Measures the leak lab: its frames while three models train, and how soon the leak shows. */
import { quantile } from "../bench/report.mjs";
import { round } from "./play_cost.mjs";

/** The number of latest losses that are averaged. */
const AVERAGED = 10;

/**
 * @param {import("playwright-core").Browser} browser @param {string} url  of the page
 * @param {{ slowdown: number }} options
 */
export async function labCost(browser, url, { slowdown }) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    serviceWorkers: "block",
  });
  const page = await context.newPage();
  await page.goto(`${url}?lesson=leak-lab&lang=en`);
  await page.waitForFunction(
    () => /** @type {any} */ (document.querySelector("leak-lab"))?.store?.state.opened,
  );
  const cdp = await context.newCDPSession(page);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  const { deltas, leakMs, leakSteps, steps, trainedMs } = await page.evaluate(train, AVERAGED);
  await context.close();
  return {
    slowdown,
    steps,
    trainedMs: Math.round(trainedMs),
    frameMedianMs: round(quantile(deltas, 0.5)),
    frameP95Ms: round(quantile(deltas, 0.95)),
    leakAfterSteps: leakSteps,
    leakAfterMs: Math.round(leakMs),
  };
}

/**
 * In the page: trains to the end; the leak shows once the unmasked model's loss is below half of the masked one's.
 * @param {number} averaged
 */
async function train(averaged) {
  const { store } = /** @type {any} */ (document.querySelector("leak-lab"));
  const frame = () => new Promise(requestAnimationFrame);
  const mean = (/** @type {Float32Array} */ losses) =>
    losses.slice(-averaged).reduce((sum, loss) => sum + loss, 0) / Math.min(averaged, losses.length);
  const start = performance.now();
  store.dispatch({ type: "predict", prediction: { loss: undefined, text: undefined } });
  const deltas = [];
  let leak = { ms: Number.POSITIVE_INFINITY, steps: -1 };
  let last = /** @type {number} */ (await frame());
  do {
    const now = /** @type {number} */ (await frame());
    deltas.push(now - last);
    last = now;
    const { losses, steps } = store.state;
    if (leak.steps < 0 && steps > averaged && mean(losses.unmasked) < mean(losses.masked) / 2)
      leak = { ms: performance.now() - start, steps };
  } while (store.state.steps === 0 || store.state.activity === "training");
  const { steps } = store.state;
  return { deltas, leakMs: leak.ms, leakSteps: leak.steps, steps, trainedMs: performance.now() - start };
}
