/**
 * Reused pages of this worker's Chromium. A new context costs a second of processor time before its page shows a lesson; a
 * reused page costs a third of that. Whatever a test leaves behind is cleared after it.
 */
import type { BrowserContextOptions, CDPSession, Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { workerBrowser } from "./engines/worker_browser.js";

/** Idle pages with the options of their contexts; most recently used last. */
const waiting: { readonly kind: string; readonly page: Page }[] = [];
const MOST_WAITING = 4;

interface Kept {
  /** Clears the storage of a page. */
  readonly devtools: CDPSession;
  /** Init scripts that the running test has added. */
  readonly scripts: AsyncDisposable[];
}
const keptOf = new WeakMap<Page, Kept>();

async function newPage(options: BrowserContextOptions): Promise<Page> {
  const context = await (await workerBrowser()).newContext(options);
  const page = await context.newPage();
  await page.addInitScript(watchAddress);
  const scripts: AsyncDisposable[] = [];
  keptOf.set(page, { devtools: await context.newCDPSession(page), scripts });
  const add = page.addInitScript.bind(page);
  page.addInitScript = async (...script) => {
    const added = await add(...script);
    scripts.push(added);
    return added;
  };
  return page;
}

/** Runs in the page before anything else: tells when it first writes its address. */
function watchAddress(): void {
  const { replaceState } = history;
  history.replaceState = (...entry) => {
    replaceState.apply(history, entry);
    Object.assign(window, { wroteAddress: true });
  };
}

/** Options that can change on an existing page; all others belong to its context. */
interface Look extends Omit<BrowserContextOptions, "viewport"> {
  readonly viewport: { readonly width: number; readonly height: number };
}

async function put(page: Page, { viewport, ...media }: Look): Promise<void> {
  await page.setViewportSize(viewport);
  await page.emulateMedia({
    media: null,
    colorScheme: media.colorScheme ?? "light",
    contrast: media.contrast ?? "no-preference",
    forcedColors: media.forcedColors ?? "none",
    reducedMotion: media.reducedMotion ?? "no-preference",
  });
}

/** What belongs to a page's context. */
function kindOf(look: Look): string {
  const { viewport: _, colorScheme, contrast, forcedColors, reducedMotion, ...context } = look;
  return JSON.stringify(context);
}

/** A page for the running test; one that is `alone` is new, and is closed after it. */
export async function pageForTest(look: Look, alone: boolean): Promise<Page> {
  const kind = kindOf(look);
  const page = (alone ? undefined : taken(kind)) ?? (await newPage(JSON.parse(kind)));
  await put(page, look);
  onTestFinished(async ({ task }) => {
    if (alone || page.isClosed() || task.result?.state !== "pass") return page.context().close();
    await putBack(kind, page);
  });
  return page;
}

/** An idle page of this kind, if there is one. */
function taken(kind: string): Page | undefined {
  const found = waiting.findLastIndex((one) => one.kind === kind);
  return waiting.splice(found, found < 0 ? 0 : 1)[0]?.page;
}

async function putBack(kind: string, page: Page): Promise<void> {
  await clear(page);
  waiting.push({ kind, page });
  if (waiting.length > MOST_WAITING) await waiting.shift()?.page.context().close();
}

/** Pages that stay loaded between the tests of a file, by the options of their contexts. */
const loaded = new Map<string, Page>();

/** A page that an earlier test of the file has left loaded, if there is one. It is left loaded for the next. */
export async function loadedPage(look: Look): Promise<Page> {
  const kind = kindOf(look);
  const page = loaded.get(kind) ?? taken(kind) ?? (await newPage(JSON.parse(kind)));
  loaded.delete(kind);
  await put(page, look);
  onTestFinished(async ({ task }) => {
    if (page.isClosed() || task.result?.state !== "pass") return page.context().close();
    await stopTest(page);
    await page.evaluate(() => {
      for (const dialog of document.querySelectorAll<HTMLDialogElement>("dialog[open]")) dialog.close();
      document.querySelector("heads-up")?.remove();
      localStorage.clear();
      sessionStorage.clear();
    });
    await page.mouse.move(-1, -1);
    loaded.set(kind, page);
  });
  return page;
}

/** After the last test of a file. */
export async function unloadPages(): Promise<void> {
  for (const [kind, page] of loaded) await putBack(kind, page);
  loaded.clear();
}

const LISTENED = ["console", "dialog", "download", "pageerror", "request"] as const;

async function stopTest(page: Page): Promise<void> {
  for (const event of LISTENED) page.removeAllListeners(event);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.context().clearPermissions();
}

async function clear(page: Page): Promise<void> {
  await stopTest(page);
  const origins = new Set<string>();
  for (const frame of page.frames()) {
    const { origin } = new URL(frame.url());
    if (origin === "null") continue;
    origins.add(origin);
    await frame.evaluate(() => {
      try {
        sessionStorage.clear();
      } catch {
        // A sandboxed frame has no storage, nor has a page whose test took it away.
      }
    });
  }
  await page.goto("about:blank");
  await page.mouse.move(-1, -1);
  const { devtools, scripts } = keptOf.get(page) as Kept;
  for (const script of scripts.splice(0)) await script[Symbol.asyncDispose]();
  for (const origin of origins)
    await devtools.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
}
