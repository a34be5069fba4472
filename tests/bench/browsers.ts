/** Runs a job in a browser, through the drivers of the page tests. */
import { launchChromium } from "../page/engines/chromium.js";
import type { Launch } from "../page/engines/engine.js";
import { launchFirefox } from "../page/engines/firefox.js";
import { launchWebKit } from "../page/engines/webkit.js";
import { closeBrowsers } from "../page/engines/worker_browser.js";
import type { Answer, Job } from "./job.js";

const LAUNCH = { chromium: launchChromium, firefox: launchFirefox, webkit: launchWebKit } satisfies Record<
  string,
  Launch
>;
export type Browser = keyof typeof LAUNCH;

/** Polling takes time from the page, so the interval is long. */
const ASK_MS = 1000;

interface Page {
  readonly bench: {
    start(job: Job): void;
    readonly state: { readonly doing: string; readonly answer?: Answer; readonly error?: string };
  };
}

export async function answerOf(
  browser: Browser,
  url: string,
  job: Job,
  say: (what: string) => void,
): Promise<{ userAgent: string; answer: Answer }> {
  const engine = await LAUNCH[browser]();
  try {
    await engine.open(url);
    const userAgent = await engine.evaluate((job: Job) => {
      (globalThis as unknown as Page).bench.start(job);
      return navigator.userAgent;
    }, job);
    for (let text = ""; ; ) {
      await new Promise((wake) => setTimeout(wake, ASK_MS));
      const { doing, answer, error } = await engine.evaluate(
        () => (globalThis as unknown as Page).bench.state,
      );
      if (doing !== text) say(doing);
      text = doing;
      if (error) throw new Error(`${browser}: ${error}`);
      if (answer) return { userAgent, answer };
    }
  } finally {
    await engine.close();
    await closeBrowsers();
  }
}
