/** The Chromiums of a process, each launched on first use. */
import { type Browser, chromium } from "playwright-core";
import { chromiumOptions, findHeadlessShell } from "../../../scripts/lib/chromium.mjs";

const launched = new Map<string, Promise<Browser>>();

/** It ends with the worker (tests/worker.ts); its own signal handlers would keep the worker alive. */
function browserOf(executable: string | undefined): Promise<Browser> {
  const options = chromiumOptions(executable);
  const browser =
    launched.get(options.executablePath) ?? chromium.launch({ ...options, handleSIGTERM: false });
  launched.set(options.executablePath, browser);
  return browser;
}

/** Chromium as its readers have it. */
export const wholeBrowser = (): Promise<Browser> => browserOf(undefined);

/** The browser of the page tests: without windows where there is one, but $CHROMIUM before it. */
export const workerBrowser = (): Promise<Browser> =>
  browserOf(process.env.CHROMIUM ? undefined : findHeadlessShell());

/** For a program that goes on, or that would wait for them to end. */
export async function closeBrowsers(): Promise<void> {
  for (const browser of launched.values()) await (await browser).close();
  launched.clear();
}
