/** Formats the report as Markdown: each figure with its quartiles. */
import { OURS } from "./report.mjs";

/**
 * @typedef {import("./report.mjs").Report} Report
 * @typedef {import("./report.mjs").Part} Part
 * @typedef {import("./report.mjs").Race} Race
 * @typedef {import("./report.mjs").Spread} Spread
 */

/** Three significant digits; numbers of 100 or more as integers. @param {number} value */
const digits = (value) => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));
const shown = (/** @type {Spread} */ { median, q1, q3 }, unit = "") =>
  `${digits(median)}${unit} (${digits(q1)}–${digits(q3)})`;
const row = (/** @type {readonly string[]} */ cells) => `| ${cells.join(" | ")} |`;
const NONE = "–";

/** @param {readonly string[]} head @param {readonly (readonly string[])[]} rows */
const table = (head, rows) =>
  [row(head), row(head.map((_, i) => (i === 0 ? "---" : "---:"))), ...rows.map(row)].join("\n");

const entryOf = (/** @type {Race} */ race, /** @type {string} */ name) =>
  race.entries.find(({ contestant }) => contestant === name);

/** @param {Race} race @param {string} name  a peer's */
function ratioCell(race, name) {
  const ratio = entryOf(race, name)?.ratio;
  return ratio ? shown(ratio, "×") : NONE;
}

/** The notes below a table. @param {Part} part */
function notes({ races, date, cpu, versions }) {
  const forms = new Map();
  for (const { workload, entries } of races) {
    for (const { contestant, form } of entries) {
      if (contestant === OURS) continue;
      const key = `${contestant}: ${form}`;
      forms.set(key, [...(forms.get(key) ?? []), workload]);
    }
  }
  const best = [...forms]
    .sort()
    .map(([form, workloads]) => `${form} (${workloads.join(", ")})`)
    .join("; ");
  const skipped = races.flatMap((race) => race.skipped.map((what) => `${race.workload}: ${what}`));
  const packages = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return [
    `${date}, ${cpu}; ${packages.join(", ")}.`,
    ...(best ? [`Fastest forms: ${best}.`] : []),
    ...(skipped.length > 0 ? [`Not run: ${skipped.join("; ")}.`] : []),
  ].join("\n");
}

/** One row a workload: our time, and each peer's over ours. @param {Part} part  @param {readonly string[]} peers */
function raceTable(part, peers) {
  const rows = part.races.map((race) => {
    const ours = entryOf(race, OURS);
    return [race.workload, ours ? shown(ours.ms) : NONE, ...peers.map((name) => ratioCell(race, name))];
  });
  const head = ["", "ours, ms", ...peers.map((name) => `${name} takes`)];
  return `### ${part.engine}\n${table(head, rows)}\n\n${notes(part)}`;
}

/** Parts of old runs, in which training was not timed, are left out. @param {readonly Part[]} parts */
function trainingTable(parts) {
  const peers = ["jax-js", "tfjs-backend-wasm", "PyTorch"];
  const rows = parts.flatMap(({ engine, training }) => {
    const ours = training && entryOf(training, OURS);
    if (!training || !ours) return [];
    const stepsPerSecond = digits(1000 / ours.ms.median);
    return [[engine, shown(ours.ms), stepsPerSecond, ...peers.map((name) => ratioCell(training, name))]];
  });
  const head = ["", "ours, ms a step", "steps a second", ...peers.map((name) => `${name} takes`)];
  return `### Training\n${table(head, rows)}`;
}

/** @param {Report} report */
export function tables({ node, chromium, firefox, webkit, native }) {
  const engines = [node, chromium, firefox, webkit].filter((part) => part !== undefined);
  const trained = [...engines, ...(native ? [native] : [])].filter(({ training }) => training);
  return [
    ...engines.map((part) => raceTable(part, ["onnxruntime-web", "tfjs-backend-wasm"])),
    ...(native ? [raceTable(native, ["onnxruntime-node", "PyTorch"])] : []),
    ...(trained.length > 0 ? [trainingTable(trained)] : []),
  ].join("\n\n");
}

const BEGIN = "<!-- bench: from here to the end mark, npm run bench writes -->";
const END = "<!-- bench: end -->";

/** The page with new tables between its markers. @param {string} page @param {string} text */
export function withTables(page, text) {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error("docs/speed.md: the marks are gone");
  return `${before}${BEGIN}\n${text}\n${END}${after}`;
}
