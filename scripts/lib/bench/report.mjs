/** The stored results of a run, with medians and quartiles instead of every round. */
import { ratio, spread } from "./statistics.mjs";

/** @typedef {import("./statistics.mjs").Spread} Spread */
/** @typedef {import("./engines.mjs").Answer} Answer */

export const OURS = "heads-up-attention";

/**
 * @typedef {object} Entry
 * @property {string} contestant
 * @property {string} form            the fastest of its forms
 * @property {Readonly<Record<string, number>>} formsMs
 * @property {number} error           the largest difference from the float64 reference, or in training from our losses
 * @property {Spread} ms              of one forward pass or training step
 * @property {Spread | null} ratio    its time over ours, round by round; null if ours did not run
 * @property {number} rounds
 */
/** @typedef {{ workload: string, entries: readonly Entry[], off: readonly string[], skipped: readonly string[] }} Race */
/**
 * @typedef {object} OwnSpeed
 * @property {{ plain: number, fused: number | null }} ceilingGflops  of separate and fused multiply and add
 * @property {Record<string, Spread>} linearGflops
 * @property {Record<string, Spread>} lessonsMs
 */
/** @typedef {"node" | "chromium" | "firefox" | "webkit" | "native" | "series"} PartName */
/**
 * @typedef {object} Part
 * @property {string} date
 * @property {string} cpu
 * @property {string} engine          with its version
 * @property {Record<string, string>} versions  of the contestants, by name
 * @property {readonly Race[]} races
 * @property {OwnSpeed | null} ownSpeed
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

const spreads = (/** @type {Readonly<Record<string, readonly number[]>>} */ samples) =>
  Object.fromEntries(Object.entries(samples).map(([name, values]) => [name, spread(values)]));

/** @param {Answer["ownSpeed"]} own @returns {OwnSpeed | null} */
export const ownSpeedOf = (own) =>
  own && {
    ceilingGflops: own.ceilingGflops,
    linearGflops: spreads(own.linearGflops),
    lessonsMs: spreads(own.lessonsMs),
  };

/**
 * Rounds to four digits; more are not meaningful.
 * @param {Report} report
 */
export const reportText = (report) =>
  `${JSON.stringify(report, (_, value) => (typeof value === "number" ? Number(value.toPrecision(4)) : value), 1)}\n`;
