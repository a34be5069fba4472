/** The budgets of a first visit: how much it loads, gzipped, and by how many requests, measured in a browser. */
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { onSite } from "./browsers.mjs";
import { inRoot } from "./paths.mjs";
import { CommandError } from "./run.mjs";

/** In gzipped bytes: what a lesson loads in all, and the WebAssembly module in it. The lab trains, and walks a training step by the operations of the table, so its module is larger. */
const LESSON = { all: 424_000, module: 83_700 };
const LAB = { all: 440_000, module: 119_700 };
/** The reader's own programs: an editor and the interpreter, without a lesson's module and what stands beside its stage. */
const NOTEBOOK = { all: 571_500, module: 344_000 };
const MOST_REQUESTS = 10;
/** The interpreter's module and its glue, of which the notebook's page loads most. It is to be 190 kB. */
const PYTHON = 352_000;

/** Where first visits start. The longest lesson stands for the others. */
const visits = {
  "": LESSON,
  "?lesson=masked-multi-head": LESSON,
  "?lesson=transformer-block&lang=ko&step=attention": LESSON,
  "embed.html?lesson=masked-multi-head": LESSON,
  "?lesson=leak-lab&lang=ko": LAB,
  "?code&lang=ko": NOTEBOOK,
};

/**
 * The files that a first visit loads, with their compressed sizes.
 * @param {import("playwright-core").Browser} browser  @param {string} url
 */
async function filesOf(browser, url) {
  // The service worker would also fetch what a first visit does not need.
  const page = await browser.newPage({ serviceWorkers: "block" });
  /** @type {Map<string, Promise<{ name: string, bytes: number }>>} */
  const files = new Map();
  page.on("requestfinished", (request) => {
    const name = new URL(request.url()).pathname.slice(1);
    // Headless Chromium asks for the icon twice.
    files.set(
      name,
      request.sizes().then(({ responseBodySize }) => ({ name, bytes: responseBodySize })),
    );
  });
  await page.goto(url, { waitUntil: "networkidle" });
  const loaded = await Promise.all(files.values());
  await page.close();
  return loaded.sort((a, b) => b.bytes - a.bytes);
}

/** @param {number} bytes */
const kB = (bytes) => `${(bytes / 1000).toFixed(1).padStart(7)} kB`;

export async function budgets() {
  /** @type {string[]} */
  const tooMuch = [];
  await onSite(async (browser, url) => {
    for (const [query, budget] of Object.entries(visits)) {
      const files = await filesOf(browser, url + query);
      const sum = (/** @type {typeof files} */ some) => some.reduce((total, { bytes }) => total + bytes, 0);
      const module = files.filter(({ name }) => /heads-up[^/]*\.wasm$/.test(name));
      console.log(`\n${query || "all lessons"}: ${files.length} requests, at most ${MOST_REQUESTS}`);
      for (const { name, bytes } of files) console.log(`${kB(bytes)}  ${name}`);
      console.log(`${kB(sum(files))}  in all, at most ${kB(budget.all).trim()}`);
      console.log(`${kB(sum(module))}  module, at most ${kB(budget.module).trim()}`);
      if (module.length === 0) tooMuch.push(`${query}: the page did not load heads-up-*.wasm`);
      if (files.length > MOST_REQUESTS) tooMuch.push(`${query}: ${files.length} requests`);
      if (sum(files) > budget.all) tooMuch.push(`${query}: ${kB(sum(files)).trim()}`);
      if (sum(module) > budget.module) tooMuch.push(`${query}: a module of ${kB(sum(module)).trim()}`);
    }
  });
  const parts = ["wasm", "js"].map((kind) => readFileSync(inRoot(`build/module/heads-up-python.${kind}`)));
  const python = parts.reduce((sum, part) => sum + gzipSync(part, { level: 9 }).length, 0);
  console.log(`\n${kB(python)}  heads-up-python.wasm and its glue, at most ${kB(PYTHON).trim()}`);
  if (python > PYTHON) tooMuch.push(`heads-up-python: ${kB(python).trim()}`);
  if (tooMuch.length > 0) throw new CommandError(`Beyond the budgets:\n${tooMuch.join("\n")}`);
}
