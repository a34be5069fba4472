/**
 * The built site in a real browser: one Chromium and one server per worker, and a clean page for every visit.
 */
import { readFileSync } from "node:fs";
import type { APIResponse, BrowserContextOptions, Frame, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { distSite } from "../../scripts/lib/paths.mjs";
import { serve } from "../../scripts/lib/serve.mjs";
import { type Instrument, Lesson } from "./lesson.js";
import { loadedPage, pageForTest, unloadPages } from "./pages.js";

/** Nothing but the site's own files, no inline script or style, no eval. */
export const STRICT_CSP =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
  "worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const DEFAULT_OPTIONS = {
  viewport: { width: 1280, height: 800 },
  locale: "en-US",
  // Installing a service worker would slow down every visit; only tests/page/hosting.test.ts allows it.
  serviceWorkers: "block",
} as const;

const SERVICE_WORKER_BLOCKED = /Service Worker registration blocked by Playwright/;

export type { Instrument } from "./lesson.js";

export interface Opened {
  readonly page: Page;
  readonly lesson: Lesson;
  /** Console messages other than plain logs, and uncaught errors. */
  readonly complaints: string[];
  /** The URL of every request. */
  readonly requests: string[];
}

export interface OpenOptions extends Omit<BrowserContextOptions, "viewport"> {
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Prepares the page before its first navigation. */
  readonly before?: (page: Page) => Promise<unknown>;
  /** For a test whose changes to a page cannot be undone, such as service workers. */
  readonly alone?: boolean;
  /** Whether to wait for the lesson; false if none is expected. */
  readonly ready?: boolean;
}

export interface Site {
  readonly url: string;
  open(pathAndQuery?: string, options?: OpenOptions): Promise<Opened>;
  /**
   * Opens an address on a page that an earlier test of the file has left loaded, which takes a tenth of the time. For tests
   * that use the page as a reader does. Storage is cleared between tests; state in memory stays, such as the undo history.
   * `before` may only route requests, because a loaded page runs no init script.
   */
  openWithin(pathAndQuery: string, options?: Omit<OpenOptions, "alone">): Promise<Opened>;
  /** The page that an earlier test of the file has left loaded, unchanged. */
  resume(): Promise<Opened>;
}

type Server = Awaited<ReturnType<typeof serve>>;

/** Servers by root and headers. A server lives as long as the worker, so that the browser's cache serves later test files too. */
const servers = new Map<string, Promise<Server>>();

/** Lets the browser cache files unless the headers say otherwise, which saves a quarter of a visit's processor time. */
function serverOf(root: string, headers: Readonly<Record<string, string>>): Promise<Server> {
  const key = JSON.stringify([root, headers]);
  const server =
    servers.get(key) ?? serve({ root, headers: { "Cache-Control": "max-age=3600", ...headers } });
  servers.set(key, server);
  return server;
}

export function site(
  root: string = distSite,
  headers: Readonly<Record<string, string>> = { "Content-Security-Policy": STRICT_CSP },
): Site {
  let server: Server | undefined;
  beforeAll(async () => {
    server = await serverOf(root, headers);
  });
  const listenTo = (page: Page): Opened => {
    const opened: Opened = { page, lesson: new Lesson(page), complaints: [], requests: [] };
    page.on("console", (message) => {
      if (message.type() !== "log" && !SERVICE_WORKER_BLOCKED.test(message.text()))
        opened.complaints.push(`${message.type()}: ${message.text()}`);
    });
    page.on("pageerror", (error) => opened.complaints.push(`uncaught: ${error.message}`));
    page.on("request", (request) => opened.requests.push(request.url()));
    return opened;
  };
  const urlOf = (pathAndQuery: string): URL => {
    if (!server) throw new Error("a page can be opened only within a test");
    return new URL(pathAndQuery, server.url);
  };
  afterAll(unloadPages);
  return {
    get url(): string {
      return server?.url ?? "";
    },
    async open(pathAndQuery = "", { before, ready = true, alone = false, ...options } = {}) {
      const page = await pageForTest({ ...DEFAULT_OPTIONS, ...options }, alone);
      const opened = listenTo(page);
      await before?.(page);
      await page.goto(urlOf(pathAndQuery).href);
      if (ready) await settled(page);
      return opened;
    },
    async resume() {
      return listenTo(await loadedPage(DEFAULT_OPTIONS));
    },
    async openWithin(pathAndQuery, { before, ready = true, ...options } = {}) {
      const { href, origin, pathname, searchParams } = urlOf(pathAndQuery);
      const page = await loadedPage({ ...DEFAULT_OPTIONS, ...options });
      const opened = listenTo(page);
      await before?.(page);
      const wanted = { place: origin + pathname, theme: searchParams.get("theme") };
      const lang = searchParams.get("lang") ?? "en";
      if (await page.evaluate(showsIn, { ...wanted, lang })) await goWithin(page, pathAndQuery, ready);
      else {
        await page.goto(href);
        if (ready) await settled(page);
      }
      return opened;
    },
  };
}

/** Runs in the page: whether this place is loaded in this theme. If so, switches to the language with its button. */
async function showsIn(wanted: { place: string; theme: string | null; lang: string }): Promise<boolean> {
  const { documentElement: root } = document;
  const isThere = location.origin + location.pathname === wanted.place;
  if (!isThere || root.getAttribute("theme") !== wanted.theme) return false;
  if (root.lang !== wanted.lang)
    document.querySelector<HTMLElement>(`.languages [lang="${wanted.lang}"]`)?.click();
  for (let i = 0; i < 200 && root.lang !== wanted.lang; i++) await new Promise(requestAnimationFrame);
  localStorage.clear();
  return root.lang === wanted.lang;
}

