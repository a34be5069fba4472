/**
 * Paints every step of every lesson at t = 0, ½ and 1, by the drawing code in web/src and the numbers of the built module.
 *   npm run pictures [-- --out folder]     the kept pictures of tests/pictures; `git diff` then shows which have changed
 *   npm run contact-sheet [-- --lesson name] [--step name] [--times 0,0.5,1] [--theme light|dark] [--width W --height H]
 *                         [--dModel n --numHeads n] [--batch n --head n] [--out folder]     a page to look through
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { build } from "./build.mjs";
import { inRoot, keptPictures } from "./lib/paths.mjs";
import { CommandError, main } from "./lib/run.mjs";
import { setUp } from "./setup.mjs";

const { values: options } = parseArgs({
  options: {
    sheet: { type: "boolean", default: false },
    out: { type: "string" },
    width: { type: "string", default: "800" },
    height: { type: "string", default: "520" },
    theme: { type: "string", default: "light" },
    lesson: { type: "string" },
    dModel: { type: "string" },
    numHeads: { type: "string" },
    step: { type: "string" },
    times: { type: "string", default: "0,0.5,1" },
    batch: { type: "string", default: "0" },
    head: { type: "string", default: "0" },
  },
});
const isSheet = options.sheet;

/** @param {readonly { lesson: string, step: string }[]} painted */
const sheet = (painted) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Heads Up: contact sheet</title>
<style>body { font: 13px/1.6 monospace; margin: 16px } img { width: 100%; border: 1px solid #ccc }</style>
${painted.map(({ lesson, step }) => `<h2 id="${lesson}.${step}">${lesson} · ${step}</h2><img src="${lesson}/${step}.png" alt="" loading="lazy">`).join("\n")}
</html>
`;

await main(async () => {
  await setUp("build", "chromium");
  await build();
  // Imported here because the set-up may have only just installed their dependencies.
  const { lessonTraces } = await import("./lib/pictures/lesson_traces.mjs");
  const { look, openPainter } = await import("./lib/pictures/painter.mjs");
  const { palettePng } = await import("./lib/pictures/palette_png.mjs");
  const { PNG } = (await import("pngjs")).default;
  const { theme, width, height, lesson: only, dModel, numHeads, times, batch, head } = options;
  /** @type {import("./lib/pictures/painter_page.js").Look} */
  const sheetLook = {
    ...{ theme: theme === "dark" ? "dark" : "light", width: Number(width), height: Number(height), ratio: 1 },
    ...{ times: times.split(",").map(Number), focus: { batch: Number(batch), head: Number(head) } },
  };
  const sizes = {
    ...(dModel ? { dModel: Number(dModel) } : {}),
    ...(numHeads ? { numHeads: Number(numHeads) } : {}),
  };
  const folder = path.resolve(options.out ?? (isSheet ? inRoot("build/contact-sheet") : keptPictures));
  const painter = await openPainter();
  /** @type {{ lesson: string, step: string }[]} */
  const painted = [];
  try {
    for (const { lesson, trace } of await lessonTraces({ lesson: only, sizes })) {
      rmSync(path.join(folder, lesson), { recursive: true, force: true });
      mkdirSync(path.join(folder, lesson), { recursive: true });
      for (const step of await painter.take(trace)) {
        if (options.step && step !== options.step) continue;
        const { png } = await painter.strip(step, isSheet ? sheetLook : look);
        writeFileSync(
          path.join(folder, lesson, `${step}.png`),
          isSheet ? png : palettePng(PNG.sync.read(png)),
        );
        painted.push({ lesson, step });
      }
    }
  } finally {
    await painter.close();
  }
  if (painted.length === 0) throw new CommandError("no lesson has such a step");
  if (isSheet) writeFileSync(path.join(folder, "index.html"), sheet(painted));
  console.log(`${painted.length} pictures → ${isSheet ? path.join(folder, "index.html") : folder}`);
});
