/** Measures what stays in memory of a page in which a reader walks through lessons, plays and edits for hours. */
import { lessonNames } from "../locales.mjs";
import { megabytes, ROUNDS } from "./core_soak.mjs";

const LESSONS = lessonNames();
/** Each step is shown at its start, twice while it plays, and at its end. */
const MOMENTS = [0, 0.3, 0.6, 1];
/** After this many steps the reader changes the seed, and every second time undoes the change. */
const STEPS_PER_EDIT = 5;

/**
 * Returns a row for each round. Each round walks through the lessons in the other language. Throws if the page reports an
 * error.
 * @param {import("playwright-core").Browser} browser
 * @param {string} url
 * @param {{ steps: number, log: (row: object) => void }} options
 */
export async function pageSoak(browser, url, { steps, log }) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    serviceWorkers: "block",
  });
  const page = await context.newPage();
  /** @type {string[]} */
  const errors = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  await page.goto(`${url}?lesson=multi-head&lang=en`);
  await page.locator(".drawer.settings .toggle").click();
  await page.locator(".settings .panel").waitFor();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Performance.enable");
  const rows = [];
  const done = { steps: 0, edits: 0 };
  for (let round = 1; round <= ROUNDS; round++) {
    await page.locator(`.languages [lang="${round % 2 ? "ko" : "en"}"]`).click();
    for (let lesson = 0; done.steps < (round * steps) / ROUNDS; lesson++) {
      const walked = await page.evaluate(walk, {
        lesson: LESSONS[lesson % LESSONS.length] ?? "multi-head",
        moments: MOMENTS,
        most: Math.ceil((round * steps) / ROUNDS - done.steps),
        stepsPerEdit: STEPS_PER_EDIT,
      });
      done.steps += walked.steps;
      done.edits += walked.edits;
    }
    if (errors.length > 0) throw new Error(errors.join("\n"));
    await devtools.send("HeapProfiler.collectGarbage");
    const { metrics } = await devtools.send("Performance.getMetrics");
    const metric = (/** @type {string} */ name) => metrics.find((one) => one.name === name)?.value ?? 0;
    const row = {
      ...done,
      heapMB: megabytes(metric("JSHeapUsedSize")),
      nodes: metric("Nodes"),
      listeners: metric("JSEventListeners"),
    };
    rows.push(row);
    log(row);
  }
  await context.close();
  return rows;
}

/**
 * In the page: shows at most `most` steps of a lesson, with edits.
 * @param {{ lesson: string, moments: readonly number[], most: number, stepsPerEdit: number }} options
 */
async function walk({ lesson, moments, most, stepsPerEdit }) {
  const element = /** @type {any} */ (document.querySelector("heads-up"));
  const settled = async () => {
    await element.store.idle();
    await element.updateComplete;
    await new Promise(requestAnimationFrame);
  };
  element.setAttribute("lesson", lesson);
  await settled();
  let edits = 0;
  let index = 0;
  for (; index < Math.min(most, element.store.state.run.steps.length); index++) {
    for (const t of moments) {
      element.seek(index, t);
      await settled();
    }
    if (index % stepsPerEdit !== stepsPerEdit - 1) continue;
    edits++;
    const form = element.shadowRoot.querySelector("heads-up-drawers").shadowRoot;
    const seed = form.querySelector("#seed");
    seed.value = String(1000 * index + edits);
    seed.dispatchEvent(new Event("input"));
    await settled();
    const undo = { key: "z", ctrlKey: true, bubbles: true, composed: true };
    if (edits % 2 === 0) element.dispatchEvent(new KeyboardEvent("keydown", undo));
    await settled();
  }
  return { steps: index, edits };
}
