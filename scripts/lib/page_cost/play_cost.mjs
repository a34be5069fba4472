/**
 * Measures playing: every step of a lesson from start to end, on a slowed main thread, whose work is read from a trace of
 * Chromium.
 */
import { quantile } from "../bench/report.mjs";

/** @param {number} value */
export const round = (value) => Math.round(value * 10) / 10;

/**
 * @typedef {{ name: string, cat: string, ph: string, pid: number, tid: number, ts: number, dur?: number, tdur?: number, args?: any }} TraceEvent
 * @typedef {{ atMs: number, wallMs: number, cpuMs: number }} Task
 * @typedef {{ tasks: Task[], frames: number[], marks: Map<string, number> }} MainThread
 */

const CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline", "blink.user_timing"];

/**
 * @param {Buffer} trace
 * @param {string} prefix  of the page's marks, which identify its main thread
 * @returns {MainThread}
 */
function mainThread(trace, prefix) {
  /** @type {TraceEvent[]} */
  const events = JSON.parse(trace.toString("utf8")).traceEvents;
  const marks = events.filter(
    ({ cat, name }) => cat.includes("blink.user_timing") && name.startsWith(prefix),
  );
  const first = marks[0];
  const threadEvents = events.filter((event) => event.pid === first?.pid && event.tid === first.tid);
  const tasks = threadEvents
    .filter(({ name, ph }) => name === "RunTask" && ph === "X")
    .map(({ ts, dur = 0, tdur }) => ({
      atMs: ts / 1000,
      wallMs: dur / 1000,
      cpuMs: (tdur ?? dur) / 1000,
    }))
    .sort((a, b) => a.atMs - b.atMs);
  return {
    tasks,
    frames: threadEvents
      .filter(({ name, ph }) => name === "AnimationFrame" && ph === "b")
      .map(({ ts }) => ts / 1000)
      .sort((a, b) => a - b),
    marks: new Map(marks.map(({ name, ts }) => [name.slice(prefix.length), ts / 1000])),
  };
}

/**
 * The tasks that end in an interval. So each task counts once, and a task in which a frame starts counts for that frame.
 * @param {MainThread} thread @param {number} from @param {number} to
 */
const tasksBetween = ({ tasks }, from, to) =>
  tasks.filter(({ atMs, wallMs }) => atMs + wallMs > from && atMs + wallMs <= to);

/**
 * The main thread's time per frame between two moments: all tasks from one frame's start to the next's.
 * @param {MainThread} thread @param {number} from @param {number} to
 */
function costOfFrames(thread, from, to) {
  const starts = thread.frames.filter((at) => at >= from && at <= to);
  return starts.slice(0, -1).map((start, i) => {
    const tasks = tasksBetween(thread, start, starts[i + 1] ?? to);
    return tasks.reduce((sum, { cpuMs }) => sum + cpuMs, 0);
  });
}

/**
 * @typedef {import("playwright-core").Browser} Browser
 * @typedef {import("playwright-core").Page} Page
 */

const VIEWPORT = { width: 1280, height: 800 };
const PREFIX = "cost:";

/** @param {Browser} browser @param {string} url @param {number} slowdown */
export async function slowPage(browser, url, slowdown) {
  // A service worker filling its cache would disturb the measurement.
  const context = await browser.newContext({
    viewport: VIEWPORT,
    serviceWorkers: "block",
    reducedMotion: "no-preference",
  });
  const page = await context.newPage();
  await page.goto(url);
  if (url !== "about:blank") await ready(page);
  const cdp = await context.newCDPSession(page);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  return page;
}

/** @param {Page} page */
export const ready = (page) =>
  page.waitForFunction(() => {
    const element = /** @type {any} */ (document.querySelector("heads-up"));
    return (
      element?.trace && element.shadowRoot.querySelector("heads-up-stage")?.shadowRoot.querySelector("canvas")
    );
  });

/**
 * The lessons that the page of all lessons links to.
 * @param {Browser} browser @param {string} url
 */
export async function lessonNames(browser, url) {
  const page = await browser.newPage({ serviceWorkers: "block" });
  await page.goto(url);
  const links = page.locator("a[href*='lesson=']");
  await links.first().waitFor();
  const names = await links.evaluateAll((all) =>
    all.map((link) => new URL(/** @type {HTMLAnchorElement} */ (link).href).searchParams.get("lesson")),
  );
  await page.close();
  return [...new Set(names)].filter((name) => name !== null).filter((name) => name !== "leak-lab");
}

