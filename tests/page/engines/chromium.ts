/** Chromium, by Playwright. */
import { chromium, type Page } from "playwright-core";
import { chromiumOptions } from "../../../scripts/lib/chromium.mjs";
import { type Engine, type EngineOptions, WINDOW } from "./engine.js";

export async function launchChromium({ reducedMotion = false }: EngineOptions = {}): Promise<Engine> {
  const browser = await chromium.launch(chromiumOptions());
  const page: Page = await browser.newPage({
    viewport: WINDOW,
    reducedMotion: reducedMotion ? "reduce" : "no-preference",
  });
  return {
    open: async (url) => void (await page.goto(url)),
    evaluate: (body, ...args) =>
      page.evaluate<never>(`(async () => (${body})(...${JSON.stringify(args)}))()`),
    press: (key) => page.keyboard.press(key),
    click: (x, y) => page.mouse.click(x, y),
    screenshot: () => page.screenshot(),
    close: () => browser.close(),
  };
}
