/** The stored results of a run: medians and quartiles of its rounds. */

/** @typedef {import("./engines.mjs").Answer} Answer */
/** @typedef {{ median: number, q1: number, q3: number }} Spread */

/**
 * A quantile, interpolated between neighbours as in NumPy.
 * @param {readonly number[]} values @param {number} share  from 0 to 1
 */
export function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  const place = share * (sorted.length - 1);
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (place - Math.floor(place)) * (above - below);
}

/** @param {readonly number[]} values @returns {Spread} */
export const spread = (values) => ({
  median: quantile(values, 0.5),
  q1: quantile(values, 0.25),
  q3: quantile(values, 0.75),
});

/**
 * The ratio of two times, round by round, so that a temporary slowdown of the machine affects both.
 * @param {readonly number[]} slower @param {readonly number[]} faster
 */
export const ratio = (slower, faster) =>
  spread(slower.map((ms, round) => ms / (faster[round] ?? Number.NaN)));

export const OURS = "heads-up-attention";

/**
 * @typedef {object} Entry
 * @property {string} contestant
 * @property {string} form            the fastest of its forms
 * @property {Readonly<Record<string, number>>} formsMs
 * @property {number} error           the largest difference from our output, or in training from our losses
 * @property {Spread} ms              of one forward pass or training step
 * @property {Spread | null} ratio    its time over ours, round by round; null if ours did not run
 * @property {number} rounds
 */
/** @typedef {{ workload: string, entries: readonly Entry[], off: readonly string[], skipped: readonly string[] }} Race */
/** @typedef {"node" | "chromium" | "firefox" | "webkit" | "native"} PartName */
/**
 * @typedef {object} Part
 * @property {string} date
 * @property {string} cpu
 * @property {string} engine          with its version
 * @property {Record<string, string>} versions  of the contestants, by name
 * @property {readonly Race[]} races
 * @property {Race | null} training
 */
/** @typedef {Partial<Record<PartName, Part>>} Report */

/** @param {Answer["races"][number]} race @returns {Race} */
export function raceOf({ workload, results, off, skipped }) {
  const ours = results.find(({ contestant }) => contestant === OURS);
  const entries = results.map(({ contestant, form, formsMs, error, ms }) => ({
    ...{ contestant, form, formsMs, error },
    ms: spread(ms),
    ratio: ours ? ratio(ms, ours.ms) : null,
    rounds: ms.length,
  }));
  return { workload, entries, off, skipped };
}

/**
 * Rounds to four digits; more are not meaningful.
 * @param {Report} report
 */
export const reportText = (report) =>
  `${JSON.stringify(report, (_, value) => (typeof value === "number" ? Number(value.toPrecision(4)) : value), 1)}\n`;
