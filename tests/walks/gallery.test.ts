/**
 * The gallery, as `npm run dev` serves it: a tile for every operation and every figure, each with a picture in every chosen
 * theme, and no errors during playback.
 */
import type { Page } from "playwright-core";
import { createServer, type ViteDevServer } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { asides } from "../../web/src/draw/asides/asides.js";
import { PLAYED_OPS } from "../../web/src/timeline/durations.js";
import { workerBrowser } from "../page/engines/worker_browser.js";

let server: ViteDevServer;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  server = await createServer({
    configFile: inRoot("scripts/vite/site.ts"),
    // Its own cache folder, because a development server may be running at the same time.
    cacheDir: inRoot("build/gallery-test"),
    logLevel: "error",
    server: { host: "127.0.0.1", port: 0, hmr: false, watch: null },
  });
  await server.listen();
  page = await (await workerBrowser()).newPage({ viewport: { width: 1280, height: 800 } });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  const [address = ""] = server.resolvedUrls?.local ?? [];
  // The server compiles every module first.
  await page.goto(new URL("gallery.html", address).href, { timeout: 80_000 });
  await page.locator("#marks canvas").last().waitFor();
});

afterAll(async () => {
  await page?.close();
  await server?.close();
});

/** Runs in the page: for each tile of a section, the number of canvases with something drawn on them. */
function drawnTiles(section: string): [name: string, drawn: number][] {
  const isDrawn = (canvas: HTMLCanvasElement): boolean => {
    const data = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    return data.some((channel, i) => channel !== data[i % 4]);
  };
  return [...document.querySelectorAll<HTMLElement>(`#${section} figure`)].map((tile) => [
    tile.dataset.tile ?? "",
    [...tile.querySelectorAll("canvas")].filter(isDrawn).length,
  ]);
}

/** Runs in the page: waits until the gallery has been told which tiles are visible. */
const tilesSeen = (): Promise<void> =>
  new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))));

async function seek(t: number): Promise<void> {
  await page.locator('.controls input[type="range"]').evaluate((slider: HTMLInputElement, value) => {
    slider.value = String(value);
    slider.dispatchEvent(new Event("input"));
  }, t);
}

describe("the gallery", () => {
  test("has a picture of every operation in each of the two themes", async () => {
    expect(await page.evaluate(drawnTiles, "scenes")).toEqual(PLAYED_OPS.map((op) => [op, 2]));
  });

  test("has every figure, every scale and every mark", async () => {
    const figures = await page.evaluate(drawnTiles, "asides");
    expect(new Set(figures.map(([name]) => name.split(" ")[0]))).toEqual(new Set(Object.keys(asides)));
    for (const section of ["asides", "scales", "marks"]) {
      const tiles = await page.evaluate(drawnTiles, section);
      expect(tiles.length, section).toBeGreaterThan(0);
      for (const [name, drawn] of tiles) expect(drawn, name).toBe(2);
    }
  });

  test("shows all of them at other times", async () => {
    await page.locator(".controls select").selectOption("360×420");
    // Hidden canvases are not painted; make all of them visible.
    await page.setViewportSize({ width: 1280, height: 30_000 });
    await page.evaluate(tilesSeen);
    for (const t of [0, 0.25, 0.75]) await seek(t);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.evaluate(tilesSeen);
    expect(complaints).toEqual([]);
  });

  test("plays, and shows the other themes", async () => {
    await page.getByRole("button", { name: "play" }).click();
    await expect.poll(() => page.locator(".controls output").innerText()).not.toBe("t = 0.750");
    await page.getByRole("button", { name: "play" }).click();
    for (const box of await page.locator('.controls input[type="checkbox"]').all()) await box.check();
    expect(await page.evaluate(drawnTiles, "scenes")).toEqual(PLAYED_OPS.map((op) => [op, 4]));
    expect(complaints).toEqual([]);
  });
});
