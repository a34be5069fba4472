/**
 * `npm run contact-sheet`: paints every step of every lesson at t = 0, ½ and 1 into one PNG per lesson, and writes an
 * index.html to browse them. Uses the drawing code in web/src and the numbers of the last `npm run build`.
 *   npm run contact-sheet -- [--lesson name] [--step name] [--times 0,0.5,1] [--theme light|dark] [--width W --height H]
 *                            [--dModel n --numHeads n] [--batch n --head n] [--trace file.json] [--out folder]
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { inRoot } from "./lib/paths.mjs";
import { CommandError, main } from "./lib/run.mjs";
import { setUp } from "./setup.mjs";

const { values: options } = parseArgs({
  options: {
    trace: { type: "string" },
    out: { type: "string", default: inRoot("build/contact-sheet") },
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

/** @type {import("./lib/pictures/painter_page.js").Look} */
const look = {
  theme: options.theme === "dark" ? "dark" : "light",
  width: Number(options.width),
  height: Number(options.height),
  ratio: 1,
  times: options.times.split(",").map(Number),
  focus: { batch: Number(options.batch), head: Number(options.head) },
};

/** The traces to paint: one from a file, or the lessons' own. */
async function traces() {
  if (options.trace) {
    const trace = JSON.parse(readFileSync(options.trace, "utf8"));
    return [{ lesson: String(trace.spec.lesson), trace }];
  }
  const { lessonTraces } = await import("./lib/pictures/lesson_traces.mjs"); // imported here because the set-up may have only just installed its dependencies
  const { lesson, dModel, numHeads } = options;
  const sizes = {
    ...(dModel ? { dModel: Number(dModel) } : {}),
    ...(numHeads ? { numHeads: Number(numHeads) } : {}),
  };
  return lessonTraces({ lesson, sizes });
}

/**
 * An HTML page with each lesson's sheet and links to the rows of its steps.
 * @param {readonly { lesson: string, file: string, steps: readonly string[], rows: readonly number[] }[]} sheets
 */
function index(sheets) {
  const sections = sheets.map(({ lesson, file, steps, rows }) => {
    const names = steps.map((step) => `<li><a href="#${lesson}.${step}">${step}</a></li>`).join("");
    const places = steps.map((step, i) => `<a id="${lesson}.${step}" style="top:${rows[i]}px"></a>`).join("");
    return `<section><h2>${lesson}</h2><nav><ol>${names}</ol></nav>
      <div><img src="${file}" alt="${lesson}">${places}</div></section>`;
  });
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Heads Up: contact sheet</title>
<style>
  body { font: 13px/1.6 monospace; margin: 16px; }
  section { display: grid; grid-template-columns: max-content 1fr; gap: 0 16px; }
  h2 { grid-column: 1 / -1; }
  nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow: auto; }
  div { position: relative; }
  div a { position: absolute; }
</style>
${sections.join("\n")}
</html>
`;
}

await main(async () => {
  await setUp("build", "chromium");
  const { openPainter } = await import("./lib/pictures/painter.mjs"); // as above
  const painter = await openPainter();
  const sheets = [];
  try {
    mkdirSync(options.out, { recursive: true });
    for (const { lesson, trace } of await traces()) {
      const steps = (await painter.take(trace)).filter((step) => !options.step || step === options.step);
      if (steps.length === 0) continue;
      const { png, rows } = await painter.sheet(steps, look);
      const file = `${lesson}-${look.theme}-${look.width}x${look.height}.png`;
      writeFileSync(path.join(options.out, file), png);
      console.log(`${steps.length} steps → ${path.join(options.out, file)}`);
      sheets.push({ lesson, file, steps, rows });
    }
  } finally {
    await painter.close();
  }
  if (sheets.length === 0) throw new CommandError("no lesson has such a step");
  writeFileSync(path.join(options.out, "index.html"), index(sheets));
  console.log(`all of them → ${path.join(options.out, "index.html")}`);
});
