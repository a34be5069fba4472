#!/usr/bin/env node
// Paints every step of both lessons at t = 0, ½ and 1 into one PNG a lesson, so that all pictures can be looked at together.
//   node scripts/contact_sheet.mjs [--trace file.json] [--out dir] [--width W --height H] [--theme light|dark]
//                                  [--step name] [--times 0,0.5,1] [--batch n --head n]
import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { chromium } from "playwright-core";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const { values: options } = parseArgs({
  options: {
    trace: { type: "string" },
    out: { type: "string", default: join(root, "build/contact-sheet") },
    width: { type: "string", default: "800" },
    height: { type: "string", default: "520" },
    theme: { type: "string", default: "light" },
    step: { type: "string" },
    times: { type: "string", default: "0,0.5,1" },
    batch: { type: "string", default: "0" },
    head: { type: "string", default: "0" },
  },
});
const LESSONS = ["masked-multi-head", "encoder-decoder"];

/** The traces to paint: one from a file, or both lessons from the built module. */
async function traces() {
  if (options.trace) return [JSON.parse(await readFile(options.trace, "utf8"))];
  const module = join(root, "dist/package/index.node.js");
  if (!existsSync(module))
    throw new Error(`${module} is not there yet: npm run build makes it, or give --trace`);
  const hu = await (await import(pathToFileURL(module).href)).load();
  return LESSONS.map((lesson) => plain(hu.run({ lesson })));
}

/** Typed arrays become lists, and numbers that JSON has no word for become text. */
/** @param {any} trace */
const plain = (trace) => ({
  spec: trace.spec,
  steps: trace.steps.map((/** @type {any} */ step) => ({
    ...step,
    data: Array.from(step.data, (/** @type {number} */ v) => (Number.isFinite(v) ? v : String(v))),
  })),
});

/** Everything the page needs, as one script that leaves `contactSheet` on the window. */
async function bundle() {
  const result = await build({
    stdin: {
      contents: await readFile(join(root, "scripts/contact_sheet_page.ts"), "utf8"),
      resolveDir: join(root, "scripts"),
      loader: "ts",
    },
    bundle: true,
    write: false,
    format: "iife",
    target: "es2022",
  });
  return result.outputFiles[0]?.text ?? "";
}

const executablePath =
  process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/google-chrome"].find((path) => existsSync(path));
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  const script = await bundle();
  await mkdir(options.out, { recursive: true });
  for (const trace of await traces()) {
    const page = await browser.newPage();
    page.on("console", (message) => console.log(message.text()));
    page.on("pageerror", (error) => console.error(error));
    await page.setContent("<!doctype html><style>body{margin:0}</style>");
    await page.addScriptTag({ content: script });
    const request = {
      trace,
      theme: options.theme,
      width: Number(options.width),
      height: Number(options.height),
      times: options.times.split(",").map(Number),
      step: options.step ?? null,
      focus: { batch: Number(options.batch), head: Number(options.head) },
    };
    const size = await page.evaluate((r) => /** @type {any} */ (globalThis).contactSheet(r), request);
    await page.setViewportSize(size);
    const path = join(
      options.out,
      `${trace.spec.lesson}-${options.theme}-${options.width}x${options.height}.png`,
    );
    await page.screenshot({ path });
    console.log(`${size.steps} steps → ${path}`);
    await page.close();
  }
} finally {
  await browser.close();
}
