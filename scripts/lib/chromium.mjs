/** Finds an installed Chromium; nothing here downloads one. */
import { accessSync, constants } from "node:fs";
import path from "node:path";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const fixed = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * The path of the browser: $CHROMIUM if it is set, otherwise the first one found; undefined if there is none.
 * @returns {string | undefined}
 */
export function findChromium() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  const onPath = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return [...onPath, ...fixed].find(isExecutable);
}

/** Options for playwright-core's `chromium.launch`. Chromium's own sandbox refuses to work for root. */
export function chromiumOptions() {
  const executablePath = findChromium();
  if (!executablePath) throw new Error("No Chromium found: install one, or set CHROMIUM to its path");
  return { executablePath, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] };
}
