/**
 * `npm run page-cost`: measures the page on a slow machine and a slow network. docs/page-cost.md explains the columns.
 *   npm run page-cost -- [--lesson name] [--step name] [--only load|play …] [--dModel n --numHeads n]
 *                        [--slowdown 4] [--speed 1] [--site folder]
 */
import { parseArgs } from "node:util";
import { build } from "./build.mjs";
import { onSite } from "./lib/browsers.mjs";
import { lessonNames } from "./lib/locales.mjs";
import { loadCost } from "./lib/page_cost/load_cost.mjs";
import { playCost } from "./lib/page_cost/play_cost.mjs";
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
  await onSite(async (browser, url) => {
    if (parts.includes("load")) {
      for (const rate of new Set([1, slowdown]))
        console.table(await loadCost(browser, url, { slowdown: rate }));
    }
    if (parts.includes("play")) {
      for (const query of queries()) {
        const playOptions = { slowdown, speed: Number(options.speed), step: options.step };
        console.log(`\n${query}`);
        console.table(await playCost(browser, url + query, playOptions));
      }
    }
  }, options.site);
});
