#!/usr/bin/env node
/**
 * `npm run soak`: whether memory stays flat over very many runs and refusals of the module, and over as many steps and edits as
 * a reader takes in eight hours. Fails if something has grown.
 *
 *   npm run soak -- [--only core|page] [--runs 100000] [--refusals 100000] [--steps 6000]
 */
import { parseArgs } from "node:util";
import { build } from "./build.mjs";
import { chromiumOptions } from "./lib/chromium.mjs";
import { distSite } from "./lib/paths.mjs";
import { CommandError, main } from "./lib/run.mjs";
import { serve } from "./lib/serve.mjs";
import { coreSoak } from "./lib/soak/core_soak.mjs";
import { pageSoak } from "./lib/soak/page_soak.mjs";
import { grown } from "./lib/soak/rounds.mjs";

const { values: options } = parseArgs({
  options: {
    only: { type: "string" },
    runs: { type: "string", default: "100000" },
    refusals: { type: "string", default: "100000" },
    steps: { type: "string", default: "6000" },
  },
});
const log = (/** @type {object} */ row) => console.log(JSON.stringify(row));

async function walkedPage() {
  const { chromium } = await import("playwright-core"); // set-up may only just have installed it
  const server = await serve({ root: distSite });
  const browser = await chromium.launch(chromiumOptions());
  try {
    return await pageSoak(browser, server.url, { steps: Number(options.steps), log });
  } finally {
    await browser.close();
    await server.close();
  }
}

await main(async () => {
  await build();
  /** @type {string[]} */
  const more = [];
  if (options.only !== "page") {
    const asked = { runs: Number(options.runs), refusals: Number(options.refusals), log };
    more.push(...grown(await coreSoak(asked), ["heapMB", "buffersMB", "wasmMB"]));
  }
  if (options.only !== "core") more.push(...grown(await walkedPage(), ["heapMB", "nodes", "listeners"]));
  if (more.length > 0) throw new CommandError(`grown: ${more.join(", ")}`);
});
