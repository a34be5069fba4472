/**
 * `npm run bench`: times attention in this library, onnxruntime and TensorFlow.js, and training in this library, jax-js and
 * TensorFlow.js, interleaved in one run; natively also in PyTorch. First checks the numbers of all contestants. Writes the
 * tables of docs/speed.md, which explains them.
 *   npm run bench -- [--only node|chromium|firefox|webkit|native …] [--quick]
 * --quick takes fewer rounds and leaves out long sequences, and does not change docs/.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { build } from "./build.mjs";
import {
  bundle,
  inBrowser,
  inNode,
  inPrograms,
  installPeers,
  peerVersions,
  torchVersion,
} from "./lib/bench/engines.mjs";
import { problemOf } from "./lib/bench/problems.mjs";
import { OURS, raceOf, reportText } from "./lib/bench/report.mjs";
import { tables, withTables } from "./lib/bench/table.mjs";
import { WORKLOADS } from "./lib/bench/workloads.mjs";
import { buildCpp } from "./lib/cmake.mjs";
import { inRoot } from "./lib/paths.mjs";
import { CommandError, chosenParts, main } from "./lib/run.mjs";
import { setUp } from "./setup.mjs";

/**
 * @typedef {import("./lib/bench/report.mjs").PartName} PartName
 * @typedef {import("./lib/bench/report.mjs").Report} Report
 */

/** @type {readonly PartName[]} */
const PARTS = ["node", "chromium", "firefox", "webkit", "native"];
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

/** The length of a sample, longer for engines whose clock ticks only in milliseconds. */
const SAMPLE_MS = { node: 10, native: 10, chromium: 20, firefox: 60, webkit: 60 };

/** @param {PartName} name  @returns {Promise<Omit<import("./lib/bench/report.mjs").Part, "cpu" | "date">>} */
async function runPart(name) {
  const rounds = options.quick
    ? { budgetMs: 300, minRounds: 3, maxRounds: 5 }
    : { budgetMs: 3000, minRounds: 5, maxRounds: 31 };
  const workloads = WORKLOADS.filter(({ length }) => !options.quick || length < 1024);
  const job = { problems: workloads.map(problemOf), pace: { sampleMs: SAMPLE_MS[name], ...rounds } };
  const run = { node: inNode, native: inPrograms }[/** @type {"node" | "native"} */ (name)];
  const { version, answer } = await (run ? run(job) : inBrowser(/** @type {any} */ (name), job));
  const peers = peerVersions();
  const versions = {
    [OURS]: String(JSON.parse(readFileSync(inRoot("package.json"), "utf8")).version),
    ...(name === "native"
      ? { "onnxruntime-node": peers["onnxruntime-node"] ?? "", PyTorch: torchVersion() ?? "" }
      : {
          "onnxruntime-web": peers["onnxruntime-web"] ?? "",
          "tfjs-backend-wasm": peers["@tensorflow/tfjs-backend-wasm"] ?? "",
          "jax-js": peers["@jax-js/jax"] ?? "",
        }),
  };
  return { engine: version, versions, races: answer.races.map(raceOf), training: raceOf(answer.training) };
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
    report[name] = { ...machine, ...(await runPart(name)) };
  }
  const out = inRoot("build/reports/bench.json");
  mkdirSync(path.dirname(out), { recursive: true });
  writeFileSync(out, reportText(report));
  console.log(`\n${tables(report)}\n\n→ ${path.relative(process.cwd(), out)}`);
  refuseWrongNumbers(report);
  if (!options.quick) updateDocs(report);
});
