/** Runs the parts of the benchmark, each with its contestants, engine, workloads and pace. */
import { readFileSync } from "node:fs";
import { inRoot } from "../paths.mjs";
import { CommandError } from "../run.mjs";
import { inBrowser, inNode } from "./engines.mjs";
import { inPrograms, torchVersion } from "./native.mjs";
import { peerVersions } from "./peers.mjs";
import { problemOf } from "./problems.mjs";
import { OURS, ownSpeedOf, raceOf } from "./report.mjs";
import { LENGTH_SERIES, WIDTH_SERIES, WORKLOADS } from "./workloads.mjs";

/**
 * @typedef {import("./report.mjs").PartName} PartName
 * @typedef {import("./report.mjs").Part} Part
 * @typedef {Omit<Part, "cpu" | "date">} Found
 * @typedef {import("./rounds.mjs").Pace} Pace
 */

/** The length of a sample, longer for engines whose clock ticks only in milliseconds. */
const SAMPLE_MS = { node: 10, native: 10, series: 10, chromium: 20, firefox: 60, webkit: 60 };

/** @param {PartName} name @param {boolean} isQuick @returns {Pace} */
function paceOf(name, isQuick) {
  const sampleMs = SAMPLE_MS[name];
  if (isQuick) return { sampleMs, budgetMs: 300, minRounds: 3, maxRounds: 5 };
  if (name === "series") return { sampleMs, budgetMs: 1000, minRounds: 3, maxRounds: 15 };
  return { sampleMs, budgetMs: 3000, minRounds: 5, maxRounds: 31 };
}

const ourVersion = () => String(JSON.parse(readFileSync(inRoot("package.json"), "utf8")).version);

function webVersions() {
  const peers = peerVersions();
  return {
    [OURS]: ourVersion(),
    "onnxruntime-web": peers["onnxruntime-web"] ?? "",
    "tfjs-backend-wasm": peers["@tensorflow/tfjs-backend-wasm"] ?? "",
    "jax-js": peers["@jax-js/jax"] ?? "",
  };
}

/** @param {PartName} name @param {boolean} isQuick @returns {Promise<Found>} */
export async function run(name, isQuick) {
  const pace = paceOf(name, isQuick);
  if (name === "series") return series(pace, isQuick);
  const problems = WORKLOADS.filter(({ length }) => !isQuick || length < 1024).map(problemOf);
  if (name === "native") return native({ problems, pace, ownSpeed: false, training: true, without: [] });
  const job = { problems, pace, ownSpeed: true, training: true, without: [] };
  const { version, answer } = await (name === "node" ? inNode(job) : inBrowser(name, job));
  const races = answer.races.map(raceOf);
  const training = answer.training && raceOf(answer.training);
  return { engine: version, versions: webVersions(), races, ownSpeed: ownSpeedOf(answer.ownSpeed), training };
}

/** @param {import("./engines.mjs").Job} job @returns {Promise<Found>} */
async function native(job) {
  const versions = {
    [OURS]: ourVersion(),
    "onnxruntime-node": peerVersions()["onnxruntime-node"] ?? "",
    PyTorch: torchVersion() ?? "",
  };
  const { races, training } = await inPrograms(job);
  const trained = training && raceOf(training);
  return { engine: "native", versions, races: races.map(raceOf), ownSpeed: null, training: trained };
}

/** Longer sequences would take minutes in tfjs, and in some forms of onnxruntime, so these are left out. */
const LONGEST_FOR_ALL = 2048;
const NOT_FOR_LONG = [
  "tfjs-backend-wasm",
  "onnxruntime-web, com.microsoft Attention",
  "onnxruntime-web, com.microsoft MultiHeadAttention",
];
const LONGEST_IF_QUICK = 512;

/**
 * Each length runs in its own process, because WebAssembly memory never shrinks.
 * @param {Pace} pace @param {boolean} isQuick @returns {Promise<Found>}
 */
async function series(pace, isQuick) {
  const races = [];
  for (const group of [WIDTH_SERIES, ...LENGTH_SERIES.map((workload) => [workload])]) {
    const workloads = group.filter(
      ({ length, dModel }) => !isQuick || Math.max(length, dModel) <= LONGEST_IF_QUICK,
    );
    const without = workloads.some(({ length }) => length > LONGEST_FOR_ALL) ? NOT_FOR_LONG : [];
    const problems = workloads.map(problemOf);
    if (problems.length > 0)
      races.push(...(await racesOf({ problems, pace, ownSpeed: false, training: false, without })));
  }
  return {
    engine: `Node ${process.versions.node}`,
    versions: webVersions(),
    races,
    ownSpeed: null,
    training: null,
  };
}

/**
 * If the process dies, all its results are lost, so the races are run again without our contestant.
 * @param {import("./engines.mjs").Job} job @returns {Promise<Part["races"]>}
 */
async function racesOf(job) {
  try {
    return (await inNode(job)).answer.races.map(raceOf);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    if (job.without.includes(OURS)) return job.problems.map(emptyRace);
    const races = await racesOf({ ...job, without: [...job.without, OURS] });
    return races.map((race) => ({ ...race, skipped: [...race.skipped, `${OURS}: its process ended`] }));
  }
}

/** @param {import("./problems.mjs").Problem} problem @returns {Part["races"][number]} */
const emptyRace = ({ workload }) => ({
  workload: workload.name,
  entries: [],
  off: [],
  skipped: ["everybody: the process ended"],
});
