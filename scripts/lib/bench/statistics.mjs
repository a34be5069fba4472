/** Medians and spread of repeated measurements. */

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
