/** Finds the installed browsers, and opens Chromium on the built site for scripts that measure. */
import { distSite } from "./paths.mjs";
import { findProgram } from "./run.mjs";
import { serve } from "./serve.mjs";

const chromiumNames = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const app = (/** @type {string} */ name) => `/Applications/${name}.app/Contents/MacOS/${name}`;

/** The path of a browser: its variable if that is set, otherwise the first one found; undefined if there is none. */
export const findChromium = () =>
  process.env.CHROMIUM ?? findProgram(chromiumNames, [app("Chromium"), app("Google Chrome")]);
export const findFirefox = () =>
  process.env.FIREFOX ??
  findProgram(["firefox-esr", "firefox"], ["/Applications/Firefox.app/Contents/MacOS/firefox"]);

/** Debian's build of Chromium without windows, for tests: it renders the same pages with a quarter less processor time. */
export const findHeadlessShell = () => findProgram(["chromium-headless-shell"]);

/** WebKitGTK exists only on Linux; it needs its driver and a virtual screen. */
export const hasWebKit = process.platform === "linux";
export const findWebKitDriver = () => findProgram(["WebKitWebDriver"]);
export const findXvfb = () => findProgram(["Xvfb"]);

/**
 * Options for playwright-core's `chromium.launch`. Chromium's own sandbox refuses to work for root.
 * @param {string | undefined} executablePath
 */
export function chromiumOptions(executablePath = findChromium()) {
  if (!executablePath) throw new Error("No Chromium found: install one, or set CHROMIUM to its path");
  return { executablePath, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] };
}

/**
 * Calls `measure` with Chromium and the address of a served site, and closes both afterwards.
 * @template Result
 * @param {(browser: import("playwright-core").Browser, url: string) => Promise<Result>} measure
 * @param {string} [root]
 */
export async function onSite(measure, root = distSite) {
  const { chromium } = await import("playwright-core"); // imported here because the set-up may have only just installed it
  const server = await serve({ root });
  const browser = await chromium.launch(chromiumOptions());
  try {
    return await measure(browser, server.url);
  } finally {
    await browser.close();
    await server.close();
  }
}
