/**
 * Every step of every lesson equals its reference picture in tests/pictures (before, during, after); `npm run pictures`
 * recreates these. Differences are written to build/reports/pictures: expected, got, difference.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { PNG } from "pngjs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inRoot, keptPictures } from "../../scripts/lib/paths.mjs";
import { lessonTraces } from "../../scripts/lib/pictures/lesson_traces.mjs";
import { look, openPainter } from "../../scripts/lib/pictures/painter.mjs";
import { lessonNames } from "../../web/src/lessons/opening.js";
import { workerBrowser } from "../page/engines/worker_browser.js";
import { difference, report, STRAY_POINTS } from "../picture_compare.mjs";

const reports = inRoot("build/reports/pictures");
const folder = process.env["PICTURES"] ?? keptPictures;
let painter: Awaited<ReturnType<typeof openPainter>>;
beforeAll(async () => {
  rmSync(reports, { recursive: true, force: true });
  painter = await openPainter({ browser: await workerBrowser() });
});
afterAll(() => painter?.close());

describe.each(lessonNames)("%s", (lesson) => {
  test("every step equals its reference picture", { timeout: 120_000 }, async () => {
    const [taken] = await lessonTraces({ lesson });
    const steps = await painter.take(taken?.trace);
    const kept = existsSync(path.join(folder, lesson)) ? readdirSync(path.join(folder, lesson)) : [];
    expect(kept.sort(), "npm run pictures makes them").toEqual(steps.map((step) => `${step}.png`).sort());
    const changed: string[] = [];
    for (const step of steps) {
      const expected = PNG.sync.read(readFileSync(path.join(folder, lesson, `${step}.png`)));
      const { png, text } = await painter.strip(step, look);
      const got = PNG.sync.read(png);
      const differs = difference(expected, got, text);
      const points = differs.reduce((sum, one) => sum + one, 0);
      if (points < STRAY_POINTS) continue;
      const file = path.join(reports, `${lesson}-${step}.png`);
      mkdirSync(reports, { recursive: true });
      const { width, height, data } = report(expected, got, differs);
      writeFileSync(
        file,
        PNG.sync.write(Object.assign(new PNG({ width, height }), { data: Buffer.from(data) })),
      );
      const share = ((100 * points) / differs.length).toFixed(2);
      changed.push(`${step}: ${share}% differs, see ${path.relative(inRoot(), file)}`);
    }
    expect(changed).toEqual([]);
  });
});

test("every reference picture belongs to an existing lesson", () => {
  expect(readdirSync(folder).sort()).toEqual([...lessonNames].sort());
});
