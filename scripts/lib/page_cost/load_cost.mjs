/** Measures loading: the time until the first picture, the first answered key, and the question, on a slow network and machine. */
import { quantile } from "../bench/report.mjs";
import { round } from "./play_cost.mjs";

/** A lesson by the address that links open, which has a still, and a program. */
const PAGES = ["?lesson=masked-multi-head&weights=designed", "?code=multi-head"];
/** 1.6 Mbit/s down, half of that up. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 2e5, uploadThroughput: 1e5 };
const RUNS = 3;
/** Time for the processes that a browser starts with its first tabs; a visitor's browser has already started them. */
const BROWSER_SETTLES_MS = 1500;

const FIELDS = /** @type {const} */ (["requests", "kB", "pictureMs", "stageMs", "keyMs", "questionMs"]);
/** @typedef {Record<typeof FIELDS[number], number>} Visit */

/**
 * @param {import("playwright-core").Browser} browser @param {string} url @param {{ slowdown: number }} options
 */
export async function loadCost(browser, url, { slowdown }) {
  const rows = [];
  for (const page of PAGES) {
    /** @type {Visit[][]} */
    const runs = [];
    for (let run = 0; run < RUNS; run++) runs.push(await visits(browser, url + page, slowdown));
    for (const [i, visit] of ["first", "repeated"].entries()) {
      const medians = FIELDS.map((field) => {
        const values = runs.map((run) => run[i]?.[field] ?? Number.NaN);
        return [field, round(quantile(values, 0.5))];
      });
      rows.push({ page, visit, slowdown, ...Object.fromEntries(medians) });
    }
  }
  return rows;
}

/**
 * A first visit, and a second one after the service worker has cached it.
 * @param {import("playwright-core").Browser} browser @param {string} url @param {number} slowdown
 */
async function visits(browser, url, slowdown) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en-US" });
  await context.addInitScript(watch);
  const first = await visit(context, url, slowdown, async (page) => {
    await page.evaluate(() => navigator.serviceWorker.ready);
  });
  const second = await visit(context, url, slowdown, async () => {});
  await context.close();
  return [first, second];
}

/**
 * @param {import("playwright-core").BrowserContext} context @param {string} url @param {number} slowdown
 * @param {(page: import("playwright-core").Page) => Promise<void>} then
 * @returns {Promise<Visit>}
 */
async function visit(context, url, slowdown, then) {
  const page = await context.newPage();
  await page.waitForTimeout(BROWSER_SETTLES_MS);
  const cdp = await context.newCDPSession(page);
  await cdp.send("Network.enable");
  await cdp.send("Network.emulateNetworkConditions", NETWORK);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  /** @type {Map<string, number>} */
  const bytes = new Map();
  let isCounting = true;
  cdp.on("Network.responseReceived", ({ requestId, response }) => {
    if (isCounting && !response.fromServiceWorker && !response.fromDiskCache) bytes.set(requestId, 0);
  });
  cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (isCounting && bytes.has(requestId)) bytes.set(requestId, encodedDataLength);
  });
  await page.goto(url, { waitUntil: "commit" });
  // Playwright's own wait is not used, because the script that it injects takes 0.15 s to compile at 4×.
  const evaluation = { expression: "headsUpTimes", awaitPromise: true, returnByValue: true };
  const times = (await cdp.send("Runtime.evaluate", evaluation)).result.value;
  isCounting = false;
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await then(page);
  await page.close();
  const kB = [...bytes.values()].reduce((sum, size) => sum + size, 0) / 1000;
  return { ...times, requests: bytes.size, kB };
}

/**
 * In the page, before its own scripts: records when there is something to look at (the still, or the program's text), and when the
 * stage shows a step; then presses a key, and waits for the response and for what comes last: the step's question, or the editor.
 */
function watch() {
  /** The time when something is seen.  @param {() => unknown} isSeen */
  const when = (isSeen) =>
    new Promise((resolve) => {
      const look = () =>
        isSeen() ? setTimeout(() => resolve(performance.now())) : requestAnimationFrame(look);
      requestAnimationFrame(look);
    });
  /** An element within others.  @param {string[]} names  @returns {any} */
  const find = (...names) =>
    names.reduce((/** @type {any} */ at, name) => (at?.shadowRoot ?? at)?.querySelector(name), document);
  let isReady = false;
  addEventListener("heads-up-ready", () => {
    isReady = true;
  });
  const seen = location.search.includes("lesson")
    ? {
        first: () => isReady || find("#still")?.naturalWidth,
        stage: () => isReady,
        place: () => find("heads-up").currentStep,
        // The step may have no question; then its place is empty.
        last: () => find("heads-up", "heads-up-side", "heads-up-questions")?.hasUpdated,
      }
    : {
        first: () => find("heads-up-notebook", "heads-up-code")?.textContent,
        stage: () => find("heads-up-notebook", "heads-up-program-stage", "canvas"),
        place: () => find("heads-up-notebook").store.state.playback,
        last: () => find("heads-up-notebook", "heads-up-code", ".cm-line"),
      };
  const measured = async () => {
    const first = when(() => seen.first() || seen.stage());
    const stageMs = await when(seen.stage);
    const from = seen.place();
    const key = { key: "ArrowRight", code: "ArrowRight", bubbles: true, composed: true };
    document.body.dispatchEvent(new KeyboardEvent("keydown", key));
    const keyMs = await when(() => seen.place() !== from);
    return { pictureMs: await first, stageMs, keyMs, questionMs: await when(seen.last) };
  };
  Object.assign(globalThis, { headsUpTimes: measured() });
}
