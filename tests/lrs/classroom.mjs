/** An unpacked course on a server, an LMS on another, a store behind it, and a learner's hands in Chromium. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { unzipSync } from "fflate";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { serve } from "../../scripts/lib/serve.mjs";
import { startLms } from "./lms.mjs";
import { startStore } from "./store.mjs";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").Frame} Frame */
/** @typedef {Awaited<ReturnType<typeof openClassroom>>} Classroom */

/** @param {import("playwright-core").Browser} browser */
export async function openClassroom(browser) {
  const folder = mkdtempSync(path.join(tmpdir(), "heads-up-classroom-"));
  for (const [name, bytes] of Object.entries(unzipSync(readFileSync(inRoot("dist/course-cmi5.zip")))))
    writeFileSync(path.join(folder, name), bytes);
  const course = await serve({ root: folder });
  const store = await startStore();
  const lms = await startLms(store);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en-US" });
  /** The hosts that were asked for anything. @type {Set<string>} */
  const hosts = new Set();
  context.on("request", (request) => {
    if (request.url().startsWith("http")) hosts.add(new URL(request.url()).host);
  });
  return {
    ...{ course, store, lms, context, hosts },
    async close() {
      await context.close();
      await Promise.all([lms.close(), store.close(), course.close()]);
      rmSync(folder, { recursive: true, force: true });
    },
    /** Opens a lesson of the course in a tab and waits until it stands.  @param {string} address */
    async open(address) {
      const page = await context.newPage();
      await page.goto(course.url + address);
      await standing(page);
      return page;
    },
  };
}

/** Waits for a lesson.  @param {Page | Frame} page */
export async function standing(page) {
  await page.waitForFunction(() => {
    const element = /** @type {any} */ (document.querySelector("heads-up"));
    return element?.trace && element.shadowRoot?.querySelector("heads-up-stage");
  });
  await page.locator(".course p").waitFor();
}

/** @param {Page | Frame} page  @returns {Promise<string>} */
export const stepOf = (page) => page.evaluate("document.querySelector('heads-up').currentStep");

/** @param {Page | Frame} page  @param {string | number} step */
export const goTo = (page, step) =>
  page.evaluate(`document.querySelector('heads-up').seek(${JSON.stringify(step)}, 1)`);

/** Plays the end of every step, from the first to the last.  @param {Page | Frame} page */
export async function walkToTheEnd(page) {
  await goTo(page, 0);
  const element = "document.querySelector('heads-up')";
  for (let step = "", now = await stepOf(page); now !== step; ) {
    step = now;
    await page.evaluate(`${element}.seek(${JSON.stringify(step)}, 0.999); ${element}.play()`);
    await page.waitForFunction(`${element}.view.t === 1 && !${element}.view.playing`);
    await page.evaluate(`(async () => { ${element}.next(); await ${element}.updateComplete; })()`);
    now = await stepOf(page);
  }
}

/** Answers the question about the shape of q.  @param {Page | Frame} page  @param {string} text  @param {"right" | "wrong"} outcome */
export async function answerNumber(page, text, outcome) {
  await page.locator("heads-up-stage").hover();
  // Before a step is played, its question opens together with the panel.
  await page.locator("heads-up-questions summary").waitFor();
  if (!(await page.locator("heads-up-questions form").isVisible()))
    await page.locator("heads-up-questions summary").click();
  await page.locator("heads-up-questions #answer").fill(text);
  await page.locator("heads-up-questions .check").click();
  await page.locator(`heads-up-questions .${outcome}`).waitFor();
}

/** Answers "why?" in own words.  @param {Page | Frame} page  @param {string} text */
export async function answerWhy(page, text) {
  await page.locator("heads-up-stage").hover();
  const why = page.locator("heads-up-why");
  if (!(await why.locator("textarea").isVisible())) await why.locator("summary").click();
  await why.locator("textarea").fill(text);
  await why.locator(".check").click();
  await why.locator("#model").waitFor();
}

/**
 * Waits until `read` returns a value for which `is` holds; the error has the last value.
 * @template T
 * @param {() => T | Promise<T>} read
 * @param {(value: T) => boolean} is
 * @param {string} what
 */
export async function until(read, is, what) {
  let last = await read();
  for (const end = performance.now() + 15_000; !is(last); last = await read()) {
    if (performance.now() > end) throw new Error(`${what}: got ${JSON.stringify(last)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return last;
}
