/**
 * `npm run bench`: times attention in this library, onnxruntime and TensorFlow.js, and training in this library, jax-js and
 * TensorFlow.js, interleaved in one run; natively also in PyTorch. First checks the numbers of all contestants. Writes the
 * tables of docs/speed.md, which explains them.
 *   npm run bench -- [--only node|chromium|firefox|webkit|native|series …] [--quick]
 * --quick takes fewer rounds and a shorter series, and does not change docs/.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { build } from "./build.mjs";
import { run as runPart } from "./lib/bench/parts.mjs";
import { bundle, installPeers } from "./lib/bench/peers.mjs";
import { reportText } from "./lib/bench/report.mjs";
import { lengthPlot, widthPlot } from "./lib/bench/series_plots.mjs";
import { tables, withTables } from "./lib/bench/table.mjs";
import { buildCpp } from "./lib/cmake.mjs";
import { chosenParts } from "./lib/only.mjs";
import { inRoot } from "./lib/paths.mjs";
import { CommandError, main } from "./lib/run.mjs";
import { setUp } from "./setup.mjs";

/**
 * @typedef {import("./lib/bench/report.mjs").PartName} PartName
 * @typedef {import("./lib/bench/report.mjs").Report} Report
 */

/** @type {readonly PartName[]} */
const PARTS = ["node", "chromium", "firefox", "webkit", "native", "series"];
const DOCS = { page: inRoot("docs/speed.md"), report: inRoot("docs/speed.json") };

const { values: options } = parseArgs({
  options: { only: { type: "string", multiple: true }, quick: { type: "boolean", default: false } },
});

/** Writes the results to docs/, where parts of earlier runs are kept with their dates. @param {Report} results */
function updateDocs(results) {
  const earlier = existsSync(DOCS.report) ? JSON.parse(readFileSync(DOCS.report, "utf8")) : {};
  const report = { ...earlier, ...results };
  writeFileSync(DOCS.report, reportText(report));
  writeFileSync(DOCS.page, withTables(readFileSync(DOCS.page, "utf8"), tables(report)));
  if (!report.series) return;
  writeFileSync(inRoot("docs/speed-length.svg"), lengthPlot(report.series));
  writeFileSync(inRoot("docs/speed-width.svg"), widthPlot(report.series));
}

/** @param {Report} report */
function refuseWrongNumbers(report) {
  const off = Object.entries(report).flatMap(([name, { races, training }]) =>
    [...races, ...(training ? [training] : [])].flatMap((race) =>
      race.off.map((what) => `${name}, ${race.workload}: ${what}`),
    ),
  );
  if (off.length > 0) throw new CommandError(`Wrong numbers, so nothing was kept:\n  ${off.join("\n  ")}`);
}

await main(async () => {
  const parts = chosenParts(PARTS, options.only);
  await setUp("build", "bench");
  await build();
  await installPeers();
  await bundle();
  if (parts.includes("native")) await buildCpp("bench");
  const machine = {
    cpu: `${os.cpus()[0]?.model} × ${os.cpus().length}`,
    date: new Date().toISOString().slice(0, 10),
  };
  /** @type {Report} */
  const report = {};
  for (const name of parts) {
    console.log(`\n== ${name}`);
    report[name] = { ...machine, ...(await runPart(name, options.quick)) };
  }
  const out = inRoot("build/reports/bench.json");
  mkdirSync(path.dirname(out), { recursive: true });
  writeFileSync(out, reportText(report));
  console.log(`\n${tables(report)}\n\n→ ${path.relative(process.cwd(), out)}`);
  refuseWrongNumbers(report);
  if (!options.quick) updateDocs(report);
});