/** Waits until the lesson that was requested last is on the stage. */
export async function settled(page: Page | Frame): Promise<void> {
  await page.waitForFunction(() => {
    const element = document.querySelector<Instrument>("heads-up");
    const isOnStage = element?.trace !== undefined && element.shadowRoot?.querySelector("heads-up-stage");
    return isOnStage && !document.querySelector("main[aria-busy]");
  });
  await page.evaluate(() => document.querySelector<Instrument>("heads-up")?.store.idle());
  await rested(page);
}

/**
 * Goes to another address of the site without reloading the page, as the Back button does, in a tenth of the time of a
 * visit. The page reads the address as it does at a visit.
 */
export async function goWithin(page: Page, search: string, ready = true): Promise<void> {
  await page.evaluate((to) => {
    document.querySelector("heads-up")?.remove();
    Reflect.deleteProperty(window, "wroteAddress");
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, search);
  if (ready) await settled(page);
}

/** Waits until all pending updates are drawn. */
export const rested = (page: Page | Frame): Promise<void> => new Lesson(page).rested();

/** The focused element, through all shadow roots: its tag and accessible name. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    return active
      ? `${active.localName} ${active.getAttribute("aria-label") ?? active.textContent?.trim().slice(0, 40)}`
      : "";
  });

/** Presses Tab until one of the elements has the focus. */
export async function tabTo(elements: Locator): Promise<void> {
  for (let i = 0; i < 60; i++) {
    await elements.page().keyboard.press("Tab");
    if (await elements.evaluateAll((all) => all.some((one) => one.matches(":focus")))) return;
  }
  throw new Error(`Tab never reaches ${elements}`);
}

/** Plays the end of a step, which counts as having played it. */
export async function playEnd(page: Page | Frame, step: string): Promise<void> {
  await page.evaluate((to) => {
    const element = document.querySelector<Instrument>("heads-up");
    element?.seek(to, 0.999);
    element?.play();
  }, step);
  await page.waitForFunction((to) => {
    const { view } = document.querySelector<Instrument>("heads-up") ?? {};
    return view?.step === to && view.t === 1 && !view.playing;
  }, step);
}

export const currentStep = (page: Page | Frame): Promise<string> => new Lesson(page).step();

/** Records whether a step has played since this call; a step may end before a test can ask. */
export async function watchPlaying(page: Page): Promise<() => Promise<boolean>> {
  const seen = await page.evaluateHandle(() => {
    const watched = { hasPlayed: false };
    document.querySelector<Instrument>("heads-up")?.store.subscribe(({ playback }) => {
      watched.hasPlayed ||= playback.playing;
    });
    return watched;
  });
  return () => seen.evaluate(({ hasPlayed }) => hasPlayed);
}

/** The number of steps in the strip. */
export async function stepCount(page: Page | Frame): Promise<number> {
  const steps = page.locator("heads-up-strip [data-index]");
  await steps.first().waitFor();
  return steps.count();
}

/** The names of all steps, including all members of groups. */
export async function stepNames(page: Page): Promise<string[]> {
  await stepCount(page);
  return page.evaluate(() => {
    const steps = document.querySelector<Instrument>("heads-up")?.store.state.run?.steps ?? [];
    return steps.flatMap((step) => step.members ?? [step]).map(({ id }) => id);
  });
}

/** The stage's pixels, as a data URL. */
export const pixels = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const stage = document.querySelector("heads-up")?.shadowRoot?.querySelector("heads-up-stage");
    return stage?.shadowRoot?.querySelector("canvas")?.toDataURL() ?? "";
  });

/** The file that the browser saves when a control is clicked. */
export async function savedBy(control: Locator): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([control.page().waitForEvent("download"), control.click()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

/** Holds back the answers to requests for these files that `isHeld` chooses, until `release` is called. */
export function heldBack(
  files: RegExp,
  isHeld: (answer: APIResponse) => Promise<boolean> = async () => true,
): { before: (page: Page) => Promise<void>; release: () => void } {
  let release = (): void => undefined;
  const released = new Promise<void>((done) => {
    release = done;
  });
  const before = async (page: Page): Promise<void> => {
    await page.route(files, async (route) => {
      const response = await route.fetch();
      if (await isHeld(response)) await released;
      await route.fulfill({ response });
    });
  };
  return { before, release: () => release() };
}

/** Sets the speed of playback to any factor, so that a step cannot end before a test has looked at it. */
export const setSpeed = (page: Page, speed: number): Promise<void> =>
  page.evaluate(
    (factor) =>
      document.querySelector<Instrument>("heads-up")?.store.dispatch({ type: "speed", speed: factor }),
    speed,
  );

/** Waits for the styles of a lecture, which load together with its keys. */
export const lectureLoaded = (page: Page): Promise<void> =>
  expect
    .poll(() => page.locator("heads-up").evaluate((one) => Number(getComputedStyle(one).zoom)))
    .toBeGreaterThan(1);

export const callout = (page: Page) => page.locator("heads-up-callout");

/** The page's query. It is updated shortly after the screen, so poll for the expected value. */
export const query = async (page: Page): Promise<URLSearchParams> => new URL(page.url()).searchParams;

/** The query once the page itself has written it, for tests that expect the query it was opened with. */
export async function writtenQuery(page: Page): Promise<Record<string, string>> {
  await page.waitForFunction(() => "wroteAddress" in window);
  return Object.fromEntries(await query(page));
}
