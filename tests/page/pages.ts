/**
 * Reused pages of this worker's Chromium. A new context costs a second of processor time before its page shows a lesson; a
 * reused page costs a third of that. State that a test leaves behind is cleared after it.
 */
import type { BrowserContextOptions, CDPSession, Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { workerBrowser } from "./engines/worker_browser.js";

/** Idle pages with the options of their contexts; most recently used last. */
const idlePages: { readonly kind: string; readonly page: Page }[] = [];
const MOST_IDLE_PAGES = 4;

interface PageState {
  /** Clears the storage of a page. */
  readonly devtools: CDPSession;
  /** Init scripts that the running test has added. */
  readonly scripts: AsyncDisposable[];
}
const stateOf = new WeakMap<Page, PageState>();

async function newPage(options: BrowserContextOptions): Promise<Page> {
  const context = await (await workerBrowser()).newContext(options);
  const page = await context.newPage();
  await page.addInitScript(watchAddress);
  const scripts: AsyncDisposable[] = [];
  stateOf.set(page, { devtools: await context.newCDPSession(page), scripts });
  const add = page.addInitScript.bind(page);
  page.addInitScript = async (...script) => {
    const added = await add(...script);
    scripts.push(added);
    return added;
  };
  return page;
}

/** Runs in the page before any other script: sets `wroteAddress` when the page first writes its address. */
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

async function applyLook(page: Page, { viewport, ...media }: Look): Promise<void> {
  await page.setViewportSize(viewport);
  await page.emulateMedia({
    media: null,
    colorScheme: media.colorScheme ?? "light",
    contrast: media.contrast ?? "no-preference",
    forcedColors: media.forcedColors ?? "none",
    reducedMotion: media.reducedMotion ?? "no-preference",
  });
}

/** The options that belong to a page's context, as a key. */
function contextKey(look: Look): string {
  const { viewport: _, colorScheme, contrast, forcedColors, reducedMotion, ...context } = look;
  return JSON.stringify(context);
}

/** A page for the running test; with `alone` it is a new page that is closed after the test. */
export async function pageForTest(look: Look, alone: boolean): Promise<Page> {
  const kind = contextKey(look);
  const page = (alone ? undefined : takeIdlePage(kind)) ?? (await newPage(JSON.parse(kind)));
  await applyLook(page, look);
  onTestFinished(async ({ task }) => {
    if (alone || page.isClosed() || task.result?.state !== "pass") return page.context().close();
    await putBack(kind, page);
  });
  return page;
}

/** An idle page of this kind, if there is one. */
function takeIdlePage(kind: string): Page | undefined {
  const found = idlePages.findLastIndex((one) => one.kind === kind);
  return idlePages.splice(found, found < 0 ? 0 : 1)[0]?.page;
}

async function putBack(kind: string, page: Page): Promise<void> {
  await clear(page);
  idlePages.push({ kind, page });
  if (idlePages.length > MOST_IDLE_PAGES) await idlePages.shift()?.page.context().close();
}

/** Pages that stay loaded between the tests of a file, by the options of their contexts. */
const loaded = new Map<string, Page>();

/** A page that an earlier test of the file has left loaded, or another one; it stays loaded for the next test. */
export async function loadedPage(look: Look): Promise<Page> {
  const kind = contextKey(look);
  const page = loaded.get(kind) ?? takeIdlePage(kind) ?? (await newPage(JSON.parse(kind)));
  loaded.delete(kind);
  await applyLook(page, look);
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

/** Returns loaded pages to the pool after the last test of a file. */
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
        // Sandboxed frames, and pages whose test removed it, have no storage.
      }
    });
  }
  await page.goto("about:blank");
  await page.mouse.move(-1, -1);
  const { devtools, scripts } = stateOf.get(page) as PageState;
  for (const script of scripts.splice(0)) await script[Symbol.asyncDispose]();
  for (const origin of origins)
    await devtools.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
}
