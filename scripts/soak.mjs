/**
 * `npm run soak`: checks that memory stays flat over very many runs and refusals of the module, and over as many steps and
 * edits as a reader makes in eight hours. Fails if something has grown.
 *
 *   npm run soak -- [--only core|page] [--runs 100000] [--refusals 100000] [--steps 6000]
 */
import { parseArgs } from "node:util";
import { build } from "./build.mjs";
import { chromiumOptions } from "./lib/browsers.mjs";
import { chosenParts } from "./lib/only.mjs";
import { distSite } from "./lib/paths.mjs";
import { CommandError, main } from "./lib/run.mjs";
import { serve } from "./lib/serve.mjs";
import { coreSoak } from "./lib/soak/core_soak.mjs";
import { pageSoak } from "./lib/soak/page_soak.mjs";
import { grown } from "./lib/soak/rounds.mjs";
import { setUp } from "./setup.mjs";

const { values: options } = parseArgs({
  options: {
    only: { type: "string", multiple: true },
    runs: { type: "string", default: "100000" },
    refusals: { type: "string", default: "100000" },
    steps: { type: "string", default: "6000" },
  },
});
const log = (/** @type {object} */ row) => console.log(JSON.stringify(row));

async function walkPage() {
  const { chromium } = await import("playwright-core"); // imported here because the set-up may have only just installed it
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
  const parts = chosenParts(["core", "page"], options.only);
  await setUp("build", "chromium");
  await build();
  /** @type {string[]} */
  const growing = [];
  if (parts.includes("core")) {
    const coreOptions = { runs: Number(options.runs), refusals: Number(options.refusals), log };
    growing.push(...grown(await coreSoak(coreOptions), ["heapMB", "buffersMB", "wasmMB"]));
  }
  if (parts.includes("page")) growing.push(...grown(await walkPage(), ["heapMB", "nodes", "listeners"]));
  if (growing.length > 0) throw new CommandError(`grown: ${growing.join(", ")}`);
});
