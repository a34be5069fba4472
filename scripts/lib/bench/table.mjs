/** Formats the report as Markdown: each figure with its quartiles, and its target beside it. */
import { exponent, fitTwoParts } from "./fit.mjs";
import { OURS } from "./report.mjs";
import { AGAINST, AGAINST_NATIVE, LESSONS_MS, SHARE_OF_CEILING, TRAINING } from "./targets.mjs";
import { flops, LENGTH_SERIES, WIDTH_SERIES } from "./workloads.mjs";

/**
 * @typedef {import("./report.mjs").Report} Report
 * @typedef {import("./report.mjs").Part} Part
 * @typedef {import("./report.mjs").Race} Race
 * @typedef {import("./statistics.mjs").Spread} Spread
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

/** The target, and whether it was met. @param {number} got @param {"≥" | "≤"} sign @param {number | undefined} want */
function wanted(got, sign, want, unit = "") {
  if (want === undefined) return "";
  if (!Number.isFinite(got)) return `${sign} ${want}${unit}: not measured`;
  const isMet = sign === "≥" ? got >= want : got <= want;
  return `${sign} ${want}${unit}: ${isMet ? "met" : "**missed**"}`;
}

const entryOf = (/** @type {Race} */ race, /** @type {string} */ name) =>
  race.entries.find(({ contestant }) => contestant === name);

