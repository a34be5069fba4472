/** What a host's page must show in Chromium: a known number, a picture, a step. */
import { deepStrictEqual, ok, strictEqual } from "node:assert";
import { readFileSync } from "node:fs";
import path from "node:path";
import { chromium } from "playwright-core";
import { chromiumOptions } from "../../scripts/lib/browsers.mjs";
import { serve } from "../../scripts/lib/serve.mjs";

const fixture = path.join(import.meta.dirname, "../fixtures/lessons/masked-multi-head-default.json");

/** Two attention weights of the tutorial's own lesson, as PyTorch computes them. */
const [FIRST, SECOND] = JSON.parse(readFileSync(fixture, "utf8"))
  .steps.find((/** @type {{ name: string }} */ { name }) => name === "attention")
  .data.slice(10, 12);

/** @param {unknown} numbers */
export function checkFigure(numbers) {
  ok(Array.isArray(numbers) && numbers.length === 2, `got ${JSON.stringify(numbers)}, wants two numbers`);
  const away = Math.max(Math.abs(numbers[0] - FIRST), Math.abs(numbers[1] - SECOND));
  ok(away < 2e-6, `got ${numbers}, wants ${FIRST} and ${SECOND}`);
}

export const launch = () => chromium.launch(chromiumOptions());

/** @typedef {import("playwright-core").Page} Page */

/**
 * Serves a folder, or uses a running server, and opens its page for `look`. Any console error or warning fails.
 * @param {import("playwright-core").Browser} browser
 * @param {string | { url: string, close: () => Promise<void> }} from
 * @param {(page: Page) => Promise<void>} look
 */
export async function inPage(browser, from, look, query = "") {
  const server = typeof from === "string" ? await serve({ root: from }) : from;
  const context = await browser.newContext({ viewport: { width: 1000, height: 800 } });
  try {
    const page = await context.newPage();
    /** @type {string[]} */
    const complaints = [];
    page.on("pageerror", ({ message }) => complaints.push(message));
    page.on("console", (said) => {
      if (["error", "warning"].includes(said.type()) && !said.location().url.endsWith("/favicon.ico"))
        complaints.push(said.text());
    });
    await page.goto(server.url + query);
    await look(page).catch((error) => {
      throw complaints.length > 0 ? new Error(`${complaints.join("; ")}; ${error.message}`) : error;
    });
    deepStrictEqual(complaints, []);
  } finally {
    await context.close();
    await server.close();
  }
}

/** The result that the page's own script reports.  @param {Page} page */
export async function moduleRan(page) {
  const tried = await (await page.waitForFunction("window.tried", null, { timeout: 20_000 })).jsonValue();
  strictEqual(tried.error, undefined);
  checkFigure(tried.module);
}

/** The element shows the lesson, and goes to the next step.  @param {Page} page */
export async function elementSteps(page) {
  await page.waitForFunction("document.querySelector('heads-up')?.trace", null, { timeout: 20_000 });
  const seen = await page.evaluate(async () => {
    const element = /** @type {any} */ (document.querySelector("heads-up"));
    await element.updateComplete;
    const before = element.currentStep;
    element.next();
    await element.updateComplete;
    const canvas = element.shadowRoot.querySelector("heads-up-stage").shadowRoot.querySelector("canvas");
    const bytes = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
    const colors = new Set(new Uint32Array(bytes.buffer)).size;
    const attention = element.trace.steps.find((/** @type {any} */ { name }) => name === "attention");
    return { before, after: element.currentStep, colors, figure: [...attention.data.slice(10, 12)] };
  });
  checkFigure(seen.figure);
  strictEqual(seen.before, "scores");
  ok(seen.after !== "" && seen.after !== "scores", `got step ${seen.after}, wants another one`);
  ok(seen.colors > 8, `got a picture of ${seen.colors} colours, wants a drawn one`);
}

/** @param {Page} page */
export async function both(page) {
  await moduleRan(page);
  await elementSteps(page);
}

/** A component: the page controls the element, follows its events, removes it and inserts it again.  @param {Page} page */
export async function component(page) {
  await elementSteps(page);
  // A framework renders after the element's event.
  const shown = (/** @type {string} */ step) =>
    page.waitForFunction((wanted) => document.querySelector("output")?.textContent === wanted, step);
  await shown(await page.evaluate("document.querySelector('heads-up').currentStep"));
  await page.getByRole("button", { name: "attention", exact: true }).click();
  await page.waitForFunction("document.querySelector('heads-up').currentStep === 'attention'");
  await page.getByRole("button", { name: "hide" }).click();
  await page.locator("heads-up").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "show" }).click();
  await page.waitForFunction("document.querySelector('heads-up')?.trace");
  await shown("attention");
}

/** Two views of one model follow each other through it; a view that is cleaned up is removed.  @param {Page} page */
export async function notebook(page) {
  await page.waitForFunction("window.kernel?.elements.every((one) => one.trace)", null, { timeout: 20_000 });
  await page.evaluate("window.kernel.elements[0].next()");
  await page.waitForFunction(
    "window.kernel.elements[1].currentStep === window.kernel.elements[0].currentStep",
  );
  const seen = await page.evaluate(async () => {
    const { model, elements, cells } = /** @type {any} */ (window).kernel;
    const { currentStep: byReader, trace } = elements[0];
    const saved = model.saved.at(-1);
    model.set("step", "values");
    await elements[0].updateComplete;
    const byKernel = elements[0].currentStep;
    model.set("tokens", [[1, 2, 3]]);
    await elements[0].updateComplete;
    const shownIds = () => elements[0].trace.steps.find((/** @type {any} */ { name }) => name === "ids").data;
    const ids = shownIds();
    model.set("lesson", "multi-head");
    await elements[0].updateComplete;
    const { lesson } = elements[0].trace.spec;
    const idsInOther = shownIds();
    cells[1].cleanUp();
    model.set("step", "output");
    await elements[0].updateComplete;
    const attention = trace.steps.find((/** @type {any} */ { name }) => name === "attention");
    const figure = [...attention.data.slice(10, 12)];
    const left = cells[1].el.childElementCount;
    return {
      byReader,
      saved,
      byKernel,
      ids: [...ids],
      lesson,
      idsInOther: [...idsInOther],
      left,
      last: elements[0].currentStep,
      figure,
      other: elements[1].step,
    };
  });
  checkFigure(seen.figure);
  deepStrictEqual(seen.saved, ["step", seen.byReader]);
  ok(seen.byReader !== "scores", "the step went on");
  strictEqual(seen.byKernel, "values");
  deepStrictEqual(seen.ids, [1, 2, 3]);
  deepStrictEqual([seen.lesson, seen.idsInOther], ["multi-head", [1, 2, 3]]);
  deepStrictEqual([seen.left, seen.last, seen.other], [0, "output", "values"]);
}
