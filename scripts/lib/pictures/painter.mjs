/** Opens a page in Chromium that contains the drawing code and paints any moment of any step. */
import { chromium } from "playwright-core";
import { chromiumOptions } from "../browsers.mjs";
import { scriptForPage, wasmUrl } from "./core_in_page.mjs";

/**
 * @typedef {import("./painter_page.js").Look} Look
 * @typedef {import("./painter_page.js").Strip} Strip
 */

/** The kept pictures: a laptop's stage at half scale, before, during and after a step. @type {Look} */
export const look = { theme: "light", width: 800, height: 520, ratio: 0.5, times: [0, 0.5, 1] };

/** @param {{ browser?: import("playwright-core").Browser }} [options]  a running Chromium, which stays open */
export async function openPainter({ browser } = {}) {
  const own = browser ? undefined : await chromium.launch(chromiumOptions());
  const page = await /** @type {import("playwright-core").Browser} */ (browser ?? own).newPage();
  // Sets `painter` on the window.
  await page.addScriptTag({ content: await scriptForPage("scripts/lib/pictures/painter_page.ts") });
  await page.evaluate((wasm) => /** @type {any} */ (globalThis).painter.start(wasm), wasmUrl());
  return {
    page,
    /**
     * Loads a lesson's trace and returns its steps' names.
     * @param {unknown} trace
     * @returns {Promise<string[]>}
     */
    take: (trace) => page.evaluate((one) => /** @type {any} */ (globalThis).painter.take(one), trace),
    /**
     * Paints a step at several moments, side by side.
     * @param {string} step
     * @param {Look} look
     * @returns {Promise<Strip & { png: Buffer }>}
     */
    async strip(step, look) {
      const strip = await page.evaluate(
        ([name, how]) => /** @type {any} */ (globalThis).painter.strip(name, how),
        /** @type {const} */ ([step, look]),
      );
      return { ...strip, png: Buffer.from(strip.url.split(",")[1], "base64") };
    },
    /**
     * Paints the first of the moments as the text of an SVG file.
     * @param {string} step
     * @param {Look} look
     * @returns {Promise<string>}
     */
    figure: (step, look) =>
      page.evaluate(
        ([name, how]) => /** @type {any} */ (globalThis).painter.figure(name, how),
        /** @type {const} */ ([step, look]),
      ),
    close: () => own?.close() ?? page.close(),
  };
}
