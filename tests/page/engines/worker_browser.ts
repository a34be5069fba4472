/** One Chromium per process, launched on first use. */
import { type Browser, chromium } from "playwright-core";
import { chromiumOptions } from "../../../scripts/lib/chromium.mjs";

let launched: Promise<Browser> | undefined;

/** This worker's Chromium. It ends with the worker (tests/worker.ts); its own signal handlers would keep the worker alive. */
export function workerBrowser(): Promise<Browser> {
  launched ??= chromium.launch({ ...chromiumOptions(), handleSIGTERM: false });
  return launched;
}

/** For a program that goes on, or that would wait for it to end. */
export async function closeWorkerBrowser(): Promise<void> {
  await (await launched)?.close();
  launched = undefined;
}
