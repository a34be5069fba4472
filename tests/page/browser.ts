/**
 * The built site in a real browser: one server and one Chromium for a test file, a fresh context for every
 * page.
 */
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { chromiumOptions } from "../../scripts/lib/chromium.mjs";
import { distSite } from "../../scripts/lib/paths.mjs";
import { serve } from "../../scripts/lib/serve.mjs";
import type { HeadsUpElement } from "../../web/src/elements/heads_up_element.js";

/** Nothing but the site's own files, no inline script or style, no eval. */
export const STRICT_CSP =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
  "worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export interface Opened {
  readonly page: Page;
  /** Everything the console said but for plain logs, and every uncaught error. */
  readonly complaints: string[];
  /** Every address that was asked for. */
  readonly requests: string[];
}

export interface OpenOptions extends BrowserContextOptions {
  readonly before?: (page: Page) => Promise<unknown>;
  /** Waits for the lesson; false where it is not to come. */
  readonly ready?: boolean;
}

export interface Site {
  readonly url: string;
  open(pathAndQuery?: string, options?: OpenOptions): Promise<Opened>;
}

type Server = Awaited<ReturnType<typeof serve>>;

export function site(
  root: string = distSite,
  headers: Readonly<Record<string, string>> = { "Content-Security-Policy": STRICT_CSP },
): Site {
  let browser: Browser | undefined;
  let server: Server | undefined;
  beforeAll(async () => {
    [server, browser] = await Promise.all([serve({ root, headers }), chromium.launch(chromiumOptions())]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });
  return {
    get url(): string {
      return server?.url ?? "";
    },
    async open(pathAndQuery = "", { before, ready = true, ...options } = {}) {
      if (!browser || !server) throw new Error("a page can be opened only within a test");
      const context = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        locale: "en-US",
        ...options,
      });
      const page = await context.newPage();
      const opened: Opened = { page, complaints: [], requests: [] };
      page.on("console", (message) => {
        if (message.type() !== "log") opened.complaints.push(`${message.type()}: ${message.text()}`);
      });
      page.on("pageerror", (error) => opened.complaints.push(`uncaught: ${error.message}`));
      page.on("request", (request) => opened.requests.push(request.url()));
      await before?.(page);
      await page.goto(new URL(pathAndQuery, server.url).href);
      if (ready) await settled(page);
      return opened;
    },
  };
}

/** The element of the page, as a test in the page sees it. */
export type Instrument = HeadsUpElement;

/** Waits until a lesson stands on the stage. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const element = document.querySelector<Instrument>("heads-up");
    return element?.trace !== undefined && element.shadowRoot?.querySelector("heads-up-stage") !== null;
  });
  await rested(page);
}

/** Waits for everything that was asked for to be drawn. */
export const rested = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await document.querySelector<Instrument>("heads-up")?.updateComplete;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  });

/** The name of the step on the stage. */
export const currentStep = (page: Page): Promise<string> =>
  page.evaluate(() => document.querySelector<Instrument>("heads-up")?.currentStep ?? "");

/** The stage's pixels, as a data URL. */
export const pixels = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const stage = document.querySelector("heads-up")?.shadowRoot?.querySelector("heads-up-stage");
    return stage?.shadowRoot?.querySelector("canvas")?.toDataURL() ?? "";
  });

/** The same in a few letters, for whoever only asks whether it is another picture. */
export const fingerprint = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const stage = document.querySelector("heads-up")?.shadowRoot?.querySelector("heads-up-stage");
    const canvas = stage?.shadowRoot?.querySelector("canvas");
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(canvas?.toDataURL()));
    return [...new Uint8Array(digest)].join();
  });

export const callout = (page: Page) => page.locator("heads-up-callout");

/** The page's own query, once it has been written. */
export async function query(page: Page): Promise<URLSearchParams> {
  await page.waitForTimeout(250);
  return new URL(page.url()).searchParams;
}