/** In the page: the times between frames while `isRunning()` is true. Self-contained, because it is sent as text. */
const framesWhile = `async (isRunning) => {
  const deltas = [];
  let last = await new Promise(requestAnimationFrame);
  while (isRunning()) {
    const now = await new Promise(requestAnimationFrame);
    deltas.push(now - last);
    last = now;
  }
  return deltas;
}`;

/**
 * The frames of an empty page, which are the best that this machine can do under its current load.
 * @param {Browser} browser @param {{ slowdown: number }} options
 */
export async function emptyPageCost(browser, { slowdown }) {
  const page = await slowPage(browser, "about:blank", slowdown);
  const deltas = /** @type {number[]} */ (
    await page.evaluate(`(${framesWhile})((end => () => performance.now() < end)(performance.now() + 3000))`)
  );
  await page.context().close();
  return {
    page: "empty",
    frameMedianMs: round(quantile(deltas, 0.5)),
    frameP95Ms: round(quantile(deltas, 0.95)),
  };
}

/**
 * @param {Browser} browser @param {string} url
 * @param {{ slowdown: number, speed: number, step?: string | undefined }} options
 */
export async function playCost(browser, url, { slowdown, speed, step }) {
  const page = await slowPage(browser, url, slowdown);
  await page.waitForTimeout(1500 * slowdown ** 0.5); // until the strip's pictures are painted
  // Tracing slows every frame, so the frames are timed without it, and their work is traced in a second run.
  const request = { prefix: PREFIX, speed, only: step ?? null };
  const played = await page.evaluate(playSteps, request);
  await browser.startTracing(page, { categories: CATEGORIES });
  await page.evaluate(playSteps, request);
  const thread = mainThread(await browser.stopTracing(), PREFIX);
  await page.context().close();
  return played.map(({ id, op, deltas }) => {
    const at = (/** @type {string} */ mark) => thread.marks.get(`${mark}:${id}`) ?? 0;
    const [stepMs, shownMs, playMs, endMs] = ["step", "shown", "play", "end"].map(at);
    const costs = costOfFrames(thread, playMs ?? 0, endMs ?? 0);
    const during = tasksBetween(thread, stepMs ?? 0, endMs ?? 0);
    const stepping = tasksBetween(thread, stepMs ?? 0, shownMs ?? 0);
    return {
      step: id,
      op,
      frames: costs.length,
      mainMedianMs: round(quantile(costs, 0.5)),
      mainP95Ms: round(quantile(costs, 0.95)),
      frameMedianMs: round(quantile(deltas, 0.5)),
      frameP95Ms: round(quantile(deltas, 0.95)),
      longestTaskMs: round(Math.max(0, ...during.map(({ cpuMs }) => cpuMs))),
      longestTaskWallMs: round(Math.max(0, ...during.map(({ wallMs }) => wallMs))),
      steppingMs: round(stepping.reduce((sum, { cpuMs }) => sum + cpuMs, 0)),
    };
  });
}

/**
 * In the page: goes to each step as a learner does, shows its result for a moment, then plays it from start to end.
 * @param {{ prefix: string, speed: number, only: string | null }} options
 */
async function playSteps({ prefix, speed, only }) {
  const element = /** @type {any} */ (document.querySelector("heads-up"));
  element.store.dispatch({ type: "speed", speed });
  const frame = () => new Promise(requestAnimationFrame);
  const pause = (/** @type {number} */ ms) => new Promise((done) => setTimeout(done, ms));
  /** @type {{ id: string, op: string, deltas: number[] }[]} */
  const rows = [];
  const { steps } = element.store.state.run;
  for (let index = 0; index < steps.length; index++) {
    const { id } = steps[index];
    if (only && id !== only) continue;
    element.seek(index > 0 ? index - 1 : steps.length - 1, 1);
    await pause(150);
    performance.mark(`${prefix}step:${id}`);
    element.seek(index, 1);
    await frame();
    await frame();
    performance.mark(`${prefix}shown:${id}`);
    await pause(100);
    performance.mark(`${prefix}play:${id}`);
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
    await frame();
    performance.mark(`${prefix}end:${id}`);
    rows.push({ id, op: steps[index].stage(element.trace).op, deltas });
  }
  return rows;
}
