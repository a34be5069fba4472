/**
 * `npm run soak`: checks that memory stays flat over very many runs and refusals of the module, and over as many steps and
 * edits as a reader makes in eight hours. Fails if something has grown.
 *
 *   npm run soak -- [--only core|page] [--runs 100000] [--refusals 100000] [--steps 6000]
 */
import { parseArgs } from "node:util";
import { build } from "./build.mjs";
import { onSite } from "./lib/browsers.mjs";
import { CommandError, chosenParts, main } from "./lib/run.mjs";
import { coreSoak, grown } from "./lib/soak/core_soak.mjs";
import { pageSoak } from "./lib/soak/page_soak.mjs";
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
  if (parts.includes("page")) {
    const pageOptions = { steps: Number(options.steps), log };
    const rows = await onSite((browser, url) => pageSoak(browser, url, pageOptions));
    growing.push(...grown(rows, ["heapMB", "nodes", "listeners"]));
  }
  if (growing.length > 0) throw new CommandError(`grown: ${growing.join(", ")}`);
});
