/** The stored pictures: where they are, how they are painted, and repainting them. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { PNG } from "pngjs";
import { inRoot } from "../paths.mjs";
import { lessonTraces } from "./lesson_traces.mjs";
import { openPainter } from "./painter.mjs";
import { palettePng } from "./palette_png.mjs";

export const keptPictures = inRoot("tests/pictures");

/** A laptop's stage at half scale, before, during and after a step. @type {import("./painter_page.js").Look} */
export const look = { theme: "light", width: 800, height: 520, ratio: 0.5, times: [0, 0.5, 1] };

/**
 * Repaints every picture, one folder per lesson and one file per step, and returns their number and size.
 * @param {string} folder
 */
export async function keepPictures(folder) {
  const painter = await openPainter();
  let [count, bytes] = [0, 0];
  try {
    for (const { lesson, trace } of await lessonTraces()) {
      const lessonFolder = path.join(folder, lesson);
      rmSync(lessonFolder, { recursive: true, force: true });
      mkdirSync(lessonFolder, { recursive: true });
      for (const step of await painter.take(trace)) {
        const { png } = await painter.strip(step, look);
        const picture = palettePng(PNG.sync.read(png));
        writeFileSync(path.join(lessonFolder, `${step}.png`), picture);
        count += 1;
        bytes += picture.length;
      }
    }
  } finally {
    await painter.close();
  }
  return { count, bytes };
}
