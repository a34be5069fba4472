/** Measures the cost of an edit: from new tokens until the stage shows their numbers, with the settings open. */
import { quantile } from "../bench/report.mjs";
import { ready, round, slowPage } from "./play_cost.mjs";

/** The largest lesson that should be recomputed while typing. */
const D_MODEL = 64;
const LENGTH = 16;
const EDITS = 16;
/** The number of edits at the start that are left out, because they warm up the page. */
const WARM_UP_EDITS = 4;
const PAUSE_MS = 600;

/**
 * @param {import("playwright-core").Browser} browser @param {string} url @param {string} lesson
 * @param {{ slowdown: number }} options
 */
export async function editCost(browser, url, lesson, { slowdown }) {
  const query = `?lesson=${lesson}&dModel=${D_MODEL}&step=scores`;
  const page = await slowPage(browser, url + query, slowdown);
  await ready(page);
  await page.locator(".drawer.settings .toggle").click();
  await page.locator(".settings .panel").waitFor();
  const { vocabSize, target } = await page.evaluate(
    () => /** @type {any} */ (document.querySelector("heads-up")).trace.spec,
  );
  /** @type {number[]} */
  const ms = [];
  for (let edit = 0; edit < EDITS; edit++) {
    const ids = Array.from({ length: LENGTH }, (_, i) => 1 + ((7 * edit + 3 * i) % (vocabSize - 1)));
    const sequences = [ids, ids.toReversed()];
    const spec = { lesson, dModel: D_MODEL, sequences, target: target && sequences };
    ms.push(await page.evaluate(timeEdit, spec));
    await page.waitForTimeout(PAUSE_MS);
  }
  await page.context().close();
  const warm = ms.slice(WARM_UP_EDITS);
  return {
    lesson,
    edits: warm.length,
    medianMs: round(quantile(warm, 0.5)),
    worstMs: round(quantile(warm, 1)),
  };
}

/**
 * In the page: the time until a frame shows the numbers of this spec.
 * @param {Record<string, unknown>} spec
 */
async function timeEdit(spec) {
  const element = /** @type {any} */ (document.querySelector("heads-up"));
  const stage = element.shadowRoot.querySelector("heads-up-stage");
  const start = performance.now();
  element.spec = spec;
  await new Promise((done, fail) => {
    element.addEventListener("heads-up-ready", done, { once: true });
    const refused = (/** @type {CustomEvent} */ { detail }) => fail(new Error(detail.message));
    element.addEventListener("heads-up-error", refused, { once: true });
  });
  await stage.updateComplete;
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  return performance.now() - start;
}
