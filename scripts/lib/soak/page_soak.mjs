/** What stays in memory of one page that a reader walks, plays and edits for hours. */
import { megabytes, ROUNDS } from "./rounds.mjs";

const LESSONS = [
  "masked-self-attention",
  "multi-head",
  "masked-multi-head",
  "encoder-decoder",
  "transformer-block",
];
/** Each step is seen at its beginning, twice while it plays, and at its end. */
const MOMENTS = [0, 0.3, 0.6, 1];
/** After so many steps the reader changes the seed, and half as often takes that back. */
const STEPS_PER_EDIT = 5;

/**
 * A row after each round. A round walks all lessons in one language and the next in the other. Throws if the page complains.
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
  const complaints = [];
  page.on("pageerror", ({ message }) => complaints.push(message));
  await page.goto(`${url}?lesson=multi-head&lang=en`);
  await page.locator("heads-up-settings .toggle").click();
  await page.locator("heads-up-settings-form").waitFor();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Performance.enable");
  const rows = [];
  const done = { steps: 0, edits: 0 };
  for (let round = 1; round <= ROUNDS; round++) {
    await page.locator(`.languages [lang="${round % 2 ? "ko" : "en"}"]`).click();
    for (let lesson = 0; done.steps < (round * steps) / ROUNDS; lesson++) {
      const asked = { lesson: LESSONS[lesson % LESSONS.length] ?? "", moments: MOMENTS };
      const most = Math.ceil((round * steps) / ROUNDS - done.steps);
      const walked = await page.evaluate(walk, { ...asked, most, perEdit: STEPS_PER_EDIT });
      done.steps += walked.steps;
      done.edits += walked.edits;
    }
    if (complaints.length > 0) throw new Error(complaints.join("\n"));
    await devtools.send("HeapProfiler.collectGarbage");
    const { metrics } = await devtools.send("Performance.getMetrics");
    const of = (/** @type {string} */ name) => metrics.find((metric) => metric.name === name)?.value ?? 0;
    const row = {
      ...done,
      heapMB: megabytes(of("JSHeapUsedSize")),
      nodes: of("Nodes"),
      listeners: of("JSEventListeners"),
    };
    rows.push(row);
    log(row);
  }
  await context.close();
  return rows;
}

/**
 * In the page: at most so many steps of a lesson, with edits.
 * @param {{ lesson: string, moments: readonly number[], most: number, perEdit: number }} asked
 */
async function walk({ lesson, moments, most, perEdit }) {
  const element = /** @type {any} */ (document.querySelector("heads-up"));
  const rested = async () => {
    await element.store.idle();
    await element.updateComplete;
    await new Promise(requestAnimationFrame);
  };
  element.setAttribute("lesson", lesson);
  await rested();
  let edits = 0;
  let index = 0;
  for (; index < Math.min(most, element.store.state.run.steps.length); index++) {
    for (const t of moments) {
      element.seek(index, t);
      await rested();
    }
    if (index % perEdit !== perEdit - 1) continue;
    edits++;
    const form = element.shadowRoot.querySelector("heads-up-settings").shadowRoot;
    const seed = form.querySelector("heads-up-settings-form").shadowRoot.querySelector("#seed");
    seed.value = String(1000 * index + edits);
    seed.dispatchEvent(new Event("input"));
    await rested();
    const undo = { key: "z", ctrlKey: true, bubbles: true, composed: true };
    if (edits % 2 === 0) element.dispatchEvent(new KeyboardEvent("keydown", undo));
    await rested();
  }
  return { steps: index, edits };
}
