/** The picture comparison detects changes of the drawing, but ignores differences due to fonts. */
import { PNG } from "pngjs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lessonTraces } from "../../scripts/lib/pictures/lesson_traces.mjs";
import { look, openPainter } from "../../scripts/lib/pictures/painter.mjs";
import { palettePng } from "../../scripts/lib/pictures/palette_png.mjs";
import { workerBrowser } from "../page/engines/worker_browser.js";
import { difference, STRAY_POINTS } from "../picture_compare.mjs";

/** The compared lesson; its pictures have cells, brackets, hatching, arrows and signs. */
const LESSON = "masked-multi-head";
const STEPS = ["q", "scores", "attention", "output"];
const trace = (await lessonTraces({ lesson: LESSON }))[0]?.trace;

let painter: Awaited<ReturnType<typeof openPainter>>;
beforeAll(async () => {
  painter = await openPainter({ browser: await workerBrowser() });
  await painter.take(trace);
});
afterAll(() => painter?.close());

/** The number of pixels that differ from the step's reference picture. */
async function differingPixels(step: string, change: string, which = 0): Promise<number> {
  const { png } = await painter.strip(step, look);
  const kept = PNG.sync.read(palettePng(PNG.sync.read(png)));
  await painter.page.evaluate(alter, [change, which] as const);
  const strip = await painter.strip(step, look);
  await painter.page.evaluate(alter, ["", 0] as const);
  return difference(kept, PNG.sync.read(strip.png), strip.text).reduce((sum, one) => sum + one, 0);
}

/** Runs in the page: makes the canvas paint one mark differently from now on. */
function alter([change, which]: readonly [change: string, which: number]): void {
  const pen = CanvasRenderingContext2D.prototype;
  const page = window as unknown as { original?: Pick<typeof pen, "fillRect" | "stroke" | "fillText"> };
  page.original ??= { fillRect: pen.fillRect, stroke: pen.stroke, fillText: pen.fillText };
  const { original } = page;
  Object.assign(pen, original);
  let count = 0;
  const isChosenMark = (): boolean => count++ === which;
  if (change === "moved" || change === "coloured")
    pen.fillRect = function (x, y, width, height) {
      // Skips the background and cells as pale as it.
      const [red = 0, , blue = 0] = (String(this.fillStyle).match(/\w\w/g) ?? []).map((hex) =>
        parseInt(hex, 16),
      );
      const chosen = Math.abs(red - blue) > 40 && this.globalAlpha === 1 && isChosenMark();
      if (chosen && change === "coloured") this.fillStyle = "#a6d96a";
      original.fillRect.call(this, chosen && change === "moved" ? x + 6 : x, y, width, height);
    };
  if (change === "gone")
    pen.stroke = function () {
      if (this.lineWidth < 1.5 || this.globalAlpha < 1 || !isChosenMark())
        Reflect.apply(original.stroke, this, []);
    };
  if (change === "font")
    pen.fillText = function (text, x, y) {
      this.font = this.font.replace(/px .*/, this.font.includes("mono") ? "px serif" : "px monospace");
      original.fillText.call(this, text, x, y);
    };
  if (change === "wordless")
    pen.fillText = function (text, x, y) {
      if (!this.font.startsWith("600") || !isChosenMark()) original.fillText.call(this, text, x, y);
    };
}

test.each([
  ["moved", "a cell moved by 6 pixels", 5],
  ["coloured", "a cell of another colour", 1],
  ["gone", "a bracket that is not there", 0],
  ["wordless", "a label that is not there", 0],
])("%s is detected: %s", async (change, _, which) => {
  for (const step of STEPS)
    expect(await differingPixels(step, change, which), step).toBeGreaterThanOrEqual(STRAY_POINTS);
});

test.each([
  ["the reference picture itself, reduced to its palette", ""],
  ["other fonts", "font"],
])("%s: no difference", async (_, change) => {
  for (const step of STEPS) expect(await differingPixels(step, change), step).toBeLessThan(STRAY_POINTS);
});
