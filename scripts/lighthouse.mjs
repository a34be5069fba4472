/**
 * `npm run lighthouse`: runs Lighthouse on the built site with the settings of a phone and of a laptop: performance,
 * accessibility, best practices, search. Lighthouse is a separate package (tests/lighthouse), installed at its first use. The
 * full reports are written to build/reports/lighthouse.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "./build.mjs";
import { chromiumOptions } from "./lib/browsers.mjs";
import { installPackages } from "./lib/npm.mjs";
import { distSite, inRoot, root } from "./lib/paths.mjs";
import { CommandError, main } from "./lib/run.mjs";
import { serve } from "./lib/serve.mjs";
import { setUp } from "./setup.mjs";

const home = inRoot("tests/lighthouse");
const reports = inRoot("build/reports/lighthouse");
const pages = [
  { name: "all lessons", query: "" },
  { name: "a lesson", query: "?lesson=masked-multi-head&step=scores&lang=en" },
];
/** Lighthouse's default is a phone. */
const desktop = {
  formFactor: "desktop",
  screenEmulation: { mobile: false, width: 1280, height: 800, deviceScaleFactor: 1, disabled: false },
  throttling: { rttMs: 40, throughputKbps: 10_240, cpuSlowdownMultiplier: 1 },
};
const devices = { phone: {}, laptop: desktop };

/** @param {string} file  below the package's node_modules */
const imported = (file) => import(pathToFileURL(path.join(home, "node_modules", file)).href);

/**
 * @param {string} url  @param {number} port  @param {object} settings
 * @returns {Promise<{ report: string, scores: Record<string, number>, lost: string[] }>}
 */
async function audit(url, port, settings) {
  const { default: lighthouse } = await imported("lighthouse/core/index.js");
  const result = await lighthouse(url, { port, output: "html", logLevel: "error", ...settings });
  const { categories, audits, runtimeError } = result.lhr;
  if (runtimeError) throw new CommandError(`Lighthouse: ${runtimeError.message}`);
  /** @type {Record<string, number>} */
  const scores = {};
  const lost = [];
  for (const { id, score, auditRefs } of Object.values(categories)) {
    scores[id] = Math.round(100 * (score ?? 0));
    for (const { id: name, weight } of auditRefs) {
      const entry = audits[name];
      if (weight > 0 && entry.score !== null && entry.score < 0.9)
        lost.push(`${id}: ${entry.title} ${entry.displayValue ?? ""}`.trim());
    }
  }
  return { report: result.report, scores, lost };
}

await main(async () => {
  await setUp("build", "chromium");
  await build();
  await installPackages(home, "Lighthouse");
  mkdirSync(reports, { recursive: true });
  const { launch } = await imported("chrome-launcher/dist/index.js");
  const { executablePath, args } = chromiumOptions();
  const server = await serve({ root: distSite });
  const chrome = await launch({ chromePath: executablePath, chromeFlags: ["--headless=new", ...args] });
  try {
    for (const { name, query } of pages) {
      for (const [device, settings] of Object.entries(devices)) {
        const { report, scores, lost } = await audit(server.url + query, chrome.port, settings);
        const file = path.join(reports, `${name}, ${device}.html`.replaceAll(/\W+(?=\w*\W)/g, "-"));
        writeFileSync(file, report);
        const parts = Object.entries(scores).map(([category, score]) => `${category} ${score}`);
        console.log(`${name}, ${device}: ${parts.join(" · ")} → ${path.relative(root, file)}`);
        for (const line of lost) console.log(`    ${line}`);
      }
    }
  } finally {
    chrome.kill();
    await server.close();
  }
});
