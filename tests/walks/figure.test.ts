/**
 * The SVG of a moment equals the canvas at 2×, for one step of each kind of scene, in the light theme, and for those of one lesson in the dark theme.
 * Differences due to fonts do not count (tests/picture_compare.mjs).
 */
import { PNG } from "pngjs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lessonTraces } from "../../scripts/lib/pictures/lesson_traces.mjs";
import { openPainter } from "../../scripts/lib/pictures/painter.mjs";
import { lessonNamed } from "../../web/src/lessons/lessons.js";
import type { Trace } from "../../web/src/module/types.js";
import { operations } from "../../web/src/operations/operations.js";
import { workerBrowser } from "../page/engines/worker_browser.js";
import { difference, STRAY_POINTS } from "../picture_compare.mjs";

type Painter = Awaited<ReturnType<typeof openPainter>>;

let painter: Painter;
beforeAll(async () => {
  painter = await openPainter({ browser: await workerBrowser() });
});
afterAll(() => painter?.close());

/** The lessons as they open, and a block with its optional parts. */
const pairs = { layerNorm: "pre", feedForward: { dFf: 6, activation: "relu" } } as const;
const traces = [
  ...(await lessonTraces()),
  ...(await lessonTraces({ lesson: "transformer-block", sizes: pairs })),
] as { lesson: string; trace: Trace }[];

/** For each lesson, the steps whose kind of scene did not occur in an earlier one. */
const seen = new Set<string>();
const families = traces.map(({ lesson, trace }, i) => {
  const { steps } = lessonNamed(lesson);
  const first = steps(trace).filter((step) => {
    const { op } = step.stage(trace);
    return !seen.has(op) && seen.add(op);
  });
  return { name: `${i} ${lesson}`, trace, steps: first.map(({ id }) => id) };
});

/** An SVG rendered by Chromium at twice its size. */
async function shown(svg: string): Promise<PNG> {
  const url = await painter.page.evaluate(async (text) => {
    const image = new Image();
    image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
    await image.decode();
    const [width, height] = [2 * image.width, 2 * image.height];
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    canvas.getContext("2d")?.drawImage(image, 0, 0, width, height);
    return canvas.toDataURL();
  }, svg);
  return PNG.sync.read(Buffer.from(url.split(",")[1] ?? "", "base64"));
}

describe.each(families.filter(({ steps }) => steps.length > 0))("$name", ({ trace, steps }) => {
  const themes = trace === traces[0]?.trace ? (["light", "dark"] as const) : (["light"] as const);
  test.each(themes)("%s", { timeout: 120_000 }, async (theme) => {
    await painter.take(trace);
    for (const step of steps) {
      const look = { theme, width: 800, height: 520, ratio: 2, times: [0.5] };
      const { png, text } = await painter.strip(step, look);
      const figure = await shown(await painter.figure(step, look));
      const points = difference(PNG.sync.read(png), figure, text).reduce((sum, one) => sum + one, 0);
      expect(points, step).toBeLessThan(STRAY_POINTS);
    }
  });
});

test("every kind of scene is covered", () => {
  // Given tensors use the same scene as constants.
  expect(Object.keys(operations).filter((op) => !seen.has(op))).toEqual(["given"]);
});
