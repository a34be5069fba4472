/** What both soak tests share: the rounds, and what counts as growth. */

/** Memory is measured after each round; the first rounds warm up. */
export const ROUNDS = 10;
const WARM_UP_ROUNDS = 2;

/** The relative growth that is allowed, because garbage collection leaves a varying amount behind. */
const ALLOWED_GROWTH = 0.1;

/** @param {number} bytes */
export const megabytes = (bytes) => Math.round(bytes / 1e5) / 10;

/**
 * The fields that have grown by more than that from the end of the warm-up to the last round.
 * @param {readonly Readonly<Record<string, number>>[]} rows  one row per round
 * @param {readonly string[]} fields
 */
export function grown(rows, fields) {
  const [warm = {}, last = {}] = [rows[WARM_UP_ROUNDS - 1], rows.at(-1)];
  return fields.filter((field) => (last[field] ?? 0) > (warm[field] ?? 0) * (1 + ALLOWED_GROWTH) + 1);
}
