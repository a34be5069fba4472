/** This process's Chromium browsers, each launched on first use. */
import { type Browser, chromium } from "playwright-core";
import { chromiumOptions, findHeadlessShell } from "../../../scripts/lib/browsers.mjs";

const launched = new Map<string, Promise<Browser>>();

/** The browser ends with the worker (tests/worker.ts); Playwright's own signal handlers would keep the worker alive. */
function browserOf(executable: string | undefined): Promise<Browser> {
  const options = chromiumOptions(executable);
  const browser =
    launched.get(options.executablePath) ?? chromium.launch({ ...options, handleSIGTERM: false });
  launched.set(options.executablePath, browser);
  return browser;
}

/** The full Chromium, as readers have it. */
export const wholeBrowser = (): Promise<Browser> => browserOf(undefined);

/** The browser of the page tests: $CHROMIUM, or else the headless shell if it is installed. */
export const workerBrowser = (): Promise<Browser> =>
  browserOf(process.env.CHROMIUM ? undefined : findHeadlessShell());

/** For programs that continue afterwards, or that would wait for the browsers to end. */
export async function closeBrowsers(): Promise<void> {
  for (const browser of launched.values()) await (await browser).close();
  launched.clear();
}
