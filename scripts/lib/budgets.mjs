/** Checks the site's size budgets: the files that a first visit requests, measured in a browser. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { chromiumOptions } from "./chromium.mjs";
import { distSite } from "./paths.mjs";
import { CommandError } from "./run.mjs";
import { serve } from "./serve.mjs";

/** In gzipped bytes. Embind, C++ exceptions and Eigen are 25 kB of each module. The lab loads only the training module. */
const lessonsModule = 61_000;
const trainingModule = 84_000;

/** A visit ends when nothing has been requested for so long. What the page loads in advance is requested later than this. */
const stayMs = 1500;

/** Where first visits may start, with their budgets: all lessons, one lesson, later steps, an embedded lesson, the lab. */
const visits = {
  "": 150_000,
  "?lesson=masked-multi-head": 150_000,
  "?lesson=transformer-block&lang=ko": 150_000,
  "?lesson=encoder-decoder&step=attention": 175_000,
  "?lesson=transformer-block&lang=ko&step=scores": 175_000,
  "?lesson=transformer-block&lang=ko&step=ff_1": 175_000,
  "?lesson=transformer-block&lang=ko&step=pieces": 175_000,
  "?lesson=transformer-block&lang=ko&step=attn_mask": 175_000,
  // The most expensive steps, with the formulas and scenes of one subject, and with the choice of weights.
  "?lesson=transformer-block&lang=ko&step=embedding": 175_000,
  "?lesson=transformer-block&lang=ko&step=attention": 175_000,
  // The last step, which ends with a small map.
  "?lesson=masked-multi-head&lang=ko&step=output": 175_000,
  "?lesson=transformer-block&lang=ko&weights=readable&step=w_q.weight": 175_000,
  "embed.html?lesson=masked-multi-head": 150_000,
  "?lesson=leak-lab&lang=ko": 192_000,
};

/**
 * The files of dist/site that a first visit loads.
 * @param {string} query
 */
async function filesOfFirstLoad(query) {
  /** @type {Set<string>} */
  const files = new Set();
  const { chromium } = await import("playwright-core");
  const browser = await chromium.launch(chromiumOptions());
  const server = await serve({ root: distSite, onRequest: (file) => files.add(file) });
  try {
    // The service worker would also fetch everything that a first visit does not need.
    const page = await browser.newPage({ serviceWorkers: "block" });
    // Drops longer timers, so that deferred files are never loaded, even on a slow machine.
    await page.addInitScript((longest) => {
      const { setTimeout } = window;
      /** @type {(work: TimerHandler, ms?: number) => number} */
      const shortTimeout = (work, ms = 0) => (ms < longest ? setTimeout(work, ms) : 0);
      Object.assign(window, { setTimeout: shortTimeout });
    }, stayMs);
    await page.goto(server.url + query, { waitUntil: "networkidle" });
    // "networkidle" is half a second without requests, and a slow machine may pause longer between two of them.
    for (let before = 0; before < files.size; ) {
      before = files.size;
      await page.waitForTimeout(stayMs);
    }
  } finally {
    await browser.close();
    await server.close();
  }
  return [...files];
}

/** @param {number} bytes */
const kB = (bytes) => `${(bytes / 1000).toFixed(1).padStart(7)} kB`;

/**
 * @param {string} name  @param {number} bytes  @param {number} budget
 * @returns {string[]}
 */
function judge(name, bytes, budget) {
  console.log(`${kB(bytes)}  ${name} (budget${kB(budget)})`);
  return bytes > budget ? [`${name} is ${kB(bytes).trim()} gzipped; the budget is ${kB(budget).trim()}`] : [];
}

/** @param {string} query */
async function loadedBy(query) {
  return (await filesOfFirstLoad(query))
    .map((file) => ({
      name: path.relative(distSite, file),
      bytes: gzipSync(readFileSync(file), { level: 9 }).length,
    }))
    .sort((a, b) => b.bytes - a.bytes);
}

export async function budgets() {
  const tooBig = [];
  for (const [query, budget] of Object.entries(visits)) {
    const loaded = await loadedBy(query);
    const sum = (/** @type {typeof loaded} */ files) => files.reduce((total, { bytes }) => total + bytes, 0);
    const moduleFiles = loaded.filter(({ name }) => /heads-up[^/]*\.(js|wasm)$/.test(name));
    const isTraining = moduleFiles.some(({ name }) => name.includes("heads-up-training"));
    console.log(`\n${query || "all lessons"}`);
    for (const { name, bytes } of loaded) console.log(`${kB(bytes)}  ${name}`);
    tooBig.push(
      ...judge("WebAssembly module and glue", sum(moduleFiles), isTraining ? trainingModule : lessonsModule),
      ...judge("first load", sum(loaded), budget),
    );
    if (moduleFiles.length < 2) tooBig.push("the page did not load heads-up-*.js and heads-up-*.wasm");
  }
  if (tooBig.length > 0) throw new CommandError(tooBig.join("\n"));
}
