/** Measures loading: the time until the first picture, the first answered key, and the question, on a slow network and machine. */
import { quantile } from "../bench/report.mjs";
import { round } from "./play_cost.mjs";

const LESSON = "?lesson=masked-multi-head&weights=designed"; // as links open it, with a still
const PROGRAM = "?code=multi-head";
/** 1.6 Mbit/s down, half of that up. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 2e5, uploadThroughput: 1e5 };
const RUNS = 3;
/** Time for the processes that a browser starts with its first tabs; a visitor's browser has already started them. */
const BROWSER_SETTLES_MS = 1500;

const FIELDS = /** @type {const} */ (["requests", "kB", "pictureMs", "stageMs", "keyMs", "questionMs"]);
/** @typedef {Record<typeof FIELDS[number], number>} Visit  of a program, the picture is its text and the question its editor */

/**
 * @param {import("playwright-core").Browser} browser @param {string} url @param {{ slowdown: number }} options
 */
export async function loadCost(browser, url, { slowdown }) {
  const rows = [];
  for (const [page, watch] of /** @type {const} */ ([
    [LESSON, watchLesson],
    [PROGRAM, watchProgram],
  ])) {
    /** @type {Visit[][]} */
    const runs = [];
    for (let run = 0; run < RUNS; run++) runs.push(await visits(browser, url + page, slowdown, watch));
    for (const [i, name] of ["first", "repeated"].entries()) {
      const samples = runs.flatMap((run) => run[i] ?? []);
      const medians = FIELDS.map((field) => {
        const values = samples.map((visit) => visit[field]);
        return [field, round(quantile(values, 0.5))];
      });
      rows.push({ page, visit: name, slowdown, ...Object.fromEntries(medians) });
    }
  }
  return rows;
}

/**
 * A first visit, and a second one after the service worker has cached it.
 * @param {import("playwright-core").Browser} browser @param {string} url @param {number} slowdown @param {() => void} watch
 */
async function visits(browser, url, slowdown, watch) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en-US" });
  await context.addInitScript(`globalThis.when = ${when}; (${watch})()`);
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

/** In the page: the time when something is seen.  @param {() => unknown} isSeen  @returns {Promise<number>} */
const when = (isSeen) =>
  new Promise((resolve) => {
    const look = () =>
      isSeen() ? setTimeout(() => resolve(performance.now())) : requestAnimationFrame(look);
    requestAnimationFrame(look);
  });

/**
 * In the page, before its own scripts: records when the still or the stage shows a picture, then presses a key, waits for the
 * response, and for the question of the step that the key led to.
 */
function watchLesson() {
  let isReady = false;
  addEventListener("heads-up-ready", () => {
    isReady = true;
  });
  const key = { key: "ArrowRight", code: "ArrowRight", bubbles: true, composed: true };
  const element = () => /** @type {any} */ (document.querySelector("heads-up"));
  const still = () => /** @type {HTMLImageElement | null} */ (document.getElementById("still"));
  const measured = async () => {
    const picture = when(() => isReady || (still()?.complete && still()?.naturalWidth));
    const stageMs = await when(() => isReady);
    const from = element().currentStep;
    document.body.dispatchEvent(new KeyboardEvent("keydown", key));
    const keyMs = await when(() => element().currentStep !== from);
    const side = element().shadowRoot.querySelector("heads-up-side");
    // The step may have none; then its place is empty.
    const questionMs = await when(() => side.shadowRoot.querySelector("heads-up-questions")?.hasUpdated);
    return { pictureMs: await picture, stageMs, keyMs, questionMs };
  };
  Object.assign(globalThis, { headsUpTimes: measured() });
}

/** The same of a program: its text, its stage, the response to a key, and the editor. */
function watchProgram() {
  const key = { key: "ArrowRight", code: "ArrowRight", bubbles: true, composed: true };
  const notebook = () => /** @type {any} */ (document.querySelector("heads-up-notebook"));
  const part = (/** @type {string} */ name) => notebook()?.shadowRoot?.querySelector(`heads-up-${name}`);
  const inEditor = (/** @type {string} */ name) => part("code")?.shadowRoot?.querySelector(name);
  const measured = async () => {
    const pictureMs = await when(() => part("code")?.textContent || inEditor(".cm-line")?.textContent);
    const stageMs = await when(() => part("program-stage")?.shadowRoot?.querySelector("canvas"));
    const { playback } = notebook().store.state;
    document.body.dispatchEvent(new KeyboardEvent("keydown", key));
    const keyMs = await when(() => notebook().store.state.playback !== playback);
    return { pictureMs, stageMs, keyMs, questionMs: await when(() => inEditor(".cm-line")) };
  };
  Object.assign(globalThis, { headsUpTimes: measured() });
}
