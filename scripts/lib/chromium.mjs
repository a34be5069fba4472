/** Finds an installed Chromium, and the options to launch it. */
import { findProgram } from "./run.mjs";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const places = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The path of the browser: $CHROMIUM if it is set, otherwise the first one found; undefined if there is none. */
export const findChromium = () => process.env.CHROMIUM ?? findProgram(names, places);

/** Debian's build of Chromium without windows, for tests: it renders the same pages with a quarter less processor time. */
export const findHeadlessShell = () => findProgram(["chromium-headless-shell"], []);

/**
 * Options for playwright-core's `chromium.launch`. Chromium's own sandbox refuses to work for root.
 * @param {string | undefined} executablePath
 */
export function chromiumOptions(executablePath = findChromium()) {
  if (!executablePath) throw new Error("No Chromium found: install one, or set CHROMIUM to its path");
  return { executablePath, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] };
}
