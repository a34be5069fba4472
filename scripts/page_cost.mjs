/**
 * `npm run page-cost`: measures the page on a slow machine and a slow network. docs/page-cost.md explains the columns.
 *   npm run page-cost -- [--lesson name] [--step name] [--only load|play …] [--dModel n --numHeads n]
 *                        [--slowdown 4] [--speed 1] [--site folder] [--out file.json]
 */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { build } from "./build.mjs";
import { onSite } from "./lib/browsers.mjs";
import { lessonNames } from "./lib/locales.mjs";
import { loadCost } from "./lib/page_cost/load_cost.mjs";
import { playCost } from "./lib/page_cost/play_cost.mjs";
import { inRoot } from "./lib/paths.mjs";
import { chosenParts, main } from "./lib/run.mjs";
import { setUp } from "./setup.mjs";

/** @type {readonly ("load" | "play")[]} */
const PARTS = ["load", "play"];

const { values: options } = parseArgs({
  options: {
    lesson: { type: "string" },
    step: { type: "string" },
    only: { type: "string", multiple: true },
    dModel: { type: "string" },
    numHeads: { type: "string" },
    slowdown: { type: "string", default: "4" },
    speed: { type: "string", default: "1" },
    site: { type: "string" },
    out: { type: "string", default: inRoot("build/reports/page-cost.json") },
  },
});
const slowdown = Number(options.slowdown);

/**
 * The lessons to play, as query strings: the lesson that is asked for, or all of them, with multi-head also in the notebook's
 * size.
 */
function queries() {
  const { lesson, dModel, numHeads } = options;
  const size = (dModel ? `&dModel=${dModel}` : "") + (numHeads ? `&numHeads=${numHeads}` : "");
  const asked = (lesson ? [lesson] : lessonNames()).map((name) => `?lesson=${name}${size}`);
  return lesson || size ? asked : [...asked, "?lesson=multi-head&dModel=512&numHeads=8"];
}

await main(async () => {
  const parts = chosenParts(PARTS, options.only);
  await setUp("build", "chromium");
  if (!options.site) await build();
  /** @type {Record<string, unknown>} */
  const report = { slowdown, speed: Number(options.speed) };
  await onSite(async (browser, url) => {
    report["chromium"] = browser.version();
    if (parts.includes("load")) {
      const loads = [];
      for (const rate of new Set([1, slowdown]))
        loads.push(...(await loadCost(browser, url, { slowdown: rate })));
      report["load"] = loads;
      console.table(loads);
    }
    if (parts.includes("play")) {
      /** @type {Record<string, unknown>[]} */
      const steps = [];
      report["steps"] = steps;
      for (const query of queries()) {
        const playOptions = { slowdown, speed: Number(options.speed), step: options.step };
        const rows = await playCost(browser, url + query, playOptions);
        console.log(`\n${query}`);
        console.table(rows);
        steps.push(...rows.map((row) => ({ query, ...row })));
      }
    }
  }, options.site);
  mkdirSync(path.dirname(options.out), { recursive: true });
  writeFileSync(options.out, `${JSON.stringify(report, null, 2)}\n`);
  console.log(`\n→ ${path.relative(process.cwd(), options.out)}`);
});