/** @param {Race} race @param {string} name  a peer's */
function ratioCell(race, name) {
  const entry = entryOf(race, name);
  if (!entry?.ratio) return NONE;
  return `${shown(entry.ratio, "×")}`;
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

/** @param {Part} part @param {boolean} hasTargets */
function engineTable(part, hasTargets) {
  const peers = Object.entries(AGAINST);
  const head = [
    "",
    "ours, ms",
    ...peers.flatMap(([name]) => [`${name} takes`, ...(hasTargets ? ["wanted"] : [])]),
  ];
  const rows = part.races.map((race) => {
    const ours = entryOf(race, OURS);
    const cells = peers.flatMap(([name, targets]) => {
      const median = entryOf(race, name)?.ratio?.median ?? Number.NaN;
      const want = /** @type {Record<string, number>} */ (targets)[race.workload];
      return [ratioCell(race, name), ...(hasTargets ? [wanted(median, "≥", want, "×")] : [])];
    });
    return [race.workload, ours ? shown(ours.ms) : NONE, ...cells];
  });
  return `### ${part.engine}\n${table(head, rows)}\n\n${notes(part)}`;
}

/** @param {Part} part */
function nativeTable(part) {
  const peers = ["onnxruntime-node", "PyTorch"];
  const rows = part.races.map((race) => {
    const ours = entryOf(race, OURS);
    const better = Math.min(
      ...peers.map((name) => entryOf(race, name)?.ratio?.median ?? Number.POSITIVE_INFINITY),
    );
    const want = /** @type {Record<string, number>} */ (AGAINST_NATIVE)[race.workload];
    return [
      race.workload,
      ours ? shown(ours.ms) : NONE,
      ...peers.map((name) => ratioCell(race, name)),
      wanted(better, "≥", want, "×"),
    ];
  });
  const head = ["", "ours, ms", ...peers.map((name) => `${name} takes`), "wanted of the better"];
  return `### Native, one thread\n${table(head, rows)}\n\n${notes(part)}`;
}

/** @param {readonly Part[]} parts */
function ceilingTable(parts) {
  const rows = parts.flatMap(({ engine, ownSpeed }) =>
    Object.entries(ownSpeed?.linearGflops ?? {}).map(([name, gflops]) => {
      const { plain, fused } = ownSpeed?.ceilingGflops ?? { plain: Number.NaN, fused: null };
      const share = (100 * gflops.median) / plain;
      const want = name.endsWith("linear") ? undefined : 100 * SHARE_OF_CEILING;
      const ofFused = fused === null ? [NONE, NONE] : [digits(fused), percent((100 * gflops.median) / fused)];
      const ofPlain = [digits(plain), percent(share), wanted(share, "≥", want, " %")];
      return [engine, name, shown(gflops), ...ofPlain, ...ofFused];
    }),
  );
  const head = ["", "", "ours, GF/s", "ceiling", "share", "wanted", "fused", "share"];
  return `### Share of the ceiling\n${table(head, rows)}`;
}

const percent = (/** @type {number} */ share) => `${digits(share)} %`;

/** @param {readonly Part[]} parts @param {Part | undefined} withTargets */
function lessonsTable(parts, withTargets) {
  const lessons = Object.entries(LESSONS_MS);
  const rows = parts.map((part) => [
    part.engine,
    ...lessons.flatMap(([name, want]) => {
      const ms = part.ownSpeed?.lessonsMs[name];
      return ms ? [shown(ms), part === withTargets ? wanted(ms.median, "≤", want) : ""] : [NONE, ""];
    }),
  ]);
  return `### Lessons with every number kept, ms\n${table(["", ...lessons.flatMap(([name]) => [name, "wanted"])], rows)}`;
}

/** Parts of old runs, in which training was not timed, are left out. @param {readonly Part[]} parts */
function trainingTable(parts) {
  const peers = Object.entries(TRAINING.against);
  const rows = parts.flatMap(({ engine, training }) => {
    const ours = training && entryOf(training, OURS);
    if (!training || !ours) return [];
    const stepsPerSecond = 1000 / ours.ms.median;
    const want = /^(Node|Chromium)/.test(engine) ? TRAINING.stepsPerSecond : undefined;
    const cells = peers.flatMap(([name, least]) => {
      const median = entryOf(training, name)?.ratio?.median;
      return [ratioCell(training, name), median === undefined ? "" : wanted(median, "≥", least, "×")];
    });
    return [[engine, shown(ours.ms), digits(stepsPerSecond), wanted(stepsPerSecond, "≥", want), ...cells]];
  });
  const head = ["", "ours, ms a step", "steps a second", "wanted"];
  return `### Training\n${table([...head, ...peers.flatMap(([name]) => [`${name} takes`, "wanted"])], rows)}`;
}

/**
 * The workloads of a series for which we have a time, with that time.
 * @param {Part} part
 * @param {typeof LENGTH_SERIES} series
 */
export const oursIn = (part, series) =>
  series.flatMap((workload) => {
    const race = part.races.find((one) => one.workload === workload.name);
    const ms = race && entryOf(race, OURS)?.ms.median;
    return ms ? [{ workload, ...flops(workload), ms }] : [];
  });

/** @param {Part} part */
export const fitOf = (part) => fitTwoParts(oursIn(part, LENGTH_SERIES));

/** The last four points, where the fastest-growing term dominates. */
const lastPoints = (/** @type {readonly any[]} */ points) => points.slice(-4);

/** @param {Part} part */
function seriesTable(part) {
  const names = [OURS, ...Object.keys(AGAINST)];
  const rows = part.races.map((race) => [
    race.workload,
    ...names.map((name) => {
      const entry = entryOf(race, name);
      return entry ? shown(entry.ms) : NONE;
    }),
  ]);
  const lengths = oursIn(part, LENGTH_SERIES);
  const widths = oursIn(part, WIDTH_SERIES);
  const { perLinear, perSquare, largestError } = fitOf(part);
  const lengthExponent = exponent(
    lastPoints(lengths).map(({ workload, ms }) => ({ x: workload.length, ms })),
  );
  const widthExponent = exponent(lastPoints(widths).map(({ workload, ms }) => ({ x: workload.dModel, ms })));
  const longest = lengths.at(-1);
  const share = longest
    ? (perSquare * longest.square) / (perSquare * longest.square + perLinear * longest.linear)
    : 0;
  const words = [
    `Fitted to L = ${lengths[0]?.workload.length} … ${longest?.workload.length}: t = 8 L d² / ${digits(1e-6 / perLinear)} GF/s`,
    `+ 4 L² d / ${digits(1e-6 / perSquare)} GF/s, at most ${digits(100 * largestError)} % off. At the longest the second part is`,
    `${digits(100 * share)} % of it. Over the last four points t grows as L^${lengthExponent.toFixed(2)} and as d^${widthExponent.toFixed(2)}.`,
  ];
  return [
    `### Growth, in ${part.engine}, ms`,
    "![Time of a forward pass against L](speed-length.svg)",
    "![Time of a forward pass against d_model](speed-width.svg)",
    words.join("\n"),
    table(["", ...names], rows),
    notes({ ...part, races: part.races.map((race) => ({ ...race, entries: [] })) }),
  ].join("\n\n");
}

/** @param {Report} report */
export function tables(report) {
  const { node, chromium, firefox, webkit, native, series } = report;
  const engines = [node, chromium, firefox, webkit].filter((part) => part !== undefined);
  const trained = [...engines, ...(native ? [native] : [])].filter(({ training }) => training);
  const withTargets = new Set([chromium]);
  return [
    ...engines.map((part) => engineTable(part, withTargets.has(part))),
    ...(engines.length > 0 ? [ceilingTable(engines), lessonsTable(engines, chromium)] : []),
    ...(native ? [nativeTable(native)] : []),
    ...(trained.length > 0 ? [trainingTable(trained)] : []),
    ...(series ? [seriesTable(series)] : []),
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
