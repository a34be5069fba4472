/** Chromium through Playwright, in its own context. */
import { renameSync } from "node:fs";
import path from "node:path";
import type { Download, ElementHandle, Page } from "playwright-core";
import { type Engine, type EngineOptions, type Point, WINDOW } from "./engine.js";
import { profileFolder, removeFolder } from "./programs.js";
import { wholeBrowser } from "./worker_browser.js";

export async function launchChromium({
  reducedMotion = false,
  touch = false,
}: EngineOptions = {}): Promise<Engine> {
  const context = await (await wholeBrowser()).newContext({
    viewport: WINDOW,
    reducedMotion: reducedMotion ? "reduce" : "no-preference",
    hasTouch: touch,
  });
  const page = await context.newPage();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const saved = profileFolder();
  page.on("download", (file) => void save(file, saved));
  return {
    saved,
    open: async (url) => void (await page.goto(url)),
    evaluate: (body, ...args) => page.evaluate<never>(callOf(body, args)),
    press: (keys) => page.keyboard.press(keys),
    type: (text) => page.keyboard.type(text),
    click: (x, y) => page.mouse.click(x, y),
    draw: (by, points) => draw(page, by, points),
    choose: async (file, find, ...args) => {
      const found = await page.evaluateHandle<Element | null>(callOf(find, args));
      const field = found.asElement() as ElementHandle<Element> | null;
      await field?.setInputFiles(file);
    },
    resize: (width, height) => page.setViewportSize({ width, height }),
    screenshot: () => page.screenshot(),
    close: async () => {
      await context.close();
      removeFolder(saved);
    },
  };
}

/** Saves a file as browsers do: under its name only once it is complete. */
async function save(download: Download, folder: string): Promise<void> {
  const file = path.join(folder, download.suggestedFilename());
  await download.saveAs(`${file}.part`);
  renameSync(`${file}.part`, file);
}

const callOf = (body: unknown, args: readonly unknown[]): string =>
  `(async () => (${body})(...${JSON.stringify(args)}))()`;

async function draw(page: Page, by: "mouse" | "touch", points: readonly Point[]): Promise<void> {
  const [first = [0, 0], ...others] = points;
  if (by === "touch") {
    const devtools = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", at?: Point) =>
      devtools.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [{ x: at[0], y: at[1] }] : [] });
    await touch("touchStart", first);
    for (const point of others) await touch("touchMove", point);
    await touch("touchEnd");
    await devtools.detach();
    return;
  }
  await page.mouse.move(...first);
  await page.mouse.down();
  for (const point of others) await page.mouse.move(...point);
  await page.mouse.up();
}
